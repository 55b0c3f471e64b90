//! Reviews: what client and pro say of each other once a job is done.

use callout_domain::booking::Booking;
use callout_domain::clock::{Clock, Millis};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ids;
use callout_domain::review::{self, Author, Opinion};
use callout_store::reviews::{self, Review};
use callout_store::{Db, bookings, masters};

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

/// The review that a page begins after.
#[derive(Debug, Clone)]
pub struct After {
    /// Its stars, where the best come first.
    pub rating: Option<i64>,
    /// When it was written.
    pub written_at: Millis,
    /// Its id.
    pub id: String,
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
                    if let Some(written) = reviews::find(connection, &id, author).await? {
                        let is_same = written.rating == opinion.rating && written.text == opinion.text;
                        return if is_same {
                            Ok(written)
                        } else {
                            Err(review::already_reviewed())
                        };
                    }
                    let until = review::check_open(&booking, now)?;
                    let other = reviews::find(connection, &id, author.other()).await?;
                    let review = Review {
                        id: ids::prefixed("review-")?,
                        booking_id: id.clone(),
                        author,
                        master_id: master.ok_or_else(not_found)?,
                        rating: opinion.rating,
                        text: opinion.text,
                        written_at: now,
                        shown_from: if other.is_some() { now } else { until },
                        reply: None,
                        replied_at: None,
                    };
                    reviews::add(connection, &review).await?;
                    if other.is_some() {
                        reviews::show_both(connection, &id, now).await?;
                    }
                    Ok(review)
                })
            })
            .await
    }

    /// A page of what clients say of a pro, and whether their stars are shown. As long as they are not, the newest come first.
    pub async fn of_master(
        &self,
        master_id: &str,
        after: &After,
        limit: i64,
    ) -> Fallible<(Vec<Review>, bool)> {
        let now = self.clock.now();
        let mut connection = self.db.read().await?;
        let are_rated = reviews::stars(&mut connection, master_id, now)
            .await?
            .are_enough();
        let (at, id) = (after.written_at, after.id.as_str());
        let page = match after.rating.filter(|_| are_rated) {
            Some(rating) => {
                let before = (rating, at, id);
                reviews::of_master_by_rating(&mut connection, master_id, now, before, limit).await?
            }
            None => reviews::of_master(&mut connection, master_id, now, (at, id), limit).await?,
        };
        Ok((page, are_rated))
    }

    /// Keeps a pro's one reply to a review that is shown. The same again changes nothing.
    ///
    /// # Errors
    /// 404 for a review that is not of this pro, or not shown; 409 `already_replied`; 422 on `text`.
    pub async fn reply(&self, master_id: &str, id: &str, text: &str) -> Fallible<Review> {
        let text = review::reply(text)?;
        let (master_id, id, now) = (master_id.to_owned(), id.to_owned(), self.clock.now());
        let replied = self.db.write(move |connection| {
            Box::pin(async move {
                // Nothing is kept of a pro who has left meanwhile.
                if !masters::touch(connection, &master_id, now).await? {
                    return Err(Failure::unauthorised());
                }
                reviews::shown(connection, &id, &master_id, now)
                    .await?
                    .ok_or_else(no_review)?;
                let is_new = reviews::reply(connection, &id, &text, now).await?;
                let review = reviews::shown(connection, &id, &master_id, now)
                    .await?
                    .ok_or_else(no_review)?;
                if is_new || review.reply.as_deref() == Some(&text) {
                    Ok(review)
                } else {
                    Err(already_replied())
                }
            })
        });
        replied.await
    }

    /// What this side has written of a job, and until when it may.
    pub async fn own(&self, booking: &Booking, author: Author) -> Fallible<Own> {
        let Some(until) = review::open_until(booking) else {
            return Ok(Own {
                written: None,
                open_until: None,
            });
        };
        let now = self.clock.now();
        let written = reviews::find(&mut self.db.read().await?, &booking.id, author).await?;
        Ok(Own {
            open_until: Some(until).filter(|until| now < *until && written.is_none()),
            written,
        })
    }
}

fn no_review() -> Failure {
    Failure::not_found("There is no such review.")
}

fn already_replied() -> Failure {
    Failure::conflict("already_replied", "You have replied to this review already.")
}

fn not_found() -> Failure {
    Failure::not_found("Booking not found.")
}
