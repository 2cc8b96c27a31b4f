//! What the device is: its name, its display, its on-screen keyboard.

use std::time::Duration;

use retap_cache::screen::Rect;

/// Height of the status bar and of a navigation bar with three buttons, in dp (Android's own dimensions).
const STATUS_BAR_DP: i32 = 24;
const NAVIGATION_BAR_DP: i32 = 48;

/// What the device says about itself.
#[derive(Debug, Clone)]
pub(crate) struct Hardware {
    pub(crate) serial: String,
    pub(crate) model: String,
    pub(crate) android: String,
    pub(crate) sdk: u32,
    /// Display size in pixels, as built, unrotated.
    pub(crate) width: i32,
    pub(crate) height: i32,
    /// Dots per inch, as built.
    pub(crate) density: u32,
    /// What `wm size WxH` would have set: taps, bounds and pictures are in this space.
    pub(crate) override_size: Option<(i32, i32)>,
    pub(crate) override_density: Option<u32>,
    /// Quarter turns at boot, 0 to 3.
    pub(crate) rotation: u8,
    /// True if status bar and navigation bar take their strips of the display.
    pub(crate) bars: bool,
    pub(crate) keyboard: Keyboard,
    pub(crate) locale: String,
    /// How long a boot takes until the device says that it is complete.
    pub(crate) boot: Duration,
    /// Another program that holds UiAutomation from the start.
    pub(crate) holder: Option<String>,
}

/// The keyboard that typing goes through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keyboard {
    /// Keys of metal: nothing comes up on the screen.
    Hardware,
    /// On the screen, at the place where it usually is.
    Soft,
    /// On the screen, there (in the unrotated display).
    At(Rect),
}

/// The display as apps see it now: overrides and rotation applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Display {
    pub(crate) width: i32,
    pub(crate) height: i32,
    pub(crate) density: u32,
    pub(crate) rotation: u8,
    bars: bool,
}

impl Hardware {
    /// The display after that many quarter turns.
    pub(crate) fn display(&self, rotation: u8) -> Display {
        let (w, h) = self.override_size.unwrap_or((self.width, self.height));
        let (width, height) = if rotation.is_multiple_of(2) {
            (w, h)
        } else {
            (h, w)
        };
        Display {
            width,
            height,
            density: self.override_density.unwrap_or(self.density),
            rotation,
            bars: self.bars,
        }
    }

    /// Where the on-screen keyboard lies when it is shown. `None` with a hardware keyboard.
    pub(crate) fn keyboard_frame(&self, on: &Display) -> Option<Rect> {
        match self.keyboard {
            Keyboard::Hardware => None,
            Keyboard::At(frame) if on.rotation.is_multiple_of(2) => Some(frame),
            // The lower three eighths: what current keyboards take on a tall phone.
            _ => Some(Rect::new(0, on.height * 5 / 8, on.width, on.height)),
        }
    }
}

impl Display {
    /// The whole of it.
    pub(crate) fn frame(&self) -> Rect {
        Rect::new(0, 0, self.width, self.height)
    }

    /// The strip of the status bar.
    pub(crate) fn status_bar(&self) -> Option<Rect> {
        self.bars
            .then(|| Rect::new(0, 0, self.width, self.pixels(STATUS_BAR_DP).min(self.height / 4)))
    }

    /// The strip of the navigation bar, at the bottom in every rotation, as on tablets and with gestures.
    pub(crate) fn navigation_bar(&self) -> Option<Rect> {
        let top = self.height - self.pixels(NAVIGATION_BAR_DP).min(self.height / 4);
        self.bars.then(|| Rect::new(0, top, self.width, self.height))
    }

    /// What the bars leave for the content of a window.
    pub(crate) fn content(&self) -> Rect {
        let top = self.status_bar().map_or(0, |bar| bar.bottom);
        let bottom = self.navigation_bar().map_or(self.height, |bar| bar.top);
        Rect::new(0, top, self.width, bottom)
    }

    fn pixels(&self, dp: i32) -> i32 {
        dp * self.density as i32 / 160
    }
}
