//! Opening a booking's intent, and cancelling it before it is paid.

use std::time::Duration;

use tokio::time::{Instant, timeout_at};

use super::Payments;
use callout_domain::booking::Booking;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::intent_status::IntentStatus;
use callout_domain::payment::Purpose;
use callout_domain::{redemption, renewal};
use callout_outside::providers::provider::{Answer, NewIntent, ProviderError};
use callout_store::change_orders::{self, ChangeOrder};
use callout_store::changes::{self, Change};
use callout_store::payments::{self, Payment};
use callout_store::{Connection, StoreError, bookings};

/// How long a caller waits in all for a provider that does not answer, however many calls are made.
const PATIENCE: Duration = Duration::from_secs(8);

/// What an intent is opened for.
#[derive(Debug, Clone)]
pub struct IntentFor {
    /// The booking; it awaits a payment.
    pub booking_id: String,
    /// Its quote; the idempotency key at the provider.
    pub quote_id: String,
    /// The whole amount, pence, above 0.
    pub amount_pence: i64,
    /// ISO code, e.g. `GBP`.
    pub currency: String,
    /// The client agrees that the card is kept for the visit, so that its hold can be renewed.
    pub keeps_card: bool,
}

/// An open intent, as the browser needs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Intent {
    /// The provider's id.
    pub payment_intent_id: String,
    /// The secret with which the browser can pay it.
    pub client_secret: String,
    /// The amount, pence.
    pub amount_pence: i64,
}

impl From<Payment> for Intent {
    fn from(payment: Payment) -> Self {
        Self {
            payment_intent_id: payment.id,
            client_secret: payment.client_secret,
            amount_pence: payment.amount_pence,
        }
    }
}

/// The result of cancelling an intent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cancelled {
    /// Nothing can be paid on it any more (or there never was one).
    Yes,
    /// It had been paid already; meanwhile the booking has been settled (`paid`, then `pending`).
    AlreadyPaid,
}

impl Payments {
    /// Opens the booking's intent at the provider (outside any transaction) and records it. Idempotent: repeated
    /// for the same quote it returns the same intent; only one that has ended, or that we released, is replaced by a
    /// new one.
    ///
    /// # Errors
    /// 502 `payment_unavailable` when the provider cannot be reached (the call may be repeated), `payment_refused` when it does
    /// not accept the payment; 409 `quote_used` when the booking was cancelled, `already_paid` when it awaits no payment.
    pub async fn open_intent(&self, wanted: &IntentFor) -> Fallible<Intent> {
        // Boxed: every caller's future would hold the payments that it looks through.
        Box::pin(self.find_or_open(wanted)).await
    }

    async fn find_or_open(&self, wanted: &IntentFor) -> Fallible<Intent> {
        let mut connection = self.db.read().await?;
        let booking = bookings::find(&mut connection, &wanted.booking_id).await?;
        let earlier = payments::of_booking(&mut connection, &wanted.booking_id).await?;
        let awaited = Box::pin(awaited(&mut connection, booking.as_ref())).await?;
        drop(connection);
        let booking = booking
            .filter(|booking| !booking.facts().is_called_off)
            .ok_or_else(redemption::used)?;
        let keeps_card = wanted.keeps_card
            && !booking.facts().has_pro
            && renewal::may_keep_card(booking.slot_start, self.clock.now());
        let (attempts, asked) = (earlier.len(), Asked::by(&booking, awaited));
        let is_wanted = |payment: &Payment| {
            is_open(payment) && asked.is_for(payment, &booking) && payment.amount_pence == wanted.amount_pence
        };
        if let Some(open) = earlier.into_iter().find(is_wanted) {
            return Ok(open.into());
        }
        if !booking.waits_for_payment() {
            return Err(redemption::already(&booking));
        }
        let new = NewIntent {
            idempotency_key: idempotency_key(wanted, attempts, keeps_card),
            amount_pence: wanted.amount_pence,
            currency: wanted.currency.clone(),
            booking_id: Some(wanted.booking_id.clone()),
            reference: wanted.quote_id.clone(),
            keeps_card,
        };
        let opened = answer_by(Instant::now() + PATIENCE, self.provider.create(&new)).await?;
        let payment = Payment {
            id: opened.id,
            booking_id: wanted.booking_id.clone(),
            quote_id: wanted.quote_id.clone(),
            provider: self.provider.name(),
            client_secret: opened.client_secret,
            status: opened.status,
            purpose: asked.purpose,
            reference: asked.reference,
            amount_pence: wanted.amount_pence,
            captured_pence: 0,
            refunded_pence: 0,
            refused_pence: 0,
            disputed_pence: 0,
            currency: wanted.currency.clone(),
            authorised_at: None,
            closing_at: None,
            created_at: self.clock.now(),
            capture_before: None,
            renew_at: None,
            customer_id: None,
            card_id: None,
            card_fingerprint: None,
        };
        self.record_opened(payment).await
    }

    /// Records the payment and links it to the booking; an intent that is no longer wanted is released.
    async fn record_opened(&self, payment: Payment) -> Fallible<Intent> {
        let now = self.clock.now();
        self.db
            .write(move |connection| Box::pin(async move { record(connection, payment, now).await }))
            .await?
    }

    /// Ends the intents of a booking that awaits its payment, in our books first and then at the provider; must be called before
    /// the transaction that replaces or cancels the booking.
    ///
    /// # Errors
    /// 502 `payment_unavailable` when the provider cannot be reached.
    pub async fn cancel_intent(&self, booking_id: &str) -> Fallible<Cancelled> {
        Box::pin(self.end_open(booking_id)).await
    }

    async fn end_open(&self, booking_id: &str) -> Fallible<Cancelled> {
        let deadline = Instant::now() + PATIENCE;
        let mut connection = self.db.read().await?;
        let booking = bookings::find(&mut connection, booking_id).await?;
        let mut payments = payments::of_booking(&mut connection, booking_id).await?;
        let awaited = Box::pin(awaited(&mut connection, booking.as_ref())).await?;
        drop(connection);
        if let Some(booking) = &booking {
            let asked = Asked::by(booking, awaited);
            payments.retain(|payment| asked.is_for(payment, booking));
        }
        for payment in payments.into_iter().filter(may_be_paid) {
            let can_be_asked = payment.provider == self.provider.name();
            if can_be_asked && payment.closing_at.is_none() {
                let answer = answer_by(deadline, self.provider.retrieve(&payment.id)).await;
                let Some(intent) = self.or_unknown(&payment.id, answer).await? else {
                    continue;
                };
                self.take_over(&intent, None).await?;
                if intent.status.is_authorised() {
                    return Ok(Cancelled::AlreadyPaid);
                }
            }
            let (id, now) = (payment.id.clone(), self.clock.now());
            let is_closed = self.db.write(move |connection| {
                Box::pin(async move {
                    payments::close_unpaid(connection, &id, now)
                        .await
                        .map_err(Failure::from)
                })
            });
            // Anything that settles from now on finds it closed; anything that was faster has settled the booking.
            if !is_closed.await? {
                return Ok(Cancelled::AlreadyPaid);
            }
            if can_be_asked {
                let answer = answer_by(deadline, self.provider.void(&payment.id)).await;
                if let Some(intent) = self.or_unknown(&payment.id, answer).await? {
                    self.take_over(&intent, None).await?;
                }
            }
        }
        Ok(Cancelled::Yes)
    }
}

/// The key of an intent at the provider: the quote's id for the first one. What may change has its part in it, the amount of further ones
/// and whether the card is kept: one whose answer was lost is not recorded, and the provider refuses anything else under its key.
#[must_use]
pub fn idempotency_key(wanted: &IntentFor, attempts: usize, keeps_card: bool) -> String {
    let (quote, amount) = (&wanted.quote_id, wanted.amount_pence);
    let kept = if keeps_card { "-kept" } else { "" };
    match attempts {
        0 => format!("{quote}{kept}"),
        _ => format!("{quote}-{attempts}-{amount}{kept}"),
    }
}

/// What a newly opened payment is for.
struct Asked {
    purpose: Purpose,
    /// The change or change order that it pays, or the payment whose rest it is or whose hold it renews.
    reference: Option<String>,
}

impl Asked {
    /// While a pro's answer waits for the client, it is the new price; while a change or extra work waits for its payment, that; and the
    /// rest of a price of which a part was charged.
    fn by(booking: &Booking, awaited: Option<Awaited>) -> Self {
        let (purpose, reference) = match awaited {
            Some(Awaited::Change(change)) => (change.kind.into(), Some(change.id)),
            Some(Awaited::Extra(order)) => (Purpose::ChangeOrder, Some(order.id)),
            Some(Awaited::Renewal(payment)) => (Purpose::Renewal, Some(payment.id)),
            None if booking.facts().waits_for_client => (Purpose::Proposal, None),
            None if booking.owes_rest() => (Purpose::Rest, booking.payment_id.clone()),
            None => (Purpose::Booking, None),
        };
        Self { purpose, reference }
    }

    /// Whether a payment is one that is awaited now. A payment for an earlier proposal or balance goes on paying for the booking until a new
    /// price is paid, so it doesn't count.
    fn is_for(&self, payment: &Payment, booking: &Booking) -> bool {
        let is_kept = match self.purpose {
            Purpose::Proposal => booking.payment_id.as_deref() == Some(&payment.id),
            Purpose::Rest => payment.authorised_at.is_some(),
            _ => false,
        };
        payment.purpose == self.purpose && payment.reference == self.reference && !is_kept
    }
}

/// What a booking asks to be paid for beside its own price.
pub(super) enum Awaited {
    /// Another price or time.
    Change(Change),
    /// Extra work or parts.
    Extra(ChangeOrder),
    /// Another hold, since this one ends soon.
    Renewal(Payment),
}

/// Whatever else the booking is waiting to be paid for; `None` when only its price is due, or nothing is.
pub(super) async fn awaited(
    connection: &mut Connection,
    booking: Option<&Booking>,
) -> Result<Option<Awaited>, StoreError> {
    // Before its first payment a booking waits for nothing else.
    let Some(booking) = booking.filter(|booking| !booking.facts().awaits_payment) else {
        return Ok(None);
    };
    let change = changes::open(connection, &booking.id).await?;
    if let Some(change) = change.filter(Change::waits_for_payment) {
        return Ok(Some(Awaited::Change(change)));
    }
    let order = change_orders::open(connection, &booking.id).await?;
    if let Some(order) = order.filter(|order| order.is_due(booking)) {
        return Ok(Some(Awaited::Extra(order)));
    }
    let asked_again = booking
        .payment_id
        .as_deref()
        .filter(|_| booking.facts().is_matching && booking.payment_due_until.is_some());
    let Some(payment) = asked_again else {
        return Ok(None);
    };
    let payment = payments::find(connection, payment).await?;
    Ok(payment.filter(Payment::is_held).map(Awaited::Renewal))
}

/// False for a payment that has ended, or was charged before and is given back or with the client's bank.
fn may_be_paid(payment: &Payment) -> bool {
    let is_given_back = payment.closing_at.is_some() && payment.status == IntentStatus::Succeeded;
    !payment.has_ended() && !is_given_back && !payment.is_spent()
}

/// True for a payment that can still be paid, or was and still counts.
fn is_open(payment: &Payment) -> bool {
    payment.closing_at.is_none() && !payment.has_ended() && !payment.is_spent()
}

/// The provider's answer, or `Unavailable` when it has not come by `deadline`.
pub(super) async fn answer_by<T>(deadline: Instant, answer: Answer<'_, T>) -> Result<T, ProviderError> {
    timeout_at(deadline, answer)
        .await
        .unwrap_or_else(|_| Err(ProviderError::Unavailable("no answer in time".into())))
}

/// What becomes of an opened intent. The inner `Err` is an answer whose transaction is committed, too.
async fn record(connection: &mut Connection, payment: Payment, now: Millis) -> Fallible<Fallible<Intent>> {
    let stored = payments::add(connection, &payment, now).await?;
    let stored = stored.ok_or_else(|| Failure::internal("a payment that was added is not there"))?;
    // Held: whoever calls the booking off either waits and then sees this payment, or has done so already.
    let booking = bookings::lock(connection, &payment.booking_id).await?;
    let Some(booking) = booking.filter(|booking| !booking.facts().is_called_off) else {
        super::release::let_go(connection, &payment.id, now).await?;
        return Ok(Err(redemption::used()));
    };
    if stored.purpose != Purpose::Booking {
        if stored.authorised_at.is_some() {
            // The same intent was opened twice, and paid before this answer arrived: whoever settled it decided what becomes of it.
            return Ok(Err(redemption::already(&booking)));
        }
        // The old hold stands until this one does.
        let awaited = Box::pin(awaited(connection, Some(&booking))).await?;
        let is_awaited = Asked::by(&booking, awaited).is_for(&stored, &booking);
        if is_awaited && booking.waits_for_payment() && is_open(&stored) {
            return Ok(Ok(stored.into()));
        }
        super::release::let_go(connection, &payment.id, now).await?;
        return Ok(Err(redemption::used()));
    }
    let current = match booking.payment_id.as_deref() {
        Some(id) if id != payment.id => payments::find(connection, id).await?.filter(is_open),
        _ => None,
    };
    match current {
        // Somebody else opened another one at the same moment, and that one counts.
        Some(current) => {
            super::release::let_go(connection, &payment.id, now).await?;
            Ok(Ok(current.into()))
        }
        None if booking.waits_for_payment() && is_open(&stored) => {
            bookings::set_payment(connection, &booking.id, &payment.id).await?;
            Ok(Ok(stored.into()))
        }
        // The same intent was opened twice, and paid before this answer arrived: its hold belongs to the booking.
        None if booking.payment_id.as_deref() == Some(&payment.id) && is_open(&stored) => {
            Ok(Err(redemption::already(&booking)))
        }
        None => {
            super::release::let_go(connection, &payment.id, now).await?;
            Ok(Err(redemption::used()))
        }
    }
}
