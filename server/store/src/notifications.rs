//! The notifications that a person's stream carries: numbered per client, each written with its event.

use super::{Connection, StoreError, Wake};
use callout_db::{execute, fetch_all, fetch_optional, row};
use callout_domain::clock::Millis;
use callout_domain::status::Notification as Says;

row! {
    /// One notification.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Notification {
        /// Place in the client's sequence, from 1.
        pub seq: i64,
        /// What it is about.
        pub booking_id: String,
        /// What it says.
        pub kind: Says,
        /// When, Unix milliseconds.
        pub at: Millis,
    }
}

/// Notifies a client of a booking's change, in the transaction of that change.
pub async fn add(
    connection: &mut Connection,
    client_id: &str,
    booking_id: &str,
    kind: Says,
    now: Millis,
) -> Result<(), StoreError> {
    let taken = fetch_optional!(
        connection,
        (i64,),
        "update clients set notified = notified + 1 where id = $1 returning notified",
        client_id
    )?;
    let Some((seq,)) = taken else { return Ok(()) };
    execute!(
        connection,
        "insert into notifications (client_id, seq, booking_id, type, at) values ($1, $2, $3, $4, $5)",
        client_id,
        seq,
        booking_id,
        kind,
        now,
    )?;
    connection.tell_after_commit(Wake::Person(client_id.to_owned()));
    Ok(())
}

/// The number of the client's last notification; 0 before the first.
pub async fn last(connection: &mut Connection, client_id: &str) -> Result<i64, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select notified from clients where id = $1",
        client_id
    )?;
    Ok(row.map_or(0, |(last,)| last))
}

/// The notifications after `seq`, in order, at most `limit`.
pub async fn after(
    connection: &mut Connection,
    client_id: &str,
    seq: i64,
    limit: i64,
) -> Result<Vec<Notification>, StoreError> {
    fetch_all!(
        connection,
        Notification,
        "select seq, booking_id, type as kind, at from notifications where client_id = $1 and seq > $2 order by seq limit $3",
        client_id,
        seq,
        limit,
    )
}
