//! Limits on what a caller has open at once. Counting rows races on PostgreSQL, so whoever counts passes a gate first: a
//! row that the transaction holds until it ends.

use super::connection::{execute, fetch_optional};
use super::{Connection, StoreError};
use crate::clock::Millis;

/// Waits until nobody else who passed one of these gates is still under way. Both keys may be the same.
///
/// # Errors
/// When the database fails.
pub async fn pass(connection: &mut Connection, keys: [&str; 2]) -> Result<(), StoreError> {
    let [first, second] = keys;
    let (first, second) = if first <= second {
        (first, second)
    } else {
        (second, first)
    };
    if first == second {
        execute!(
            connection,
            "insert into booking_gates (key, passed) values ($1, 1)
             on conflict (key) do update set passed = booking_gates.passed + 1",
            first,
        )?;
    } else {
        execute!(
            connection,
            "insert into booking_gates (key, passed) values ($1, 1), ($2, 1)
             on conflict (key) do update set passed = booking_gates.passed + 1",
            first,
            second,
        )?;
    }
    Ok(())
}

/// Bookings of a network address that wait for their payment, apart from `except`.
///
/// # Errors
/// When the database fails.
pub async fn unpaid(connection: &mut Connection, address_key: &str, except: &str) -> Result<i64, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select count(*) from bookings where address_key = $1 and status = 'created' and id <> $2",
        address_key,
        except,
    )?;
    Ok(row.map_or(0, |(count,)| count))
}

/// Cash and budget bookings: those of a phone that are still open, and those made from a network address since
/// `since` (Unix milliseconds); apart from `except`.
///
/// # Errors
/// When the database fails.
pub async fn without_card(
    connection: &mut Connection,
    phone: &str,
    address_key: &str,
    since: Millis,
    except: &str,
) -> Result<(i64, i64), StoreError> {
    let row = fetch_optional!(
        connection,
        (i64, i64),
        "select
           (select count(*) from bookings
            where phone = $1 and status not in ('completed', 'cancelled', 'no_response') and id <> $4
              and (payment_method = 'cash' or quote_mode = 'REQUEST')),
           (select count(*) from bookings
            where address_key = $2 and created_at > $3 and id <> $4
              and (payment_method = 'cash' or quote_mode = 'REQUEST'))",
        phone,
        address_key,
        since,
        except,
    )?;
    Ok(row.unwrap_or((0, 0)))
}
