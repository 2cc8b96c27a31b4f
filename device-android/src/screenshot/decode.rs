//! Whether a PNG is a picture, and whether it shows anything.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, ImageReader, Limits};
use retap_cache::screen::Picture;

use super::error::{BadPicture, Flaw};
use super::png::cut;

/// Pixels on a side; no display has more, and a header may say anything.
pub(super) const LARGEST_SIDE: u32 = 16_384;
/// Memory for decoding: 8,000 by 8,000 pixels.
const MEMORY: u64 = 256 << 20;
/// How bright a channel of a black picture may be: some devices draw a protected window in a very dark grey.
const BLACK: u8 = 8;

/// Checks a capture: cuts the PNG out, decodes it, and sees whether it is all black.
pub fn from_png(bytes: &[u8]) -> Result<Picture, BadPicture> {
    let png = cut(bytes)?;
    let image = decode(png).map_err(|e| BadPicture::new(Flaw::Undecodable { what: e.to_string() }, bytes))?;
    Ok(Picture {
        png: png.to_vec(),
        width: image.width(),
        height: image.height(),
        blank: match image.as_rgba8() {
            Some(rgba) => blank(rgba.chunks_exact(4)),
            None => blank(image.to_rgb8().chunks_exact(3)),
        },
    })
}

fn decode(png: &[u8]) -> image::ImageResult<DynamicImage> {
    let mut limits = Limits::default();
    limits.max_image_width = Some(LARGEST_SIDE);
    limits.max_image_height = Some(LARGEST_SIDE);
    limits.max_alloc = Some(MEMORY);
    let mut reader = ImageReader::with_format(Cursor::new(png), ImageFormat::Png);
    reader.limits(limits);
    reader.decode()
}

/// True if all pixels are of one colour that is black or nearly so. A dark screen with a little text isn't.
pub(super) fn blank<'p>(mut pixels: impl Iterator<Item = &'p [u8]>) -> bool {
    let rgb = |p: &'p [u8]| p.get(..3);
    let Some(first) = pixels.next().and_then(rgb) else {
        return false;
    };
    first.iter().all(|channel| *channel <= BLACK) && pixels.all(|p| rgb(p) == Some(first))
}
