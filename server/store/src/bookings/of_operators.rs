//! Bookings as operators look for them: the newest first, of any client.

use std::ops::Range;

use crate::{Connection, StoreError, statuses, table};
use callout_db::fetch_all;
use callout_domain::booking::Booking;
use callout_domain::clock::Millis;
use callout_domain::status::{BookingStatus, facts};

/// Which bookings are listed: each part that is given narrows the others.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Which {
    /// In this status.
    pub status: Option<BookingStatus>,
    /// Paid in cash, or by card.
    pub is_in_cash: Option<bool>,
    /// With a window that begins in this time. They are listed by their windows, others by when they were made.
    pub visits: Option<Range<Millis>>,
}

/// A booking's place in a list: what it is listed by, and its id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Unix milliseconds.
    pub at: Millis,
    /// The booking.
    pub id: String,
}

impl Which {
    /// Where a booking stands in this list.
    #[must_use]
    pub fn place(&self, booking: &Booking) -> Place {
        let visit = self.visits.as_ref().and(booking.slot_start);
        Place {
            at: visit.unwrap_or(booking.created_at),
            id: booking.id.clone(),
        }
    }

    /// All times of this list.
    #[must_use]
    pub fn times(&self) -> Range<Millis> {
        self.visits.clone().unwrap_or(Millis::MIN..Millis::MAX)
    }

    fn column(&self) -> &'static str {
        match self.visits {
            Some(_) => "slot_start",
            None => "created_at",
        }
    }

    /// What else must hold, in the words of the index's own condition, and of no other index's. All of it is text of this program.
    fn conditions(&self) -> String {
        let by_time = self.visits.is_none();
        let is_open = by_time && self.status.is_some_and(|status| facts(status).is_open);
        let (of_status, of_method) = if is_open {
            ("status", "payment_method || ''")
        } else {
            (
                "status || ''",
                if by_time {
                    "payment_method"
                } else {
                    "payment_method || ''"
                },
            )
        };
        let status = self
            .status
            .map(|status| format!(" and {of_status} = '{}'", status.as_str()));
        let open = is_open.then(|| {
            let open = statuses::with("status", |facts| facts.is_open);
            format!(" and {open} -- scans: at most all that are open\n")
        });
        let paid = self.is_in_cash.map(|is_in_cash| {
            let is = if is_in_cash { "=" } else { "<>" };
            format!(" and {of_method} {is} 'cash'")
        });
        [status, open, paid].into_iter().flatten().collect()
    }
}

/// Up to `limit` bookings before a place, or from the newest on; the newest first.
pub async fn older(
    connection: &mut Connection,
    which: &Which,
    before: Option<&Place>,
    limit: i64,
) -> Result<Vec<Booking>, StoreError> {
    let (column, conditions, times) = (which.column(), which.conditions(), which.times());
    let (at, id) = before.map_or((times.end, ""), |place| (place.at, place.id.as_str()));
    fetch_all!(
        connection,
        Booking,
        table::select::<Booking>(&format!(
            "where {column} >= $1 and ({column}, id) < ($2, $3){conditions} order by {column} desc, id desc limit $4"
        )),
        times.start,
        at,
        id,
        limit,
    )
}

/// Up to `limit` bookings next after a place; the newest first.
pub async fn newer(
    connection: &mut Connection,
    which: &Which,
    after: &Place,
    limit: i64,
) -> Result<Vec<Booking>, StoreError> {
    let (column, conditions, times) = (which.column(), which.conditions(), which.times());
    let mut rows = fetch_all!(
        connection,
        Booking,
        table::select::<Booking>(&format!(
            "where {column} < $1 and ({column}, id) > ($2, $3){conditions} order by {column}, id limit $4"
        )),
        times.end,
        after.at,
        after.id.as_str(),
        limit,
    )?;
    rows.reverse();
    Ok(rows)
}

/// The newest bookings made with an email or phone, or whose client has it, proved or not; at most `limit`.
pub async fn of_contact(
    connection: &mut Connection,
    contact: &str,
    limit: i64,
) -> Result<Vec<Booking>, StoreError> {
    fetch_all!(
        connection,
        Booking,
        table::select::<Booking>(
            "where id in (select id from bookings where email = $1
               union select id from bookings where phone = $1
               union select bookings.id from identifiers join bookings on bookings.client_id = identifiers.account_id
                 where value = $1 and role = 'client')
             order by created_at desc, id desc limit $2"
        ),
        contact,
        limit,
    )
}

/// The newest bookings at a full postcode, at most `limit`.
pub async fn at_postcode(
    connection: &mut Connection,
    postcode: &str,
    limit: i64,
) -> Result<Vec<Booking>, StoreError> {
    fetch_all!(
        connection,
        Booking,
        table::select::<Booking>("where postcode = $1 order by created_at desc, id desc limit $2"),
        postcode,
        limit,
    )
}
