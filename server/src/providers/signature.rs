//! Stripe's scheme for signing webhooks, used by the sandbox too: `t=<Unix seconds>,v1=<hex HMAC-SHA256 of
//! "t.body">`.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use super::provider::{BadWebhook, ProviderEvent};
use crate::clock::{MINUTE, Millis};

/// How old, or how far ahead, a signature may be (Stripe's libraries' default).
pub const TOLERANCE: Millis = 5 * MINUTE;

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

/// Checks a header over the raw bytes. Several `v1` (a secret that is being changed) are allowed; one must be
/// right.
///
/// # Errors
/// When no signature is right, or its time is more than [`TOLERANCE`] from `now`.
pub fn verify(secret: &[u8], body: &[u8], header: &str, now: Millis) -> Result<(), BadWebhook> {
    let mut at = None;
    let mut signatures = Vec::new();
    for part in header.split(',') {
        match part.trim().split_once('=') {
            Some(("t", value)) => at = Some(value),
            Some(("v1", value)) => signatures.push(value),
            _ => {}
        }
    }
    let at = at.ok_or(BadWebhook)?;
    let signed_at = at
        .parse::<i64>()
        .ok()
        .and_then(|seconds| seconds.checked_mul(1_000))
        .ok_or(BadWebhook)?;
    let is_right = |signature: &&str| {
        unhex(signature)
            .zip(keyed(secret, at, body))
            .is_some_and(|(signature, mac)| mac.verify_slice(&signature).is_ok())
    };
    if signatures.iter().any(is_right) && now.abs_diff(signed_at) <= TOLERANCE.unsigned_abs() {
        Ok(())
    } else {
        Err(BadWebhook)
    }
}

/// Reads an event of Stripe's form, after its signature was found right.
///
/// # Errors
/// When it is not one.
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
    }
    let event: Event = serde_json::from_slice(body).map_err(|_| BadWebhook)?;
    let intent_id = if event.kind.starts_with("payment_intent.") {
        event.data.object.id
    } else {
        None
    };
    Ok(ProviderEvent {
        id: event.id,
        kind: event.kind,
        intent_id,
    })
}

fn keyed(secret: &[u8], at: &str, body: &[u8]) -> Option<Hmac<Sha256>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).ok()?;
    mac.update(at.as_bytes());
    mac.update(b".");
    mac.update(body);
    Some(mac)
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(2) || !text.is_ascii() {
        return None;
    }
    (0..text.len())
        .step_by(2)
        .map(|at| {
            text.get(at..at + 2)
                .and_then(|pair| u8::from_str_radix(pair, 16).ok())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn agrees_with_a_known_value() {
        // printf '1700000000.{"id":"evt_1"}' | openssl dgst -sha256 -hmac whsec_test
        let header = sign(b"whsec_test", br#"{"id":"evt_1"}"#, 1_700_000_000_000);
        assert_eq!(header, format!("t=1700000000,v1={KNOWN}"));
    }

    const KNOWN: &str = "c89214b5b5da833daed6f0b8c5bb6bd58cea9022bd80ccc78230f3942d632925";

    #[test]
    fn is_good_for_five_minutes_either_way() {
        let header = sign(b"key", b"body", 1_000_000_000);
        for (offset, good) in [
            (0, true),
            (TOLERANCE, true),
            (-TOLERANCE, true),
            (TOLERANCE + 1, false),
        ] {
            assert_eq!(
                verify(b"key", b"body", &header, 1_000_000_000 + offset).is_ok(),
                good,
                "{offset}"
            );
        }
    }

    #[test]
    fn one_of_several_is_enough() {
        let header = format!("{},v1=00,v0=ff", sign(b"key", b"body", 5_000));
        assert_eq!(verify(b"key", b"body", &header, 5_000), Ok(()));
    }

    proptest! {
        #[test]
        fn any_other_text_is_refused(header in ".{0,120}") {
            prop_assert_eq!(verify(b"key", b"body", &header, 5_000), Err(BadWebhook));
        }

        #[test]
        fn another_body_or_key_is_refused(body in prop::collection::vec(any::<u8>(), 0..64), at in 0usize..64, bit in 0u8..8) {
            let header = sign(b"key", &body, 5_000);
            prop_assert_eq!(verify(b"key", &body, &header, 5_000), Ok(()));
            prop_assert_eq!(verify(b"other", &body, &header, 5_000), Err(BadWebhook));
            let mut changed = body;
            if let Some(byte) = changed.get_mut(at) {
                *byte ^= 1 << bit;
                prop_assert_eq!(verify(b"key", &changed, &header, 5_000), Err(BadWebhook));
            }
        }
    }
}
