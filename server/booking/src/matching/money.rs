//! Where the money of a booking's card is, for its client.

use super::Matching;
use callout_domain::booking::Booking;
use callout_domain::booking_event::EventKind;
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::payment::CardMoney;
use callout_store::{events, payments};

impl Matching {
    /// Where the money is of a booking whose status does not say it: a pro may have been charged for, and have withdrawn. While nobody
    /// has taken it, also until when the money is kept, Unix milliseconds.
    pub async fn card_money(&self, booking: &Booking) -> Fallible<Option<(CardMoney, Option<Millis>)>> {
        let facts = booking.facts();
        let is_unclear = facts.is_matching || facts.is_unmatched || facts.is_called_off;
        let Some(id) = booking.payment_id.as_deref().filter(|_| is_unclear) else {
            return Ok(None);
        };
        let mut connection = self.db.read().await?;
        let Some(payment) = payments::find(&mut connection, id).await? else {
            return Ok(None);
        };
        if facts.is_called_off {
            return Ok(Some((payment.given_back(), None)));
        }
        let Some(money) = payment.money() else {
            return Ok(None);
        };
        let is_kept = facts.is_unmatched && matches!(money, CardMoney::Held | CardMoney::Charged);
        let since = if is_kept {
            events::last_at(&mut connection, &booking.id, EventKind::NoResponse).await?
        } else {
            None
        };
        Ok(Some((money, since.map(|since| since + self.hold))))
    }
}
