//! Checkout: a signed quote becomes a booking.

mod redeem;
mod repriced;

use std::sync::Arc;

use crate::payments::{Intent, IntentFor, Payments};
use callout_base::limits::LimitSettings;
use callout_booking::books::Books;
use callout_booking::quoting::Quoting;
use callout_domain::address::{Address, AddressInput};
use callout_domain::booking::Booking;
use callout_domain::clock::Clock;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::keys::Keys;
use callout_domain::quote::{Content, bad_signature};
use callout_domain::redemption::{Pay, Redemption};
use callout_store::Db;
use callout_store::uploads::PHOTO_PATH;

pub use redeem::{Job, Redeemed};

/// Who redeems a quote.
#[derive(Debug, Clone, Copy)]
pub struct Buyer<'a> {
    /// The client's id.
    pub id: &'a str,
    /// True for a guest.
    pub is_guest: bool,
    /// Keyed hash of the network address.
    pub address_key: &'a str,
}

/// Redeems quotes; cloning it is cheap.
#[derive(Clone)]
pub struct Checkout {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// The keys that sign quotes, hide phones, and hash what is remembered of erased clients.
    pub keys: Arc<Keys>,
    /// The price book.
    pub books: Books,
    /// Reprices what can no longer be redeemed as it is.
    pub quoting: Quoting,
    /// Opens and cancels intents.
    pub payments: Payments,
    /// How much one person may have open; `None` for no limit.
    pub limits: Option<LimitSettings>,
}

impl Checkout {
    /// The quote that a signature carries, if it belongs to this client and has this id.
    ///
    /// # Errors
    /// 422 `bad_signature`.
    pub fn open_quote(&self, client_id: &str, id: &str, signature: &str) -> Fallible<Content> {
        let quote = Content::open(&self.keys.quote, signature)?;
        if quote.id == id && quote.person == client_id {
            Ok(quote)
        } else {
            Err(bad_signature())
        }
    }

    /// Assembles a redemption.
    ///
    /// # Errors
    /// 422 with a message for each invalid field of the address, or on `photo_url`.
    pub fn redemption(
        &self,
        buyer: Buyer<'_>,
        quote: Content,
        address: &AddressInput,
        photo_url: Option<&str>,
        pay: Pay,
    ) -> Fallible<Redemption> {
        let address = Address::parse(address)?;
        Ok(Redemption {
            quote,
            phone_key: self.keys.phone.text(address.phone.as_bytes()),
            address,
            pay,
            photo_id: photo_url
                .filter(|url| !url.is_empty())
                .map(photo_id)
                .transpose()?,
            invited: None,
            address_key: buyer.address_key.to_owned(),
            is_guest: buyer.is_guest,
        })
    }

    /// Opens the intent that pays for a booking; `None` when there is nothing to pay. `keeps_card` as in [`IntentFor`].
    ///
    /// # Errors
    /// As [`Payments::open_intent`].
    pub async fn open_intent(&self, booking: &Booking, keeps_card: bool) -> Fallible<Option<Intent>> {
        if booking.pay_by.is_none() {
            return Ok(None);
        }
        let wanted = IntentFor {
            booking_id: booking.id.clone(),
            quote_id: booking.quote_id.clone(),
            amount_pence: booking.amount_pence,
            currency: booking.currency.clone(),
            keeps_card,
        };
        self.payments.open_intent(&wanted).await.map(Some)
    }
}

/// 422 for a quote without an instant price.
#[must_use]
pub fn budget_only() -> Failure {
    Failure::unprocessable(
        "budget_only",
        "There is no instant price for this job. Please suggest your budget.",
    )
}

/// The upload that a `photo_url` names; no other form of URL is accepted.
fn photo_id(url: &str) -> Fallible<String> {
    let id = url.strip_prefix(PHOTO_PATH).ok_or_else(redeem::no_photo)?;
    let plain = id.len() <= 64
        && id
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if plain {
        Ok(id.to_owned())
    } else {
        Err(redeem::no_photo())
    }
}
