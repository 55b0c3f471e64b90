//! Where files are kept: a folder, or a bucket that several servers share; and the list of those in it that no row names.

mod of_pros;

pub use of_pros::ProFiles;

use std::error::Error;
use std::io;
use std::sync::Arc;

use bytes::Bytes;
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::prefix::PrefixStore;
use object_store::{ObjectStore, ObjectStoreExt as _};
use url::Url;

use callout_db::private;
use callout_domain::config::Config;
use callout_domain::failure::{Failure, Fallible};

/// The folder or bucket. Cheap to clone.
#[derive(Clone)]
pub struct Files(Arc<dyn ObjectStore>);

impl Files {
    /// Opens the configured folder or bucket, by default `<data dir>/files`.
    ///
    /// # Errors
    /// A sentence for the operator when it cannot be used.
    pub fn open(config: &Config) -> Result<Self, String> {
        let folder = match config.files_url.as_deref() {
            None => config.data_dir.join("files"),
            // Its server and keys come from the variables that every S3 client reads: AWS_ACCESS_KEY_ID, AWS_ENDPOINT and so on.
            Some(url) if url.starts_with("s3://") => {
                return Self::in_bucket(url, AmazonS3Builder::from_env());
            }
            Some(url) if url.contains("://") && !url.starts_with("file://") => {
                return Err("CALLOUT_FILES_URL: use a folder, or s3://bucket/prefix".to_owned());
            }
            Some(folder) => folder.trim_start_matches("file://").into(),
        };
        let failed =
            |error: &dyn std::fmt::Display| format!("folder of the files, {}: {error}", folder.display());
        private::folder(&folder).map_err(|error| failed(&error))?;
        let files = LocalFileSystem::new_with_prefix(&folder).map_err(|error| failed(&error))?;
        Ok(Self(Arc::new(files)))
    }

    /// Those under `s3://bucket/prefix`, at the server and with the keys of the builder.
    ///
    /// # Errors
    /// A sentence for the operator when the address or the keys make no sense.
    pub fn in_bucket(url: &str, builder: AmazonS3Builder) -> Result<Self, String> {
        let failed = |error: &dyn std::fmt::Display| format!("CALLOUT_FILES_URL, {url}: {error}");
        // Fails when another part of the process has chosen it already; it is the same then.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let prefix = Url::parse(url).map_err(|error| failed(&error))?;
        // Files go one at a time, and not every store that speaks S3 can delete several.
        let builder = builder.with_url(url).with_disable_bulk_delete(true);
        let bucket = builder.build().map_err(|error| failed(&error))?;
        let prefix = Path::from(prefix.path().trim_matches('/'));
        Ok(Self(Arc::new(PrefixStore::new(bucket, prefix))))
    }

    /// Writes a file.
    ///
    /// # Errors
    /// 503 `storage_exhausted` on a full disk, 500 when it cannot be written for another reason.
    pub async fn put(&self, name: &str, bytes: Vec<u8>) -> Fallible<()> {
        let written = self.0.put(&Path::from(name), bytes.into()).await;
        written.map(drop).map_err(|error| not_written(&error))
    }

    /// Reads a file; `None` when it does not exist.
    ///
    /// # Errors
    /// 500 when it cannot be read.
    pub async fn read(&self, name: &str) -> Fallible<Option<Bytes>> {
        match self.0.get(&Path::from(name)).await {
            Ok(found) => Ok(Some(found.bytes().await.map_err(Failure::internal)?)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(Failure::internal(error)),
        }
    }

    /// Deletes a file, if it exists.
    ///
    /// # Errors
    /// 500 when it cannot be deleted.
    pub async fn delete(&self, name: &str) -> Fallible<()> {
        match self.0.delete(&Path::from(name)).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(Failure::internal(error)),
        }
    }
}

/// 503 when the disk is full, otherwise 500.
pub fn not_written(error: &(dyn Error + 'static)) -> Failure {
    if is_full_disk(error) {
        Failure::storage_exhausted(error)
    } else {
        Failure::internal(error)
    }
}

/// True when an error, or one that it was caused by, says that the disk is full.
fn is_full_disk(error: &(dyn Error + 'static)) -> bool {
    let says_so = error.downcast_ref::<io::Error>().is_some_and(|error| {
        matches!(
            error.kind(),
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded
        )
    });
    says_so || error.source().is_some_and(is_full_disk)
}
