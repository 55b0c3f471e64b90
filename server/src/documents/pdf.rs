//! Whether a PDF is whole and can be read by anybody. It is kept as it is and only ever sent as an attachment: nothing in it is
//! rendered or run.

use lopdf::{Document, LoadOptions};

/// How a PDF begins.
const HEADER: &[u8] = b"%PDF-";

/// Bytes that any one of its tables may unpack to. A few kilobytes can be made to unpack into gigabytes.
const UNPACKED: usize = 16 * 1024 * 1024;

/// Why a PDF is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flaw {
    /// It is cut short, or has no page.
    Damaged,
    /// It is encrypted: whoever is to check it could not read it, or only with a program that asks for a password.
    Protected,
}

/// True when the file says that it is a PDF.
pub(super) fn is_pdf(file: &[u8]) -> bool {
    file.starts_with(HEADER)
}

/// Checks that a PDF is whole and can be read by anybody.
///
/// # Errors
/// What is wrong with it.
pub(super) fn check(file: &[u8]) -> Result<(), Flaw> {
    let options = LoadOptions {
        // Otherwise what a file cut short still holds would be pieced together.
        strict: true,
        max_decompressed_size: Some(UNPACKED),
        ..LoadOptions::default()
    };
    let document = match Document::load_mem_with_options(file, options) {
        Ok(document) if document.was_encrypted() || document.trailer.has(b"Encrypt") => {
            return Err(Flaw::Protected);
        }
        Ok(document) => document,
        Err(
            lopdf::Error::Decryption(_)
            | lopdf::Error::InvalidPassword
            | lopdf::Error::UnsupportedSecurityHandler(_),
        ) => return Err(Flaw::Protected),
        Err(_) => return Err(Flaw::Damaged),
    };
    document.page_iter().next().map(|_page| ()).ok_or(Flaw::Damaged)
}

#[cfg(test)]
mod tests;
