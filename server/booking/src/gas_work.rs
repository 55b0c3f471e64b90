//! Work on gas, by law only for Gas Safe engineers, is read from a client's words with the price. Bookings that are older than that are
//! read here, once.

use pricing_core::{PriceBook, classify};

use callout_domain::clock::{Clock, Millis};
use callout_domain::time;
use callout_domain::work::Work;
use callout_store::{Connection, Db, StoreError, gas_work, jobs};

/// Bookings of one transaction.
const AT_ONCE: i64 = 200;

/// Reads the open bookings that were not read yet; returns how many are work on gas. Alerts about those whose pro has no Gas Safe
/// registration: nothing is taken off a pro by itself.
///
/// # Errors
/// When the database fails. What was read until then stays read.
pub async fn read_open(db: &Db, clock: &Clock) -> Result<usize, StoreError> {
    let (mut found, now) = (0, clock.now());
    loop {
        let (read, gas) = db
            .write(move |connection| Box::pin(async move { read_some(connection, now).await }))
            .await?;
        found += gas;
        if read == 0 {
            return Ok(found);
        }
    }
}

async fn read_some(connection: &mut Connection, now: Millis) -> Result<(usize, usize), StoreError> {
    let unread = gas_work::unread(connection, &time::day(now), AT_ONCE).await?;
    let mut found = 0;
    for booking in &unread {
        let gas_work = classify::classify(PriceBook::builtin(), &booking.description).gas_work;
        gas_work::set(connection, &booking.id, gas_work).await?;
        if !gas_work {
            continue;
        }
        found += 1;
        if booking.assigned_master_id.is_some() && !booking.is_gas_safe {
            let alert = Work::GasWorkAlert {
                booking_id: booking.id.clone(),
            };
            let key = format!("gas-work-{}", booking.id);
            jobs::enqueue(connection, &alert, Some(&key), now, now).await?;
        }
    }
    Ok((unread.len(), found))
}
