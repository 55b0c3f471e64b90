//! What the operators' desk shows: the bookings without a pro, the queues, and what the figures are made from.

use pricing_core::Urgency;
use sqlx::AssertSqlSafe;

use super::{Connection, StoreError, statuses};
use callout_db::{fetch_all, fetch_optional, row};
use callout_domain::clock::Millis;
use callout_domain::desk::{Fee, Made};
use callout_domain::status::BookingStatus;
use callout_domain::word::Word;

row! {
    /// A booking that has no pro, and how far the search for one has come. Times in Unix milliseconds.
    #[derive(Debug, Clone, PartialEq, Eq, Hash)]
    pub struct Unmatched {
        /// The booking.
        pub id: String,
        /// What is to be done.
        pub readable_name: String,
        /// Its postcode.
        pub postcode: String,
        /// Whether somebody is looked for, the client is to answer, or nobody was found.
        pub status: BookingStatus as Word<BookingStatus>,
        /// How soon it is wanted.
        pub urgency: Urgency as Word<Urgency>,
        /// When its visit begins; none for one that is wanted at once.
        pub slot_start: Option<Millis>,
        /// When this round began.
        pub began_at: Millis,
        /// A start, a withdrawal and a retry each begin a round.
        pub round: i64,
        /// Waves of this round so far.
        pub wave: i64,
        /// How far away the last wave's pros were at most, km.
        pub radius_km: i64,
        /// How many pros were asked in this round.
        pub asked: i64,
        /// True while the pool shows it to every pro who may do it.
        pub in_pool: bool,
    }
}

row! {
    /// A booking that was made lately.
    #[derive(Debug, Clone, PartialEq, Eq, Hash)]
    pub struct Latest {
        /// The booking.
        pub id: String,
        /// What is to be done.
        pub readable_name: String,
        /// Its postcode.
        pub postcode: String,
        /// How it stands.
        pub status: BookingStatus as Word<BookingStatus>,
        /// Its price, pence.
        pub amount_pence: i64,
        /// Unix milliseconds.
        pub created_at: Millis,
    }
}

row! {
    /// How many wait in each queue.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
    pub struct Queues {
        /// Documents of pros that nobody has looked at.
        pub documents: i64,
        /// Open disputes, and appeals that wait.
        pub disputes: i64,
        /// Payouts that wait for a decision.
        pub payouts: i64,
        /// Reasons for which payouts wait after a restore.
        pub holds: i64,
        /// Clients who ask to stop a job that has begun, and those that are not what was booked where nobody chose what to do.
        pub stops: i64,
        /// Contested no-shows, and clients who are not at home.
        pub visits: i64,
        /// Suspended pros whose appeal waits.
        pub appeals: i64,
        /// Cash jobs whose clients did not pay.
        pub unpaid: i64,
        /// Refunds that the payment provider refused.
        pub refunds: i64,
        /// Messages from the support page that nobody has answered.
        pub support: i64,
        /// Jobs of the queue that were given up.
        pub dead_jobs: i64,
        /// Jobs of the queue that are due now.
        pub due_jobs: i64,
    }
}

/// Up to `limit` bookings without a pro: those that wait longest first, after them those for which nobody was found.
pub async fn unmatched(connection: &mut Connection, limit: i64) -> Result<Vec<Unmatched>, StoreError> {
    let mut found = of_status(connection, |facts| facts.is_matching, limit).await?;
    found.extend(of_status(connection, |facts| facts.is_unmatched, limit).await?);
    found.truncate(usize::try_from(limit).unwrap_or_default());
    Ok(found)
}

async fn of_status(
    connection: &mut Connection,
    fact: fn(callout_domain::status::Facts) -> bool,
    limit: i64,
) -> Result<Vec<Unmatched>, StoreError> {
    let is_it = statuses::with("status", fact);
    let sql = AssertSqlSafe(format!(
        "select b.id, b.readable_name, b.postcode, b.status, b.urgency, b.slot_start, m.began_at, m.round, m.wave, m.radius_km, m.asked,
           m.in_pool
         from (select * from bookings where {is_it}) as b join matchings m on m.booking_id = b.id
         order by m.began_at limit $1 -- scans: all without a pro"
    ));
    fetch_all!(connection, Unmatched, sql, limit)
}

/// The last bookings since `from` that were not abandoned before they were paid, the newest first; visits that put something right are among
/// them.
pub async fn latest(
    connection: &mut Connection,
    from: Millis,
    limit: i64,
) -> Result<Vec<Latest>, StoreError> {
    let is_listed = statuses::with("status", |facts| facts.is_listed);
    let sql = AssertSqlSafe(format!(
        "select id, readable_name, postcode, status, amount_pence, created_at from bookings
         where created_at >= $1 and {is_listed} order by created_at desc limit $2"
    ));
    fetch_all!(connection, Latest, sql, from, limit)
}

/// How many visits begin from `from` until `to`, apart from cancelled ones.
pub async fn visits(connection: &mut Connection, from: Millis, to: Millis) -> Result<i64, StoreError> {
    let holds = statuses::with("status", |facts| facts.holds_place);
    let sql = AssertSqlSafe(format!(
        "select count(*) from bookings where slot_start >= $1 and slot_start < $2 and {holds}"
    ));
    let row = fetch_optional!(connection, (i64,), sql, from, to)?;
    Ok(row.map_or(0, |(count,)| count))
}

/// How long the queues are.
pub async fn queues(connection: &mut Connection, now: Millis) -> Result<Queues, StoreError> {
    let at_work = statuses::with("status", |facts| facts.is_at_work);
    let sql = AssertSqlSafe(format!(
        "select
           (select count(*) from master_documents where verified_at is null and rejected_at is null) as documents,
           (select count(*) from disputes where status = 'open')
             + (select count(*) from disputes where appealed_at is not null and appeal_decided_at is null) as disputes,
           (select count(*) from payouts where status in ('review', 'held')) as payouts,
           (select count(*) from money_holds where released_at is null) as holds,
           (select count(*) from bookings where {at_work} and stop_asked_at is not null)
             + (select count(*) from mismatches where outcome is null and choice is null and until <= $1) as stops,
           (select count(*) from missed_visits
             where verdict is null and closed_at is null and reported_at is not null) as visits,
           (select count(*) from suspensions where ended_at is null and appealed_at is not null and decided_at is null
             and (select masters.ended_at from masters where masters.id = master_id) is null) as appeals,
           (select count(*) from unpaid_jobs where verdict is null) as unpaid,
           (select count(*) from refunds where status = 'refused') as refunds,
           (select count(*) from support_messages where ended_at is null) as support,
           (select count(*) from jobs where dead_at is not null) as dead_jobs,
           (select count(*) from jobs where done_at is null and dead_at is null and run_at <= $1
              and pool in ('matching', 'money', 'messages', 'pushes')) as due_jobs -- scans: each queue, by its own index"
    ));
    let queues = fetch_optional!(connection, Queues, sql, now)?;
    Ok(queues.unwrap_or_default())
}

/// The bookings made since `from`, apart from those that were never paid, and from visits that put something right.
pub async fn made(connection: &mut Connection, from: Millis) -> Result<Vec<Made>, StoreError> {
    let is_listed = statuses::with("b.status", |facts| facts.is_listed);
    let sql = AssertSqlSafe(format!(
        "select b.created_at, b.assigned_at, (select count(*) from matchings where booking_id = b.id) as was_searched
         from bookings b where b.created_at >= $1 and b.parent_id is null and {is_listed}"
    ));
    fetch_all!(connection, Made, sql, from)
}

/// Our fees since `from`, as they were posted.
pub async fn fees(connection: &mut Connection, from: Millis) -> Result<Vec<Fee>, StoreError> {
    // The account's own index would read the fees of all years.
    fetch_all!(
        connection,
        Fee,
        "select at, pence from (
           select t.at, (select cast(-sum(e.amount_pence) as bigint) from ledger_entries e
             where e.reference = t.reference and e.account || '' = 'platform:fees') as pence
           from ledger_transactions t where t.at >= $1) posted
         where pence is not null",
        from,
    )
}
