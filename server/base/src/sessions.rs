//! Bearer tokens, which identify the caller: HS256 only, with an audience and no leeway, tied to a session that can be ended. The
//! role in the token must match the one that the database has for the session.

use callout_domain::failure::{Failure, Fallible};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use moka::sync::Cache;
use serde::{Deserialize, Serialize};
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use tracing::Instrument as _;

use callout_domain::clock::{Clock, Millis, SECOND};
use callout_domain::ids;
use callout_domain::keys::Keys;
use callout_domain::role::Role;
use callout_outside::live::{Bus, News};
use callout_store::sessions::{Session, Start};
use callout_store::{Connection, Db};

const AUDIENCE: &str = "callout";

/// How long another server may trust its cached copy of a session: logout must take effect within 5 seconds, and the query takes
/// time, too.
const SESSION_CACHE: Duration = Duration::from_secs(4);

/// How far back a server looks for sessions that ended elsewhere: several looks, so that a slow commit is not missed.
const LOOK_BACK: Millis = 20 * SECOND;

/// The contents of a token.
#[derive(Debug, Serialize, Deserialize)]
pub struct Claims {
    /// The owner: the id of a client or pro.
    pub sub: String,
    email: Option<String>,
    /// The owner's role.
    pub role: Role,
    /// True for an unverified guest.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub guest: bool,
    /// The session's id.
    pub sid: String,
    aud: String,
    iat: i64,
    /// Expiry, Unix seconds.
    pub exp: i64,
}

/// How long sessions last, milliseconds.
#[derive(Debug, Clone, Copy)]
pub struct Lifetimes {
    /// Of a client or pro.
    pub account: Millis,
    /// Of a guest.
    pub guest: Millis,
}

/// Begins and ends sessions; signs and checks their tokens. Cheap to clone.
#[derive(Clone)]
pub struct Sessions(Arc<Parts>);

struct Parts {
    db: Db,
    clock: Clock,
    lifetimes: Lifetimes,
    encoding: EncodingKey,
    decoding: DecodingKey,
    validation: Validation,
    /// What the database said about a session; `None` if it has ended.
    known: Cache<String, Option<Arc<Session>>>,
    /// Wakes the event streams that end with a session.
    live: Bus,
}

/// A new session: its row and its token.
pub struct NewSession {
    id: String,
    subject: String,
    role: Role,
    is_guest: bool,
    email: Option<String>,
    issued_at: Millis,
    expires_at: Millis,
    fresh_at: Option<Millis>,
}

impl NewSession {
    /// The same, begun with a code of the account: for a few minutes it may do what a stolen session must not.
    #[must_use]
    pub fn made_fresh(self) -> Self {
        Self {
            fresh_at: Some(self.issued_at),
            ..self
        }
    }

    /// Inserts the session in the caller's transaction.
    pub async fn store(&self, connection: &mut Connection) -> Result<(), callout_store::StoreError> {
        let session = Start {
            id: self.id.clone(),
            subject: self.subject.clone(),
            role: self.role,
            created_at: self.issued_at,
            expires_at: self.expires_at,
            fresh_at: self.fresh_at,
        };
        callout_store::sessions::start(connection, &session).await
    }
}

impl Sessions {
    /// Sessions whose tokens are signed with these keys.
    #[must_use]
    pub fn new(db: Db, clock: Clock, keys: &Keys, live: Bus, lifetimes: Lifetimes) -> Self {
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_audience(&[AUDIENCE]);
        // Expiry is checked below, against the injected clock.
        validation.validate_exp = false;
        Self(Arc::new(Parts {
            db,
            clock,
            lifetimes,
            encoding: EncodingKey::from_secret(keys.jwt.expose()),
            decoding: DecodingKey::from_secret(keys.jwt.expose()),
            validation,
            known: Cache::builder()
                .max_capacity(100_000)
                .time_to_live(SESSION_CACHE)
                .build(),
            live,
        }))
    }

    /// A new session of a client; [`NewSession::store`] begins it.
    ///
    /// # Errors
    /// When the operating system's random number generator fails.
    pub fn of_client(&self, id: &str, email: Option<String>) -> Fallible<NewSession> {
        self.new_session(id, Role::Client, email, self.0.lifetimes.account)
    }

    /// A new session of a guest.
    ///
    /// # Errors
    /// When the operating system's random number generator fails.
    pub fn of_guest(&self, id: &str, email: Option<String>) -> Fallible<NewSession> {
        let session = self.new_session(id, Role::Client, email, self.0.lifetimes.guest)?;
        Ok(NewSession {
            is_guest: true,
            ..session
        })
    }

    /// A new session of a pro.
    ///
    /// # Errors
    /// When the operating system's random number generator fails.
    pub fn of_master(&self, id: &str, email: String) -> Fallible<NewSession> {
        self.new_session(id, Role::Master, Some(email), self.0.lifetimes.account)
    }

    fn new_session(
        &self,
        subject: &str,
        role: Role,
        email: Option<String>,
        life: Millis,
    ) -> Fallible<NewSession> {
        let issued_at = self.0.clock.now();
        Ok(NewSession {
            id: ids::prefixed("s-")?,
            subject: subject.to_owned(),
            role,
            is_guest: false,
            email,
            issued_at,
            expires_at: issued_at + life,
            fresh_at: None,
        })
    }

    /// A session's bearer token.
    ///
    /// # Errors
    /// When signing fails.
    pub fn sign(&self, session: &NewSession) -> Fallible<String> {
        let claims = Claims {
            sub: session.subject.clone(),
            email: session.email.clone(),
            role: session.role,
            guest: session.is_guest,
            sid: session.id.clone(),
            aud: AUDIENCE.to_owned(),
            iat: session.issued_at.div_euclid(SECOND),
            exp: session.expires_at.div_euclid(SECOND),
        };
        jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &self.0.encoding)
            .map_err(Failure::internal)
    }

    /// Makes every server refuse an ended session and close its open streams: this one at once, the others as soon as they hear of
    /// it, within 5 seconds if they don't.
    pub fn forget(&self, session: &str) {
        self.forget_here(session);
        let servers = self.0.live.servers();
        servers.tell_if_any(|| News::SessionEnded(session.to_owned()));
    }

    /// Makes this server refuse an ended session and close its open streams.
    pub fn forget_here(&self, session: &str) {
        // Cached as ended rather than removed: a request that read the session just before must not put it back.
        self.0.known.insert(session.to_owned(), None);
        self.0.live.wake_here(session);
    }

    /// Forgets the sessions that other servers have ended lately, in case the bus did not say so. To be called every few seconds.
    pub async fn look(&self) -> Fallible<()> {
        if self.0.live.servers().are_none() {
            return Ok(());
        }
        let since = self.0.clock.now() - LOOK_BACK;
        let ended = callout_store::sessions::ended_since(&mut self.0.db.read().await?, since).await?;
        for session in ended {
            self.forget_here(&session);
        }
        Ok(())
    }

    /// Rereads a session whose owner has become a guest.
    pub fn ask_again(&self, session: &str) {
        self.0.known.invalidate(session);
    }

    /// Ends a session, with immediate effect on this server.
    pub async fn end(&self, session: String) -> Fallible<()> {
        let sessions = self.clone();
        to_the_end(async move {
            let (ending, now) = (session.clone(), sessions.0.clock.now());
            let ended = sessions.0.db.write(move |connection| {
                Box::pin(async move { callout_store::sessions::end(connection, &ending, now).await })
            });
            ended.await?;
            sessions.forget(&session);
            Ok(())
        })
        .await
    }

    /// The claims of a valid token whose session is open and belongs to the same person in the same role.
    ///
    /// # Errors
    /// 401 otherwise; or when the database fails.
    pub async fn verify(&self, token: &str) -> Fallible<Claims> {
        let mut claims = self.read(token).ok_or_else(Failure::unauthorised)?;
        match self.session(&claims.sid).await? {
            Some(session) if session.subject == claims.sub && session.role == claims.role => {
                // The account may have become a guest after the token was signed.
                claims.guest = session.is_guest;
                Ok(claims)
            }
            _ => Err(Failure::unauthorised()),
        }
    }

    /// True while the person's session has neither ended nor expired.
    pub async fn goes_on(&self, person: &Person) -> Fallible<bool> {
        let session = self.session(&person.session).await?;
        let is_same =
            session.is_some_and(|session| session.subject == person.id && session.role == person.role);
        Ok(is_same && person.until > self.0.clock.now())
    }

    fn read(&self, token: &str) -> Option<Claims> {
        let claims = jsonwebtoken::decode::<Claims>(token, &self.0.decoding, &self.0.validation)
            .ok()?
            .claims;
        (claims.exp > self.0.clock.now().div_euclid(SECOND)).then_some(claims)
    }

    async fn session(&self, id: &str) -> Fallible<Option<Arc<Session>>> {
        if let Some(known) = self.0.known.get(id) {
            return Ok(known);
        }
        // Boxed: the future of this rare database query would make every caller's future large.
        Box::pin(self.ask(id)).await
    }

    async fn ask(&self, id: &str) -> Fallible<Option<Arc<Session>>> {
        let mut connection = self.0.db.read().await?;
        let session = callout_store::sessions::live(&mut connection, id, self.0.clock.now()).await?;
        Ok(self
            .0
            .known
            .entry_by_ref(id)
            .or_insert(session.map(Arc::new))
            .into_value())
    }
}

/// A signed-in person of either role, as stored with a ticket.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// The client's or pro's id.
    pub id: String,
    /// Their role.
    pub role: Role,
    /// The token's session.
    pub session: String,
    /// When the token expires, Unix milliseconds.
    pub until: Millis,
}

/// Runs work that ends sessions to completion even if the caller hangs up. Otherwise the database could end them while this
/// server still trusted its cache.
///
/// # Errors
/// Those of `work`.
pub async fn to_the_end<T: Send + 'static>(
    work: impl Future<Output = Fallible<T>> + Send + 'static,
) -> Fallible<T> {
    let done = tokio::spawn(work.in_current_span()).await;
    done.map_err(Failure::internal)?
}
