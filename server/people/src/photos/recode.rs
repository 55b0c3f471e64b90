//! Turns whatever a phone or a stranger sends into a plain JPEG of moderate size.

use callout_domain::failure::{Failure, FailureKind};
use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageDecoder as _, ImageFormat, ImageReader, Limits, RgbImage};

/// Media type of the result.
pub const MEDIA_TYPE: &str = "image/jpeg";

/// Longest side of a photo in pixels: enough to see a tap, small enough for a phone's screen.
pub const LONGEST_SIDE: u32 = 2_048;
/// Most pixels a photo may have, checked before decoding; phones take 12, 24 or 48 million.
const PIXEL_LIMIT: u64 = 50_000_000;
/// Longest side that will be decoded.
const SIDE_LIMIT: u32 = 16_384;
/// Bytes that the decoder may allocate: the pixel limit at four bytes each, plus some slack.
const ALLOCATION_LIMIT: u64 = 256 * 1024 * 1024;
/// JPEG quality in percent.
const QUALITY: u8 = 82;

/// A photo as it is stored.
#[derive(Debug)]
pub struct Photo {
    /// The file.
    pub jpeg: Vec<u8>,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
}

/// Decodes, rotates upright, scales down to `longest_side` pixels and re-encodes; only the picture itself is kept of the original file.
///
/// # Errors
/// 415 when the content is not JPEG, PNG or WebP, 422 on `file` when it is too large or damaged.
pub fn recode(bytes: &[u8], longest_side: u32) -> Result<Photo, Failure> {
    let format = image::guess_format(bytes).map_err(|_| no_photo())?;
    if !matches!(format, ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP) {
        return Err(no_photo());
    }
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_image_width = Some(SIDE_LIMIT);
    limits.max_image_height = Some(SIDE_LIMIT);
    limits.max_alloc = Some(ALLOCATION_LIMIT);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|error| refused(&error))?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > PIXEL_LIMIT {
        return Err(too_many_pixels());
    }
    // A photo with a damaged orientation tag is not rotated.
    let orientation = decoder.orientation().ok();
    let mut picture = DynamicImage::from_decoder(decoder).map_err(|error| refused(&error))?;
    if picture.width().max(picture.height()) > longest_side {
        picture = picture.thumbnail(longest_side, longest_side);
    }
    if let Some(orientation) = orientation {
        picture.apply_orientation(orientation);
    }
    encode(picture)
}

fn encode(picture: DynamicImage) -> Result<Photo, Failure> {
    let picture = on_white(picture);
    let mut jpeg = Vec::new();
    JpegEncoder::new_with_quality(&mut jpeg, QUALITY)
        .encode_image(&picture)
        .map_err(Failure::internal)?;
    Ok(Photo {
        jpeg,
        width: picture.width(),
        height: picture.height(),
    })
}

/// JPEG has no transparency, so transparent parts become white, as on a page.
fn on_white(picture: DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.into_rgb8();
    }
    let picture = picture.into_rgba8();
    RgbImage::from_fn(picture.width(), picture.height(), |x, y| {
        let [red, green, blue, alpha] = picture.get_pixel(x, y).0;
        let over = |value: u8| {
            let mixed = (u32::from(value) * u32::from(alpha) + 255 * (255 - u32::from(alpha))) / 255;
            u8::try_from(mixed).unwrap_or(u8::MAX)
        };
        image::Rgb([over(red), over(green), over(blue)])
    })
}

fn refused(error: &image::ImageError) -> Failure {
    match error {
        image::ImageError::Limits(_) => too_many_pixels(),
        _ => Failure::field("file", "This photo is damaged. Please choose another."),
    }
}

fn too_many_pixels() -> Failure {
    Failure::field(
        "file",
        "This photo has too many pixels. Please choose a smaller one.",
    )
}

fn no_photo() -> Failure {
    Failure::new(
        FailureKind::UnsupportedMedia,
        "unsupported_media_type",
        "Please choose a JPEG, PNG or WebP photo.",
    )
}
