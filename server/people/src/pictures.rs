//! The public pictures of pros, of the person and of the business.

use bytes::Bytes;

use crate::photos::{Photos, Sent, recode};
use callout_base::files::ProFiles;
use callout_domain::clock::Clock;
use callout_domain::failure::{Failure, Fallible};
use callout_store::Db;
use callout_store::master_pictures::{self, MasterPicture};

/// Longest side of a picture in pixels: a small round beside a name, on screens of up to four pixels a point.
const LONGEST_SIDE: u32 = 512;

/// Keeps pictures. Cheap to clone.
#[derive(Clone)]
pub struct Pictures {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Re-encodes them.
    pub photos: Photos,
    /// Where the files are.
    pub files: ProFiles,
}

impl Pictures {
    /// Sets a pro's picture; the one before is deleted.
    ///
    /// # Errors
    /// 415 or 422 on `file` when it is not a picture; 503 `storage_exhausted` on a full disk.
    pub async fn set(&self, master_id: &str, picture: MasterPicture, sent: Sent) -> Fallible<()> {
        let recoded = self
            .photos
            .in_turn(sent, |bytes| recode(&bytes, LONGEST_SIDE))
            .await?;
        let recoded = recoded.await.map_err(Failure::internal)??;
        let now = self.clock.now();
        let file = self.files.keep(recoded.jpeg).await?;
        let master_id = master_id.to_owned();
        let set = self.db.write(move |connection| {
            Box::pin(async move {
                let before = master_pictures::set(connection, &master_id, picture, &file, now)
                    .await?
                    .ok_or_else(Failure::unauthorised)?;
                if let Some(before) = &before {
                    ProFiles::let_go(connection, before, now).await?;
                }
                ProFiles::name(connection, &file).await?;
                Ok::<_, Failure>(before)
            })
        });
        let before = set.await?;
        self.files.delete(before.into_iter().collect()).await;
        Ok(())
    }

    /// The file of a picture that a pro shows.
    ///
    /// # Errors
    /// 404 when there is none.
    pub async fn read(&self, id: &str) -> Fallible<Bytes> {
        let nothing = || Failure::not_found("There is no such picture.");
        if !master_pictures::is_shown(&mut self.db.read().await?, id).await? {
            return Err(nothing());
        }
        self.files.read(id).await?.ok_or_else(nothing)
    }
}
