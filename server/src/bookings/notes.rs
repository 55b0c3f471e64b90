//! What operators write about a booking. It changes nothing, and stands in the audit log.

use super::{Bookings, not_found};
use crate::audit;
use crate::domain::audit::{Act, Entry, Subject};
use crate::domain::failure::{Failure, Fallible};
use crate::domain::letters;
use crate::domain::operator::By;
use crate::store::bookings as rows;

/// Longest note or reason, characters.
const LIMIT: usize = 1_000;

impl Bookings {
    /// Writes a note about a booking, for operators alone.
    ///
    /// # Errors
    /// 404 when there is no such booking; 422 on `note`.
    pub async fn note(&self, id: String, note: &str, by: By) -> Fallible<()> {
        let (note, now) = (words("note", note)?, self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let _ = rows::lock(connection, &id).await?.ok_or_else(not_found)?;
                    let entry = Entry::new(Act::BookingNoted, Subject::Booking(id)).because(&note);
                    audit::note(connection, &by, &entry, now).await
                })
            })
            .await
    }
}

/// What an operator has written, trimmed: something, and at most 1,000 characters.
///
/// # Errors
/// 422 on `field`.
pub fn words(field: &str, text: &str) -> Fallible<String> {
    let text = letters::plain_text(text).trim().to_owned();
    match text.chars().count() {
        0..=2 => Err(Failure::field(field, "Write a few words.")),
        length if length > LIMIT => Err(Failure::field(field, "Use at most 1,000 characters.")),
        _ => Ok(text),
    }
}
