//! How the work of a job begins and ends: by the client's code or, where the client cannot be reached, by a photo and a reason; with photos
//! of what was done, or the reason why there are none.

use crate::bookings::{self, Change};
use crate::idempotent::key_reused;
use crate::messages::{self, Telling};
use callout_domain::booking::Booking;
use callout_domain::booking_event::EventKind;
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::job_step::{self, OutOfReach, Proof, Start};
use callout_domain::keys::{Key, sha256_text};
use callout_domain::message_kind::MessageKind;
use callout_domain::start_code;
use callout_domain::work::Work;
use callout_store::bookings::work;
use callout_store::{Connection, idempotency, jobs, uploads};

/// What a job begins by, once that is known to be good.
pub(super) enum Begins {
    /// The client's code.
    ByCode,
    /// The pro's photo and reason.
    OutOfReach(OutOfReach),
    /// An operator lets it begin.
    Opened,
}

/// Whether the work may begin. The inner failure is to be committed: it counts a wrong try.
pub(super) async fn may_begin(
    connection: &mut Connection,
    key: &Key,
    booking: &Booking,
    start: Option<Start>,
    sent: Option<&idempotency::Key>,
    now: Millis,
) -> Fallible<Fallible<Begins>> {
    match start {
        Some(Start::Code(typed)) => {
            let sent = sent.map(|key| idempotency::Key {
                request_hash: sha256_text(typed.as_bytes()),
                ..key.clone()
            });
            if let Some(tries) = tried(connection, sent.as_ref(), now).await? {
                return Ok(Err(start_code::wrong(tries)));
            }
            if start_code::is_locked(booking) {
                return Err(start_code::locked());
            }
            if start_code::is_right(key, booking, &typed) {
                return Ok(Ok(Begins::ByCode));
            }
            let tries = work::count_wrong_code(connection, &booking.id).await?;
            if let Some(key) = &sent {
                idempotency::store(connection, key, 422, &tries.to_string(), now).await?;
            }
            if start_code::tries_left(tries) == 0 {
                // The client's page offers a new code.
                bookings::note_start_code(connection, &booking.id, EventKind::StartCodeLocked, now).await?;
            }
            Ok(Err(start_code::wrong(tries)))
        }
        // Five wrong codes are no way to begin without one.
        Some(Start::OutOfReach(_)) if start_code::is_locked(booking) && !booking.start_opened => {
            Err(start_code::barred())
        }
        Some(Start::OutOfReach(out)) => {
            job_step::refuse_elsewhere(booking, out.place)?;
            Ok(Ok(Begins::OutOfReach(out)))
        }
        None if booking.start_opened => Ok(Ok(Begins::Opened)),
        None => Err(job_step::no_code()),
    }
}

/// After how many tries this very code was refused before, where it was sent under the same name: it counts once.
async fn tried(
    connection: &mut Connection,
    sent: Option<&idempotency::Key>,
    now: Millis,
) -> Fallible<Option<i64>> {
    let Some(key) = sent else {
        return Ok(None);
    };
    let stored = idempotency::find(connection, key, now).await?;
    match stored {
        Some(stored) if stored.request_hash != key.request_hash => Err(key_reused()),
        stored => Ok(stored.and_then(|stored| stored.body.parse().ok())),
    }
}

/// Has the event of the step say when there was no code.
pub(super) fn noting_start(change: Change, by: &Begins) -> Change {
    match by {
        Begins::ByCode => change,
        Begins::OutOfReach(_) | Begins::Opened => change.noting("withoutCode", true),
    }
}

/// Keeps what the work begins by, and has everybody told who should know of a start without the code.
pub(super) async fn begin(
    connection: &mut Connection,
    booking: &Booking,
    master_id: &str,
    by: Begins,
    now: Millis,
) -> Fallible<()> {
    let id = booking.id.as_str();
    match by {
        Begins::ByCode => return Ok(()),
        Begins::OutOfReach(out) => {
            let photo = uploads::attach_of_work(connection, &out.photo_url, id).await?;
            let photo = photo.ok_or_else(|| job_step::no_such_photo("photoUrl"))?;
            work::began_without_code(connection, id, &out.reason, Some(&photo)).await?;
        }
        Begins::Opened => work::began_without_code(connection, id, job_step::OPENED, None).await?,
    }
    let telling = Telling {
        message: MessageKind::BegunWithoutCode,
        booking_id: id,
        master_id: Some(master_id),
        occasion: &booking.seq.to_string(),
    };
    messages::enqueue(connection, &telling, now).await?;
    let alert = Work::BegunWithoutCodeAlert {
        booking_id: id.to_owned(),
    };
    let key = format!("begun-without-code-{id}");
    jobs::enqueue(connection, &alert, Some(&key), now, now).await?;
    Ok(())
}

/// Keeps the photos of the finished work, or why there are none, and has the event of the step say which.
pub(super) async fn finish(
    connection: &mut Connection,
    booking: &Booking,
    proof: Option<Proof>,
    change: Change,
) -> Fallible<Change> {
    let id = booking.id.as_str();
    match proof.ok_or_else(job_step::no_proof)? {
        Proof::Photos(urls) => {
            let mut photos = Vec::with_capacity(urls.len());
            for url in urls {
                let photo = uploads::attach_of_work(connection, &url, id).await?;
                photos.push(photo.ok_or_else(|| job_step::no_such_photo("photos"))?);
            }
            work::ended(connection, id, &photos, None).await?;
            Ok(change.noting("photos", photos.len()))
        }
        Proof::Nothing(reason) => {
            work::ended(connection, id, &[], Some(&reason)).await?;
            Ok(change.noting("notPhotographed", true))
        }
    }
}
