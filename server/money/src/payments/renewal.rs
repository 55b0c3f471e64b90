//! A hold that ends before its job is renewed: first the new one is made with the card that was kept, then the old one is let go. Where the
//! bank wants to ask the client, so do we, as long as the old one stands.

use super::open::{Awaited, awaited};
use super::{Payments, due, release};
use callout_domain::booking::Booking;
use callout_domain::clock::{DAY, HOUR, Millis};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::payment::Purpose;
use callout_domain::renewal::ASKED_UNTIL;
use callout_outside::providers::provider::{NewIntent, ProviderError};
use callout_store::payments::{self, Payment};
use callout_store::{Connection, bookings, changes, holds, payments_due};

/// How many holds or cards one round handles.
const AT_ONCE: i64 = 50;

/// How long a card is kept after its booking has ended.
const CARD_KEPT: Millis = DAY;

impl Payments {
    /// Ids of the payments whose hold is to be renewed now.
    pub async fn holds_to_renew(&self) -> Fallible<Vec<String>> {
        let (provider, now) = (self.provider.name(), self.clock.now());
        Ok(holds::to_renew(&mut self.db.read().await?, provider, now, AT_ONCE).await?)
    }

    /// Renews a hold, or asks its client to. May be repeated: the same hold is renewed once.
    ///
    /// # Errors
    /// 502 `payment_unavailable` when the provider cannot be reached; to be tried again.
    pub async fn renew_hold(&self, payment_id: &str) -> Fallible<()> {
        let payment = payments::find(&mut self.db.read().await?, payment_id).await?;
        let Some(old) = payment.filter(Payment::is_held) else {
            return Ok(());
        };
        let Some(card) = old.card() else {
            return self.ask_to_renew(old.id).await;
        };
        let new = NewIntent {
            idempotency_key: format!("renewal:{}", old.id),
            amount_pence: old.amount_pence,
            currency: old.currency.clone(),
            booking_id: Some(old.booking_id.clone()),
            reference: old.quote_id.clone(),
            keeps_card: true,
        };
        let opened = match self.provider.renew(&new, &card).await {
            Ok(opened) => opened,
            Err(ProviderError::Refused(code) | ProviderError::Missing(code)) => {
                tracing::warn!(payment = %old.id, code, "a hold cannot be renewed without its client");
                return self.ask_to_renew(old.id).await;
            }
            Err(error) => return Err(error.into()),
        };
        let payment = Payment {
            id: opened.id.clone(),
            client_secret: opened.client_secret.clone(),
            status: opened.status,
            purpose: Purpose::Renewal,
            reference: Some(old.id.clone()),
            created_at: self.clock.now(),
            ..old
        };
        let now = payment.created_at;
        self.db
            .write(move |connection| Box::pin(async move { payments::add(connection, &payment, now).await }))
            .await?;
        self.take_over(&opened, None).await
    }

    async fn ask_to_renew(&self, payment_id: String) -> Fallible<()> {
        let now = self.clock.now();
        self.db
            .write(move |connection| Box::pin(async move { ask(connection, &payment_id, now).await }))
            .await
    }

    /// Ends the wait for the client, whose hold stands until the bank ends it.
    pub(super) async fn end_asking_to_renew(&self, booking_id: &str) -> Fallible<()> {
        let (id, now) = (booking_id.to_owned(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let booking = bookings::lock(connection, &id).await?;
                    let is_over =
                        |booking: &Booking| booking.payment_due_until.is_some_and(|until| until <= now);
                    if booking.as_ref().is_some_and(is_over)
                        && waits_for_renewal(connection, booking.as_ref()).await?
                    {
                        payments_due::end(connection, &id).await?;
                    }
                    Ok::<_, Failure>(())
                })
            })
            .await
    }

    /// Whether a booking waits for another hold in place of one that ends soon.
    pub async fn waits_for_renewal(&self, booking: &Booking) -> Fallible<bool> {
        waits_for_renewal(&mut self.db.read().await?, Some(booking)).await
    }

    /// Has the provider forget the cards of bookings that ended a day ago.
    ///
    /// # Errors
    /// 502 `payment_unavailable` when the provider cannot be reached; to be tried again.
    pub async fn forget_cards(&self) -> Fallible<()> {
        let before = self.clock.now() - CARD_KEPT;
        let provider = self.provider.name();
        let cards = holds::cards_to_forget(&mut self.db.read().await?, provider, before, AT_ONCE).await?;
        for card in cards {
            self.provider.forget_card(&card).await?;
            self.db
                .write(move |connection| {
                    Box::pin(async move { holds::forgot(connection, &card.card_id).await })
                })
                .await?;
        }
        Ok(())
    }
}

/// A renewed hold is there: it takes the place of the old one. If that is not needed any more, the new one is let go. False then.
pub(super) async fn renewed(connection: &mut Connection, new: &Payment, now: Millis) -> Fallible<bool> {
    let booking = bookings::lock(connection, &new.booking_id).await?;
    let is_needed = |booking: &Booking| {
        let facts = booking.facts();
        new.closing_at.is_none()
            && booking.payment_id == new.reference
            && (facts.is_matching || facts.waits_for_client)
    };
    let Some((booking, old)) = booking.filter(is_needed).zip(new.reference.as_deref()) else {
        release::let_go(connection, &new.id, now).await?;
        return Ok(false);
    };
    if waits_for_renewal(connection, Some(&booking)).await? {
        payments_due::end(connection, &booking.id).await?;
    }
    bookings::set_payment(connection, &booking.id, &new.id).await?;
    release::let_go(connection, old, now).await?;
    Ok(true)
}

/// Asks the client to renew a hold, until shortly before its end; later, if something else waits for them.
async fn ask(connection: &mut Connection, payment_id: &str, now: Millis) -> Fallible<()> {
    let payment = payments::lock(connection, payment_id, now).await?;
    let Some(payment) = payment.filter(|payment| payment.is_held() && payment.renew_at.is_some()) else {
        return Ok(());
    };
    let booking = bookings::lock(connection, &payment.booking_id).await?;
    let counts =
        |booking: &Booking| booking.facts().is_matching && booking.payment_id.as_ref() == Some(&payment.id);
    let Some(booking) = booking.filter(counts) else {
        return Ok(());
    };
    let until = payment.capture_before.unwrap_or(now) - ASKED_UNTIL;
    let is_busy =
        booking.payment_due_until.is_some() || changes::open(connection, &booking.id).await?.is_some();
    let again = (is_busy && now + HOUR < until).then_some(now + HOUR);
    holds::renew_at(connection, &payment.id, again).await?;
    if is_busy || until <= now {
        return Ok(());
    }
    due::begin(connection, &booking, booking.amount_pence, until, now).await
}

async fn waits_for_renewal(connection: &mut Connection, booking: Option<&Booking>) -> Fallible<bool> {
    let awaited = Box::pin(awaited(connection, booking)).await?;
    Ok(matches!(awaited, Some(Awaited::Renewal(_))))
}
