//! Uploaded photos: known by an unguessable id, attached to one booking at most.

use sqlx::AssertSqlSafe;

use super::{Connection, StoreError, statuses, table};
use callout_db::{execute, fetch_all, fetch_optional, record};
use callout_domain::clock::Millis;
use callout_domain::kept::{Class, FACT, OWN};

/// Where the API serves photos; a `photo_url` is this and an id.
pub const PHOTO_PATH: &str = "/api/files/";

record! {
    /// A row of `uploads`.
    pub struct Upload in "uploads" {
        /// Unguessable, and part of its URL.
        pub id: String => FACT,
        /// Of the stored file.
        pub media_type: String => FACT,
        /// Length of the stored file in bytes.
        pub bytes: i64 => FACT,
        /// Pixels.
        pub width: i64 => FACT,
        /// Pixels.
        pub height: i64 => FACT,
        /// Keyed hash of the network address it came from.
        pub address_key: String => OWN.not_copied(),
        /// The booking it belongs to.
        pub attached_to: Option<String> => FACT,
        /// The pro who alone may see it, besides operators.
        pub private_to: Option<String> => FACT,
        /// When it was stored (Unix milliseconds).
        pub created_at: Millis => FACT,
    }
}

/// Adds a row for a photo that has been stored.
pub async fn add(connection: &mut Connection, upload: &Upload) -> Result<(), StoreError> {
    table::insert(connection, upload, "").await?;
    Ok(())
}

/// Finds a photo by its id.
pub async fn find(connection: &mut Connection, id: &str) -> Result<Option<Upload>, StoreError> {
    fetch_optional!(connection, Upload, table::select::<Upload>("where id = $1"), id,)
}

/// Attaches the photo of `photo_url` to a booking whose row exists, and returns its id; `None` when no such photo exists or it is
/// taken. A photo of an earlier booking of the same draft, cancelled by now, comes along.
pub async fn attach(
    connection: &mut Connection,
    photo_url: &str,
    booking_id: &str,
) -> Result<Option<String>, StoreError> {
    let Some(id) = photo_url.strip_prefix(PHOTO_PATH) else {
        return Ok(None);
    };
    let called_off = statuses::with("earlier.status", |facts| facts.is_called_off);
    let sql = AssertSqlSafe(format!(
        "update uploads set attached_to = $1
         where id = $2 and doomed = 0 and (attached_to is null or attached_to in (
             select earlier.id from bookings earlier
             join bookings mine on mine.client_id = earlier.client_id and mine.draft_id = earlier.draft_id
             where mine.id = $1 and {called_off}
               and (earlier.start_photo_id is null or earlier.start_photo_id <> uploads.id)))"
    ));
    let changed = execute!(connection, sql, booking_id, id,)?;
    Ok((changed == 1).then(|| id.to_owned()))
}

/// Attaches a photo of the work to its booking, and returns its id; `None` when no such photo exists or it is taken.
pub async fn attach_of_work(
    connection: &mut Connection,
    photo_url: &str,
    booking_id: &str,
) -> Result<Option<String>, StoreError> {
    let Some(id) = photo_url.strip_prefix(PHOTO_PATH) else {
        return Ok(None);
    };
    let changed = execute!(
        connection,
        "update uploads set attached_to = $1 where id = $2 and doomed = 0 and attached_to is null",
        booking_id,
        id,
    )?;
    Ok((changed == 1).then(|| id.to_owned()))
}

/// Attaches a photo to a booking for this pro's eyes alone, and returns its id; `None` when no such photo exists or it is taken.
pub async fn attach_private(
    connection: &mut Connection,
    photo_url: &str,
    booking_id: &str,
    master_id: &str,
) -> Result<Option<String>, StoreError> {
    let photo = attach_of_work(connection, photo_url, booking_id).await?;
    if let Some(id) = &photo {
        execute!(
            connection,
            "update uploads set private_to = $2 where id = $1",
            id.as_str(),
            master_id,
        )?;
    }
    Ok(photo)
}

/// Lets go of a photo of a booking, which the sweep deletes then.
pub async fn let_go(connection: &mut Connection, id: &str) -> Result<(), StoreError> {
    execute!(
        connection,
        "update uploads set attached_to = null, doomed = 1 where id = $1",
        id
    )?;
    Ok(())
}

/// The address of a photo.
#[must_use]
pub fn address(id: &str) -> String {
    format!("{PHOTO_PATH}{id}")
}

/// Ids of up to `most` photos to be deleted: doomed ones, and those stored before `before` (Unix milliseconds) without a booking.
pub async fn unattached(
    connection: &mut Connection,
    before: Millis,
    most: i64,
) -> Result<Vec<String>, StoreError> {
    let rows = fetch_all!(
        connection,
        (String,),
        "select id from uploads where attached_to is null and (doomed = 1 or created_at < $1) order by created_at limit $2",
        before,
        most,
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Ensures that no booking can take a photo any more; false when one has it already.
pub async fn doom(connection: &mut Connection, id: &str) -> Result<bool, StoreError> {
    Ok(execute!(
        connection,
        "update uploads set doomed = 1 where id = $1 and attached_to is null",
        id
    )? == 1)
}

/// Deletes the row of a doomed photo, once its file is gone.
pub async fn delete_doomed(connection: &mut Connection, id: &str) -> Result<(), StoreError> {
    execute!(connection, "delete from uploads where id = $1 and doomed = 1", id)?;
    Ok(())
}
