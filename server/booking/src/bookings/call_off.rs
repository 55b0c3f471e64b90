//! Cancelling a booking for its client, or from our side: an operator decides whether it costs the client what the rules say.

use pricing_core::Pence;

use super::{Bookings, Change, change, fee, is_late_in_cash, not_found};
use callout_base::audit;
use callout_base::words::words;
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::booking::{Booking, CancelReason};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::operator::By;
use callout_domain::status::{self, Actor, BookingStatus};
use callout_store::bookings::{self, details};
use callout_store::events;

/// Why an operator cancels, and what it costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallOff {
    /// The client asked for it, and pays what the rules say, which they have been told is this.
    ForClient(Pence),
    /// The client asked for it, and pays nothing.
    ForClientFree,
    /// We cannot keep it: the client pays nothing.
    ByCallout,
}

impl CallOff {
    /// The reason that is stored.
    const fn reason(self) -> CancelReason {
        match self {
            Self::ForClient(_) | Self::ForClientFree => CancelReason::ForClient,
            Self::ByCallout => CancelReason::ByCallout,
        }
    }
}

impl Bookings {
    /// Cancels a booking whose work has not begun, and returns it as it then stands. What is waived of the fee counts as given back.
    ///
    /// # Errors
    /// 404 when there is no such booking; 409 `awaits_payment` for one that was never paid and ends by itself, `at_work` once the work
    /// has begun, `illegal_transition` when it has ended, `fee_changed` when the client would pay another sum than they were told; 422 on `reason`; those of [`audit::note`].
    pub async fn call_off(&self, id: String, how: CallOff, reason: &str, by: By) -> Fallible<Booking> {
        let (reason, now) = (words("reason", reason)?, self.clock.now());
        let current = self.books.current().await?;
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let entry = Entry::new(Act::BookingCancelled, Subject::Booking(id.clone()));
                    let booking = bookings::lock(connection, &id).await?.ok_or_else(not_found)?;
                    audit::check(connection, &by, &entry).await?;
                    check(&booking)?;
                    let off = Change::of(&booking, BookingStatus::Cancelled, Actor::Operator)?;
                    let book = current.of_version(&booking.book_version);
                    let set_off_at = events::set_off_at(connection, &booking).await?;
                    let by_the_rules = fee(book, &booking, set_off_at, now)?.fee_pence;
                    let cost = cost(how, by_the_rules)?;
                    let is_by_the_rules = matches!(how, CallOff::ForClient(_));
                    if is_by_the_rules && is_late_in_cash(book, &booking, set_off_at, now)? {
                        details::cancelled_late(connection, &id, now).await?;
                    }
                    let off = off.because(how.reason(), cost.0);
                    if !change(connection, &booking, &off, now).await? {
                        return Err(status::illegal(booking.status));
                    }
                    let entry = entry
                        .was("status", booking.status.as_str())
                        .is("why", how.reason().as_str())
                        .is("cost_pence", cost.0)
                        .refunding(by_the_rules - cost)
                        .because(&reason);
                    audit::note(connection, &by, &entry, now).await?;
                    bookings::find(connection, &id).await?.ok_or_else(not_found)
                })
            })
            .await
    }
}

/// What the client pays. What the rules say may have changed since they were told: a pro has it or has set off, or it is later.
fn cost(how: CallOff, by_the_rules: Pence) -> Fallible<Pence> {
    match how {
        CallOff::ForClient(told) if told != by_the_rules => {
            let detail = format!(
                "By the rules the client pays {by_the_rules} now, not {told}. Tell them, and send it again if they still want to cancel."
            );
            Err(Failure::conflict("fee_changed", detail))
        }
        CallOff::ForClient(_) => Ok(by_the_rules),
        CallOff::ForClientFree | CallOff::ByCallout => Ok(Pence::ZERO),
    }
}

fn check(booking: &Booking) -> Fallible<()> {
    let facts = booking.facts();
    if facts.awaits_payment {
        let detail = "This booking was never paid, and ends by itself.";
        Err(Failure::conflict("awaits_payment", detail))
    } else if facts.is_at_work {
        let detail = "The work has begun: stop the job instead.";
        Err(Failure::conflict("at_work", detail))
    } else {
        Ok(())
    }
}
