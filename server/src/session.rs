//! Bearer tokens: who is calling. HS256 only, an audience, no leeway, and a session that can be ended. The role is read from
//! the token and must be the one that the database has for its session.

use axum::extract::FromRequestParts;
use http::header;
use http::request::Parts;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use moka::sync::Cache;
use serde::{Deserialize, Serialize};
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use tracing::Instrument as _;

use crate::ApiResult;
use crate::clock::{Millis, SECOND};
use crate::domain::ids;
use crate::error::ApiError;
use crate::keys::Keys;
use crate::live::Bus;
use crate::state::AppState;
use crate::store::sessions::Session;
use crate::store::{self, Connection};

const AUDIENCE: &str = "callout";

/// How long another server may go on believing an ended session (decisions.md 15).
const SESSION_CACHE: Duration = Duration::from_secs(5);

/// Who a bearer can be. Operators have no bearer tokens (decisions.md 15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// A client or a guest.
    Client,
    /// A pro.
    Master,
}

impl Role {
    /// As it is stored and sent.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Client => "client",
            Self::Master => "master",
        }
    }
}

/// What a token says.
#[derive(Debug, Serialize, Deserialize)]
struct Claims {
    sub: String,
    email: Option<String>,
    role: Role,
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
    /// What the database said of a session; `None`: it has ended.
    known: Cache<String, Option<Arc<Session>>>,
    /// Whose streams end with the session.
    live: Bus,
}

/// A session to begin: its row and its token.
pub struct NewSession {
    id: String,
    subject: String,
    role: Role,
    is_guest: bool,
    email: Option<String>,
    issued_at: Millis,
    expires_at: Millis,
}

impl NewSession {
    /// A client's session from now on, as long as the settings say (7 days).
    ///
    /// # Errors
    /// When the operating system has no randomness to give.
    pub fn of_client(state: &AppState, id: &str, email: Option<String>) -> ApiResult<Self> {
        Self::begin(state, id, Role::Client, email, state.config.token_life())
    }

    /// A guest's (30 days).
    ///
    /// # Errors
    /// When the operating system has no randomness to give.
    pub fn of_guest(state: &AppState, id: &str, email: Option<String>) -> ApiResult<Self> {
        let session = Self::begin(state, id, Role::Client, email, state.config.guest_token_life())?;
        Ok(Self {
            is_guest: true,
            ..session
        })
    }

    /// A pro's (7 days).
    ///
    /// # Errors
    /// When the operating system has no randomness to give.
    pub fn of_master(state: &AppState, id: &str, email: String) -> ApiResult<Self> {
        Self::begin(state, id, Role::Master, Some(email), state.config.token_life())
    }

    fn begin(
        state: &AppState,
        subject: &str,
        role: Role,
        email: Option<String>,
        life: Millis,
    ) -> ApiResult<Self> {
        let issued_at = state.clock.now();
        Ok(Self {
            id: ids::prefixed("s-")?,
            subject: subject.to_owned(),
            role,
            is_guest: false,
            email,
            issued_at,
            expires_at: issued_at + life,
        })
    }

    /// Writes the session in the caller's transaction.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn store(&self, connection: &mut Connection) -> Result<(), store::StoreError> {
        let session = Session {
            subject: self.subject.clone(),
            role: self.role.as_str().to_owned(),
        };
        store::sessions::start(connection, &self.id, &session, self.issued_at, self.expires_at).await
    }
}

impl Tokens {
    /// The signer of these keys.
    #[must_use]
    pub fn new(keys: &Keys, live: Bus) -> Self {
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_audience(&[AUDIENCE]);
        // Expiry is judged below, by the injected clock.
        validation.validate_exp = false;
        Self {
            encoding: EncodingKey::from_secret(keys.jwt.expose()),
            decoding: DecodingKey::from_secret(keys.jwt.expose()),
            validation,
            known: Cache::builder()
                .max_capacity(100_000)
                .time_to_live(SESSION_CACHE)
                .build(),
            live,
        }
    }

    /// The bearer token of a session.
    ///
    /// # Errors
    /// When signing fails.
    pub fn sign(&self, session: &NewSession) -> Result<String, ApiError> {
        let claims = Claims {
            sub: session.subject.clone(),
            email: session.email.clone(),
            role: session.role,
            guest: session.is_guest,
            sid: session.id.clone(),
            aud: AUDIENCE.to_owned(),
            iat: session.issued_at.div_euclid(1_000),
            exp: session.expires_at.div_euclid(1_000),
        };
        jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &self.encoding)
            .map_err(ApiError::internal)
    }

    /// Makes this server refuse a session that was ended, and its open streams end. Other servers do so within 5 seconds.
    pub fn forget(&self, session: &str) {
        // Said outright rather than unsaid: a request that read the session just before must not bring it back.
        self.known.insert(session.to_owned(), None);
        self.live.wake(session);
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

impl Client {
    fn new(claims: Claims) -> Self {
        Self {
            id: claims.sub,
            is_guest: claims.guest,
            session: claims.sid,
        }
    }
}

impl FromRequestParts<AppState> for Client {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        caller(parts, state, Role::Client).await.map(Self::new)
    }
}

/// A signed-in pro.
#[derive(Debug, Clone)]
pub struct Master {
    /// The pro's id.
    pub id: String,
    /// The session of the token.
    pub session: String,
}

impl FromRequestParts<AppState> for Master {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let claims = caller(parts, state, Role::Master).await?;
        Ok(Self {
            id: claims.sub,
            session: claims.sid,
        })
    }
}

/// A signed-in person of whichever role, as a ticket remembers one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// The client's or pro's id.
    pub id: String,
    /// Which of them.
    pub role: Role,
    /// The session of the token.
    pub session: String,
    /// When the token expires, Unix milliseconds.
    pub until: Millis,
}

impl FromRequestParts<AppState> for Person {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let claims = claims(parts, state).await?;
        Ok(Self {
            id: claims.sub,
            role: claims.role,
            session: claims.sid,
            until: claims.exp * SECOND,
        })
    }
}

/// True while the person's session has neither ended nor expired.
///
/// # Errors
/// When the database fails.
pub async fn goes_on(state: &AppState, person: &Person) -> ApiResult<bool> {
    let session = session(state, &person.session).await?;
    let is_same =
        session.is_some_and(|session| session.subject == person.id && session.role == person.role.as_str());
    Ok(is_same && person.until > state.clock.now())
}

/// Does to its end what ends sessions, even when the caller hangs up: else the database would have ended them while this server went on
/// believing them.
///
/// # Errors
/// Those of `work`.
pub async fn to_the_end<T: Send + 'static>(
    work: impl Future<Output = ApiResult<T>> + Send + 'static,
) -> ApiResult<T> {
    let done = tokio::spawn(work.in_current_span()).await;
    done.map_err(ApiError::internal)?
}

/// The session of a bearer token of whichever role, for what both may do.
#[derive(Debug, Clone)]
pub struct AnySession(pub String);

impl FromRequestParts<AppState> for AnySession {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let claims = claims(parts, state).await?;
        Ok(Self(claims.sid))
    }
}

/// The claims of the bearer, who must be of this role.
async fn caller(parts: &Parts, state: &AppState, role: Role) -> Result<Claims, ApiError> {
    let claims = claims(parts, state).await?;
    if claims.role == role {
        Ok(claims)
    } else {
        Err(ApiError::unauthorised())
    }
}

/// The claims of a good token whose session goes on and belongs to the same person in the same role.
async fn claims(parts: &Parts, state: &AppState) -> Result<Claims, ApiError> {
    let token = bearer(parts).ok_or_else(ApiError::unauthorised)?;
    let claims = state
        .tokens
        .read(token, state.clock.now())
        .ok_or_else(ApiError::unauthorised)?;
    match session(state, &claims.sid).await? {
        Some(session) if session.subject == claims.sub && session.role == claims.role.as_str() => Ok(claims),
        _ => Err(ApiError::unauthorised()),
    }
}

/// The caller if a client's bearer token was sent; a bad token is still 401, so that nobody is taken for a stranger by mistake. To a
/// route that is open to everybody a pro is a stranger.
pub struct MaybeClient(pub Option<Client>);

impl FromRequestParts<AppState> for MaybeClient {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        if !parts.headers.contains_key(header::AUTHORIZATION) {
            return Ok(Self(None));
        }
        let claims = claims(parts, state).await?;
        Ok(Self((claims.role == Role::Client).then(|| Client::new(claims))))
    }
}

fn bearer(parts: &Parts) -> Option<&str> {
    let value = parts.headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

async fn session(state: &AppState, id: &str) -> Result<Option<Arc<Session>>, ApiError> {
    if let Some(known) = state.tokens.known.get(id) {
        return Ok(known);
    }
    // Boxed: the rare way to the database would make every caller's future large.
    Box::pin(ask(state, id)).await
}

async fn ask(state: &AppState, id: &str) -> Result<Option<Arc<Session>>, ApiError> {
    let mut connection = state.db.read().await?;
    let session = store::sessions::live(&mut connection, id, state.clock.now()).await?;
    let session = session.map(Arc::new);
    Ok(state
        .tokens
        .known
        .entry_by_ref(id)
        .or_insert(session)
        .into_value())
}
