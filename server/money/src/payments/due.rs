//! When the provider ends a hold by itself, or the bank refuses to pay, the booking asks for its payment again and is cancelled if nobody
//! pays. Once its pro has set off it is not: then it goes on asking.

use callout_domain::change::ChangeOutcome;
use pricing_core::Pence;
use serde_json::json;

use super::open::{Awaited, Cancelled, awaited};
use super::{Intent, IntentFor, Payments};
use callout_booking::bookings::{self, Change};
use callout_domain::booking::{Booking, CancelReason};
use callout_domain::booking_event::EventKind;
use callout_domain::change::pay_again_until;
use callout_domain::clock::{DAY, Millis};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::message_kind::Way;
use callout_domain::status::{Actor, BookingStatus};
use callout_domain::work::Work;
use callout_store as store;
use callout_store::jobs::{self, NewJob};
use callout_store::{Connection, changes, events, payments_due};

/// How the client is told, each by a job of its own, so that an email is not repeated for the sake of a text.
const WAYS: [Way; 2] = [Way::Email, Way::Text];

/// How long the client goes on being asked once the pro has set off, before people are told again.
const STILL_TO_PAY: Millis = 7 * DAY;

/// Asks for payment of a booking whose hold has ended, in the transaction that learns of it. Does nothing for a booking that
/// no longer needs a hold.
pub(super) async fn ask(connection: &mut Connection, booking: &Booking, now: Millis) -> Fallible<()> {
    if !booking.facts().is_open {
        return Ok(());
    }
    let until = pay_again_until(booking.slot_start, now).max(now);
    tracing::warn!(booking = %booking.id, "the provider ended a hold: the client is asked to pay again");
    begin(connection, booking, booking.amount_pence, until, now).await
}

/// Asks for the payment of `pence`, the price of the booking or the rest of it, by `until` (Unix milliseconds); any change that waits is
/// over, and extra work waits for its client again.
pub(super) async fn begin(
    connection: &mut Connection,
    booking: &Booking,
    pence: i64,
    until: Millis,
    now: Millis,
) -> Fallible<()> {
    if let Some(change) = changes::open(connection, &booking.id).await? {
        bookings::end_change(connection, booking, &change, ChangeOutcome::Over, now).await?;
    }
    bookings::stop_paying_extra(connection, booking, now).await?;
    payments_due::begin(connection, &booking.id, pence, until).await?;
    // Open pages look again at a numbered event only.
    events::note(connection, &booking.id, EventKind::PaymentDue, &json!({}), now).await?;
    let booking_id = booking.id.clone();
    let end = Work::EndPaymentDue {
        booking_id: booking_id.clone(),
    };
    let key = |kind: &str| format!("{kind}:{booking_id}:{until}");
    let mut jobs = vec![NewJob::new(&end, Some(key("payment-due-ends")), until, now)?];
    if until > now {
        for way in WAYS {
            let message = Work::PaymentDueMessage {
                booking_id: booking_id.clone(),
                way,
            };
            let by_way = format!("{}:{}", key("payment-due"), way.as_str());
            jobs.push(NewJob::new(&message, Some(by_way), now, now)?);
        }
    }
    Ok(jobs::add(connection, &jobs).await?)
}

/// Whether what is due of a booking is not for its price as it stands, but for a change, extra work, or another hold.
pub async fn is_for_more(connection: &mut Connection, booking: &Booking) -> Fallible<bool> {
    Ok(booking.facts().waits_for_client || Box::pin(awaited(connection, Some(booking))).await?.is_some())
}

impl Payments {
    /// Opens the intent by which a booking is paid again; returns the same one until it ends. `keeps_card` as in [`IntentFor`].
    ///
    /// # Errors
    /// 409 `nothing_due` when nothing is to be paid, or the time for it is over; otherwise as [`Payments::open_intent`].
    pub async fn open_due(&self, booking: &Booking, keeps_card: bool) -> Fallible<Intent> {
        let now = self.clock.now();
        let amount_pence = booking
            .payment_due_pence
            .filter(|_| booking.payment_due_until.is_some_and(|until| now < until))
            .ok_or_else(|| nothing_due(booking))?;
        let wanted = IntentFor {
            booking_id: booking.id.clone(),
            quote_id: booking.quote_id.clone(),
            amount_pence,
            currency: booking.currency.clone(),
            keeps_card,
        };
        self.open_intent(&wanted).await
    }

    /// Ends the wait for the second payment: settled if the provider has the money after all; otherwise the booking is cancelled
    /// and the client told, or asked again once the pro has set off; when it was for a pro's proposal, the search for a pro goes on; when
    /// it was for a change or extra work, the booking stays as it is. Does nothing for a booking that was paid, cancelled, or given a new deadline
    /// meanwhile.
    ///
    /// # Errors
    /// 502 `payment_unavailable` when the provider cannot be reached; to be tried again.
    pub async fn end_due(&self, booking_id: &str) -> Fallible<()> {
        let now = self.clock.now();
        let booking = store::bookings::find(&mut self.db.read().await?, booking_id).await?;
        let is_over = move |booking: &Booking| booking.payment_due_until.is_some_and(|until| until <= now);
        if !booking.as_ref().is_some_and(is_over)
            || self.cancel_intent(booking_id).await? == Cancelled::AlreadyPaid
        {
            return Ok(());
        }
        if booking
            .as_ref()
            .is_some_and(|booking| booking.facts().waits_for_client)
        {
            return self.matching.end_unpaid(booking_id).await;
        }
        let mut connection = self.db.read().await?;
        let awaited = Box::pin(awaited(&mut connection, booking.as_ref())).await?;
        drop(connection);
        match awaited {
            Some(Awaited::Change(_)) => return Box::pin(self.matching.end_unpaid_change(booking_id)).await,
            Some(Awaited::Extra(_)) => return Box::pin(self.matching.end_unpaid_extra(booking_id)).await,
            Some(Awaited::Renewal(_)) => return self.end_asking_to_renew(booking_id).await,
            None => {}
        }
        let id = booking_id.to_owned();
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let booking = store::bookings::lock(connection, &id).await?;
                    match booking.filter(is_over) {
                        Some(booking) => cancel_or_go_on(connection, &booking, now).await,
                        None => Ok(()),
                    }
                })
            })
            .await
    }
}

fn nothing_due(booking: &Booking) -> Failure {
    let detail = if booking.facts().has_pro {
        let price = Pence(booking.amount_pence);
        format!("A pro accepted at {price}. Nothing more to pay.")
    } else {
        "There is nothing to pay for this booking.".to_owned()
    };
    Failure::conflict("nothing_due", detail)
}

async fn cancel_or_go_on(connection: &mut Connection, booking: &Booking, now: Millis) -> Fallible<()> {
    let off = Change::of(booking, BookingStatus::Cancelled, Actor::System);
    let Some(off) = off.ok().filter(|_| !booking.has_set_off()) else {
        // Whether the visit still takes place is for people to decide; meanwhile it can be paid.
        tracing::error!(booking = %booking.id, status = booking.status.as_str(), "a booking with a pro is not paid");
        let pence = booking.payment_due_pence.unwrap_or(booking.amount_pence);
        return begin(connection, booking, pence, now + STILL_TO_PAY, now).await;
    };
    if bookings::change(
        connection,
        booking,
        &off.because(CancelReason::PaymentEnded, 0),
        now,
    )
    .await?
    {
        for way in WAYS {
            let message = Work::UnpaidCancelledMessage {
                booking_id: booking.id.clone(),
                way,
            };
            let key = format!("unpaid-cancelled:{}:{}", booking.id, way.as_str());
            jobs::enqueue(connection, &message, Some(&key), now, now).await?;
        }
    }
    Ok(())
}
