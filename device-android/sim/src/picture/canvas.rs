//! Pixels, written row by row.

use retap_cache::screen::Rect;

use super::font::{ADVANCE, HEIGHT, glyph};

/// Bytes of a pixel: red, green, blue, and opaque.
const PIXEL: usize = 4;
/// Side of the tile that gives a fill its grain.
const TILE: usize = 16;

/// Red, green, blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Colour(pub(super) u8, pub(super) u8, pub(super) u8);

impl Colour {
    fn bytes(self) -> [u8; PIXEL] {
        [self.0, self.1, self.2, 0xff]
    }

    /// The colour mixed with another one: `share` of 255 parts of it.
    pub(super) fn mixed(self, with: Colour, share: u16) -> Colour {
        let mix = |a: u8, b: u8| ((u16::from(a) * (255 - share) + u16::from(b) * share) / 255) as u8;
        Colour(mix(self.0, with.0), mix(self.1, with.1), mix(self.2, with.2))
    }
}

/// A picture under way.
#[derive(Debug)]
pub(super) struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Canvas {
    /// All black.
    pub(super) fn new(width: usize, height: usize) -> Self {
        let pixels = Colour(0, 0, 0).bytes().repeat(width * height);
        Self {
            width,
            height,
            pixels,
        }
    }

    /// The rows of pixels, red first.
    pub(super) fn into_pixels(self) -> Vec<u8> {
        self.pixels
    }

    /// The part of a rectangle that lies on the canvas.
    fn clip(&self, area: Rect) -> Option<[usize; 4]> {
        let all = Rect::new(0, 0, self.width as i32, self.height as i32);
        let area = area.intersect(&all);
        let sides = [area.left, area.top, area.right, area.bottom];
        (!area.is_empty()).then(|| sides.map(|n| n as usize))
    }

    fn row(&mut self, y: usize, left: usize, bytes: &[u8]) {
        let at = (y * self.width + left) * PIXEL;
        if let Some(row) = self.pixels.get_mut(at..at + bytes.len()) {
            row.copy_from_slice(bytes);
        }
    }

    /// A plain rectangle.
    pub(super) fn fill(&mut self, area: Rect, colour: Colour) {
        let Some([left, top, right, bottom]) = self.clip(area) else {
            return;
        };
        let row = colour.bytes().repeat(right - left);
        (top..bottom).for_each(|y| self.row(y, left, &row));
    }

    /// A rectangle with a faint grain, as real screens have shadows and gradients: it keeps pictures from
    /// becoming so small that readers take them for broken ones.
    pub(super) fn fill_grained(&mut self, area: Rect, colour: Colour) {
        let Some([left, top, right, bottom]) = self.clip(area) else {
            return;
        };
        let rows: Vec<Vec<u8>> = (0..TILE).map(|y| grain(colour, y, left, right)).collect();
        (top..bottom).for_each(|y| self.row(y, left, &rows[y % TILE]));
    }

    /// The edge of a rectangle, inside it.
    pub(super) fn frame(&mut self, area: Rect, thick: i32, colour: Colour) {
        let Rect {
            left,
            top,
            right,
            bottom,
        } = area;
        let thick = thick.min(area.width()).min(area.height());
        self.fill(Rect::new(left, top, right, top + thick), colour);
        self.fill(Rect::new(left, bottom - thick, right, bottom), colour);
        self.fill(Rect::new(left, top, left + thick, bottom), colour);
        self.fill(Rect::new(right - thick, top, right, bottom), colour);
    }

    /// One line of text from that corner on, each dot a square of `scale` pixels; what leaves `area` is cut off.
    pub(super) fn text(&mut self, (x, y): (i32, i32), text: &str, scale: i32, area: Rect, colour: Colour) {
        for (i, c) in text.chars().enumerate() {
            let left = x + (i * ADVANCE) as i32 * scale;
            if left >= area.right {
                break;
            }
            for (column, bits) in glyph(c).into_iter().enumerate() {
                for row in (0..HEIGHT).filter(|row| bits >> row & 1 == 1) {
                    let (l, t) = (left + column as i32 * scale, y + row as i32 * scale);
                    let dot = Rect::new(l, t, l + scale, t + scale);
                    self.fill(dot.intersect(&area), colour);
                }
            }
        }
    }
}

/// The pixels of a row of a fill: the colour, and here and there a shade of it.
fn grain(colour: Colour, y: usize, left: usize, right: usize) -> Vec<u8> {
    let pixel = |x: usize| {
        let shade = (x * 7 + y * 11 + x * y) % TILE;
        let share = if shade < 3 { 4 + 3 * shade as u16 } else { 0 };
        colour.mixed(Colour(0, 0, 0), share).bytes()
    };
    let tile: Vec<u8> = (0..TILE).flat_map(pixel).collect();
    let whole = tile.repeat(right.div_ceil(TILE));
    whole
        .get(left * PIXEL..right * PIXEL)
        .unwrap_or_default()
        .to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Colour = Colour(255, 0, 0);

    /// The canvas as lines of text: `#` where it is red.
    fn drawn(canvas: Canvas) -> String {
        let width = canvas.width;
        let pixels = canvas.into_pixels();
        let dots: Vec<char> = pixels
            .chunks(PIXEL)
            .map(|p| if p[0] == 255 { '#' } else { '.' })
            .collect();
        let rows = dots.chunks(width).map(|row| row.iter().collect::<String>());
        rows.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn shapes_stay_on_the_canvas() {
        let mut canvas = Canvas::new(5, 4);
        canvas.fill(Rect::new(-3, 2, 2, 9), RED);
        canvas.fill(Rect::new(4, 3, 1, 0), RED);
        canvas.fill(Rect::new(50, 0, 60, 9), RED);
        assert_eq!(drawn(canvas), ".....\n.....\n##...\n##...");
        let mut canvas = Canvas::new(5, 4);
        canvas.frame(Rect::new(0, 0, 5, 4), 1, RED);
        assert_eq!(drawn(canvas), "#####\n#...#\n#...#\n#####");
    }

    #[test]
    fn a_text_is_cut_off_at_its_area() {
        let mut canvas = Canvas::new(8, 7);
        let area = Rect::new(0, 0, 7, 6);
        canvas.text((0, 0), "LL", 1, area, RED);
        assert_eq!(drawn(canvas), ["#.....#."; 6].join("\n") + "\n........");
    }

    #[test]
    fn a_grain_is_faint_and_the_same_each_time() {
        let mut canvas = Canvas::new(40, 40);
        canvas.fill_grained(Rect::new(3, 3, 40, 40), Colour(200, 200, 200));
        let pixels = canvas.into_pixels();
        let at = |x: usize, y: usize| pixels[(y * 40 + x) * PIXEL];
        assert_eq!((at(2, 5), at(3, 2)), (0, 0));
        assert_eq!(at(5, 5), at(5 + TILE, 5 + TILE));
        let shades: std::collections::BTreeSet<u8> = (3..40).map(|x| at(x, 20)).collect();
        assert!(
            shades.len() > 1 && shades.iter().all(|s| (185..=200).contains(s)),
            "{shades:?}"
        );
    }
}
