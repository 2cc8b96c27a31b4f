//! Size and density of the display, as `wm` prints them.

use retap_cache::screen::Geometry;

/// The display in its natural rotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Display {
    /// Width in pixels.
    pub width: i32,
    /// Height in pixels.
    pub height: i32,
    /// Dots per inch; 0 if unknown.
    pub density: u32,
}

impl Display {
    /// Reads what `wm size` and `wm density` print. `None` if there is no size. An override wins: taps and
    /// bounds are in its pixels.
    pub fn parse(text: &str) -> Option<Self> {
        let (width, height) = value(text, "size")?.split_once('x')?;
        let (width, height) = (width.trim().parse().ok()?, height.trim().parse().ok()?);
        let density = value(text, "density").and_then(|d| d.parse().ok()).unwrap_or(0);
        (width > 0 && height > 0).then_some(Self {
            width,
            height,
            density,
        })
    }

    /// The display after so many quarter turns. Never cached: a dump says which one it was made in.
    pub fn turned(self, rotation: u8) -> Geometry {
        let (width, height) = if rotation % 2 == 1 {
            (self.height, self.width)
        } else {
            (self.width, self.height)
        };
        Geometry {
            width,
            height,
            rotation,
            density: self.density,
        }
    }
}

/// The value behind `Override what:`, else behind `Physical what:`.
fn value<'t>(text: &'t str, what: &str) -> Option<&'t str> {
    let of = |kind: &str| {
        text.lines().find_map(|line| {
            line.trim()
                .strip_prefix(kind)?
                .trim_start()
                .strip_prefix(what)?
                .trim_start()
                .strip_prefix(':')
                .map(str::trim)
        })
    };
    of("Override").or_else(|| of("Physical"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_override_wins_and_line_ends_do_not_matter() {
        let d = |text| Display::parse(text).map(|d| (d.width, d.height, d.density));
        assert_eq!(
            d("Physical size: 1440x2560\r\nPhysical density: 560\r\n"),
            Some((1440, 2560, 560))
        );
        assert_eq!(
            d(
                "Physical size: 1440x2560\nOverride size: 1080x1920\nPhysical density: 560\nOverride density: 420\n"
            ),
            Some((1080, 1920, 420))
        );
        assert_eq!(d("Physical size: 1080x2400\n"), Some((1080, 2400, 0)));
        for odd in [
            "",
            "Physical density: 420",
            "Physical size: 0x0",
            "Physical size: big",
        ] {
            assert_eq!(d(odd), None, "{odd}");
        }
    }

    #[test]
    fn a_quarter_turn_swaps_width_and_height() {
        let d = Display {
            width: 1080,
            height: 2400,
            density: 420,
        };
        assert_eq!(
            (
                d.turned(0).width,
                d.turned(1).width,
                d.turned(2).width,
                d.turned(3).width
            ),
            (1080, 2400, 1080, 2400)
        );
    }
}
