//! Photos of the job: checked, re-encoded without what a phone writes into them, kept under unguessable names.

mod recode;
mod sent;

pub use sent::{Arriving, Sent, UploadPermit};

use crate::domain::failure::{Failure, FailureKind, Fallible};
use std::path::PathBuf;
use std::sync::Arc;

use bytes::Bytes;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt as _};
use tokio::sync::Semaphore;

use crate::clock::{Clock, DAY};
use crate::config::Config;
use crate::domain::ids;
use crate::permits::{AtOnce, Permits};
use crate::store::Db;
use crate::store::uploads::{self, PHOTO_PATH, Upload};
use crate::telemetry;

/// Bytes that a photo may have.
pub const BYTE_LIMIT: usize = 10 * 1024 * 1024;

/// Photos decoded at once: each may take 160 MB for the moment.
const DECODED_AT_ONCE: usize = 2;

/// Forms with photos that are read or re-encoded at once: each may have 10 MB on disk.
const UPLOADS_AT_ONCE: usize = 16;
/// The same of one network address.
const UPLOADS_OF_ADDRESS: usize = 2;
/// When to try again after one of those was refused, seconds.
const RETRY_AFTER: u64 = 5;

/// How many unattached photos one sweep deletes.
const SWEPT_AT_ONCE: i64 = 100;

/// Where photos are kept; cloning it is cheap.
#[derive(Clone)]
pub struct Photos {
    db: Db,
    clock: Clock,
    files: Arc<dyn ObjectStore>,
    turns: Arc<Semaphore>,
    permits: Permits<String>,
    /// Where photos are until they are re-encoded.
    arrivals: PathBuf,
}

impl Photos {
    /// Opens the place that the settings name: a folder, by default `<data dir>/files`.
    ///
    /// # Errors
    /// A sentence for the operator when it cannot be used.
    pub fn open(config: &Config, db: Db, clock: Clock) -> Result<Self, String> {
        let folder = match config.files_url.as_deref() {
            None => config.data_dir.join("files"),
            Some(url) if url.contains("://") && !url.starts_with("file://") => {
                return Err("CALLOUT_FILES_URL: this build keeps files in a folder only".to_owned());
            }
            Some(folder) => folder.trim_start_matches("file://").into(),
        };
        let failed =
            |error: &dyn std::fmt::Display| format!("folder of the files, {}: {error}", folder.display());
        std::fs::create_dir_all(&folder).map_err(|error| failed(&error))?;
        let files = LocalFileSystem::new_with_prefix(&folder).map_err(|error| failed(&error))?;
        Ok(Self {
            db,
            clock,
            files: Arc::new(files),
            turns: Arc::new(Semaphore::new(DECODED_AT_ONCE)),
            permits: Permits::new(AtOnce {
                total: UPLOADS_AT_ONCE,
                each: config.unless_lifted(UPLOADS_OF_ADDRESS),
            }),
            arrivals: config.data_dir.clone(),
        })
    }

    /// Leave for a caller to send a form that may have a photo.
    ///
    /// # Errors
    /// 429 while its address, or everybody together, sends as many as may be sent at once.
    pub fn permit(&self, address_key: &str) -> Fallible<UploadPermit> {
        self.permits
            .take(Some(address_key.to_owned()))
            .ok_or_else(|| Failure::too_many(RETRY_AFTER))
    }

    /// A place for a photo that begins to arrive.
    ///
    /// # Errors
    /// 500 when there is none.
    pub async fn arriving(&self) -> Fallible<Arriving> {
        let folder = self.arrivals.clone();
        let file = tokio::task::spawn_blocking(move || tempfile::tempfile_in(folder)).await;
        let file = file.map_err(Failure::internal)?.map_err(Failure::internal)?;
        Ok(Arriving::new(file))
    }

    /// The file of a photo; `None` when it is not there.
    ///
    /// # Errors
    /// 500 when it cannot be read.
    pub async fn read(&self, id: &str) -> Fallible<Option<Bytes>> {
        match self.files.get(&Path::from(id)).await {
            Ok(found) => Ok(Some(found.bytes().await.map_err(Failure::internal)?)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(Failure::internal(error)),
        }
    }
}

impl Photos {
    /// Checks and stores a photo (JPEG, PNG or WebP) and answers its URL, `/api/files/{id}`: whoever holds it may attach it to
    /// one booking within 24 hours.
    ///
    /// # Errors
    /// 415 or 422 on `file` when it has too many pixels or is no photo.
    pub async fn store(&self, address_key: &str, mut sent: Sent) -> Fallible<String> {
        let now = self.clock.now();
        let turn = Arc::clone(&self.turns)
            .acquire_owned()
            .await
            .map_err(Failure::internal)?;
        // Detached: a caller that goes away leaves turn and permit to the work, not to the next caller.
        let recoded = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            let bytes = sent.read().map_err(Failure::internal)?;
            recode::recode(&bytes)
        });
        let photo = recoded.await.map_err(Failure::internal)??;
        let id = ids::prefixed("")?;
        let upload = Upload {
            id: id.clone(),
            media_type: recode::MEDIA_TYPE.to_owned(),
            bytes: i64::try_from(photo.jpeg.len()).unwrap_or(i64::MAX),
            width: i64::from(photo.width),
            height: i64::from(photo.height),
            address_key: address_key.to_owned(),
            attached_to: None,
            created_at: now,
        };
        // The row first: a file without a row would never be swept.
        self.db
            .write(move |connection| Box::pin(async move { uploads::add(connection, &upload).await }))
            .await?;
        self.files
            .put(&Path::from(id.as_str()), photo.jpeg.into())
            .await
            .map_err(Failure::internal)?;
        metrics::counter!(telemetry::UPLOADS).increment(1);
        Ok(format!("{PHOTO_PATH}{id}"))
    }

    /// Deletes photos that nobody attached within 24 hours; gives their number.
    ///
    /// # Errors
    /// When the database or the place of the files fails.
    pub async fn sweep(&self) -> Fallible<u64> {
        let before = self.clock.now() - DAY;
        let old = uploads::unattached(&mut self.db.read().await?, before, SWEPT_AT_ONCE).await?;
        self.delete(old).await
    }

    /// Deletes these photos but for those that a booking has; gives the number of the deleted. What fails is left to the next sweep and
    /// does not keep the others.
    ///
    /// # Errors
    /// When the database or the place of the files fails.
    pub async fn delete(&self, ids: Vec<String>) -> Fallible<u64> {
        let (mut deleted, mut failed) = (0, None);
        for id in ids {
            match self.delete_one(id).await {
                Ok(is_gone) => deleted += u64::from(is_gone),
                Err(error) => failed = Some(error),
            }
        }
        failed.map_or(Ok(deleted), Err)
    }

    /// Deletes a photo unless a booking has it: the file first, for without the row no sweep would know of it.
    async fn delete_one(&self, id: String) -> Fallible<bool> {
        let (doomed, gone) = (id.clone(), id.clone());
        let is_doomed = self
            .db
            .write(move |connection| Box::pin(async move { uploads::doom(connection, &doomed).await }))
            .await?;
        if is_doomed {
            delete_file(self, &id).await?;
            self.db
                .write(move |connection| {
                    Box::pin(async move { uploads::delete_doomed(connection, &gone).await })
                })
                .await?;
        }
        Ok(is_doomed)
    }
}

async fn delete_file(photos: &Photos, id: &str) -> Fallible<()> {
    match photos.files.delete(&Path::from(id)).await {
        Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
        Err(error) => Err(Failure::internal(error)),
    }
}

/// 413 for a photo.
pub(crate) fn too_large() -> Failure {
    Failure::new(
        FailureKind::TooLarge,
        "too_large",
        "This photo is too large. Please choose one of at most 10 MB.",
    )
}
