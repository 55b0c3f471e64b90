//! What happened to a booking, numbered per booking: each event is written with its change; together they are the authority.

use serde_json::Value;

use super::connection::{execute, fetch_all, fetch_optional};
use super::{Connection, StoreError, bookings, from_json, to_json};
use crate::clock::Millis;
use crate::domain::booking::Booking;
use crate::domain::status::{BookingStatus, facts};

/// One event.
#[derive(Debug, Clone)]
pub struct Event {
    /// Place in the booking's sequence, from 1.
    pub seq: i64,
    /// What happened, e.g. `pending`.
    pub kind: String,
    /// When, Unix milliseconds.
    pub at: Millis,
    /// What a reader needs to know about it; nothing personal.
    pub data: Value,
}

impl Event {
    /// Whether the holder of a share link learns of it: of statuses only, and of none that is between the client and a pro.
    #[must_use]
    pub fn is_for_shares(&self) -> bool {
        BookingStatus::try_from(self.kind.clone()).is_ok_and(|status| !facts(status).waits_for_client)
    }
}

/// A booking with what happened to it last.
#[derive(Debug, Clone)]
pub struct BookingNews {
    /// The booking.
    pub booking: Booking,
    /// Its last events, in order.
    events: Vec<Event>,
}

impl BookingNews {
    /// The events after `seq`; `None` when some of them are further back than those that are here.
    #[must_use]
    pub fn after(&self, seq: i64) -> Option<&[Event]> {
        let first = self.events.partition_point(|event| event.seq <= seq);
        let is_whole = first > 0 || self.events.first().is_none_or(|event| event.seq <= seq + 1);
        is_whole.then(|| self.events.get(first..).unwrap_or_default())
    }
}

/// How many events [`news`] reads.
const LAST: i64 = 20;

/// A booking with its last events.
///
/// # Errors
/// When the database fails.
pub async fn news(connection: &mut Connection, booking_id: &str) -> Result<Option<BookingNews>, StoreError> {
    let Some(booking) = bookings::find(connection, booking_id).await? else {
        return Ok(None);
    };
    let events = after(connection, booking_id, booking.seq - LAST, 2 * LAST).await?;
    Ok(Some(BookingNews { booking, events }))
}

/// Adds one event; the caller has taken `seq` in the same transaction.
///
/// # Errors
/// When the database fails, or the place in the sequence is taken.
pub async fn add(
    connection: &mut Connection,
    booking_id: &str,
    seq: i64,
    kind: &str,
    at: Millis,
    data: &Value,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into booking_events (booking_id, seq, type, at, data) values ($1, $2, $3, $4, $5)",
        booking_id,
        seq,
        kind,
        at,
        to_json(data)?,
    )?;
    Ok(())
}

/// The events after `seq`, in order, at most `limit`.
///
/// # Errors
/// When the database fails.
pub async fn after(
    connection: &mut Connection,
    booking_id: &str,
    seq: i64,
    limit: i64,
) -> Result<Vec<Event>, StoreError> {
    let rows = fetch_all!(
        connection,
        (i64, String, i64, String),
        "select seq, type, at, data from booking_events where booking_id = $1 and seq > $2 order by seq limit $3",
        booking_id,
        seq,
        limit,
    )?;
    rows.into_iter().map(of_row).collect()
}

/// When something of this kind last happened to a booking, Unix milliseconds.
///
/// # Errors
/// When the database fails.
pub async fn last_at(
    connection: &mut Connection,
    booking_id: &str,
    kind: &str,
) -> Result<Option<Millis>, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select at from booking_events where booking_id = $1 and type = $2 order by seq desc limit 1",
        booking_id,
        kind,
    )?;
    Ok(row.map(|(at,)| at))
}

/// What a client pays for the cancellation of a booking, pence; 0 for one that is not called off.
///
/// # Errors
/// When the database fails.
pub async fn cancellation_fee(connection: &mut Connection, booking: &Booking) -> Result<i64, StoreError> {
    if !booking.facts().is_called_off {
        return Ok(0);
    }
    let row = fetch_optional!(
        connection,
        (String,),
        "select data from booking_events where booking_id = $1 and type = $2 order by seq desc limit 1",
        booking.id.as_str(),
        booking.status.as_str(),
    )?;
    let told: Value = row.map_or(Ok(Value::Null), |(data,)| from_json(&data))?;
    Ok(told.get("feePence").and_then(Value::as_i64).unwrap_or_default())
}

/// An event from its columns: sequence number, type, time, data.
pub(super) fn of_row((seq, kind, at, data): (i64, String, i64, String)) -> Result<Event, StoreError> {
    Ok(Event {
        seq,
        kind,
        at,
        data: from_json(&data)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::booking::tests::blank;

    #[test]
    fn a_reader_from_before_the_kept_events_is_not_given_them_as_if_they_were_all() {
        let event = |seq| Event {
            seq,
            kind: "pending".to_owned(),
            at: 0,
            data: Value::Null,
        };
        let news = |seqs: std::ops::RangeInclusive<i64>| BookingNews {
            booking: blank(),
            events: seqs.map(event).collect(),
        };
        let after = |news: &BookingNews, seq| {
            let events = news.after(seq)?;
            Some(events.iter().map(|event| event.seq).collect::<Vec<_>>())
        };
        let late = news(6..=8);
        assert_eq!(after(&late, 8), Some(vec![]));
        assert_eq!(after(&late, 9), Some(vec![]));
        assert_eq!(after(&late, 7), Some(vec![8]));
        assert_eq!(after(&late, 5), Some(vec![6, 7, 8]), "the edge");
        assert_eq!(after(&late, 4), None, "the fifth is missing");
        assert_eq!(after(&late, 0), None);
        assert_eq!(after(&news(1..=2), 0), Some(vec![1, 2]));
    }
}
