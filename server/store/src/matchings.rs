//! How far the search for each booking's pro has got.

use super::{Connection, StoreError, statuses, table};
use callout_db::{Column as _, execute, fetch_all, fetch_optional, record};
use callout_domain::booking::Booking;
use callout_domain::clock::Millis;
use callout_domain::kept::{Class, FACT};

record! {
    /// A row of `matchings`. Times in Unix milliseconds, radii in kilometres.
    pub struct Matching in "matchings" {
        /// The booking.
        pub booking_id: String => FACT,
        /// A start, a withdrawal and a retry each begin a round.
        pub round: i64 => FACT,
        /// When the round began.
        pub began_at: Millis => FACT,
        /// Milliseconds of the round in which the booking waited for its client.
        pub waited: Millis => FACT,
        /// Waves sent in the round.
        pub wave: i64 => FACT,
        /// Radius of the last wave; 0 before the first.
        pub radius_km: i64 => FACT,
        /// Pros asked in the round.
        pub asked: i64 => FACT,
        /// The radius that the client asked for.
        pub client_km: Option<i64> => FACT,
        /// True while the pool shows the booking.
        pub in_pool: bool => FACT,
        /// When to decide what comes next; none once it is over.
        pub next_at: Option<Millis> => FACT,
        /// Since when the booking waits for its client.
        pub waiting_since: Option<Millis> => FACT,
    }
}

impl Matching {
    /// True until the first decision of the first round, which sets a later time: nobody was asked, and the pool has not shown it.
    #[must_use]
    pub fn is_new(&self) -> bool {
        self.round == 1 && self.wave == 0 && !self.in_pool && self.next_at == Some(self.began_at)
    }
}

/// A wave that was sent.
#[derive(Debug, Clone, Copy)]
pub struct Sent {
    /// How far it went, kilometres.
    pub radius_km: i64,
    /// How many pros were asked.
    pub asked: i64,
    /// Whether the pool shows the booking from now on.
    pub in_pool: bool,
    /// When to decide what comes next, Unix milliseconds.
    pub next_at: Millis,
}

/// Begins a round.
pub async fn begin(connection: &mut Connection, booking_id: &str, now: Millis) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into matchings (booking_id, round, began_at, waited, wave, radius_km, asked, in_pool, next_at)
         values ($1, 1, $2, 0, 0, 0, 0, 0, $2)
         on conflict (booking_id) do update set round = matchings.round + 1, began_at = excluded.began_at,
           waited = 0, wave = 0, radius_km = 0, asked = 0, in_pool = 0, next_at = excluded.next_at,
           waiting_since = null",
        booking_id,
        now,
    )?;
    Ok(())
}

/// The matching of a booking.
pub async fn find(connection: &mut Connection, booking_id: &str) -> Result<Option<Matching>, StoreError> {
    fetch_optional!(
        connection,
        Matching,
        table::select::<Matching>("where booking_id = $1"),
        booking_id
    )
}

/// Records a wave after the one that `matching` knows of. False (and nothing written) when another decision was faster, or the
/// booking is not looking for a pro any more.
pub async fn sent(connection: &mut Connection, matching: &Matching, sent: Sent) -> Result<bool, StoreError> {
    let changed = execute!(
        connection,
        "update matchings set wave = wave + 1, radius_km = $4, asked = asked + $5, in_pool = $6, next_at = $7
         where booking_id = $1 and round = $2 and wave = $3 and next_at is not null",
        matching.booking_id.as_str(),
        matching.round,
        matching.wave,
        sent.radius_km,
        sent.asked,
        sent.in_pool,
        sent.next_at,
    )?;
    Ok(changed == 1)
}

/// A decision to wait.
#[derive(Debug, Clone)]
pub struct Wait {
    /// The matching as it was when that was decided.
    pub matching: Matching,
    /// Whether the pool shows the booking meanwhile.
    pub in_pool: bool,
    /// When to decide what comes next, Unix milliseconds.
    pub next_at: Millis,
}

/// Records decisions to wait, of those matchings that still stand where they were.
pub async fn wait(connection: &mut Connection, waits: &[Wait]) -> Result<(), StoreError> {
    if waits.is_empty() {
        return Ok(());
    }
    let sql = format!(
        "with told (booking_id, round, wave, in_pool, next_at) as (values {})
         update matchings set in_pool = told.in_pool, next_at = told.next_at from told
         where matchings.booking_id = told.booking_id and matchings.round = told.round and matchings.wave = told.wave
           and matchings.next_at is not null",
        table::places(waits.len(), 5, 0)
    );
    let values = waits.iter().flat_map(|wait| {
        let matching = &wait.matching;
        [
            matching.booking_id.to_value(),
            matching.round.to_value(),
            matching.wave.to_value(),
            wait.in_pool.to_value(),
            wait.next_at.to_value(),
        ]
    });
    table::run(connection, sql, values.collect(), waits.len()).await?;
    Ok(())
}

/// Stops looking: the booking leaves the pool. The time until it goes on does not count, if it does.
pub async fn stop(connection: &mut Connection, booking_id: &str, now: Millis) -> Result<(), StoreError> {
    execute!(
        connection,
        "update matchings set in_pool = 0, next_at = null, waiting_since = $2 where booking_id = $1",
        booking_id,
        now,
    )?;
    Ok(())
}

/// Goes on looking after the booking waited for its client: everybody is asked again, and the time it waited does not count.
pub async fn resume(connection: &mut Connection, booking_id: &str, now: Millis) -> Result<(), StoreError> {
    execute!(
        connection,
        "update matchings set round = round + 1, waited = waited + $2 - coalesce(waiting_since, $2),
           wave = 0, radius_km = 0, asked = 0, in_pool = 0, next_at = $2, waiting_since = null
         where booking_id = $1",
        booking_id,
        now,
    )?;
    Ok(())
}

/// Begins to ask everybody again, in the time that is left: the price has risen. Gives the number of the new round.
pub async fn again(connection: &mut Connection, booking_id: &str, now: Millis) -> Result<i64, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "update matchings set round = round + 1, wave = 0, radius_km = 0, asked = 0, next_at = $2
         where booking_id = $1 returning round",
        booking_id,
        now,
    )?;
    row.map(|(round,)| round)
        .ok_or_else(|| StoreError::Corrupt("a booking looks for a pro without a matching".to_owned()))
}

/// Notes how far the client wants to be asked, and that a decision is due.
pub async fn widen(
    connection: &mut Connection,
    booking_id: &str,
    client_km: i64,
    now: Millis,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update matchings set client_km = $2, next_at = $3 where booking_id = $1",
        booking_id,
        client_km,
        now,
    )?;
    Ok(())
}

/// Notes how far the client wants to be asked once the search begins again.
pub async fn widen_later(
    connection: &mut Connection,
    booking_id: &str,
    client_km: i64,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update matchings set client_km = $2 where booking_id = $1",
        booking_id,
        client_km,
    )?;
    Ok(())
}

/// Bookings whose next decision was due before `before` (Unix milliseconds), at most `limit`.
pub async fn overdue(
    connection: &mut Connection,
    before: Millis,
    limit: i64,
) -> Result<Vec<String>, StoreError> {
    let rows = fetch_all!(
        connection,
        (String,),
        "select booking_id from matchings where next_at is not null and next_at < $1 order by next_at limit $2",
        before,
        limit,
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Bookings in the pool whose place is between these latitudes and longitudes, the oldest first, at most `limit`.
pub async fn pool(
    connection: &mut Connection,
    latitudes: (f64, f64),
    longitudes: (f64, f64),
    limit: i64,
) -> Result<Vec<Booking>, StoreError> {
    let matching_now = statuses::with("status", |facts| facts.is_matching);
    fetch_all!(
        connection,
        Booking,
        table::select::<Booking>(&format!(
            "where {matching_now} and lat between $1 and $2 and lng between $3 and $4
               and exists (select 1 from matchings where booking_id = bookings.id and in_pool = 1)
             order by created_at, id limit $5"
        )),
        latitudes.0,
        latitudes.1,
        longitudes.0,
        longitudes.1,
        limit,
    )
}
