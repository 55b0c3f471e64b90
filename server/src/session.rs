//! Bearer tokens: who is calling. HS256 only, an audience, no leeway, and a session that can be ended.

use axum::extract::FromRequestParts;
use http::header;
use http::request::Parts;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use moka::sync::Cache;
use serde::{Deserialize, Serialize};
use std::time::Duration;

use crate::clock::Millis;
use crate::error::ApiError;
use crate::keys::Keys;
use crate::state::AppState;
use crate::store;

const AUDIENCE: &str = "callout";

/// How long another server may go on believing an ended session (decisions.md 15).
const SESSION_CACHE: Duration = Duration::from_secs(5);

/// What a token says.
#[derive(Debug, Serialize, Deserialize)]
struct Claims {
    sub: String,
    email: Option<String>,
    role: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    guest: bool,
    sid: String,
    aud: String,
    iat: i64,
    exp: i64,
}

/// Signs and checks tokens.
pub struct Tokens {
    encoding: EncodingKey,
    decoding: DecodingKey,
    validation: Validation,
    alive: Cache<String, bool>,
}

/// A token to make.
pub struct NewToken<'a> {
    /// Whose token it is.
    pub subject: &'a str,
    /// Their email, if they have one.
    pub email: Option<&'a str>,
    /// True for an unverified guest.
    pub guest: bool,
    /// The session it belongs to.
    pub session: &'a str,
    /// Unix milliseconds.
    pub issued_at: Millis,
    /// Unix milliseconds.
    pub expires_at: Millis,
}

impl Tokens {
    /// The signer of these keys.
    #[must_use]
    pub fn new(keys: &Keys) -> Self {
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_audience(&[AUDIENCE]);
        // Expiry is judged below, by the injected clock.
        validation.validate_exp = false;
        Self {
            encoding: EncodingKey::from_secret(keys.jwt.expose()),
            decoding: DecodingKey::from_secret(keys.jwt.expose()),
            validation,
            alive: Cache::builder()
                .max_capacity(100_000)
                .time_to_live(SESSION_CACHE)
                .build(),
        }
    }

    /// Makes a client's token.
    ///
    /// # Errors
    /// When signing fails.
    pub fn client(&self, new: &NewToken<'_>) -> Result<String, ApiError> {
        let claims = Claims {
            sub: new.subject.to_owned(),
            email: new.email.map(str::to_owned),
            role: "client".to_owned(),
            guest: new.guest,
            sid: new.session.to_owned(),
            aud: AUDIENCE.to_owned(),
            iat: new.issued_at.div_euclid(1_000),
            exp: new.expires_at.div_euclid(1_000),
        };
        jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &self.encoding)
            .map_err(ApiError::internal)
    }

    fn read(&self, token: &str, now: Millis) -> Option<Claims> {
        let claims = jsonwebtoken::decode::<Claims>(token, &self.decoding, &self.validation)
            .ok()?
            .claims;
        (claims.exp > now.div_euclid(1_000)).then_some(claims)
    }
}

/// A signed-in caller: a client, or a guest with a token of its own.
#[derive(Debug, Clone)]
pub struct Client {
    /// The client's id.
    pub id: String,
    /// True for an unverified guest.
    pub is_guest: bool,
    /// The session of the token.
    pub session: String,
}

impl FromRequestParts<AppState> for Client {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let token = bearer(parts).ok_or_else(ApiError::unauthorised)?;
        let claims = state
            .tokens
            .read(token, state.clock.now())
            .ok_or_else(ApiError::unauthorised)?;
        if claims.role != "client" || !is_alive(state, &claims.sid).await? {
            return Err(ApiError::unauthorised());
        }
        Ok(Self {
            id: claims.sub,
            is_guest: claims.guest,
            session: claims.sid,
        })
    }
}

/// The caller if a bearer token was sent; a bad token is still 401, so that nobody is taken for a stranger by mistake.
pub struct MaybeClient(pub Option<Client>);

impl FromRequestParts<AppState> for MaybeClient {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        if !parts.headers.contains_key(header::AUTHORIZATION) {
            return Ok(Self(None));
        }
        Client::from_request_parts(parts, state)
            .await
            .map(|client| Self(Some(client)))
    }
}

fn bearer(parts: &Parts) -> Option<&str> {
    let value = parts.headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

async fn is_alive(state: &AppState, session: &str) -> Result<bool, ApiError> {
    if let Some(alive) = state.tokens.alive.get(session) {
        return Ok(alive);
    }
    // Boxed: the rare way to the database would make every caller's future large.
    Box::pin(ask(state, session)).await
}

async fn ask(state: &AppState, session: &str) -> Result<bool, ApiError> {
    let mut connection = state.db.read().await?;
    let alive = store::sessions::is_alive(&mut connection, session, state.clock.now()).await?;
    state.tokens.alive.insert(session.to_owned(), alive);
    Ok(alive)
}
