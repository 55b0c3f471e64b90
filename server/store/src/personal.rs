//! Everything stored about one person, across the tables: to be exported, and to be erased.

use sqlx::AssertSqlSafe;

use super::events::{self, Event};
use super::kept::{self, Person};
use super::payments::Payment;
use super::unsettled::UNSETTLED;
use super::{Connection, StoreError, clients, statuses, table};
use callout_db::{execute, fetch_all, fetch_optional};
use callout_domain::booking::Booking;
use callout_domain::booking_event::EventKind;
use callout_domain::clock::Millis;

/// When a session began, expires, and ended.
pub type SessionTimes = (Millis, Millis, Option<Millis>);

/// Every booking of a client, newest first.
pub async fn bookings(connection: &mut Connection, client_id: &str) -> Result<Vec<Booking>, StoreError> {
    fetch_all!(
        connection,
        Booking,
        table::select::<Booking>("where client_id = $1 order by created_at desc, id desc"),
        client_id,
    )
}

/// What happened to every booking of a client, each with the booking's id, in order.
pub async fn events(
    connection: &mut Connection,
    client_id: &str,
) -> Result<Vec<(String, Event)>, StoreError> {
    let rows = fetch_all!(
        connection,
        (String, i64, EventKind, i64, String),
        "select booking_events.booking_id, booking_events.seq, booking_events.type, booking_events.at, booking_events.data
         from booking_events join bookings on bookings.id = booking_events.booking_id
         where bookings.client_id = $1 order by booking_events.booking_id, booking_events.seq",
        client_id,
    )?;
    rows.into_iter()
        .map(|(booking_id, seq, kind, at, data)| Ok((booking_id, events::of_row((seq, kind, at, data))?)))
        .collect()
}

/// Every payment of a client's bookings, the newest first.
pub async fn payments(connection: &mut Connection, client_id: &str) -> Result<Vec<Payment>, StoreError> {
    fetch_all!(
        connection,
        Payment,
        "select payments.* from payments join bookings on bookings.id = payments.booking_id
         where bookings.client_id = $1 order by payments.created_at desc, payments.id",
        client_id,
    )
}

/// Every session of a client, newest first.
pub async fn sessions(connection: &mut Connection, client_id: &str) -> Result<Vec<SessionTimes>, StoreError> {
    fetch_all!(
        connection,
        SessionTimes,
        "select created_at, expires_at, ended_at from sessions where subject = $1 order by created_at desc",
        client_id,
    )
}

/// A client's own coupons: code, pence, when it was granted.
pub async fn coupons(
    connection: &mut Connection,
    client_id: &str,
) -> Result<Vec<(String, i64, Millis)>, StoreError> {
    fetch_all!(
        connection,
        (String, i64, Millis),
        "select code, amount_pence, granted_at from personal_coupons where client_id = $1 order by nth",
        client_id,
    )
}

/// A client's notifications: booking, type, when.
pub async fn notifications(
    connection: &mut Connection,
    client_id: &str,
) -> Result<Vec<(String, String, Millis)>, StoreError> {
    fetch_all!(
        connection,
        (String, String, Millis),
        "select booking_id, type, at from notifications where client_id = $1 order by seq",
        client_id,
    )
}

/// Bookings in a client's list: all, those under way, those done.
pub async fn counters(connection: &mut Connection, client_id: &str) -> Result<(i64, i64, i64), StoreError> {
    let listed = super::bookings::in_the_list();
    let open = statuses::with("status", |facts| facts.is_open);
    let done = statuses::with("status", |facts| facts.is_done);
    let sql = AssertSqlSafe(format!(
        "select count(*), count(case when {open} then 1 end), count(case when {done} then 1 end)
         from bookings where (client_id = $1 or made_by = $1) and {listed}"
    ));
    let row = fetch_optional!(connection, (i64, i64, i64), sql, client_id,)?;
    Ok(row.unwrap_or_default())
}

/// A client's bookings, at most `limit`, that are open, or not settled: still to be paid, money is held on a card, a refund is promised,
/// or it is disputed, or it is being decided what its pro says of a visit, or of a job in cash that was not paid.
pub async fn unsettled_bookings(
    connection: &mut Connection,
    client_id: &str,
    limit: i64,
) -> Result<Vec<String>, StoreError> {
    let open = statuses::with("status", |facts| facts.is_open);
    let sql = AssertSqlSafe(format!(
        "select id from bookings where client_id = $1 and ({open} or {UNSETTLED}) limit $2"
    ));
    let rows = fetch_all!(connection, (String,), sql, client_id, limit)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// True while a client has a booking that is open, or not settled.
pub async fn has_unsettled_booking(connection: &mut Connection, client_id: &str) -> Result<bool, StoreError> {
    Ok(!unsettled_bookings(connection, client_id, 1).await?.is_empty())
}

/// Lets go of the photos of a client's bookings and gives their ids; from now on the sweep deletes them.
pub async fn let_go_of_photos(
    connection: &mut Connection,
    client_id: &str,
) -> Result<Vec<String>, StoreError> {
    let rows = fetch_all!(
        connection,
        (String,),
        "update uploads set attached_to = null, doomed = 1
         where attached_to in (select id from bookings where client_id = $1) returning id",
        client_id,
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Locks a client out before it is erased: its codes and password go, and until the transaction ends nobody signs in, proves a
/// further identifier or books in its name. False when the account is closed already.
pub async fn shut(connection: &mut Connection, client_id: &str) -> Result<bool, StoreError> {
    // Code, identifier, password, then people and bookings: the same order as a sign-in, so that the two cannot deadlock.
    for sql in [
        "delete from known_codes where role = 'client' and identifier in (select value from identifiers where account_id = $1)",
        "delete from known_wrong_codes where role = 'client' and identifier in (select value from identifiers where account_id = $1)",
        "delete from login_codes where role = 'client' and identifier in (select value from identifiers where account_id = $1)",
        "delete from wrong_codes where role = 'client' and identifier in (select value from identifiers where account_id = $1)",
        "update identifiers set account_id = account_id where account_id = $1",
        "delete from passwords where account_id = $1",
    ] {
        execute!(connection, sql, client_id)?;
    }
    clients::hold(connection, client_id).await
}

/// Erases what the tables hold about a client, with the records of guests that had one of the client's proved emails or phones or made
/// the client's bookings. Amounts, times, statuses, stars and the postcode area stay for the books; links and payments' secrets are revoked.
pub async fn erase(connection: &mut Connection, client_id: &str) -> Result<(), StoreError> {
    for sql in [
        // Requests for links hold the email or phone they are for.
        "delete from jobs where exists (select 1 from identifiers
           where account_id = $1 and jobs.work like '{\"kind\":\"booking_links\",\"to\":\"' || value || '\",%') -- scans: erasure, and jobs go after a week",
        // Uses still count against the coupon's limit: one of each booking stays, without the person.
        "delete from coupon_uses where booking_id in (select id from bookings where client_id = $1)
           and exists (select 1 from coupon_uses others where others.booking_id = coupon_uses.booking_id and others.person < coupon_uses.person)",
        "update coupon_uses set person = booking_id where booking_id in (select id from bookings where client_id = $1)",
    ] {
        execute!(connection, sql, client_id)?;
    }
    kept::erase(connection, Person::Client, client_id).await
}
