//! Who was asked for a booking, what they answered, and who is out for it.

use super::{Connection, StoreError, table};
use callout_db::{execute, fetch_all, fetch_optional, record, row};
use callout_domain::clock::Millis;
use callout_domain::kept::{Class, FACT};
use callout_domain::matching::answer::OfferAnswer;
use callout_domain::matching::eligible::OutWhy;

record! {
    /// A row of `offers`. Times in Unix milliseconds.
    pub struct Offer in "offers" {
        /// The booking.
        pub booking_id: String => FACT,
        /// The round of its matching.
        pub round: i64 => FACT,
        /// The pro.
        pub master_id: String => FACT,
        /// The wave of the round; 0 for one that an earlier round made.
        pub wave: i64 => FACT,
        /// The price before a coupon, pence.
        pub price_pence: i64 => FACT,
        /// How far the pro was from the middle of the district.
        pub metres: f64 => FACT,
        /// When it was made.
        pub made_at: Millis => FACT,
        /// When it ends.
        pub expires_at: Millis => FACT,
        /// What became of it; none while it stands, or after it expired.
        pub answer: Option<OfferAnswer> => FACT,
        /// When that was.
        pub answered_at: Option<Millis> => FACT,
    }
}

impl Offer {
    /// Whether it can be answered at `now` (Unix milliseconds).
    #[must_use]
    pub fn stands(&self, now: Millis) -> bool {
        self.answer.is_none() && self.expires_at > now
    }
}

row! {
    /// A pro who is out for a booking.
    #[derive(Debug, Clone)]
    pub struct ProOut {
        /// The pro.
        pub master_id: String,
        /// Why.
        pub why: OutWhy,
        /// The price it was about, before a coupon, pence.
        pub price_pence: i64,
    }
}

/// Adds offers.
///
/// # Errors
/// `Duplicate` when one of the pros was asked in this round; otherwise when the database fails.
pub async fn add(connection: &mut Connection, offers: &[Offer]) -> Result<(), StoreError> {
    table::insert_all(connection, offers, "").await?;
    Ok(())
}

/// Every offer of a booking.
pub async fn of_booking(connection: &mut Connection, booking_id: &str) -> Result<Vec<Offer>, StoreError> {
    fetch_all!(
        connection,
        Offer,
        table::select::<Offer>("where booking_id = $1 order by round, master_id"),
        booking_id
    )
}

/// The last offer of a booking to a pro.
pub async fn last(
    connection: &mut Connection,
    booking_id: &str,
    master_id: &str,
) -> Result<Option<Offer>, StoreError> {
    fetch_optional!(
        connection,
        Offer,
        table::select::<Offer>("where booking_id = $1 and master_id = $2 order by round desc limit 1"),
        booking_id,
        master_id,
    )
}

/// The offers to a pro that stand at `now` (Unix milliseconds), the soonest to end first.
pub async fn standing(
    connection: &mut Connection,
    master_id: &str,
    now: Millis,
) -> Result<Vec<Offer>, StoreError> {
    fetch_all!(
        connection,
        Offer,
        table::select::<Offer>(
            "where master_id = $1 and expires_at > $2 and answer is null order by expires_at, booking_id limit 100"
        ),
        master_id,
        now,
    )
}

/// Records what a pro answered to the offer they had, if there was one.
pub async fn answer(
    connection: &mut Connection,
    booking_id: &str,
    master_id: &str,
    answer: OfferAnswer,
    now: Millis,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update offers set answer = $3, answered_at = $4
         where booking_id = $1 and master_id = $2 and answer is null",
        booking_id,
        master_id,
        answer,
        now,
    )?;
    Ok(())
}

/// Ends the offers of a booking that still stand, and gives the pros who had them, in order.
pub async fn end_standing(
    connection: &mut Connection,
    booking_id: &str,
    now: Millis,
) -> Result<Vec<String>, StoreError> {
    let rows = fetch_all!(
        connection,
        (String,),
        "update offers set answer = 'over', answered_at = $2
         where booking_id = $1 and answer is null and expires_at > $2 returning master_id",
        booking_id,
        now,
    )?;
    let mut pros: Vec<String> = rows.into_iter().map(|(id,)| id).collect();
    pros.sort_unstable();
    pros.dedup();
    Ok(pros)
}

/// Has the offers of a booking that stand at `now` (Unix milliseconds) stand in another round, at another price. They count as no
/// wave of it: nobody waits for them. A pro who was asked anew while an earlier offer stood has the later one only.
pub async fn carry_over(
    connection: &mut Connection,
    booking_id: &str,
    round: i64,
    price_pence: i64,
    now: Millis,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update offers set answer = 'over', answered_at = $2
         where booking_id = $1 and answer is null and expires_at > $2
           and exists (select 1 from offers later where later.booking_id = offers.booking_id and later.master_id = offers.master_id
             and later.round > offers.round and later.answer is null and later.expires_at > $2)",
        booking_id,
        now,
    )?;
    execute!(
        connection,
        "update offers set round = $2, wave = 0, price_pence = $3
         where booking_id = $1 and answer is null and expires_at > $4",
        booking_id,
        round,
        price_pence,
        now,
    )?;
    Ok(())
}

/// The pros whose offers of a booking stand at `now` (Unix milliseconds), in order.
pub async fn pros_with_one(
    connection: &mut Connection,
    booking_id: &str,
    now: Millis,
) -> Result<Vec<String>, StoreError> {
    let rows = fetch_all!(
        connection,
        (String,),
        "select distinct master_id from offers where booking_id = $1 and answer is null and expires_at > $2
         order by master_id",
        booking_id,
        now,
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Excludes a pro from a booking. A later reason replaces an earlier one, but a withdrawal is final.
pub async fn put_out(
    connection: &mut Connection,
    booking_id: &str,
    out: &ProOut,
    now: Millis,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into pros_out (booking_id, master_id, why, price_pence, at) values ($1, $2, $3, $4, $5)
         on conflict (booking_id, master_id) do update set why = excluded.why, price_pence = excluded.price_pence,
           at = excluded.at where pros_out.why <> 'withdrew'",
        booking_id,
        out.master_id.as_str(),
        out.why,
        out.price_pence,
        now,
    )?;
    Ok(())
}

/// The pros who are out for a booking.
pub async fn out(connection: &mut Connection, booking_id: &str) -> Result<Vec<ProOut>, StoreError> {
    fetch_all!(
        connection,
        ProOut,
        "select master_id, why, price_pence from pros_out where booking_id = $1",
        booking_id
    )
}
