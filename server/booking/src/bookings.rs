//! Bookings: what changes their status, and what a cancellation costs.
//!
//! [`change`], [`add`] and [`replace`] are for callers with a transaction of their own; the methods of [`Bookings`] open one.

mod call_off;
mod change;
mod details;
mod extras;
mod hold;
mod news;
mod notes;
mod places;
mod release;
mod reserved;
mod search;
mod start;
mod stop;
mod waiting;

use pricing_core::cancellation::{self, Cancellation, CancellationInput};
use pricing_core::{Pence, PriceBook};

use crate::books::Books;
use callout_domain::booking::{Booking, CancelReason};
use callout_domain::clock::{Clock, MINUTE, Millis};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::set_off;
use callout_domain::status::{self, Actor, BookingStatus};
use callout_store::Db;
use callout_store::bookings::{self};
use callout_store::events;

pub use call_off::CallOff;
pub use change::{Change, Undone, add, add_visit, change, replace, settle};
pub use details::Details;
pub use extras::{end_extra, stop_paying_extra};
pub use news::note_refund;
pub use places::{lock_places, take_place};
pub use release::{let_go, release_payment};
pub use search::match_now;
pub use start::{NewStart, note_start_code};
pub use stop::{Stop, given_back};
pub use waiting::{close_change, end_change, tell_pro_of_change, tell_promise_over};

/// Why a cash booking costs nothing.
const CASH_REASON: &str = "You have not paid yet: cancelling costs nothing.";

/// Changes bookings; cloning it is cheap.
#[derive(Clone)]
pub struct Bookings {
    db: Db,
    clock: Clock,
    books: Books,
}

impl Bookings {
    /// The bookings of this database.
    #[must_use]
    pub fn new(db: Db, clock: Clock, books: Books) -> Self {
        Self { db, clock, books }
    }

    /// What cancelling a booking now would cost.
    ///
    /// # Errors
    /// 409 `illegal_transition` for a booking that has ended.
    pub async fn cancellation(&self, booking: &Booking) -> Fallible<Cancellation> {
        let current = self.books.current().await?;
        let set_off_at = events::set_off_at(&mut self.db.read().await?, booking).await?;
        let book = current.of_version(&booking.book_version);
        fee(book, booking, set_off_at, self.clock.now())
    }

    /// Cancels a booking for its client and returns it as it then stands. If it is still awaiting payment, its intent must be
    /// cancelled first.
    ///
    /// # Errors
    /// 404 when there is no such booking; 409 `illegal_transition` when it can no longer be cancelled.
    pub async fn cancel(&self, id: String) -> Fallible<Booking> {
        let now = self.clock.now();
        let current = self.books.current().await?;
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let booking = bookings::lock(connection, &id).await?.ok_or_else(not_found)?;
                    if booking.facts().is_at_work {
                        return Err(status::illegal(booking.status));
                    }
                    let off = Change::of(&booking, BookingStatus::Cancelled, Actor::Client)?;
                    let book = current.of_version(&booking.book_version);
                    let set_off_at = events::set_off_at(connection, &booking).await?;
                    let fee_pence = fee(book, &booking, set_off_at, now)?.fee_pence.0;
                    if is_late_in_cash(book, &booking, set_off_at, now)? {
                        bookings::details::cancelled_late(connection, &id, now).await?;
                    }
                    if !change(
                        connection,
                        &booking,
                        &off.because(CancelReason::Client, fee_pence),
                        now,
                    )
                    .await?
                    {
                        return Err(status::illegal(booking.status));
                    }
                    bookings::find(connection, &id).await?.ok_or_else(not_found)
                })
            })
            .await
    }

    /// Cancels a booking that nobody paid for; does nothing if it has moved on. Its intent must be cancelled first.
    pub async fn abandon(&self, booking: Booking) -> Fallible<()> {
        let now = self.clock.now();
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let off = Change::of(&booking, BookingStatus::Cancelled, Actor::System)?;
                    let off = off.because(CancelReason::PaymentAbandoned, 0);
                    // False: somebody else moved it at the same moment.
                    change(connection, &booking, &off, now).await.map(|_moved| ())
                })
            })
            .await
    }

    /// Starts matching for a booking that is paid; does nothing when somebody else starts it at the same moment.
    ///
    /// # Errors
    /// 409 `illegal_transition` for a booking that is not ready for matching.
    pub async fn start_matching(&self, booking: Booking) -> Fallible<()> {
        let now = self.clock.now();
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let start = Change::of(&booking, BookingStatus::Pending, Actor::System)?;
                    change(connection, &booking, &start, now).await.map(|_moved| ())
                })
            })
            .await
    }

    /// Moves a booking one step on behalf of `by`; false when it has moved meanwhile.
    ///
    /// # Errors
    /// 409 `illegal_transition` for a step that `by` may not take; 409 `slot_gone` when the booking would take its place
    /// again and none is free.
    pub async fn advance(&self, booking: Booking, to: BookingStatus, by: Actor) -> Fallible<bool> {
        let now = self.clock.now();
        let current = self.books.current().await?;
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let capacity = current.book.capacity.of_area(&booking.area);
                    let step = Change::of(&booking, to, by)?.within(capacity);
                    change(connection, &booking, &step, now).await
                })
            })
            .await
    }
}

/// The fee for cancelling at `now`, where the pro set off at `set_off_at` (Unix milliseconds).
fn fee(
    book: &PriceBook,
    booking: &Booking,
    set_off_at: Option<Millis>,
    now: Millis,
) -> Fallible<Cancellation> {
    let mut cancellation = fee_by_card(book, booking, set_off_at, now)?;
    if booking.is_in_cash() {
        // A cancelled cash booking is free and only recorded: nothing was paid that could be kept.
        cancellation.fee_pence = Pence::ZERO;
        cancellation.refund_pence = Pence::ZERO;
        cancellation.reason = CASH_REASON.to_owned();
    }
    Ok(cancellation)
}

/// Whether a cash booking whose pro is assigned is cancelled so late that it would cost a fee by card.
fn is_late_in_cash(
    book: &PriceBook,
    booking: &Booking,
    set_off_at: Option<Millis>,
    now: Millis,
) -> Fallible<bool> {
    let is_meant = booking.is_in_cash() && booking.facts().has_pro;
    Ok(is_meant && fee_by_card(book, booking, set_off_at, now)?.fee_pence > Pence::ZERO)
}

/// The fee for a booking that is paid by card.
fn fee_by_card(
    book: &PriceBook,
    booking: &Booking,
    set_off_at: Option<Millis>,
    now: Millis,
) -> Fallible<Cancellation> {
    if booking.facts().is_final {
        return Err(status::illegal(booking.status));
    }
    let input = CancellationInput {
        amount: Pence(booking.amount_pence),
        status: set_off::charged_as(booking, set_off_at, now),
        urgency: booking.urgency,
        minutes_since_booking: (now - booking.created_at).div_euclid(MINUTE),
        minutes_to_slot: booking.slot_start.map(|start| minutes_up(start - now)),
        open_price: Some(booking.open_price),
    };
    Ok(cancellation::cancellation(book, &input)?)
}

/// "More than 24 hours" holds from the first millisecond above 24 hours: part of a minute counts as a whole one.
fn minutes_up(span: Millis) -> i64 {
    span.div_euclid(MINUTE) + i64::from(span.rem_euclid(MINUTE) > 0)
}

fn not_found() -> Failure {
    Failure::not_found("Booking not found.")
}
