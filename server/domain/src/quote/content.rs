//! What a quote's signature carries.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use pricing_core::PriceBook;
use pricing_core::book::Coupon;
use pricing_core::estimate::Explained;
use pricing_core::quote::QuoteLine;
use serde::{Deserialize, Serialize};

use super::Wanted;
use crate::clock::{Millis, SECOND};
use crate::failure::Failure;
use crate::keys::Key;
use crate::shown::Shown;

/// Bytes that a quote's content usually fits in.
const USUAL_CONTENT: usize = 1_024;

/// A quote's content, as its signature carries it: of the address, only the part that decides the price.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    /// `q-…`.
    pub id: String,
    /// The client it was made for.
    pub person: String,
    /// The browser's draft.
    pub draft: String,
    /// What is priced.
    pub wanted: Wanted,
    /// The terms of its coupon, as they were when it was priced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coupon: Option<Coupon>,
    /// Postcode area of the price.
    pub area: String,
    /// Code of the problem type.
    pub problem_type: String,
    /// Its human-readable name.
    pub name: String,
    /// Trades it needs, the primary one first.
    pub skills: Vec<String>,
    /// Work on gas, whatever its type: only Gas Safe engineers may be asked.
    #[serde(default)]
    pub gas_work: bool,
    /// What it was read from.
    #[serde(default)]
    pub explanation: Vec<Explained<'static>>,
    /// What was shown before a type was chosen; `None` in what was signed before this was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<Shown>,
    /// The estimate in pence; `None` without an instant price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub estimated: Option<i64>,
    /// How the amount adds up.
    pub lines: Vec<QuoteLine>,
    /// What is to be paid, pence.
    pub amount: i64,
    /// What the coupon takes off, pence.
    pub discount: i64,
    /// `GBP`.
    pub currency: String,
    /// Version of the price book.
    pub book: String,
    /// Unix seconds.
    pub expires: i64,
}

impl Content {
    /// True from the moment the quote can no longer be redeemed.
    #[must_use]
    pub fn has_expired(&self, now: Millis) -> bool {
        now >= self.expires.saturating_mul(SECOND)
    }

    /// True without an instant price: nothing to pay, only a budget.
    #[must_use]
    pub fn is_budget_only(&self) -> bool {
        self.estimated.is_none()
    }

    /// True where pros may name the price: there is no instant one, or it is shown as one that a pro confirms.
    #[must_use]
    pub fn is_open_to_prices(&self, book: &PriceBook) -> bool {
        let is_unsure = |shown: &Shown| shown.confidence < book.confidence.request_quotes_below;
        let was_chosen = self.wanted.chosen_type.is_some();
        self.is_budget_only() || (!was_chosen && self.reading.as_ref().is_some_and(is_unsure))
    }

    /// base64url(content).base64url(HMAC-SHA256).
    ///
    /// # Errors
    /// Never in practice: every part can be serialised.
    pub fn sign(&self, key: &Key) -> Result<String, Failure> {
        let mut content = Vec::with_capacity(USUAL_CONTENT);
        serde_json::to_writer(&mut content, self).map_err(Failure::internal)?;
        let tag = key.mac(&content);
        let mut text = String::with_capacity(content.len() * 4 / 3 + 50);
        URL_SAFE_NO_PAD.encode_string(&content, &mut text);
        text.push('.');
        URL_SAFE_NO_PAD.encode_string(tag, &mut text);
        Ok(text)
    }

    /// Reads a signature made by this server.
    ///
    /// # Errors
    /// 422 `bad_signature`.
    pub fn open(key: &Key, signature: &str) -> Result<Self, Failure> {
        let (content, tag) = signature.split_once('.').ok_or_else(bad_signature)?;
        let content = URL_SAFE_NO_PAD.decode(content).map_err(|_| bad_signature())?;
        let tag = URL_SAFE_NO_PAD.decode(tag).map_err(|_| bad_signature())?;
        if !key.verify(&content, &tag) {
            return Err(bad_signature());
        }
        serde_json::from_slice(&content).map_err(|_| bad_signature())
    }
}

/// 422 `bad_signature`.
#[must_use]
pub fn bad_signature() -> Failure {
    let mut error = Failure::field("signature", "This quote was changed. Please ask for a new one.");
    error.code = "bad_signature";
    error
}
