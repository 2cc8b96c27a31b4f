//! Made icons with a known truth: the same shape drawn larger, elsewhere, in other colours, with noise.

use image::GrayImage;

use crate::screen::Rect;

/// A shape on the unit square: true where there is ink.
pub(crate) type Shape = fn(f64, f64) -> bool;

fn bar(x: f64, y: f64, l: f64, t: f64, r: f64, b: f64) -> bool {
    (l..=r).contains(&x) && (t..=b).contains(&y)
}

fn disc(x: f64, y: f64, cx: f64, cy: f64, r: f64) -> bool {
    (x - cx).hypot(y - cy) <= r
}

fn stroke(x: f64, y: f64, (ax, ay): (f64, f64), (bx, by): (f64, f64), w: f64) -> bool {
    let (dx, dy) = (bx - ax, by - ay);
    let t = (((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
    (x - ax - t * dx).hypot(y - ay - t * dy) <= w
}

fn ring(x: f64, y: f64, cx: f64, cy: f64, r: f64, w: f64) -> bool {
    ((x - cx).hypot(y - cy) - r).abs() <= w
}

/// As they stand in the bars of apps.
pub(crate) const ICONS: [(&str, Shape); 24] = [
    ("plus", |x, y| {
        bar(x, y, 0.44, 0.1, 0.56, 0.9) || bar(x, y, 0.1, 0.44, 0.9, 0.56)
    }),
    ("cross", |x, y| {
        stroke(x, y, (0.15, 0.15), (0.85, 0.85), 0.06) || stroke(x, y, (0.85, 0.15), (0.15, 0.85), 0.06)
    }),
    ("minus", |x, y| bar(x, y, 0.1, 0.44, 0.9, 0.56)),
    ("menu", |x, y| {
        bar(x, y, 0.1, 0.2, 0.9, 0.3) || bar(x, y, 0.1, 0.45, 0.9, 0.55) || bar(x, y, 0.1, 0.7, 0.9, 0.8)
    }),
    ("more", |x, y| {
        disc(x, y, 0.5, 0.15, 0.09) || disc(x, y, 0.5, 0.5, 0.09) || disc(x, y, 0.5, 0.85, 0.09)
    }),
    ("back", |x, y| {
        stroke(x, y, (0.1, 0.5), (0.9, 0.5), 0.06)
            || stroke(x, y, (0.1, 0.5), (0.45, 0.15), 0.06)
            || stroke(x, y, (0.1, 0.5), (0.45, 0.85), 0.06)
    }),
    ("forward", |x, y| {
        stroke(x, y, (0.1, 0.5), (0.9, 0.5), 0.06)
            || stroke(x, y, (0.9, 0.5), (0.55, 0.15), 0.06)
            || stroke(x, y, (0.9, 0.5), (0.55, 0.85), 0.06)
    }),
    ("up", |x, y| {
        stroke(x, y, (0.5, 0.1), (0.5, 0.9), 0.06)
            || stroke(x, y, (0.5, 0.1), (0.15, 0.45), 0.06)
            || stroke(x, y, (0.5, 0.1), (0.85, 0.45), 0.06)
    }),
    ("down", |x, y| {
        stroke(x, y, (0.5, 0.1), (0.5, 0.9), 0.06)
            || stroke(x, y, (0.5, 0.9), (0.15, 0.55), 0.06)
            || stroke(x, y, (0.5, 0.9), (0.85, 0.55), 0.06)
    }),
    ("search", |x, y| {
        ring(x, y, 0.4, 0.4, 0.25, 0.06) || stroke(x, y, (0.6, 0.6), (0.9, 0.9), 0.06)
    }),
    ("check", |x, y| {
        stroke(x, y, (0.1, 0.5), (0.38, 0.78), 0.06) || stroke(x, y, (0.38, 0.78), (0.9, 0.22), 0.06)
    }),
    ("play", |x, y| x >= 0.25 && (y - 0.5).abs() <= (0.9 - x) * 0.6),
    ("pause", |x, y| {
        bar(x, y, 0.2, 0.15, 0.42, 0.85) || bar(x, y, 0.58, 0.15, 0.8, 0.85)
    }),
    ("stop", |x, y| bar(x, y, 0.2, 0.2, 0.8, 0.8)),
    ("record", |x, y| disc(x, y, 0.5, 0.5, 0.32)),
    ("circle", |x, y| ring(x, y, 0.5, 0.5, 0.36, 0.06)),
    ("clock", |x, y| {
        ring(x, y, 0.5, 0.5, 0.36, 0.05)
            || stroke(x, y, (0.5, 0.5), (0.5, 0.26), 0.05)
            || stroke(x, y, (0.5, 0.5), (0.66, 0.6), 0.05)
    }),
    ("heart", |x, y| {
        let (u, v) = ((x - 0.5) * 2.6, (0.52 - y) * 2.6);
        (u * u + v * v - 1.0).powi(3) - u * u * v * v * v <= 0.0
    }),
    ("star", |x, y| {
        let (u, v) = (x - 0.5, y - 0.52);
        let a = (u.atan2(-v) / std::f64::consts::TAU * 5.0).rem_euclid(1.0);
        u.hypot(v) <= 0.2 + 0.25 * (2.0 * (a - 0.5)).abs().powf(1.3)
    }),
    ("trash", |x, y| {
        bar(x, y, 0.15, 0.2, 0.85, 0.28)
            || bar(x, y, 0.38, 0.1, 0.62, 0.2)
            || (bar(x, y, 0.22, 0.34, 0.78, 0.92)
                && !bar(x, y, 0.36, 0.42, 0.44, 0.84)
                && !bar(x, y, 0.56, 0.42, 0.64, 0.84))
    }),
    ("pencil", |x, y| {
        stroke(x, y, (0.25, 0.75), (0.8, 0.2), 0.11) || stroke(x, y, (0.12, 0.88), (0.2, 0.8), 0.04)
    }),
    ("home", |x, y| {
        ((0.12..=0.5).contains(&y) && (x - 0.5).abs() <= (y - 0.12) * 1.1)
            || (bar(x, y, 0.2, 0.5, 0.8, 0.88) && !bar(x, y, 0.42, 0.62, 0.58, 0.88))
    }),
    ("person", |x, y| {
        disc(x, y, 0.5, 0.3, 0.18) || (disc(x, y, 0.5, 0.95, 0.38) && y <= 0.88)
    }),
    ("mail", |x, y| {
        bar(x, y, 0.1, 0.22, 0.9, 0.78)
            && !(stroke(x, y, (0.14, 0.28), (0.5, 0.52), 0.035)
                || stroke(x, y, (0.86, 0.28), (0.5, 0.52), 0.035))
    }),
];

/// How an icon is drawn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Drawn {
    /// Sides of the patch.
    pub(crate) patch: (u32, u32),
    /// Side of the icon in its middle.
    pub(crate) icon: f64,
    /// How far it is off the middle.
    pub(crate) off: (f64, f64),
    pub(crate) ground: u8,
    pub(crate) ink: u8,
    /// Up to so much is added to or taken from each pixel.
    pub(crate) noise: u8,
}

impl Default for Drawn {
    fn default() -> Self {
        Drawn {
            patch: (126, 126),
            icon: 63.0,
            off: (0.0, 0.0),
            ground: 250,
            ink: 33,
            noise: 0,
        }
    }
}

/// Draws an icon with soft edges, at a place of a larger picture.
pub(crate) fn draw(into: &mut GrayImage, (left, top): (u32, u32), shape: Shape, how: Drawn) -> Rect {
    let (w, h) = how.patch;
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    for py in 0..h {
        for px in 0..w {
            const PARTS: u32 = 3;
            let part = |p: u32, n: u32, size: u32, off: f64| {
                let at = f64::from(p) + (f64::from(n) + 0.5) / f64::from(PARTS) - off;
                (at - f64::from(size) / 2.0) / how.icon + 0.5
            };
            let dots = (0..PARTS * PARTS).filter(|n| {
                let x = part(px, n % PARTS, w, how.off.0);
                let y = part(py, n / PARTS, h, how.off.1);
                (0.0..=1.0).contains(&x) && (0.0..=1.0).contains(&y) && shape(x, y)
            });
            let share = dots.count() as f64 / f64::from(PARTS * PARTS);
            let mut v = f64::from(how.ground) * (1.0 - share) + f64::from(how.ink) * share;
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            v += (seed % (2 * u64::from(how.noise) + 1)) as f64 - f64::from(how.noise);
            into.put_pixel(left + px, top + py, image::Luma([v.clamp(0.0, 255.0) as u8]));
        }
    }
    let (left, top) = (left as i32, top as i32);
    Rect::new(left, top, left + w as i32, top + h as i32)
}
