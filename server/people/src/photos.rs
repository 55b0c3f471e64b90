//! Photos of the job: checked, re-encoded without the phone's metadata, stored under unguessable names.

mod recode;
mod sent;

pub use recode::{LONGEST_SIDE, MEDIA_TYPE, Photo, recode};
pub use sent::{Arriving, Sent, UploadPermit};

use std::path::PathBuf;
use std::sync::Arc;

use bytes::Bytes;
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

use callout_base::files::{Files, not_written};
use callout_base::limits::Address;
use callout_base::permits::{AtOnce, Permits};
use callout_base::telemetry;
use callout_domain::clock::{Clock, DAY};
use callout_domain::config::Config;
use callout_domain::failure::{Failure, FailureKind, Fallible};
use callout_domain::ids;
use callout_store::Db;
use callout_store::uploads::{self, PHOTO_PATH, Upload};

/// Maximum size of a photo, or of another file, in bytes.
pub const BYTE_LIMIT: usize = 10 * 1024 * 1024;

/// Files decoded at once: a photo may need 160 MB while it is decoded.
const DECODED_AT_ONCE: usize = 2;

/// Files being read or re-encoded at once: each may use 10 MB on disk.
const UPLOADS_AT_ONCE: usize = 64;
/// The same for one IPv4 address or /48 of IPv6.
const UPLOADS_OF_ADDRESS: usize = 2;
/// `Retry-After` in seconds when that many are under way.
const RETRY_AFTER: u64 = 5;

/// How many unattached photos one sweep deletes at most.
const SWEPT_AT_ONCE: i64 = 100;

/// Where photos are stored. Cheap to clone.
#[derive(Clone)]
pub struct Photos {
    db: Db,
    clock: Clock,
    files: Files,
    turns: Arc<Semaphore>,
    permits: Permits<String>,
    /// Holds photos until they are re-encoded.
    arrivals: PathBuf,
}

impl Photos {
    /// Those in this folder.
    #[must_use]
    pub fn new(config: &Config, files: Files, db: Db, clock: Clock) -> Self {
        Self {
            db,
            clock,
            files,
            turns: Arc::new(Semaphore::new(DECODED_AT_ONCE)),
            permits: Permits::new(AtOnce {
                total: UPLOADS_AT_ONCE,
                each: config.unless_lifted(UPLOADS_OF_ADDRESS),
            }),
            arrivals: config.data_dir.clone(),
        }
    }

    /// Takes a permit for a photo whose first bytes have arrived.
    ///
    /// # Errors
    /// 429 while the caller's network, or everybody together, already has as many uploads under way as allowed.
    pub fn permit(&self, address: Address<'_>) -> Fallible<UploadPermit> {
        self.permits
            .take(Some(address.network.unwrap_or(address.key).to_owned()))
            .ok_or_else(|| Failure::too_many(RETRY_AFTER))
    }

    /// Somewhere to put a photo that is starting to arrive.
    ///
    /// # Errors
    /// 503 `storage_exhausted` on a full disk, 500 when the file cannot be made for another reason.
    pub async fn arriving(&self) -> Fallible<Arriving> {
        let folder = self.arrivals.clone();
        let file = tokio::task::spawn_blocking(move || tempfile::tempfile_in(folder)).await;
        let file = file
            .map_err(Failure::internal)?
            .map_err(|error| not_written(&error))?;
        Ok(Arriving::new(file))
    }

    /// The file of a photo; `None` when it does not exist.
    ///
    /// # Errors
    /// 500 when it cannot be read.
    pub async fn read(&self, id: &str) -> Fallible<Option<Bytes>> {
        self.files.read(id).await
    }

    /// Waits for a turn and then starts `work` on what was sent. Detached: if the caller goes away, the work still keeps its turn and
    /// permit until it is done.
    ///
    /// # Errors
    /// When there are no turns any more.
    pub async fn in_turn<T: Send + 'static>(
        &self,
        mut sent: Sent,
        work: impl FnOnce(Vec<u8>) -> Fallible<T> + Send + 'static,
    ) -> Fallible<JoinHandle<Fallible<T>>> {
        let turn = Arc::clone(&self.turns)
            .acquire_owned()
            .await
            .map_err(Failure::internal)?;
        Ok(tokio::task::spawn_blocking(move || {
            let _turn = turn;
            let bytes = sent.read().map_err(Failure::internal)?;
            work(bytes)
        }))
    }
}

impl Photos {
    /// Checks and stores a photo (JPEG, PNG or WebP) and returns its URL, `/api/files/{id}`: whoever knows it may attach it to
    /// one booking within 24 hours.
    ///
    /// # Errors
    /// 415 or 422 on `file` when it is not a photo or has too many pixels; 503 `storage_exhausted` on a full disk.
    pub async fn store(&self, address_key: &str, sent: Sent) -> Fallible<String> {
        let now = self.clock.now();
        let recoded = self.in_turn(sent, |bytes| recode(&bytes, LONGEST_SIDE)).await?;
        let photo = recoded.await.map_err(Failure::internal)??;
        let id = ids::prefixed("")?;
        let upload = Upload {
            id: id.clone(),
            media_type: MEDIA_TYPE.to_owned(),
            bytes: i64::try_from(photo.jpeg.len()).unwrap_or(i64::MAX),
            width: i64::from(photo.width),
            height: i64::from(photo.height),
            address_key: address_key.to_owned(),
            attached_to: None,
            private_to: None,
            created_at: now,
        };
        // Insert the row first: a file without a row would never be swept.
        self.db
            .write(move |connection| Box::pin(async move { uploads::add(connection, &upload).await }))
            .await?;
        self.files.put(&id, photo.jpeg).await?;
        metrics::counter!(telemetry::UPLOADS).increment(1);
        Ok(format!("{PHOTO_PATH}{id}"))
    }

    /// Deletes photos that were not attached within 24 hours and returns how many.
    ///
    /// # Errors
    /// When the database or the photo folder fails.
    pub async fn sweep(&self) -> Fallible<u64> {
        let before = self.clock.now() - DAY;
        let old = uploads::unattached(&mut self.db.read().await?, before, SWEPT_AT_ONCE).await?;
        self.delete(old).await
    }

    /// Deletes these photos except those attached to a booking, and returns how many. A photo that cannot be deleted is left to
    /// the next sweep and does not stop the others.
    ///
    /// # Errors
    /// When the database or the photo folder fails.
    pub async fn delete(&self, ids: Vec<String>) -> Fallible<u64> {
        let (mut deleted, mut failed) = (0, None);
        for id in ids {
            match self.delete_one(id).await {
                Ok(is_gone) => deleted += u64::from(is_gone),
                Err(error) => {
                    if let Some(earlier) = failed.replace(error) {
                        earlier.log();
                    }
                }
            }
        }
        failed.map_or(Ok(deleted), Err)
    }

    /// Deletes a photo unless it is attached to a booking. The file goes first: without the row, no sweep would find it.
    async fn delete_one(&self, id: String) -> Fallible<bool> {
        let (doomed, gone) = (id.clone(), id.clone());
        let is_doomed = self
            .db
            .write(move |connection| Box::pin(async move { uploads::doom(connection, &doomed).await }))
            .await?;
        if is_doomed {
            self.files.delete(&id).await?;
            self.db
                .write(move |connection| {
                    Box::pin(async move { uploads::delete_doomed(connection, &gone).await })
                })
                .await?;
        }
        Ok(is_doomed)
    }
}

/// 413 for a photo, or another file, that is too large.
pub fn too_large() -> Failure {
    Failure::new(
        FailureKind::TooLarge,
        "too_large",
        "This file is too large. Please choose one of at most 10 MB.",
    )
}
