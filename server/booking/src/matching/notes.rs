//! What a pro keeps about a job for themselves.

use super::Matching;
use callout_domain::booking::{Booking, Json};
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::job_notes::{self as rules, Notes};
use callout_domain::job_step;
use callout_store::job_notes::{self, JobNotes};
use callout_store::{Connection, uploads};

impl Matching {
    /// Keeps a pro's notes of a job of theirs, in place of those that there are; photos that are no longer among them are deleted. The
    /// same again changes nothing.
    ///
    /// # Errors
    /// 404 for a job that is not this pro's; 409 `notes_closed` 90 days after its end; 422 on `photos` that are not there.
    pub async fn keep_notes(&self, master_id: &str, booking_id: &str, notes: Notes) -> Fallible<Booking> {
        let (master, now) = (master_id.to_owned(), self.clock.now());
        self.of_own(master_id, booking_id, move |connection, booking| {
            Box::pin(async move {
                rules::may_write(booking, now)?;
                keep(connection, booking, master, notes, now).await?;
                Ok(Ok(()))
            })
        })
        .await
    }

    /// What the pro of a job keeps of it.
    pub async fn notes(&self, booking: &Booking) -> Fallible<Option<JobNotes>> {
        match booking.assigned_master_id.as_deref() {
            Some(master) => Ok(job_notes::find(&mut self.db.read().await?, &booking.id, master).await?),
            None => Ok(None),
        }
    }
}

async fn keep(
    connection: &mut Connection,
    booking: &Booking,
    master_id: String,
    notes: Notes,
    now: Millis,
) -> Fallible<()> {
    let id = booking.id.as_str();
    let before = job_notes::find(connection, id, &master_id).await?;
    let before = before.map(|notes| notes.photos.0).unwrap_or_default();
    let mut photos = Vec::with_capacity(notes.photos.len());
    for url in &notes.photos {
        let known = before.iter().find(|photo| uploads::address(photo) == *url);
        let photo = match known {
            Some(photo) => Some(photo.clone()),
            None => uploads::attach_private(connection, url, id, &master_id).await?,
        };
        photos.push(photo.ok_or_else(|| job_step::no_such_photo("photos"))?);
    }
    for dropped in before.iter().filter(|photo| !photos.contains(photo)) {
        uploads::let_go(connection, dropped).await?;
    }
    let notes = JobNotes {
        booking_id: id.to_owned(),
        master_id,
        text: notes.text,
        photos: Json(photos),
        changed_at: now,
    };
    Ok(job_notes::save(connection, &notes).await?)
}
