//! What `POST /payments/create` and `POST /bookings` have in common: opening the quote, the photo, the idempotency key.

use crate::domain::failure::{Failure, Fallible};
use http::HeaderMap;

use crate::checkout::redeem::no_photo;
use crate::domain::address::{Address, AddressInput};
use crate::domain::quote::{Content, bad_signature};
use crate::domain::redemption::{Pay, Redemption};
use crate::extract::Caller;
use crate::extract::Client;
use crate::extract::JsonBytes;
use crate::keys::sha256_text;
use crate::state::AppState;
use crate::store::idempotency;
use crate::store::uploads::PHOTO_PATH;

/// Longest `Idempotency-Key`, characters.
const KEY_LIMIT: usize = 255;

/// The quote that a signature carries, if it is this client's and of this id.
///
/// # Errors
/// 422 `bad_signature`.
pub(super) fn open_quote(state: &AppState, client: &Client, id: &str, signature: &str) -> Fallible<Content> {
    let quote = Content::open(&state.keys.quote, signature)?;
    if quote.id == id && quote.person == client.id {
        Ok(quote)
    } else {
        Err(bad_signature())
    }
}

/// Puts a redemption together.
///
/// # Errors
/// 422 with a message for each wrong field of the address, or on `photo_url`.
pub(super) fn redemption(
    state: &AppState,
    client: &Client,
    caller: Caller,
    quote: Content,
    address: &AddressInput,
    photo_url: Option<&str>,
    pay: Pay,
) -> Fallible<Redemption> {
    let address = Address::parse(address)?;
    Ok(Redemption {
        quote,
        phone_key: state.keys.phone.text(address.phone.as_bytes()),
        address,
        pay,
        photo_id: photo_url
            .filter(|url| !url.is_empty())
            .map(photo_id)
            .transpose()?,
        address_key: caller.key,
        is_guest: client.is_guest,
    })
}

/// The upload that a `photo_url` names; it accepts nothing else.
fn photo_id(url: &str) -> Fallible<String> {
    let id = url.strip_prefix(PHOTO_PATH).ok_or_else(no_photo)?;
    let plain = id.len() <= 64
        && id
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if plain { Ok(id.to_owned()) } else { Err(no_photo()) }
}

/// The `Idempotency-Key` of a call, bound to its path and body.
///
/// # Errors
/// 422 for a key that is empty, too long or not plain text.
pub(super) fn idempotency_key(
    headers: &HeaderMap,
    client: &Client,
    path: &str,
    body: &JsonBytes,
) -> Fallible<Option<idempotency::Key>> {
    let Some(value) = headers.get("idempotency-key") else {
        return Ok(None);
    };
    let key = value.to_str().map(str::trim).unwrap_or_default();
    if key.is_empty() || key.len() > KEY_LIMIT {
        return Err(Failure::field(
            "Idempotency-Key",
            format!("Use 1 to {KEY_LIMIT} plain characters."),
        ));
    }
    let request_hash = sha256_text(&[path.as_bytes(), b"\n", &body.0].concat());
    Ok(Some(idempotency::Key {
        principal: client.id.clone(),
        key: key.to_owned(),
        request_hash,
    }))
}
