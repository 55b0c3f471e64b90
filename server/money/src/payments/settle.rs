//! `settle`: the one idempotent way from `created` to `paid` and on to matching, whoever calls it first: the
//! provider's webhook, the browser, or the sweeper.

use super::{Payments, costs, due, extras, renewal};
use callout_domain::failure::{Failure, FailureKind, Fallible};
use pricing_core::money::Pence;

use super::postings::Posting;
use callout_booking::bookings;
use callout_booking::books::Current;
use callout_booking::matching::{Matching, Paid};
use callout_domain::booking::Booking;
use callout_domain::clock::{Millis, SECOND};
use callout_domain::intent_status::IntentStatus;
use callout_domain::money_alert::MoneyAlert;
use callout_domain::payment::{ProviderName, Purpose};
use callout_domain::renewal::HOLD_LASTS;
use callout_domain::work::Work;
use callout_outside::providers::provider::ProviderIntent;
use callout_store as store;
use callout_store::payments::{self, Payment, State};
use callout_store::{Connection, events, jobs, payments_due, provider_events};

/// How often, at most, a waiting browser makes us ask the provider about one payment.
const ASK_EVERY: Millis = SECOND;

/// The provider's event that brought the news; recorded in the same transaction as its effect.
#[derive(Debug, Clone)]
pub struct Event {
    /// Which provider.
    pub provider: ProviderName,
    /// The provider's id of the event.
    pub id: String,
}

impl Payments {
    /// Reads the intent at the provider and brings payment, ledger and booking in line with it. Does nothing for an
    /// intent that is not ours.
    ///
    /// # Errors
    /// 502 `payment_unavailable` when the provider cannot be reached.
    pub async fn settle(&self, intent_id: &str) -> Fallible<()> {
        self.settle_by(intent_id, None).await
    }

    /// `settle` on behalf of a waiting client: carries on when the provider cannot be reached.
    pub async fn settle_for_waiting(&self, intent_id: &str) -> Fallible<()> {
        match self.settle_now_and_then(intent_id).await {
            Err(error) if error.kind == FailureKind::ProviderUnavailable => {
                tracing::warn!(%error, "cannot settle for somebody who waits");
                Ok(())
            }
            result => result,
        }
    }

    /// `settle`, but the provider is asked once a second at most.
    ///
    /// # Errors
    /// 502 `payment_unavailable` when the provider cannot be reached.
    pub async fn settle_now_and_then(&self, intent_id: &str) -> Fallible<()> {
        let now = self.clock.now();
        let id = intent_id.to_owned();
        let may_ask = self.db.write(move |connection| {
            Box::pin(async move {
                payments::may_ask(connection, &id, ASK_EVERY, now)
                    .await
                    .map_err(Failure::from)
            })
        });
        if may_ask.await? {
            self.settle(intent_id).await?;
        }
        Ok(())
    }

    pub(super) async fn settle_by(&self, intent_id: &str, event: Option<Event>) -> Fallible<()> {
        let known = payments::find(&mut self.db.read().await?, intent_id).await?;
        match known {
            Some(payment) if payment.provider == self.provider.name() => {
                match self.look_up(intent_id).await? {
                    Some(intent) => self.take_over(&intent, event).await,
                    None => Ok(()),
                }
            }
            Some(_) => Ok(()),
            None => match self.debt_of(intent_id).await? {
                Some(debt) => self.settle_debt(debt).await.map(drop::<bool>),
                None => Ok(()),
            },
        }
    }

    /// Brings payment, ledger and booking in line with what the provider says, in one transaction.
    pub(super) async fn take_over(&self, intent: &ProviderIntent, event: Option<Event>) -> Fallible<()> {
        let now = self.clock.now();
        let intent = intent.clone();
        let (matching, current) = (self.matching.clone(), self.books.current().await?);
        let is_settled = self
            .db
            .write(move |connection| {
                Box::pin(async move {
                    if let Some(event) = event
                        && !provider_events::is_new(connection, event.provider, &event.id, now).await?
                    {
                        return Ok(false);
                    }
                    record(connection, &matching, &current, &intent, now).await
                })
            })
            .await?;
        if is_settled {
            metrics::counter!(callout_base::telemetry::PAYMENTS_SETTLED).increment(1);
        }
        Ok(())
    }
}

/// Applies what the provider says. True when it has settled what the payment is for.
async fn record(
    connection: &mut Connection,
    matching: &Matching,
    current: &Current,
    intent: &ProviderIntent,
    now: Millis,
) -> Fallible<bool> {
    // The row stays locked until the transaction ends, so payments are settled one after another.
    let Some(payment) = payments::lock(connection, &intent.id, now).await? else {
        return Ok(false);
    };
    let booking = store::bookings::find(connection, &payment.booking_id).await?;
    let booking = booking.ok_or_else(|| Failure::internal("a payment without its booking"))?;
    if payment.status == IntentStatus::Canceled {
        // It has ended: a late answer to an earlier request changes nothing.
        return Ok(false);
    }
    if !is_what_was_asked(&payment, &booking, intent) {
        mismatch(connection, &payment, intent, now).await?;
        return Ok(false);
    }
    follow(connection, &payment, &booking, intent, now).await?;
    // Extra work is charged as soon as it is held, so what follows its hold counts, too.
    if payment.purpose != Purpose::ChangeOrder {
        if payment.authorised_at.is_some() {
            if counts(&payment, &booking) && intent.status == IntentStatus::Canceled {
                due::ask(connection, &booking, now).await?;
            }
            return Ok(false);
        }
        if !intent.status.is_authorised() {
            return Ok(false);
        }
    }
    match payment.purpose {
        Purpose::Booking => first(connection, matching, current, &payment, &booking, now).await,
        Purpose::Proposal => agree(connection, matching, current, &payment, &booking, now).await,
        Purpose::Rest => rest(connection, &payment, now).await,
        Purpose::Renewal => renewal::renewed(connection, &payment, now).await,
        Purpose::ChangeOrder => extras::follow(connection, matching, &payment, intent.status, now).await,
        Purpose::Raise | Purpose::Time | Purpose::Again | Purpose::Suggested | Purpose::Promised => {
            change(connection, matching, current, &payment, &booking, now).await
        }
    }
}

/// True for the payment that its booking is made or kept by.
fn counts(payment: &Payment, booking: &Booking) -> bool {
    payment.closing_at.is_none() && booking.payment_id.as_deref() == Some(&payment.id)
}

/// The price of a booking is held, for the first time or again. If it is no longer wanted, release it.
async fn first(
    connection: &mut Connection,
    matching: &Matching,
    current: &Current,
    payment: &Payment,
    booking: &Booking,
    now: Millis,
) -> Fallible<bool> {
    let counts = counts(payment, booking);
    if counts && booking.facts().awaits_payment {
        if !bookings::settle(connection, booking, now).await? {
            // Somebody moved it at the same moment; the transaction is rolled back and the caller tries again.
            return Err(Failure::internal("the booking moved while it was settled"));
        }
        return Ok(true);
    }
    if counts && booking.payment_due_until.is_some() {
        // It locks a pro, which comes before bookings.
        Box::pin(matching.keep_promise(connection, &booking.id, current, now)).await?;
        payments_due::end(connection, &booking.id).await?;
        charge_at_once(connection, booking, now).await?;
        return Ok(true);
    }
    // The booking was abandoned, replaced or cancelled before the card went through, or the payment was released.
    super::release::let_go(connection, &payment.id, now).await?;
    Ok(false)
}

/// A payment that is not what was asked for settles nothing. One that is only held is let go; about one that was charged a person decides.
async fn mismatch(
    connection: &mut Connection,
    payment: &Payment,
    intent: &ProviderIntent,
    now: Millis,
) -> Fallible<()> {
    tracing::error!(payment = %payment.id, "the provider's amount, currency or quote is not the booking's");
    if intent.status != IntentStatus::Succeeded {
        return super::release::let_go(connection, &payment.id, now).await;
    }
    if payment.authorised_at.is_none() {
        // None of its money is in our books.
        payments::close(connection, &payment.id, now).await?;
        let state = State {
            status: intent.status,
            captured_pence: 0,
            authorised_at: None,
            held_until: None,
            card: None,
            card_fingerprint: None,
        };
        payments::set_state(connection, &payment.id, state).await?;
    }
    let alert = MoneyAlert::Mismatch {
        intent_id: payment.id.clone(),
        paid_for: payment.booking_id.clone(),
        asked_pence: payment.amount_pence,
        charged_pence: intent.captured_pence,
    };
    Ok(jobs::alert(connection, alert, now).await?)
}

/// The new price of a proposal is held: assign the job and release the old hold, or, if the job can no longer be assigned, release the
/// new one.
async fn agree(
    connection: &mut Connection,
    matching: &Matching,
    current: &Current,
    payment: &Payment,
    booking: &Booking,
    now: Millis,
) -> Fallible<bool> {
    let is_due = booking.facts().waits_for_client
        && booking.payment_due_pence == Some(payment.amount_pence)
        && payment.closing_at.is_none();
    if !is_due || !matching.agree_paid(connection, &booking.id, current, now).await? {
        super::release::let_go(connection, &payment.id, now).await?;
        return Ok(false);
    }
    store::bookings::set_payment(connection, &booking.id, &payment.id).await?;
    if let Some(old) = &booking.payment_id {
        super::release::let_go(connection, old, now).await?;
    }
    Ok(true)
}

/// The cost of a change is held: make the change and release the old hold, or, if it can no longer be made, release the new one.
async fn change(
    connection: &mut Connection,
    matching: &Matching,
    current: &Current,
    payment: &Payment,
    booking: &Booking,
    now: Millis,
) -> Fallible<bool> {
    let paid = if payment.closing_at.is_some() {
        Paid::Nothing
    } else {
        Box::pin(matching.change_paid(connection, payment, current, now)).await?
    };
    match paid {
        Paid::Nothing => {
            super::release::let_go(connection, &payment.id, now).await?;
            return Ok(false);
        }
        Paid::Difference => {}
        Paid::Whole => {
            store::bookings::set_payment(connection, &booking.id, &payment.id).await?;
            if let Some(old) = &booking.payment_id {
                super::release::let_go(connection, old, now).await?;
            }
        }
    }
    charge_at_once(connection, booking, now).await?;
    Ok(true)
}

/// The balance of a part-charged price is held, so nothing more is due. If it is no longer wanted, release it.
async fn rest(connection: &mut Connection, payment: &Payment, now: Millis) -> Fallible<bool> {
    let booking = store::bookings::lock(connection, &payment.booking_id).await?;
    let is_due = |booking: &Booking| {
        payment.closing_at.is_none()
            && booking.owes_rest()
            && booking.payment_due_pence == Some(payment.amount_pence)
            && booking.payment_id == payment.reference
    };
    let Some(booking) = booking.filter(is_due) else {
        super::release::let_go(connection, &payment.id, now).await?;
        return Ok(false);
    };
    payments_due::end(connection, &booking.id).await?;
    charge_at_once(connection, &booking, now).await?;
    Ok(true)
}

/// What is paid while a pro has the job is charged at once, as the rest was with the accept, and the pro is told.
async fn charge_at_once(connection: &mut Connection, booking: &Booking, now: Millis) -> Fallible<()> {
    let Some(master) = booking
        .assigned_master_id
        .as_deref()
        .filter(|_| booking.facts().has_pro)
    else {
        return Ok(());
    };
    let capture = Work::CapturePayment {
        booking_id: booking.id.clone(),
    };
    jobs::enqueue(connection, &capture, None, now, now).await?;
    bookings::tell_pro_of_change(connection, master, &booking.id, now).await
}

/// The booking's own amount counts only as long as its first payment is awaited: later it may change by agreement.
fn is_what_was_asked(payment: &Payment, booking: &Booking, intent: &ProviderIntent) -> bool {
    intent.amount_pence == payment.amount_pence
        && (!booking.facts().awaits_payment || payment.amount_pence == booking.amount_pence)
        && intent.currency.eq_ignore_ascii_case(&payment.currency)
        && intent.reference.as_deref() == Some(&payment.quote_id)
        && payment.quote_id == booking.quote_id
}

/// Brings the payment's row and the ledger in line with the provider, each posting once.
async fn follow(
    connection: &mut Connection,
    payment: &Payment,
    booking: &Booking,
    intent: &ProviderIntent,
    now: Millis,
) -> Fallible<()> {
    let posting = Posting {
        payment,
        client_id: &booking.made_by,
        now,
    };
    let was_authorised = payment.authorised_at.is_some();
    if intent.status.is_authorised() {
        posting.authorise(connection).await?;
    }
    match intent.status {
        IntentStatus::Succeeded => {
            if let Some(cost) = &intent.cost {
                costs::post(connection, cost, Some(payment), now).await?;
            }
            let is_new = posting.capture(connection, Pence(intent.captured_pence)).await?;
            if is_new && intent.captured_pence > 0 {
                let fee = events::cancellation_fee(connection, booking).await?;
                let charged = Work::ChargedMessage {
                    payment_id: payment.id.clone(),
                    // What was charged for the job before it was called off is more than the fee.
                    fee_pence: if intent.captured_pence <= fee { fee } else { 0 },
                };
                jobs::enqueue(connection, &charged, None, now, now).await?;
            }
        }
        IntentStatus::Canceled if was_authorised => posting.void(connection).await?,
        _ => {}
    }
    let authorised_at = payment
        .authorised_at
        .or_else(|| intent.status.is_authorised().then_some(now));
    let is_held = !was_authorised && intent.status == IntentStatus::RequiresCapture;
    // Only with a step: an answer about one that has ended brings back nothing of somebody who was erased.
    let is_step = intent.status.is_authorised() && payment.status != intent.status;
    let state = State {
        status: intent.status,
        captured_pence: intent.captured_pence,
        authorised_at,
        held_until: is_held.then(|| intent.capture_before.unwrap_or(now + HOLD_LASTS)),
        card: intent.card.as_ref().filter(|_| is_held),
        card_fingerprint: intent.card_fingerprint.as_deref().filter(|_| is_step),
    };
    payments::set_state(connection, &payment.id, state).await?;
    Ok(())
}
