//! Extra work or parts that pros propose on site.

use super::{Connection, StoreError, table};
use callout_db::{execute, fetch_all, fetch_optional, record};
use callout_domain::booking::{Booking, Json};
use callout_domain::change_order::{Line, Status};
use callout_domain::clock::Millis;
use callout_domain::kept::{Class, FACT, TWO_YEARS, both, client};

record! {
    /// A row of `change_orders`. Money in pence, times in Unix milliseconds.
    pub struct ChangeOrder in "change_orders" {
        /// `order-…`.
        pub id: String => FACT,
        /// The booking.
        pub booking_id: String => FACT,
        /// Counts those of its booking, from 1.
        pub number: i64 => FACT,
        /// The pro who proposed it.
        pub master_id: String => FACT,
        /// What it adds.
        pub lines: Json<Vec<Line>> => client("'[]'").kept_for(TWO_YEARS),
        /// What they come to.
        pub sum_pence: i64 => FACT,
        /// What the pro says about it.
        pub note: Option<String> => both("null").kept_for(TWO_YEARS),
        /// Whether it puts another price in the place of the one that was booked.
        pub replaces: bool => FACT,
        /// When it was proposed.
        pub made_at: Millis => FACT,
        /// When the time to answer and to pay ends.
        pub until: Millis => FACT,
        /// When the client approved it.
        pub approved_at: Option<Millis> => FACT,
        /// The payment that paid it.
        pub payment_id: Option<String> => FACT,
        /// How it ended; none while it is open.
        pub outcome: Option<Status> => FACT,
        /// When that was.
        pub ended_at: Option<Millis> => FACT,
    }
}

impl ChangeOrder {
    /// Where it stands.
    #[must_use]
    pub fn status(&self) -> Status {
        self.outcome.unwrap_or(if self.approved_at.is_some() {
            Status::AwaitingPayment
        } else {
            Status::Open
        })
    }

    /// True while nothing but its payment is missing.
    #[must_use]
    pub fn waits_for_payment(&self) -> bool {
        self.status() == Status::AwaitingPayment
    }

    /// True while it is what its booking asks to be paid for; not once a card is being charged for it.
    #[must_use]
    pub fn is_due(&self, booking: &Booking) -> bool {
        self.waits_for_payment()
            && booking.payment_due_until == Some(self.until)
            && booking.payment_due_pence == Some(self.sum_pence)
    }
}

/// Adds a change order.
///
/// # Errors
/// `Duplicate` when the booking has an open one; otherwise when the database fails.
pub async fn add(connection: &mut Connection, order: &ChangeOrder) -> Result<(), StoreError> {
    table::insert(connection, order, "").await?;
    Ok(())
}

/// The change order of this id.
pub async fn find(connection: &mut Connection, id: &str) -> Result<Option<ChangeOrder>, StoreError> {
    fetch_optional!(
        connection,
        ChangeOrder,
        table::select::<ChangeOrder>("where id = $1"),
        id
    )
}

/// The change orders of a booking, in order.
pub async fn of_booking(
    connection: &mut Connection,
    booking_id: &str,
) -> Result<Vec<ChangeOrder>, StoreError> {
    fetch_all!(
        connection,
        ChangeOrder,
        table::select::<ChangeOrder>("where booking_id = $1 order by number"),
        booking_id
    )
}

/// The open change order of a booking.
pub async fn open(connection: &mut Connection, booking_id: &str) -> Result<Option<ChangeOrder>, StoreError> {
    fetch_optional!(
        connection,
        ChangeOrder,
        table::select::<ChangeOrder>("where booking_id = $1 and outcome is null"),
        booking_id
    )
}

/// Every change order of a client's bookings, in order.
pub async fn of_client(connection: &mut Connection, client_id: &str) -> Result<Vec<ChangeOrder>, StoreError> {
    fetch_all!(
        connection,
        ChangeOrder,
        table::select::<ChangeOrder>(
            "where booking_id in (select id from bookings where client_id = $1) order by booking_id, number"
        ),
        client_id
    )
}

/// Notes when the client approved an open change order, or that its payment must be approved anew.
pub async fn set_approved(
    connection: &mut Connection,
    id: &str,
    approved_at: Option<Millis>,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update change_orders set approved_at = $2 where id = $1 and outcome is null",
        id,
        approved_at,
    )?;
    Ok(())
}

/// Ends a change order, paid by a payment or not; false when it has ended already.
pub async fn end(
    connection: &mut Connection,
    id: &str,
    outcome: Status,
    payment_id: Option<&str>,
    now: Millis,
) -> Result<bool, StoreError> {
    let ended = execute!(
        connection,
        "update change_orders set outcome = $2, payment_id = $3, ended_at = $4 where id = $1 and outcome is null",
        id,
        outcome,
        payment_id,
        now,
    )?;
    Ok(ended == 1)
}
