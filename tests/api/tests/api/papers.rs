//! Pictures and PDFs that pros send, and the files that are kept of them.

use std::io::Cursor;
use std::path::PathBuf;

use api_tests::TestApp;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};

/// A picture of this size.
pub(crate) fn picture(format: ImageFormat, width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let picture = DynamicImage::ImageRgb8(RgbImage::from_pixel(width, height, Rgb([10, 120, 200])));
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// A PDF of one page, with more in its first object and in its trailer.
pub(crate) fn pdf(more: &str, trailer: &str) -> Vec<u8> {
    pdf_after("%PDF-1.4\n".to_owned(), more, trailer)
}

/// A PDF of exactly this length, by a long comment.
pub(crate) fn pdf_of(length: usize) -> Vec<u8> {
    let mut comment = length - pdf("", "").len();
    loop {
        let file = pdf_after(format!("%PDF-1.4\n%{}\n", "A".repeat(comment)), "", "");
        if file.len() == length {
            return file;
        }
        comment -= file.len() - length;
    }
}

fn pdf_after(mut file: String, more: &str, trailer: &str) -> Vec<u8> {
    let mut table = "0000000000 65535 f \n".to_owned();
    for (number, object) in [
        (1, format!("<< /Type /Catalog /Pages 2 0 R {more} >>")),
        (2, "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned()),
        (
            3,
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>".to_owned(),
        ),
    ] {
        table += &format!("{:010} 00000 n \n", file.len());
        file += &format!("{number} 0 obj\n{object}\nendobj\n");
    }
    let start = file.len();
    file += &format!(
        "xref\n0 4\n{table}trailer\n<< /Size 4 /Root 1 0 R {trailer} >>\nstartxref\n{start}\n%%EOF\n"
    );
    file.into_bytes()
}

/// The names of the files of pros.
pub(crate) fn files(app: &TestApp) -> Vec<String> {
    let folder: PathBuf = app.folder.join("files/pros");
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}
