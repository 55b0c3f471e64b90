//! What a pro's stream carries: numbered per pro, each written with what it tells of.

use super::{Connection, StoreError, Wake};
use callout_db::{execute, fetch_all, fetch_optional, row};
use callout_domain::clock::Millis;
use callout_domain::master_event::MasterEventKind;

row! {
    /// One event.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct MasterEvent {
        /// Place in the pro's sequence, from 1.
        pub seq: i64,
        /// What it says.
        pub kind: MasterEventKind,
        /// What it is about: a booking, or the document where the kind is one of a document's.
        pub booking_id: String,
        /// When, Unix milliseconds.
        pub at: Millis,
    }
}

/// Tells a pro of a booking or a document (`about`); holds the pro's row until the transaction ends. False when there is no such pro.
pub async fn add(
    connection: &mut Connection,
    master_id: &str,
    kind: MasterEventKind,
    about: &str,
    now: Millis,
) -> Result<bool, StoreError> {
    let taken = fetch_optional!(
        connection,
        (i64,),
        "update masters set notified = notified + 1 where id = $1 returning notified",
        master_id
    )?;
    let Some((seq,)) = taken else { return Ok(false) };
    execute!(
        connection,
        "insert into master_events (master_id, seq, kind, booking_id, at) values ($1, $2, $3, $4, $5)",
        master_id,
        seq,
        kind,
        about,
        now,
    )?;
    connection.tell_after_commit(Wake::Person(master_id.to_owned()));
    Ok(true)
}

/// The number of the pro's last event; 0 before the first.
pub async fn last(connection: &mut Connection, master_id: &str) -> Result<i64, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select notified from masters where id = $1",
        master_id
    )?;
    Ok(row.map_or(0, |(last,)| last))
}

/// The events after `seq`, in order, at most `limit`.
pub async fn after(
    connection: &mut Connection,
    master_id: &str,
    seq: i64,
    limit: i64,
) -> Result<Vec<MasterEvent>, StoreError> {
    fetch_all!(
        connection,
        MasterEvent,
        "select seq, kind, booking_id, at from master_events where master_id = $1 and seq > $2 order by seq limit $3",
        master_id,
        seq,
        limit,
    )
}

/// The same without those that only the list of offers is interested in.
pub async fn notices_after(
    connection: &mut Connection,
    master_id: &str,
    seq: i64,
    limit: i64,
) -> Result<Vec<MasterEvent>, StoreError> {
    fetch_all!(
        connection,
        MasterEvent,
        "select seq, kind, booking_id, at from master_events
         where master_id = $1 and seq > $2 and kind not in ('booking', 'taken') order by seq limit $3",
        master_id,
        seq,
        limit,
    )
}
