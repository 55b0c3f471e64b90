//! Capturing a hold, in whole or in part, and what follows when the bank refuses it.

use super::cover::Cover;
use super::open::awaited;
use super::{Payments, due};
use callout_booking::bookings;
use callout_domain::booking::Booking;
use callout_domain::change::TIME_TO_PAY;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::intent_status::IntentStatus;
use callout_outside::providers::provider::ProviderError;
use callout_store as store;
use callout_store::payments::{self, Payment};
use callout_store::{Connection, payments_due};

/// What the provider says to a capture.
pub(super) enum Captured {
    Yes,
    /// The bank does not pay.
    Refused,
}

impl Payments {
    /// Captures what is held for a booking that a pro has taken: its price as it is now. If the bank refuses, or the hold is gone, the
    /// client is asked to pay within 15 minutes. Of what was captured for an earlier pro at a higher price, the difference is given
    /// back. Does nothing for a booking without a card, and one that its pro has lost meanwhile.
    ///
    /// # Errors
    /// 502 `payment_unavailable` when the provider cannot be reached.
    pub async fn capture_for(&self, booking_id: &str) -> Fallible<()> {
        let mut connection = self.db.read().await?;
        let booking = store::bookings::find(&mut connection, booking_id).await?;
        let taken = booking.filter(|booking| booking.facts().has_pro && !booking.facts().is_called_off);
        let was_due = taken
            .as_ref()
            .is_some_and(|booking| booking.payment_due_until.is_some());
        let Some((booking, payment_id)) = taken.and_then(|booking| {
            let payment_id = booking.payment_id.clone()?;
            Some((booking, payment_id))
        }) else {
            return Ok(());
        };
        let cover = Cover::of(&mut connection, &booking).await?;
        let first = payments::find(&mut connection, &payment_id).await?;
        let rest = payments::differences(&mut connection, booking_id, &payment_id).await?;
        let parts: Vec<Payment> = first.into_iter().chain(rest).collect();
        drop(connection);
        let to_cover = cover.pence(&booking, &parts);
        let refused = self.capture_parts(&parts, to_cover).await?;
        let available: i64 = parts.iter().map(Payment::available_pence).sum();
        if refused.is_some() || available < to_cover {
            return self.ask_for_missing(booking_id, refused).await;
        }
        if was_due {
            self.nothing_is_missing(booking_id).await?;
        }
        let reference = format!("agreed:{payment_id}:{}", booking.amount_pence);
        self.give_back_surplus(booking_id, &reference).await
    }

    /// The whole price is charged: a client who was asked for another hold need not pay any more.
    async fn nothing_is_missing(&self, booking_id: &str) -> Fallible<()> {
        let id = booking_id.to_owned();
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let booking = store::bookings::lock(connection, &id).await?;
                    let is_assigned = booking.as_ref().is_some_and(|booking| booking.facts().has_pro);
                    let awaited = Box::pin(awaited(connection, booking.as_ref())).await?;
                    if is_assigned && awaited.is_none() {
                        payments_due::end(connection, &id).await?;
                    }
                    Ok::<_, Failure>(())
                })
            })
            .await
    }

    /// Captures what is needed of the holds of a price that may have been paid in parts, lets go of the others, and gives the id of the
    /// first that the bank refuses. Those after it are left until that one is paid.
    async fn capture_parts(&self, parts: &[Payment], to_cover: i64) -> Fallible<Option<String>> {
        let (held, charged): (Vec<&Payment>, Vec<&Payment>) = parts.iter().partition(|part| part.is_held());
        let mut needed = to_cover - charged.iter().map(|part| part.available_pence()).sum::<i64>();
        for part in held {
            let taken = needed.min(part.amount_pence);
            if taken <= 0 {
                self.give_up_hold(&part.id).await?;
                continue;
            }
            if matches!(self.try_capture(&part.id, taken).await?, Captured::Refused) {
                return Ok(Some(part.id.clone()));
            }
            needed -= taken;
        }
        Ok(None)
    }

    /// Has a hold that is not needed any more released, unless it was charged meanwhile.
    async fn give_up_hold(&self, payment_id: &str) -> Fallible<()> {
        let (id, now) = (payment_id.to_owned(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let held = payments::lock(connection, &id, now)
                        .await?
                        .filter(Payment::is_held);
                    if let Some(payment) = held {
                        super::release::let_go(connection, &payment.id, now).await?;
                    }
                    Ok(())
                })
            })
            .await
    }

    /// Captures `amount_pence` of an authorised payment, at most what was authorised, and releases the rest.
    /// Repeating it with the same amount changes nothing; what counts is what the provider says it captured.
    ///
    /// # Errors
    /// 502 `payment_unavailable` when the provider cannot be reached or refuses.
    pub async fn capture(&self, payment_id: &str, amount_pence: i64) -> Fallible<()> {
        let intent = self.provider.capture(payment_id, amount_pence).await?;
        self.take_over(&intent, None).await
    }

    /// Captures, and tells a refusal of the bank from a provider that cannot be reached. One that captured before refuses, too.
    pub(super) async fn try_capture(&self, payment_id: &str, amount_pence: i64) -> Fallible<Captured> {
        let intent = match self.provider.capture(payment_id, amount_pence).await {
            Err(ProviderError::Refused(code)) => {
                tracing::warn!(payment = payment_id, code, "a capture was refused");
                self.provider.retrieve(payment_id).await?
            }
            answer => match self.or_unknown(payment_id, answer).await? {
                Some(intent) => intent,
                None => return Ok(Captured::Refused),
            },
        };
        self.take_over(&intent, None).await?;
        Ok(if intent.status == IntentStatus::Succeeded {
            Captured::Yes
        } else {
            Captured::Refused
        })
    }

    /// Asks the client to pay, within 15 minutes, what is missing for a job that a pro has; the pro is told to wait. `refused` is the
    /// payment that the bank does not pay.
    async fn ask_for_missing(&self, booking_id: &str, refused: Option<String>) -> Fallible<()> {
        let (id, now) = (booking_id.to_owned(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    // Locked before their booking, as by whoever settles them.
                    let payments = lock_all(connection, &id, now).await?;
                    match store::bookings::lock(connection, &id).await? {
                        Some(booking) => {
                            let refused = refused.as_deref();
                            ask_for_what_is_missing(connection, &booking, &payments, refused, now).await
                        }
                        None => Ok(()),
                    }
                })
            })
            .await
    }

    /// Gives back what was charged for a booking beyond its price, once for each `reference`: from what was charged last.
    pub async fn give_back_surplus(&self, booking_id: &str, reference: &str) -> Fallible<()> {
        let (id, reference, now) = (booking_id.to_owned(), reference.to_owned(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    // Locked, so that two who look at once do not both promise the same; what is let go is given back by itself.
                    let mut charged = lock_all(connection, &id, now).await?;
                    charged.retain(|payment| payment.closing_at.is_none());
                    let Some(booking) = store::bookings::find(connection, &id).await? else {
                        return Ok(());
                    };
                    if booking.facts().is_called_off || booking.facts().is_unmatched {
                        return Ok(());
                    }
                    let mut surplus = super::refund::free_of(&charged).0 - booking.amount_pence;
                    for payment in charged {
                        let part = surplus.min(payment.kept_pence());
                        if part > 0 {
                            let reference = format!("{reference}:{}", payment.id);
                            super::refund::promise(connection, &payment.id, &reference, part, now).await?;
                            surplus -= part;
                        }
                    }
                    Ok(())
                })
            })
            .await
    }
}

/// The payments of a booking, the newest first, each locked until the transaction ends.
async fn lock_all(connection: &mut Connection, booking_id: &str, now: Millis) -> Fallible<Vec<Payment>> {
    let mut locked = Vec::new();
    for payment in payments::of_booking(connection, booking_id).await? {
        locked.extend(payments::lock(connection, &payment.id, now).await?);
    }
    Ok(locked)
}

/// Lets go of the hold that cannot be charged, and opens the card page.
async fn ask_for_what_is_missing(
    connection: &mut Connection,
    booking: &Booking,
    payments: &[Payment],
    refused: Option<&str>,
    now: Millis,
) -> Fallible<()> {
    let until = now + TIME_TO_PAY;
    // What a waiting change or extra work costs is another payment, which gives way to this one.
    let awaited = Box::pin(awaited(connection, Some(booking))).await?;
    let is_asked_for = booking.payment_due_until.is_some_and(|due| due <= until) && awaited.is_none();
    // It may have been charged after all.
    let refused = payments
        .iter()
        .find(|payment| refused == Some(&payment.id) && payment.status != IntentStatus::Succeeded);
    let good: Vec<&Payment> = payments
        .iter()
        .filter(|payment| refused.is_none_or(|refused| refused.id != payment.id))
        .collect();
    let cover = Cover::of(connection, booking).await?;
    let missing = missing(booking, &good, cover.pence(booking, payments));
    let pro = booking
        .assigned_master_id
        .as_deref()
        .filter(|_| booking.facts().has_pro);
    let Some(pro) = pro.filter(|_| missing > 0 && !is_asked_for) else {
        return Ok(());
    };
    if let Some(refused) = refused.filter(|refused| refused.authorised_at.is_some()) {
        super::release::let_go(connection, &refused.id, now).await?;
    }
    due::begin(connection, booking, missing, until, now).await?;
    bookings::tell_pro_of_change(connection, pro, &booking.id, now).await
}

/// What must be paid: the rest when the payment that counts is good, and otherwise all of it.
fn missing(booking: &Booking, good: &[&Payment], to_cover: i64) -> i64 {
    let counts = good
        .iter()
        .find(|payment| booking.payment_id.as_ref() == Some(&payment.id));
    if counts.is_none_or(|payment| payment.available_pence() == 0) {
        return to_cover;
    }
    let available: i64 = good.iter().map(|payment| payment.available_pence()).sum();
    to_cover - available
}
