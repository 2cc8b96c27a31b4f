//! A picture without compression, as `screencap` prints it: a header and rows of pixels, tightly packed.

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};
use retap_cache::screen::Picture;

use super::decode::{LARGEST_SIDE, blank};
use super::error::{BadPicture, Flaw};

/// How a pixel becomes red, green and blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    /// Four bytes; the last is alpha or nothing.
    Rgbx,
    Rgb,
    /// Two bytes, little-endian.
    Rgb565,
    Bgra,
}

impl Format {
    /// Numbers of Android's `PixelFormat`.
    fn of(number: u32) -> Option<Self> {
        Some(match number {
            1 | 2 => Format::Rgbx,
            3 => Format::Rgb,
            4 => Format::Rgb565,
            5 => Format::Bgra,
            _ => return None,
        })
    }

    const fn bytes(self) -> usize {
        match self {
            Format::Rgbx | Format::Bgra => 4,
            Format::Rgb => 3,
            Format::Rgb565 => 2,
        }
    }

    fn rgb(self, pixel: &[u8]) -> [u8; 3] {
        match (self, pixel) {
            (Format::Rgbx | Format::Rgb, [r, g, b, ..]) | (Format::Bgra, [b, g, r, ..]) => [*r, *g, *b],
            (Format::Rgb565, [low, high]) => {
                let all = u16::from_le_bytes([*low, *high]);
                let wide = |value: u16, bits: u32| {
                    let max = (1 << bits) - 1;
                    ((value & max) * 255 / max) as u8
                };
                [wide(all >> 11, 5), wide(all >> 5, 6), wide(all, 5)]
            }
            _ => [0; 3],
        }
    }
}

/// Makes a PNG of a raw capture. The header has 12 bytes, since Android 9 or 10 also a colour space: which of
/// the two it is follows from the length of the whole.
pub fn from_raw(bytes: &[u8]) -> Result<Picture, BadPicture> {
    let bad = |flaw| Err(BadPicture::new(flaw, bytes));
    if bytes.is_empty() {
        return bad(Flaw::Empty);
    }
    let word = |i: usize| {
        let four = bytes.get(4 * i..4 * i + 4).and_then(|b| b.first_chunk::<4>());
        four.map(|four| u32::from_le_bytes(*four))
    };
    let (Some(width), Some(height), Some(format)) = (word(0), word(1), word(2).and_then(Format::of)) else {
        return bad(Flaw::NotAnImage);
    };
    let fits = |side: u32| (1..=LARGEST_SIDE).contains(&side);
    if !fits(width) || !fits(height) {
        return bad(Flaw::NotAnImage);
    }
    let size = width as usize * height as usize * format.bytes();
    let pixels = match bytes.len().checked_sub(size) {
        Some(header @ (12 | 16)) => bytes.get(header..).unwrap_or_default(),
        Some(0..12) | None => return bad(Flaw::Truncated { bytes: bytes.len() }),
        Some(_) => return bad(Flaw::NotAnImage),
    };
    let rgb: Vec<u8> = pixels
        .chunks_exact(format.bytes())
        .flat_map(|p| format.rgb(p))
        .collect();
    let mut png = Vec::new();
    PngEncoder::new_with_quality(&mut png, CompressionType::Fast, FilterType::Adaptive)
        .write_image(&rgb, width, height, ExtendedColorType::Rgb8)
        .map_err(|e| BadPicture::new(Flaw::Undecodable { what: e.to_string() }, bytes))?;
    Ok(Picture {
        png,
        width,
        height,
        blank: blank(rgb.chunks_exact(3)),
    })
}
