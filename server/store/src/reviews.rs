//! What client and pro say of each other.

use super::{Connection, StoreError, table};
use callout_db::{execute, fetch_all, fetch_optional, record};
use callout_domain::clock::Millis;
use callout_domain::kept::{Class, FACT, both};
use callout_domain::review::{Author, Stars};

record! {
    /// A row of `reviews`. Times in Unix milliseconds.
    pub struct Review in "reviews" {
        /// `review-…`.
        pub id: String => FACT,
        /// The job.
        pub booking_id: String => FACT,
        /// Who wrote it.
        pub author: Author => FACT,
        /// The pro of the job, whoever wrote it.
        pub master_id: String => FACT,
        /// Stars, 1 to 5.
        pub rating: i64 => FACT,
        /// Without phones and emails; empty when there is none.
        pub text: String => both("''"),
        /// When it was written.
        pub written_at: Millis => FACT,
        /// From when on others see it.
        pub shown_from: Millis => FACT,
        /// What the pro answers to a client's; without phones and emails.
        pub reply: Option<String> => both("null"),
        /// When they did.
        pub replied_at: Option<Millis> => both("null").not_copied(),
    }
}

/// Adds a review.
///
/// # Errors
/// `Duplicate` when this side has written one; otherwise when the database fails.
pub async fn add(connection: &mut Connection, review: &Review) -> Result<(), StoreError> {
    table::insert(connection, review, "").await?;
    Ok(())
}

/// What this side said of a job.
pub async fn find(
    connection: &mut Connection,
    booking_id: &str,
    author: Author,
) -> Result<Option<Review>, StoreError> {
    fetch_optional!(
        connection,
        Review,
        table::select::<Review>("where booking_id = $1 and author = $2"),
        booking_id,
        author,
    )
}

/// Shows both reviews of a job from `now` (Unix milliseconds) on.
pub async fn show_both(connection: &mut Connection, booking_id: &str, now: Millis) -> Result<(), StoreError> {
    execute!(
        connection,
        "update reviews set shown_from = $2 where booking_id = $1 and shown_from > $2",
        booking_id,
        now,
    )?;
    Ok(())
}

/// A page of what clients say of a pro, as far as it is shown at `now`, the newest first. `before` is `(written_at, id)` of the last
/// one seen.
pub async fn of_master(
    connection: &mut Connection,
    master_id: &str,
    now: Millis,
    before: (Millis, &str),
    limit: i64,
) -> Result<Vec<Review>, StoreError> {
    fetch_all!(
        connection,
        Review,
        table::select::<Review>(
            "where master_id = $1 and author = 'client' and shown_from <= $2
               and (written_at < $3 or (written_at = $3 and id < $4))
             order by written_at desc, id desc limit $5"
        ),
        master_id,
        now,
        before.0,
        before.1,
        limit,
    )
}

/// The same with the best first. `before` is `(rating, written_at, id)` of the last one seen.
pub async fn of_master_by_rating(
    connection: &mut Connection,
    master_id: &str,
    now: Millis,
    before: (i64, Millis, &str),
    limit: i64,
) -> Result<Vec<Review>, StoreError> {
    fetch_all!(
        connection,
        Review,
        table::select::<Review>(
            "where master_id = $1 and author = 'client' and shown_from <= $2
               and (rating, written_at, id) < ($3, $4, $5)
             order by rating desc, written_at desc, id desc limit $6"
        ),
        master_id,
        now,
        before.0,
        before.1,
        before.2,
        limit,
    )
}

/// A client's review of a pro, if it is shown at `now` (Unix milliseconds).
pub async fn shown(
    connection: &mut Connection,
    id: &str,
    master_id: &str,
    now: Millis,
) -> Result<Option<Review>, StoreError> {
    fetch_optional!(
        connection,
        Review,
        table::select::<Review>(
            "where id = $1 and master_id = $2 and author = 'client' and shown_from <= $3"
        ),
        id,
        master_id,
        now,
    )
}

/// Keeps what a pro answers to a review; false when there is an answer.
pub async fn reply(
    connection: &mut Connection,
    id: &str,
    text: &str,
    now: Millis,
) -> Result<bool, StoreError> {
    let replied = execute!(
        connection,
        "update reviews set reply = $2, replied_at = $3 where id = $1 and reply is null",
        id,
        text,
        now,
    )?;
    Ok(replied == 1)
}

/// The stars that clients gave a pro, as far as they are shown at `now` (Unix milliseconds).
pub async fn stars(connection: &mut Connection, master_id: &str, now: Millis) -> Result<Stars, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64, i64),
        "select count(*), cast(coalesce(sum(rating), 0) as bigint) from reviews
         where master_id = $1 and author = 'client' and shown_from <= $2",
        master_id,
        now,
    )?;
    let (count, sum) = row.unwrap_or_default();
    Ok(Stars { count, sum })
}

/// What a client wrote of the pros of their bookings, the newest first.
pub async fn by_client(connection: &mut Connection, client_id: &str) -> Result<Vec<Review>, StoreError> {
    fetch_all!(
        connection,
        Review,
        table::select::<Review>(
            "where author = 'client' and booking_id in (select id from bookings where client_id = $1)
             order by written_at desc, id desc"
        ),
        client_id,
    )
}

/// What a pro wrote of clients, the newest first.
pub async fn by_master(connection: &mut Connection, master_id: &str) -> Result<Vec<Review>, StoreError> {
    fetch_all!(
        connection,
        Review,
        table::select::<Review>("where author = 'pro' and master_id = $1 order by written_at desc, id desc"),
        master_id,
    )
}
