//! Files of pros, in a folder of their own: no address of photos leads there. A file is listed as loose before it is written and
//! again when its row goes, so that whatever happens in between, housekeeping finds what no row names.

use bytes::Bytes;

use super::Files;
use callout_domain::clock::{Clock, DAY, Millis};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ids;
use callout_store::{Connection, Db, StoreError, loose_files};

/// The folder within the folder of the files.
const FOLDER: &str = "pros";

/// How long a file may be without a row that names it, milliseconds: far longer than an upload takes.
const NAMED_WITHIN: Millis = DAY;

/// How many files one sweep deletes at most.
const SWEPT_AT_ONCE: i64 = 100;

/// Documents and pictures of pros. Cheap to clone.
#[derive(Clone)]
pub struct ProFiles {
    db: Db,
    clock: Clock,
    files: Files,
}

impl ProFiles {
    /// Those in this folder.
    #[must_use]
    pub fn new(files: Files, db: Db, clock: Clock) -> Self {
        Self { db, clock, files }
    }

    /// Writes a file and gives its id, which cannot be guessed. Unless a row names it ([`ProFiles::name`]), it is deleted after a day.
    ///
    /// # Errors
    /// 503 `storage_exhausted` on a full disk; 500.
    pub async fn keep(&self, bytes: Vec<u8>) -> Fallible<String> {
        let id = ids::prefixed("")?;
        let (loose, delete_at) = (id.clone(), self.clock.now() + NAMED_WITHIN);
        self.db
            .write(move |connection| {
                Box::pin(async move { loose_files::add(connection, &loose, delete_at).await })
            })
            .await?;
        self.files.put(&path(&id), bytes).await?;
        Ok(id)
    }

    /// In the transaction whose row names a kept file: it stays.
    ///
    /// # Errors
    /// 500 when the file is gone already, or the database fails.
    pub async fn name(connection: &mut Connection, id: &str) -> Fallible<()> {
        if loose_files::remove(connection, id).await? {
            Ok(())
        } else {
            Err(Failure::internal("a file of a pro was not kept"))
        }
    }

    /// In the transaction whose row names a file no longer: it may go from `now` (Unix milliseconds) on.
    pub async fn let_go(connection: &mut Connection, id: &str, now: Millis) -> Result<(), StoreError> {
        loose_files::add(connection, id, now).await
    }

    /// The file; `None` when it does not exist.
    ///
    /// # Errors
    /// 500 when it cannot be read.
    pub async fn read(&self, id: &str) -> Fallible<Option<Bytes>> {
        self.files.read(&path(id)).await
    }

    /// Deletes files that are let go; what fails is left to the sweep.
    pub async fn delete(&self, ids: Vec<String>) {
        for id in ids {
            if let Err(error) = self.delete_one(id).await {
                tracing::warn!(%error, "a file of a pro is left to the sweep");
            }
        }
    }

    /// Deletes the loose files whose time has come, and returns how many. A file that cannot be deleted is left to the next sweep
    /// and does not stop the others.
    ///
    /// # Errors
    /// When the database or the folder fails.
    pub async fn sweep(&self) -> Fallible<u64> {
        let now = self.clock.now();
        let due = loose_files::due(&mut self.db.read().await?, now, SWEPT_AT_ONCE).await?;
        let (mut deleted, mut failed) = (0, None);
        for id in due {
            match self.delete_one(id).await {
                Ok(()) => deleted += 1,
                Err(error) => {
                    if let Some(earlier) = failed.replace(error) {
                        earlier.log();
                    }
                }
            }
        }
        failed.map_or(Ok(deleted), Err)
    }

    /// The file goes first: off the list, no sweep would find it.
    async fn delete_one(&self, id: String) -> Fallible<()> {
        self.files.delete(&path(&id)).await?;
        self.db
            .write(move |connection| Box::pin(async move { loose_files::remove(connection, &id).await }))
            .await?;
        Ok(())
    }
}

fn path(id: &str) -> String {
    format!("{FOLDER}/{id}")
}
