//! What happened to a booking, numbered per booking: each event is written with its change; together they are the authority.

use serde_json::Value;

use super::bookings::{self, details};
use super::{Connection, StoreError, from_json, table};
use callout_db::{Column as _, Record, Value as Stored, execute, fetch_all, fetch_optional};
use callout_domain::booking::Booking;
use callout_domain::booking_event::EventKind;
use callout_domain::clock::Millis;
use callout_domain::late::{Late, OnTheWay};
use callout_domain::status::{BookingStatus, facts};
use callout_domain::time;

/// Where an event says when a step was taken that reached us later.
pub const HAPPENED_AT: &str = "happenedAt";

/// One event.
#[derive(Debug, Clone)]
pub struct Event {
    /// Place in the booking's sequence, from 1.
    pub seq: i64,
    /// What happened.
    pub kind: EventKind,
    /// When, Unix milliseconds.
    pub at: Millis,
    /// What a reader needs to know about it; nothing personal.
    pub data: Value,
}

impl Event {
    /// That a booking has come to a status.
    #[must_use]
    pub fn of(status: BookingStatus, seq: i64, at: Millis, data: Value) -> Self {
        Self {
            seq,
            kind: status.into(),
            at,
            data,
        }
    }

    /// When it happened: by the device of whoever took a step without a network, otherwise when it was stored.
    #[must_use]
    pub fn happened_at(&self) -> Millis {
        let told = self.data.get(HAPPENED_AT).and_then(Value::as_str);
        told.and_then(time::of_iso).unwrap_or(self.at)
    }

    /// Whether the holder of a share link learns of it: of statuses only, and of none that is between the client and a pro.
    #[must_use]
    pub fn is_for_shares(&self) -> bool {
        self.kind
            .status()
            .is_some_and(|status| !facts(status).waits_for_client)
    }
}

/// A booking with what happened to it last.
#[derive(Debug, Clone)]
pub struct BookingNews {
    /// The booking.
    pub booking: Booking,
    /// Its last events, in order.
    pub events: Vec<Event>,
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
    kind: EventKind,
    at: Millis,
    data: &Value,
) -> Result<(), StoreError> {
    let event = Event {
        seq,
        kind,
        at,
        data: data.clone(),
    };
    add_all(connection, booking_id, &[event]).await
}

/// Adds an event that stands by itself to a booking that the caller has locked.
pub async fn note(
    connection: &mut Connection,
    booking_id: &str,
    kind: EventKind,
    data: &Value,
    now: Millis,
) -> Result<(), StoreError> {
    let seq = details::next_seq(connection, booking_id, now).await?;
    add(connection, booking_id, seq, kind, now, data).await
}

/// Adds events, as [`add`] does one.
///
/// # Errors
/// When the database fails, or a place in the sequence is taken.
pub async fn add_all(
    connection: &mut Connection,
    booking_id: &str,
    events: &[Event],
) -> Result<(), StoreError> {
    let rows: Vec<Row<'_>> = events.iter().map(|event| Row { booking_id, event }).collect();
    table::insert_all(connection, &rows, "").await?;
    Ok(())
}

/// An event as a row of its booking; by hand, since the column `type` is no name of a field.
struct Row<'a> {
    booking_id: &'a str,
    event: &'a Event,
}

impl Record for Row<'_> {
    const TABLE: &'static str = "booking_events";
    const COLUMNS: &'static [&'static str] = &["booking_id", "seq", "type", "at", "data"];

    fn values(&self) -> Vec<Stored> {
        let Event { seq, kind, at, data } = self.event;
        vec![
            self.booking_id.to_owned().to_value(),
            seq.to_value(),
            kind.to_value(),
            at.to_value(),
            data.to_string().to_value(),
        ]
    }
}

/// The events after `seq`, in order, at most `limit`.
pub async fn after(
    connection: &mut Connection,
    booking_id: &str,
    seq: i64,
    limit: i64,
) -> Result<Vec<Event>, StoreError> {
    let rows = fetch_all!(
        connection,
        (i64, EventKind, i64, String),
        "select seq, type, at, data from booking_events where booking_id = $1 and seq > $2 order by seq limit $3",
        booking_id,
        seq,
        limit,
    )?;
    rows.into_iter().map(of_row).collect()
}

/// How many events of this kind a booking has had since then, Unix milliseconds.
pub async fn count_since(
    connection: &mut Connection,
    booking_id: &str,
    (kind, since): (EventKind, Millis),
) -> Result<i64, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select count(*) from booking_events where booking_id = $1 and type = $2 and at >= $3",
        booking_id,
        kind,
        since,
    )?;
    Ok(row.map_or(0, |(count,)| count))
}

/// Keeps the name that a device gave the step which the booking's newest event tells of.
pub async fn name_step(
    connection: &mut Connection,
    booking_id: &str,
    step_id: &str,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update booking_events set step_id = $2
         where booking_id = $1 and seq = (select max(seq) from booking_events where booking_id = $1)",
        booking_id,
        step_id,
    )?;
    Ok(())
}

/// What the step led to that a device has sent under this name before.
pub async fn of_step(
    connection: &mut Connection,
    booking_id: &str,
    step_id: &str,
) -> Result<Option<EventKind>, StoreError> {
    let row = fetch_optional!(
        connection,
        (EventKind,),
        "select type from booking_events where booking_id = $1 and step_id = $2 and step_id is not null",
        booking_id,
        step_id,
    )?;
    Ok(row.map(|(kind,)| kind))
}

/// When something of this kind last happened to a booking, Unix milliseconds.
pub async fn last_at(
    connection: &mut Connection,
    booking_id: &str,
    kind: EventKind,
) -> Result<Option<Millis>, StoreError> {
    Ok(last(connection, booking_id, kind).await?.map(|event| event.at))
}

/// The last event of this kind.
pub async fn last(
    connection: &mut Connection,
    booking_id: &str,
    kind: EventKind,
) -> Result<Option<Event>, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64, EventKind, i64, String),
        "select seq, type, at, data from booking_events where booking_id = $1 and type = $2 order by seq desc limit 1",
        booking_id,
        kind,
    )?;
    row.map(of_row).transpose()
}

/// When the pro of a booking set off, Unix milliseconds; none while nobody is on the way.
pub async fn set_off_at(
    connection: &mut Connection,
    booking: &Booking,
) -> Result<Option<Millis>, StoreError> {
    if !booking.facts().is_on_the_way {
        return Ok(None);
    }
    last_at(connection, &booking.id, booking.status.into()).await
}

/// What the pro of a booking has said of themselves since the job is theirs and the visit has its time.
pub async fn on_the_way(connection: &mut Connection, booking: &Booking) -> Result<OnTheWay, StoreError> {
    let rows = fetch_all!(
        connection,
        (i64, EventKind, i64, String),
        "select seq, type, at, data from booking_events
         where booking_id = $1 and type in ('running_late', 'here', 'rescheduled') order by seq",
        booking.id.as_str(),
    )?;
    let assigned_at = booking.assigned_at.unwrap_or(booking.updated_at);
    let mut said = OnTheWay::default();
    for row in rows {
        let event = of_row(row)?;
        let number = |name: &str| event.data.get(name).and_then(Value::as_i64).unwrap_or_default();
        match event.kind {
            _ if event.at < assigned_at => {}
            EventKind::RunningLate => said.late.push(Late {
                at: event.at,
                minutes: number("minutes"),
                moved_minutes: number("movedMinutes"),
            }),
            EventKind::Here => said.here_at = Some(event.at),
            _ => said = OnTheWay::default(),
        }
    }
    Ok(said)
}

/// What a client pays for the cancellation of a booking, pence; 0 for one that is not called off.
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
pub(super) fn of_row((seq, kind, at, data): (i64, EventKind, i64, String)) -> Result<Event, StoreError> {
    Ok(Event {
        seq,
        kind,
        at,
        data: from_json(&data)?,
    })
}
