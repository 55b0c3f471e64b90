//! The public pictures of pros: their files, named by the pro's row.

use super::{Connection, StoreError};
use callout_db::{execute, fetch_optional};
use callout_domain::clock::Millis;

/// Which of a pro's pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MasterPicture {
    /// Of the person.
    Avatar,
    /// Of the business.
    Logo,
}

/// Sets a picture's file and gives the one it had before; `None` when there is no such pro.
pub async fn set(
    connection: &mut Connection,
    master_id: &str,
    picture: MasterPicture,
    file_id: &str,
    now: Millis,
) -> Result<Option<Option<String>>, StoreError> {
    // Both statements begin by locking the pro's row, so that of two pictures set at once the second finds the first.
    let (change, set) = match picture {
        MasterPicture::Avatar => (
            "update masters set changed_at = $2 where id = $1 and ended_at is null returning avatar_id",
            "update masters set avatar_id = $2 where id = $1",
        ),
        MasterPicture::Logo => (
            "update masters set changed_at = $2 where id = $1 and ended_at is null returning logo_id",
            "update masters set logo_id = $2 where id = $1",
        ),
    };
    let before = fetch_optional!(connection, (Option<String>,), change, master_id, now)?;
    execute!(connection, set, master_id, file_id)?;
    Ok(before.map(|(file,)| file))
}

/// True when the file is a pro's avatar or logo.
pub async fn is_shown(connection: &mut Connection, file_id: &str) -> Result<bool, StoreError> {
    let row = fetch_optional!(
        connection,
        (String,),
        "select id from masters where avatar_id = $1 or logo_id = $1 limit 1",
        file_id,
    )?;
    Ok(row.is_some())
}
