//! A photo being received: kept in an unnamed file rather than in memory, along with its sender's permit.

use callout_domain::failure::Fallible;
use std::fs::File;
use std::io::{Read as _, Seek as _};

use tokio::io::AsyncWriteExt as _;

use super::{BYTE_LIMIT, too_large};
use callout_base::files::not_written;
use callout_base::permits::Permit;

/// Permission to send a photo; its place stays taken until the photo is re-encoded.
pub type UploadPermit = Permit<String>;

/// A photo arriving in pieces. The file has no name, so nothing is left behind if the server crashes.
pub struct Arriving {
    file: tokio::fs::File,
    bytes: usize,
}

impl Arriving {
    /// An empty one.
    pub(super) fn new(file: File) -> Self {
        Self {
            file: tokio::fs::File::from_std(file),
            bytes: 0,
        }
    }

    /// Appends a piece.
    ///
    /// # Errors
    /// 413 when the photo is too large, 503 `storage_exhausted` on a full disk, 500 when it cannot be written.
    pub async fn add(&mut self, piece: &[u8]) -> Fallible<()> {
        self.bytes += piece.len();
        if self.bytes > BYTE_LIMIT {
            return Err(too_large());
        }
        let written = self.file.write_all(piece).await;
        written.map_err(|error| not_written(&error))
    }

    /// The complete photo.
    ///
    /// # Errors
    /// 503 `storage_exhausted` on a full disk, 500 when it cannot be written.
    pub async fn whole(mut self) -> Fallible<File> {
        let flushed = self.file.flush().await;
        flushed.map_err(|error| not_written(&error))?;
        Ok(self.file.into_std().await)
    }
}

/// A received photo, and the permit that counts until this is dropped.
pub struct Sent {
    file: File,
    _permit: UploadPermit,
}

impl Sent {
    /// Puts the two together.
    #[must_use]
    pub fn new(file: File, permit: UploadPermit) -> Self {
        Self {
            file,
            _permit: permit,
        }
    }

    /// The photo's bytes; blocking.
    pub(super) fn read(&mut self) -> std::io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.file.rewind()?;
        self.file.read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}
