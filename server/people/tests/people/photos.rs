//! Photos, re-encoded.

use std::io::Cursor;

use callout_domain::failure::{Failure, FailureKind};
use callout_people::photos::{LONGEST_SIDE, Photo, recode};
use image::{DynamicImage, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use proptest::prelude::*;

fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn photo_of(bytes: &[u8]) -> Result<Photo, Failure> {
    recode(bytes, LONGEST_SIDE)
}

fn decoded(photo: &Photo) -> RgbImage {
    image::load_from_memory_with_format(&photo.jpeg, ImageFormat::Jpeg)
        .unwrap()
        .into_rgb8()
}

#[test]
fn each_format_becomes_a_jpeg_of_its_size() {
    let picture = DynamicImage::ImageRgb8(RgbImage::from_pixel(40, 30, Rgb([200, 30, 30])));
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        let photo = photo_of(&encoded(&picture, format)).unwrap();
        assert_eq!((photo.width, photo.height), (40, 30));
        let [red, green, _] = decoded(&photo).get_pixel(20, 15).0;
        assert!(red > 180 && green < 60);
    }
}

#[test]
fn a_large_photo_is_scaled_down() {
    let picture = DynamicImage::ImageRgb8(RgbImage::new(4_096, 1_024));
    let photo = photo_of(&encoded(&picture, ImageFormat::Png)).unwrap();
    assert_eq!((photo.width, photo.height), (2_048, 512));
    let photo = recode(&encoded(&picture, ImageFormat::Png), 512).unwrap();
    assert_eq!((photo.width, photo.height), (512, 128));
}

#[test]
fn transparent_parts_become_white() {
    let picture = DynamicImage::ImageRgba8(RgbaImage::from_pixel(8, 8, Rgba([0, 0, 0, 0])));
    let photo = photo_of(&encoded(&picture, ImageFormat::Png)).unwrap();
    assert!(decoded(&photo).get_pixel(4, 4).0.iter().all(|value| *value > 250));
}

#[test]
fn a_phones_photo_is_rotated_and_loses_its_metadata() {
    let picture = DynamicImage::ImageRgb8(RgbImage::new(40, 30));
    let jpeg = encoded(&picture, ImageFormat::Jpeg);
    // An EXIF block right after the start marker: orientation 6 (rotate right) and a secret as the camera's maker.
    let mut exif =
        b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0SECRET-GPS".to_vec();
    let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
    let mut bytes = vec![0xff, 0xd8, 0xff, 0xe1, length[0], length[1]];
    bytes.append(&mut exif);
    bytes.extend_from_slice(&jpeg[2..]);
    let photo = photo_of(&bytes).unwrap();
    assert_eq!((photo.width, photo.height), (30, 40));
    assert!(!photo.jpeg.windows(10).any(|window| window == b"SECRET-GPS"));
    assert!(!photo.jpeg.windows(4).any(|window| window == b"Exif"));
}

#[test]
fn a_decompression_bomb_is_refused_before_decoding() {
    // A PNG header that claims 16,000 by 16,000 pixels, with no data behind it.
    let mut png = encoded(&DynamicImage::ImageRgb8(RgbImage::new(1, 1)), ImageFormat::Png);
    png[16..24].copy_from_slice(&[0, 0, 0x3e, 0x80, 0, 0, 0x3e, 0x80]);
    // The checksum of the changed header (CRC-32 of its 17 bytes).
    let crc = crc32(&png[12..29]);
    png[29..33].copy_from_slice(&crc.to_be_bytes());
    let refused = photo_of(&png).unwrap_err();
    assert!(refused.errors["file"].contains("too many pixels"), "{refused}");
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg())
        })
    })
}

#[test]
fn other_files_are_refused() {
    for other in [
        b"".as_slice(),
        b"hello",
        b"GIF89a\x01\0\x01\0\0\0\0;",
        b"%PDF-1.7",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
    ] {
        assert_eq!(photo_of(other).unwrap_err().kind, FailureKind::UnsupportedMedia);
    }
}

proptest! {
    #[test]
    fn damage_is_an_answer_and_never_a_panic(place in 0usize..400, value: u8, cut in 0usize..400) {
        let picture = DynamicImage::ImageRgb8(RgbImage::from_fn(24, 24, |x, y| Rgb([u8::try_from(x * 9).unwrap(), u8::try_from(y * 9).unwrap(), 0])));
        for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
            let mut bytes = encoded(&picture, format);
            let index = place % bytes.len();
            bytes[index] = value;
            bytes.truncate(bytes.len().saturating_sub(cut % bytes.len()));
            let _ = photo_of(&bytes);
        }
    }
}
