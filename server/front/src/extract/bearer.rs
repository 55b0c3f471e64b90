//! The caller, identified by the bearer token.

use axum::extract::FromRequestParts;
use http::header;
use http::request::Parts;
use tracing::Span;

use crate::state::AppState;
use callout_base::sessions::{Claims, Person};
use callout_domain::clock::SECOND;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::role::Role;
use callout_people::accounts::{self, Visitor};

/// A signed-in client, or a guest with its own token.
#[derive(Debug, Clone)]
pub struct Client {
    /// The client's id.
    pub id: String,
    /// True for an unverified guest.
    pub is_guest: bool,
    /// The token's session.
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

impl From<Client> for accounts::Signed {
    fn from(client: Client) -> Self {
        Self {
            account: client.id,
            session: client.session,
        }
    }
}

impl From<Master> for accounts::Signed {
    fn from(master: Master) -> Self {
        Self {
            account: master.id,
            session: master.session,
        }
    }
}

impl FromRequestParts<AppState> for Client {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Failure> {
        caller(parts, state, Role::Client).await.map(Self::new)
    }
}

/// A signed-in pro.
#[derive(Debug, Clone)]
pub struct Master {
    /// The pro's id.
    pub id: String,
    /// The token's session.
    pub session: String,
}

impl Master {
    /// Whoever calls is there, so that they can be asked for jobs.
    fn new(state: &AppState, claims: Claims) -> Self {
        state.matching.index().heard_of(&claims.sub);
        Span::current().record("pro", &claims.sub);
        Self {
            id: claims.sub,
            session: claims.sid,
        }
    }
}

impl FromRequestParts<AppState> for Master {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Failure> {
        let claims = caller(parts, state, Role::Master).await?;
        Ok(Self::new(state, claims))
    }
}

impl FromRequestParts<AppState> for Person {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Failure> {
        let claims = claims(parts, state).await?;
        Ok(Self {
            id: claims.sub,
            role: claims.role,
            session: claims.sid,
            until: claims.exp * SECOND,
        })
    }
}

/// The session of a bearer token with either role, for calls open to both.
#[derive(Debug, Clone)]
pub struct AnySession(pub String);

impl FromRequestParts<AppState> for AnySession {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Failure> {
        let claims = claims(parts, state).await?;
        Ok(Self(claims.sid))
    }
}

/// Whoever is signed in, for calls that answer both sides.
#[derive(Debug, Clone)]
pub enum Signed {
    /// A client, or a guest with its own token.
    Client(Client),
    /// A pro.
    Master(Master),
}

impl FromRequestParts<AppState> for Signed {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Failure> {
        let claims = claims(parts, state).await?;
        Ok(match claims.role {
            Role::Client => Self::Client(Client::new(claims)),
            Role::Master => Self::Master(Master::new(state, claims)),
        })
    }
}

/// The bearer's claims, if they have this role.
async fn caller(parts: &Parts, state: &AppState, role: Role) -> Fallible<Claims> {
    let claims = claims(parts, state).await?;
    if claims.role == role {
        Ok(claims)
    } else {
        Err(Failure::unauthorised())
    }
}

async fn claims(parts: &Parts, state: &AppState) -> Fallible<Claims> {
    let token = bearer(parts).ok_or_else(Failure::unauthorised)?;
    state.sessions.verify(token).await
}

/// The client, if a bearer token was sent. An invalid token is still 401, so that nobody is silently treated as anonymous. On
/// routes open to everybody, a pro counts as anonymous.
pub struct MaybeClient(pub Option<Client>);

impl FromRequestParts<AppState> for MaybeClient {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Failure> {
        if !parts.headers.contains_key(header::AUTHORIZATION) {
            return Ok(Self(None));
        }
        let claims = claims(parts, state).await?;
        Ok(Self((claims.role == Role::Client).then(|| Client::new(claims))))
    }
}

/// Who was using the browser before a sign-in, by the token sent with it. An invalid token must not prevent the sign-in.
#[must_use]
pub fn visitor(bearer: Fallible<MaybeClient>) -> Visitor {
    match bearer {
        Ok(MaybeClient(Some(client))) if client.is_guest => Visitor::Guest(client.id),
        Ok(MaybeClient(Some(client))) => Visitor::Account(client.id),
        Ok(MaybeClient(None)) => Visitor::Unknown,
        Err(failure) => {
            failure.log();
            Visitor::Unknown
        }
    }
}

/// The account's session whose token came with the call; none of a guest, and none of an invalid token.
pub(super) async fn signed(parts: &Parts, state: &AppState) -> Option<accounts::Signed> {
    let claims = claims(parts, state).await.ok().filter(|claims| !claims.guest)?;
    Some(accounts::Signed {
        account: claims.sub,
        session: claims.sid,
    })
}

fn bearer(parts: &Parts) -> Option<&str> {
    let value = parts.headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
