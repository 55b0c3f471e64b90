//! The browser that a sign-in comes from, and the cookie by which it is known the next time.

use axum::extract::FromRequestParts;
use axum::response::{IntoResponseParts, ResponseParts};
use http::request::Parts;
use http::{HeaderMap, HeaderName, header};

use super::bearer::signed;
use super::caller::Caller;
use crate::state::AppState;
use callout_domain::clock::SECOND;
use callout_domain::device::{self, Devices};
use callout_domain::failure::Failure;
use callout_people::accounts::Browser;

/// Name of the cookie. Over TLS its prefix makes browsers insist on TLS, this host and every path.
fn name(state: &AppState) -> &'static str {
    let is_tls = state.config.base_url().is_ok_and(|base| base.scheme() == "https");
    if is_tls { "__Host-device" } else { "device" }
}

/// The accounts that were signed in with this browser before. For sign-ins alone: nothing else reads the cookie.
#[must_use]
pub fn devices(state: &AppState, headers: &HeaderMap) -> Devices {
    let name = name(state);
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(known, _)| *known == name)
        .map_or_else(Devices::default, |(_, value)| Devices::parse(value))
}

/// The `Set-Cookie` after a sign-in.
#[must_use]
pub fn cookie(state: &AppState, devices: &Devices) -> String {
    let (name, seconds) = (name(state), device::LIFE / SECOND);
    let secure = if name.starts_with("__Host-") {
        "; Secure"
    } else {
        ""
    };
    format!("{name}={devices}; Path=/; HttpOnly; SameSite=Strict; Max-Age={seconds}{secure}")
}

impl FromRequestParts<AppState> for Browser {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Failure> {
        let caller = Caller::from_request_parts(parts, state).await?;
        Ok(Self {
            address: caller.key,
            network: caller.network,
            devices: devices(state, &parts.headers),
            signed: signed(parts, state).await,
        })
    }
}

/// Gives the browser its device cookie, beside the answer.
pub struct Remember(String);

impl Remember {
    /// This browser, after a sign-in.
    #[must_use]
    pub fn of(state: &AppState, devices: &Devices) -> Self {
        Self(cookie(state, devices))
    }
}

impl IntoResponseParts for Remember {
    type Error = <[(HeaderName, String); 1] as IntoResponseParts>::Error;

    fn into_response_parts(self, parts: ResponseParts) -> Result<ResponseParts, Self::Error> {
        [(header::SET_COOKIE, self.0)].into_response_parts(parts)
    }
}
