//! Stripe's scheme for signing webhooks, used by the sandbox too: `t=<Unix seconds>,v1=<hex HMAC-SHA256 of
//! "t.body">`.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use subtle::ConstantTimeEq as _;

use super::provider::{BadWebhook, ProviderEvent, Subject};
use callout_domain::clock::{MINUTE, Millis};

/// How old, or how far ahead, a signature may be (Stripe's libraries' default).
pub const TOLERANCE: Millis = 5 * MINUTE;

/// Signatures of one header that are compared; a provider sends one, or two while its secret is being changed.
const COMPARED: usize = 5;

/// The header for `body` signed at `now`.
#[must_use]
pub fn sign(secret: &[u8], body: &[u8], now: Millis) -> String {
    let at = now.div_euclid(1_000);
    let mac = keyed(secret, &at.to_string(), body)
        .map(|mac| mac.finalize().into_bytes())
        .unwrap_or_default();
    let hex: String = mac.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("t={at},v1={hex}")
}

/// Checks a header over the raw bytes. Several `v1` (a secret that is being changed) are allowed, [`COMPARED`] at most; one
/// must be right.
///
/// # Errors
/// When no signature is right, or its time is more than [`TOLERANCE`] from `now`.
pub fn verify(secret: &[u8], body: &[u8], header: &str, now: Millis) -> Result<(), BadWebhook> {
    let header = Header::read(header).ok_or(BadWebhook)?;
    header.check(now, |at| {
        keyed(secret, at, body).map(|mac| mac.finalize().into_bytes().into())
    })
}

/// An HMAC-SHA256.
pub type Mac256 = [u8; 32];

/// What a signature header says.
pub struct Header<'h> {
    /// Unix seconds as they were written: they are part of what is signed.
    at: &'h str,
    signed_at: Millis,
    /// The signatures that could be right, [`COMPARED`] at most.
    pub signatures: Vec<Mac256>,
}

impl<'h> Header<'h> {
    /// Reads a header, ignoring whatever is not a signature.
    #[must_use]
    pub fn read(header: &'h str) -> Option<Self> {
        let (mut at, mut signatures) = (None, Vec::new());
        for part in header.split(',') {
            match part.trim().split_once('=') {
                Some(("t", value)) => at = Some(value),
                Some(("v1", value)) if signatures.len() < COMPARED => signatures.extend(unhex(value)),
                _ => {}
            }
        }
        let at = at?;
        let signed_at = at.parse::<i64>().ok()?.checked_mul(1_000)?;
        Some(Self {
            at,
            signed_at,
            signatures,
        })
    }

    /// Compares the signatures with the one that `mac` computes. That costs a pass over the body, which anybody can make 64 KB
    /// long, so it is done at most once, and only for a header that could be right.
    ///
    /// # Errors
    /// When none is right, or the time of signing is more than [`TOLERANCE`] from `now`.
    pub fn check(&self, now: Millis, mac: impl FnOnce(&str) -> Option<Mac256>) -> Result<(), BadWebhook> {
        if self.signatures.is_empty() || now.abs_diff(self.signed_at) > TOLERANCE.unsigned_abs() {
            return Err(BadWebhook);
        }
        let right = mac(self.at).ok_or(BadWebhook)?;
        let is_right = |signature: &Mac256| bool::from(signature.ct_eq(&right));
        self.signatures
            .iter()
            .any(is_right)
            .then_some(())
            .ok_or(BadWebhook)
    }
}

/// Reads an event of Stripe's form, once its signature was verified. An odd id means it is not about a payment of ours: neither
/// the provider nor we make such ids, and PostgreSQL cannot even look for some of them.
///
/// # Errors
/// When it is not such an event.
pub fn read_event(body: &[u8]) -> Result<ProviderEvent, BadWebhook> {
    #[derive(serde::Deserialize)]
    struct Event {
        id: String,
        #[serde(rename = "type")]
        kind: String,
        data: Data,
    }
    #[derive(serde::Deserialize)]
    struct Data {
        object: Object,
    }
    #[derive(serde::Deserialize)]
    struct Object {
        id: Option<String>,
        payment_intent: Option<String>,
    }
    let event: Event = serde_json::from_slice(body).map_err(|_| BadWebhook)?;
    let is_plain = |id: &String| id.bytes().all(|letter| letter.is_ascii_graphic());
    let intent = event.data.object.payment_intent.filter(is_plain);
    let id = event.data.object.id.filter(is_plain);
    let subject = match id.filter(|_| is_plain(&event.id)) {
        Some(id) if event.kind.starts_with("payment_intent.") => Subject::Intent(id),
        Some(id) if event.kind.starts_with("charge.dispute.") => Subject::Chargeback(id),
        // Older versions of Stripe's API say `charge.refund.updated`.
        Some(id) if event.kind.starts_with("refund.") || event.kind.starts_with("charge.refund.") => {
            Subject::Refund(id)
        }
        // It is about a charge, and older versions do not say which refund of it is new.
        Some(_) if event.kind == "charge.refunded" => intent.map_or(Subject::Other, Subject::RefundsOf),
        Some(id) if event.kind == "payout.failed" => Subject::FailedPayout(id),
        _ => Subject::Other,
    };
    Ok(ProviderEvent {
        subject,
        id: event.id,
        kind: event.kind,
    })
}

fn keyed(secret: &[u8], at: &str, body: &[u8]) -> Option<Hmac<Sha256>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).ok()?;
    mac.update(at.as_bytes());
    mac.update(b".");
    mac.update(body);
    Some(mac)
}

fn unhex(text: &str) -> Option<Mac256> {
    let mut mac = Mac256::default();
    if text.len() != 2 * mac.len() || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    for (index, byte) in mac.iter_mut().enumerate() {
        let pair = text.get(2 * index..2 * index + 2)?;
        *byte = u8::from_str_radix(pair, 16).ok()?;
    }
    Some(mac)
}
