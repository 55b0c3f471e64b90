//! What a client chooses whose job is not what was booked.

use pricing_core::Pence;

use super::{end, no_mismatch, numbered, stop_paying, tell};
use crate::bookings::{self, Change};
use crate::matching::{Matching, extras, not_found};
use callout_domain::booking::{Booking, CancelReason};
use callout_domain::change_order::Status;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::message_kind::MessageKind;
use callout_domain::mismatch::{self as rules, Choice, Outcome};
use callout_domain::status::{self, Actor, BookingStatus};
use callout_store as store;
use callout_store::mismatches::{self, Mismatch};
use callout_store::{Connection, change_orders, masters};

impl Matching {
    /// The client's choice; returns the booking as it then stands. By card a higher price asks for the payment of the difference first.
    /// The same choice again changes nothing.
    ///
    /// # Errors
    /// 404 for a number that the booking does not have; 409 `no_mismatch` when it has ended otherwise, `too_late` when the time to choose
    /// is over, `no_price` where the pro named none, `payment_due` while another payment of the booking is missing.
    pub async fn choose_mismatch(&self, booking_id: &str, number: i64, choice: Choice) -> Fallible<Booking> {
        let (id, now) = (booking_id.to_owned(), self.clock.now());
        let all = mismatches::of_booking(&mut self.db.read().await?, booking_id).await?;
        let known = numbered(all, number)?;
        let current = self.books.current().await?;
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    // Pros are locked before bookings.
                    masters::touch(connection, &known.master_id, now).await?;
                    let booking = store::bookings::lock(connection, &id)
                        .await?
                        .ok_or_else(not_found)?;
                    let known = mismatches::find(connection, &known.id)
                        .await?
                        .ok_or_else(not_found)?;
                    if choice == Choice::Price && known.awaits_payment() {
                        agree_again(connection, &booking, &known, now).await?;
                    } else if known.choice != Some(choice) {
                        may_choose(&known, now)?;
                        let book = current.of_version(&booking.book_version);
                        match choice {
                            Choice::Price => take_price(connection, &booking, &known, now).await?,
                            Choice::Talk => talk(connection, &booking, &known, now).await?,
                            Choice::End => {
                                let cost = rules::cost_of_ending(book, &booking);
                                call_off(connection, &booking, &known, cost, now).await?;
                            }
                        }
                    }
                    store::bookings::find(connection, &id)
                        .await?
                        .ok_or_else(not_found)
                })
            })
            .await
    }
}

fn may_choose(known: &Mismatch, now: Millis) -> Fallible<()> {
    if known.outcome.is_some() {
        return Err(no_mismatch());
    }
    if now >= known.until {
        let detail = "The time to choose is over. We are looking into it, and get in touch with you.";
        return Err(Failure::conflict("too_late", detail));
    }
    Ok(())
}

async fn take_price(
    connection: &mut Connection,
    booking: &Booking,
    known: &Mismatch,
    now: Millis,
) -> Fallible<()> {
    let price = known.price_pence.ok_or_else(|| {
        let detail = "Your pro has named no other price. End the job, or talk about it.";
        Failure::conflict("no_price", detail)
    })?;
    let order = extras::replacing(connection, booking, Pence(price), now).await?;
    mismatches::set_price_chosen(connection, &known.id, Some(&order.id)).await?;
    extras::agree(connection, booking, &order, now).await
}

/// Asks for the payment again that another one has come before.
async fn agree_again(
    connection: &mut Connection,
    booking: &Booking,
    known: &Mismatch,
    now: Millis,
) -> Fallible<()> {
    let order = change_orders::find(connection, known.order_id.as_deref().unwrap_or_default()).await?;
    match order.filter(|order| order.status() == Status::Open) {
        Some(order) => {
            may_choose(known, now)?;
            extras::agree(connection, booking, &order, now).await
        }
        None => Ok(()),
    }
}

async fn talk(connection: &mut Connection, booking: &Booking, known: &Mismatch, now: Millis) -> Fallible<()> {
    stop_paying(connection, booking, known, now).await?;
    end(connection, known, Outcome::Talked, now).await?;
    tell(connection, known, MessageKind::WantsToTalk, now).await
}

/// The money follows as in a late cancellation.
async fn call_off(
    connection: &mut Connection,
    booking: &Booking,
    known: &Mismatch,
    cost: Pence,
    now: Millis,
) -> Fallible<()> {
    let off = Change::of(booking, BookingStatus::Cancelled, Actor::Client)?;
    stop_paying(connection, booking, known, now).await?;
    end(connection, known, Outcome::Ended, now).await?;
    let off = off.because(CancelReason::NotAsBooked, cost.0);
    if bookings::change(connection, booking, &off, now).await? {
        Ok(())
    } else {
        Err(status::illegal(booking.status))
    }
}
