//! Reviews: what client and pro say of each other once a job is done.

use crate::clock::{Clock, Millis};
use crate::domain::booking::Booking;
use crate::domain::failure::{Failure, Fallible};
use crate::domain::ids;
use crate::domain::review::{self, Author, Opinion};
use crate::store::reviews::{self as rows, Review};
use crate::store::{Db, bookings};

/// Looks after reviews. Cheap to clone.
#[derive(Clone)]
pub struct Reviews {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
}

/// Who reviews a job.
#[derive(Debug, Clone)]
pub enum Reviewer {
    /// Its client, or the holder of its guest link.
    Client,
    /// This pro.
    Pro(String),
}

/// One side's review of a job, as that side sees it.
#[derive(Debug, Clone)]
pub struct Own {
    /// What was written; none as long as nothing was.
    pub written: Option<Review>,
    /// Until when one may be written, Unix milliseconds; none when that is over, or one is written.
    pub open_until: Option<Millis>,
}

impl Reviews {
    /// Keeps what one side says of a job. Both are shown once the other side has written, too, or its time is over. The same again
    /// changes nothing.
    ///
    /// # Errors
    /// 404 when there is no such job, or it is not this pro's; 409 `not_completed`, `review_closed`, `already_reviewed`.
    pub async fn write(&self, id: &str, reviewer: Reviewer, opinion: Opinion) -> Fallible<Review> {
        let (id, now) = (id.to_owned(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    // Held, so that of two sides that write at once the second finds the first.
                    let booking = bookings::lock(connection, &id).await?.ok_or_else(not_found)?;
                    let master = booking.assigned_master_id.clone();
                    let author = match &reviewer {
                        Reviewer::Client => Author::Client,
                        Reviewer::Pro(pro) if master.as_deref() == Some(pro) => Author::Pro,
                        Reviewer::Pro(_) => return Err(not_found()),
                    };
                    if let Some(written) = rows::find(connection, &id, author).await? {
                        let is_same = written.rating == opinion.rating && written.text == opinion.text;
                        return if is_same {
                            Ok(written)
                        } else {
                            Err(review::already_reviewed())
                        };
                    }
                    let until = review::check_open(&booking, now)?;
                    let other = rows::find(connection, &id, author.other()).await?;
                    let review = Review {
                        id: ids::prefixed("review-")?,
                        booking_id: id.clone(),
                        author,
                        master_id: master.ok_or_else(not_found)?,
                        rating: opinion.rating,
                        text: opinion.text,
                        written_at: now,
                        shown_from: if other.is_some() { now } else { until },
                    };
                    rows::add(connection, &review).await?;
                    if other.is_some() {
                        rows::show_both(connection, &id, now).await?;
                    }
                    Ok(review)
                })
            })
            .await
    }

    /// A page of what clients say of a pro, the newest first, and whether their stars are shown. `before` is `(written_at, id)` of the
    /// last one seen.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn of_master(
        &self,
        master_id: &str,
        before: (Millis, &str),
        limit: i64,
    ) -> Fallible<(Vec<Review>, bool)> {
        let now = self.clock.now();
        let mut connection = self.db.read().await?;
        let page = rows::of_master(&mut connection, master_id, now, before, limit).await?;
        let stars = rows::stars(&mut connection, master_id, now).await?;
        Ok((page, stars.are_enough()))
    }

    /// What this side has written of a job, and until when it may.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn own(&self, booking: &Booking, author: Author) -> Fallible<Own> {
        let Some(until) = review::open_until(booking) else {
            return Ok(Own {
                written: None,
                open_until: None,
            });
        };
        let now = self.clock.now();
        let written = rows::find(&mut self.db.read().await?, &booking.id, author).await?;
        Ok(Own {
            open_until: Some(until).filter(|until| now < *until && written.is_none()),
            written,
        })
    }
}

fn not_found() -> Failure {
    Failure::not_found("Booking not found.")
}
