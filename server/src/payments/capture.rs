//! Capturing a hold, in whole or in part, and what follows when the bank refuses it.

use super::open::awaited_change;
use super::{Payments, due};
use crate::bookings;
use crate::clock::Millis;
use crate::domain::booking::Booking;
use crate::domain::change::TIME_TO_PAY;
use crate::domain::failure::Fallible;
use crate::domain::intent_status::IntentStatus;
use crate::providers::provider::ProviderError;
use crate::store::payments::{self as rows, Payment};
use crate::store::{Connection, bookings as booking_rows};

/// What the provider says to a capture.
enum Captured {
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
        let booking = booking_rows::find(&mut connection, booking_id).await?;
        let taken = booking.filter(|booking| booking.facts().has_pro && !booking.facts().is_called_off);
        let Some((payment_id, amount_pence)) =
            taken.and_then(|booking| Some((booking.payment_id?, booking.amount_pence)))
        else {
            return Ok(());
        };
        let payment = rows::find(&mut connection, &payment_id).await?;
        let differences = rows::differences(&mut connection, booking_id, &payment_id).await?;
        drop(connection);
        if let Some(payment) = payment {
            let captured = if is_held(&payment) {
                // Of a price that was paid in two parts, the other part is held by itself.
                self.try_capture(&payment_id, amount_pence.min(payment.amount_pence))
                    .await?
            } else if payment.status == IntentStatus::Succeeded.as_str() {
                Captured::Yes
            } else {
                Captured::Refused
            };
            if matches!(captured, Captured::Refused) {
                return self.ask_for_refused(booking_id, &payment_id).await;
            }
        }
        for difference in differences.iter().filter(|payment| is_held(payment)) {
            if let Captured::Refused = self.try_capture(&difference.id, difference.amount_pence).await? {
                // The pro has the job and most of its price: whether the rest is asked for again is for people to decide.
                tracing::error!(payment = %difference.id, booking = booking_id, "the bank refuses the rest of a price");
            }
        }
        let reference = format!("agreed:{payment_id}:{amount_pence}");
        self.give_back_surplus(booking_id, &reference).await
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
    async fn try_capture(&self, payment_id: &str, amount_pence: i64) -> Fallible<Captured> {
        let intent = match self.provider.capture(payment_id, amount_pence).await {
            Ok(intent) => intent,
            Err(ProviderError::Refused(code)) => {
                tracing::warn!(payment = payment_id, code, "a capture was refused");
                self.provider.retrieve(payment_id).await?
            }
            Err(error) => return Err(error.into()),
        };
        self.take_over(&intent, None).await?;
        Ok(if intent.status == IntentStatus::Succeeded {
            Captured::Yes
        } else {
            Captured::Refused
        })
    }

    /// Asks the client to pay, within 15 minutes, for a job that a pro has and whose payment was refused; the pro is told to wait.
    async fn ask_for_refused(&self, booking_id: &str, payment_id: &str) -> Fallible<()> {
        let now = self.clock.now();
        let (id, payment) = (booking_id.to_owned(), payment_id.to_owned());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    // Locked before its booking, as by whoever settles it.
                    let payment = rows::lock(connection, &payment, now).await?;
                    let booking = booking_rows::lock(connection, &id).await?;
                    match booking.zip(payment) {
                        Some((booking, payment)) => refused(connection, &booking, &payment, now).await,
                        None => Ok(()),
                    }
                })
            })
            .await
    }

    /// Gives back what was charged for a booking beyond its price, once for each `reference`: from what was charged last.
    ///
    /// # Errors
    /// When the database fails; to be tried again.
    pub async fn give_back_surplus(&self, booking_id: &str, reference: &str) -> Fallible<()> {
        let (id, reference, now) = (booking_id.to_owned(), reference.to_owned(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    // Locked, so that two who look at once do not both promise the same; what is let go is given back by itself.
                    let mut charged = Vec::new();
                    for payment in rows::of_booking(connection, &id).await? {
                        let payment = rows::lock(connection, &payment.id, now).await?;
                        charged.extend(payment.filter(|payment| payment.closing_at.is_none()));
                    }
                    let Some(booking) = booking_rows::find(connection, &id).await? else {
                        return Ok(());
                    };
                    if booking.facts().is_called_off || booking.facts().is_unmatched {
                        return Ok(());
                    }
                    let kept: i64 = charged.iter().map(Payment::kept_pence).sum();
                    let mut surplus = kept - booking.amount_pence;
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

fn is_held(payment: &Payment) -> bool {
    payment.closing_at.is_none() && payment.status == IntentStatus::RequiresCapture.as_str()
}

/// Lets go of the hold that cannot be charged, and opens the card page.
async fn refused(
    connection: &mut Connection,
    booking: &Booking,
    payment: &Payment,
    now: Millis,
) -> Fallible<()> {
    let until = now + TIME_TO_PAY;
    let still_counts = booking.payment_id.as_deref() == Some(&payment.id);
    let is_charged = payment.status == IntentStatus::Succeeded.as_str();
    // What a waiting change costs is another payment, and asking for this one ends it.
    let change = Box::pin(awaited_change(connection, &booking.id)).await?;
    let is_asked_for = booking.payment_due_until.is_some_and(|due| due <= until) && change.is_none();
    let pro = booking
        .assigned_master_id
        .as_deref()
        .filter(|_| booking.facts().has_pro && !booking.facts().is_final);
    let Some(pro) = pro.filter(|_| still_counts && !is_charged && !is_asked_for) else {
        return Ok(());
    };
    if payment.authorised_at.is_some() {
        super::release::let_go(connection, &payment.id, now).await?;
    }
    due::begin(connection, booking, until, now).await?;
    bookings::tell_pro_of_change(connection, pro, &booking.id, now).await
}
