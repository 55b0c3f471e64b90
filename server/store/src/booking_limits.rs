//! Limits on what a caller has open at once. On PostgreSQL concurrent counts could both pass, so a transaction first locks a
//! gate: a row that it holds until it ends.

use sqlx::AssertSqlSafe;

use super::{Connection, StoreError, statuses};
use callout_db::{execute, fetch_optional};
use callout_domain::booking::Booking;
use callout_domain::change::LATE_LIMIT;
use callout_domain::clock::Millis;

/// Locks these gates, waiting for any transaction that holds them, and notes when (Unix milliseconds). Both keys may be the same.
pub async fn pass(connection: &mut Connection, keys: [&str; 2], now: Millis) -> Result<(), StoreError> {
    let [first, second] = keys;
    let (first, second) = if first <= second {
        (first, second)
    } else {
        (second, first)
    };
    if first == second {
        execute!(
            connection,
            "insert into booking_gates (key, passed) values ($1, $2)
             on conflict (key) do update set passed = excluded.passed",
            first,
            now,
        )?;
    } else {
        execute!(
            connection,
            "insert into booking_gates (key, passed) values ($1, $3), ($2, $3)
             on conflict (key) do update set passed = excluded.passed",
            first,
            second,
            now,
        )?;
    }
    Ok(())
}

/// Deletes one gate unused since `before` (Unix milliseconds); false when there is none. One per transaction: holding
/// two could deadlock with a transaction that locks two.
pub async fn forget_one(connection: &mut Connection, before: Millis) -> Result<bool, StoreError> {
    let deleted = execute!(
        connection,
        "delete from booking_gates where key = (select min(key) from booking_gates where passed < $1)",
        before,
    )?;
    Ok(deleted == 1)
}

/// Bookings of a network address that await their payment, apart from `except`.
pub async fn unpaid(connection: &mut Connection, address_key: &str, except: &str) -> Result<i64, StoreError> {
    let unpaid = statuses::with("status || ''", |facts| facts.awaits_payment);
    let sql = AssertSqlSafe(format!(
        "select count(*) from bookings where address_key = $1 and {unpaid} and id <> $2"
    ));
    let row = fetch_optional!(connection, (i64,), sql, address_key, except,)?;
    Ok(row.map_or(0, |(count,)| count))
}

/// Cash and budget bookings: those of a phone that are still open, and those made from a network address since
/// `since` (Unix milliseconds); apart from `except`.
pub async fn without_card(
    connection: &mut Connection,
    phone: &str,
    address_key: &str,
    since: Millis,
    except: &str,
) -> Result<(i64, i64), StoreError> {
    let open = statuses::with("status", |facts| facts.is_open);
    let sql = AssertSqlSafe(format!(
        "select
           (select count(*) from bookings
            where phone = $1 and {open} and id <> $4
              and (payment_method = 'cash' or quote_mode = 'REQUEST')),
           (select count(*) from bookings
            where address_key = $2 and created_at > $3 and id <> $4
              and (payment_method = 'cash' or quote_mode = 'REQUEST'))"
    ));
    let row = fetch_optional!(connection, (i64, i64), sql, phone, address_key, since, except,)?;
    Ok(row.unwrap_or((0, 0)))
}

/// Open cash and budget bookings of a client, apart from `except`.
pub async fn open_without_card(
    connection: &mut Connection,
    client_id: &str,
    except: &str,
) -> Result<i64, StoreError> {
    let open = statuses::with("status", |facts| facts.is_open);
    let sql = AssertSqlSafe(format!(
        "select count(*) from bookings
         where (client_id = $1 or made_by = $1) and {open} and id <> $2
           and (payment_method = 'cash' or quote_mode = 'REQUEST')"
    ));
    let row = fetch_optional!(connection, (i64,), sql, client_id, except)?;
    Ok(row.map_or(0, |(count,)| count))
}

/// Cash bookings that were cancelled late since `since` (Unix milliseconds), counted as far as it matters: those of a client, of a phone, and
/// of whoever proved that phone or has one that the client proved.
pub async fn cancelled_late(
    connection: &mut Connection,
    client_id: &str,
    phone: &str,
    since: Millis,
) -> Result<i64, StoreError> {
    let late = "late_cancelled_at > $3";
    // Each way to a booking is a look-up that ends at the limit, or PostgreSQL plans, while it knows nothing of the tables, for far more rows
    // than anybody has. By `role` alone it would read everybody's identifiers.
    let sql = AssertSqlSafe(format!(
        "select count(*) from (
           select id from (select id from bookings where client_id = $1 and {late} limit {LATE_LIMIT}) own
           union select id from (select id from bookings where made_by = $1 and {late} limit {LATE_LIMIT}) made
           union select id from (select id from bookings where phone = $2 and {late} limit {LATE_LIMIT}) called
           union select id from (select bookings.id from identifiers join bookings on bookings.phone = identifiers.value
             where account_id = $1 and role || '' = 'client' and verified_at is not null and {late} limit {LATE_LIMIT}) proved
           union select id from (select bookings.id from identifiers join bookings on bookings.client_id = identifiers.account_id
             where value = $2 and role = 'client' and verified_at is not null and {late} limit {LATE_LIMIT}) others
         ) late"
    ));
    let row = fetch_optional!(connection, (i64,), sql, client_id, phone, since)?;
    Ok(row.map_or(0, |(count,)| count))
}

/// The client's booking, apart from `except`, that holds a place in the same window at the same address as `booking`.
pub async fn in_same_window(
    connection: &mut Connection,
    booking: &Booking,
    except: &str,
) -> Result<Option<String>, StoreError> {
    let row = fetch_optional!(
        connection,
        (String,),
        "select id from bookings
         where (client_id = $1 or made_by = $1) and slot_start = $2 and slot_end = $3 and holds_place = 1
           and postcode = $4 and lower(address_line1) = lower($5) and id <> $6 limit 1",
        booking.client_id.as_str(),
        booking.slot_start,
        booking.slot_end,
        booking.postcode.as_str(),
        booking.address_line1.as_str(),
        except,
    )?;
    Ok(row.map(|(id,)| id))
}
