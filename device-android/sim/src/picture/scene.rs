//! What a picture shows: taken from the phone at one moment, drawn later.

use std::io;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};
use retap_cache::screen::{Family, Flags, Rect};

use super::canvas::{Canvas, Colour};
use super::icon::Icon;
use super::look::{self, Pen};
use crate::hardware::Display;
use crate::phone::Phone;

/// What shows behind a dialog.
const BEHIND: Colour = Colour(72, 74, 80);
/// A weak compression, quick and not too good: some readers reject pictures under 10,240 bytes as broken.
const WEAK: CompressionType = CompressionType::Level(1);
const SMALLEST: usize = 10_240;
/// Pixel format RGBA_8888 (`PixelFormat`), and an unknown colour space.
const RGBA: u32 = 1;
const NO_COLOUR_SPACE: u32 = 0;

/// A node, as far as it is drawn.
#[derive(Debug)]
pub(super) struct Shape {
    pub(super) bounds: Rect,
    pub(super) family: Family,
    pub(super) flags: Flags,
    pub(super) label: String,
    /// True for a toggle that slides.
    pub(super) slides: bool,
    /// Drawn in its middle, in place of its label.
    pub(super) icon: Option<Icon>,
}

/// Everything that a picture needs.
#[derive(Debug)]
pub(crate) struct Scene {
    display: Display,
    /// From the bottom to the top. `None` for a screen that must not be seen.
    shapes: Option<Vec<Shape>>,
    keyboard: Option<Rect>,
}

impl Scene {
    /// What is to be seen now.
    pub(crate) fn of(phone: &Phone) -> Scene {
        let view = phone.view();
        let mut visible = vec![true; view.nodes.len()];
        let mut shapes = Vec::new();
        for (i, n) in view.nodes.iter().enumerate() {
            if n.flags.has(Flags::INVISIBLE) || !visible[i] {
                n.children.iter().for_each(|c| visible[*c] = false);
                continue;
            }
            let label = [&n.text, &n.desc].into_iter().find(|l| !l.is_empty());
            shapes.push(Shape {
                bounds: n.bounds,
                family: n.spec.family(),
                flags: n.flags,
                label: label.cloned().unwrap_or_default(),
                slides: n.spec.class.contains("Switch"),
                icon: n.spec.icon,
            });
        }
        Scene {
            display: phone.display(),
            shapes: (!phone.screen().secure).then_some(shapes),
            keyboard: phone.keyboard_frame(),
        }
    }

    fn draw(&self) -> Canvas {
        let display = &self.display;
        let mut canvas = Canvas::new(display.width as usize, display.height as usize);
        let Some(shapes) = &self.shapes else {
            return canvas;
        };
        let pen = Pen::new(display.density);
        canvas.fill_grained(display.frame(), BEHIND);
        for shape in shapes.iter().filter(|s| !s.bounds.is_empty()) {
            look::node(&mut canvas, shape, pen);
        }
        if let Some(bar) = display.status_bar() {
            look::bar(&mut canvas, bar, "retap", pen);
        }
        if let Some(bar) = display.navigation_bar() {
            look::bar(&mut canvas, bar, "<  o  =", pen);
        }
        if let Some(frame) = self.keyboard {
            look::keyboard(&mut canvas, frame, pen);
        }
        canvas
    }

    /// As a PNG; equal scenes give equal bytes.
    ///
    /// # Errors
    /// If the encoder refuses the size.
    pub(crate) fn png(&self) -> io::Result<Vec<u8>> {
        let pixels = self.draw().into_pixels();
        let bytes = self.encode(&pixels, WEAK)?;
        if bytes.len() >= SMALLEST || self.shapes.is_none() {
            return Ok(bytes);
        }
        self.encode(&pixels, CompressionType::Uncompressed)
    }

    fn encode(&self, pixels: &[u8], compression: CompressionType) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let (width, height) = (self.display.width as u32, self.display.height as u32);
        PngEncoder::new_with_quality(&mut bytes, compression, FilterType::NoFilter)
            .write_image(pixels, width, height, ExtendedColorType::Rgba8)
            .map_err(io::Error::other)?;
        Ok(bytes)
    }

    /// As raw pixels behind a header of 16 bytes: width, height, format, colour space.
    pub(crate) fn raw(&self) -> Vec<u8> {
        let (width, height) = (self.display.width as u32, self.display.height as u32);
        let header = [width, height, RGBA, NO_COLOUR_SPACE].map(u32::to_le_bytes);
        [header.as_flattened(), &self.draw().into_pixels()].concat()
    }
}
