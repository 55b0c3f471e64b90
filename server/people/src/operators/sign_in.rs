//! Signing in with a password, and the session that follows.

use secrecy::SecretString;

use super::Operators;
use crate::accounts::Browser;
use crate::tries::Try;
use callout_base::audit;
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::clock::{HOUR, MINUTE, Millis, random_bytes};
use callout_domain::device::{Account, Devices};
use callout_domain::failure::{Failure, FailureKind, Fallible};
use callout_domain::keys::sha256_text;
use callout_domain::operator::{By, DRAFT_LIFE, IDLE_LIFE, Operator};
use callout_domain::sealed;
use callout_store::operator_sessions::{self, Draft, OperatorSession};
use callout_store::{devices, operators};

/// How long a session lasts, milliseconds: decided for the product.
pub const SESSION_LIFE: Millis = 8 * HOUR;
/// How long an email is kept that a stranger typed, milliseconds: decided for the product.
const NOBODYS_LIFE: Millis = 30 * MINUTE;
/// How long what was searched for is kept, milliseconds: decided for the product.
const SEARCH_LIFE: Millis = HOUR;

/// Who is signed in.
#[derive(Debug, Clone)]
pub struct Signed {
    /// The operator.
    pub operator: Operator,
    /// Name of the session.
    pub session: String,
    /// The second factor was shown.
    pub is_proved: bool,
    /// The session has ended; only what was typed may still be kept.
    pub is_over: bool,
    /// When it ends at the latest, Unix milliseconds.
    pub expires_at: Millis,
    /// When the operator last did something in it, Unix milliseconds.
    pub seen_at: Millis,
}

/// When a session ends that is not used any more.
fn ends_at(session: &OperatorSession) -> Millis {
    session.expires_at.min(session.seen_at + IDLE_LIFE)
}

/// A session's token, and the id that it is stored by.
pub(crate) fn new_token() -> Fallible<(String, String)> {
    let token = sha256_text(&random_bytes::<32>()?);
    let id = sha256_text(token.as_bytes());
    Ok((token, id))
}

impl Operators {
    /// Checks a password and begins a session, which still lacks the second factor; gives the cookie's token. The session that this browser
    /// `was` in ends, if it is theirs: nobody could end it there any more.
    ///
    /// # Errors
    /// 401 `wrong_password`, the same for an unknown email; 401 `first_password_over` for a right one that was given too long ago; 429.
    pub async fn sign_in(
        &self,
        email: &str,
        password: SecretString,
        browser: &Browser,
        was: &str,
    ) -> Fallible<String> {
        let now = self.clock.now();
        let email = email.trim().to_lowercase();
        let (found, generation) = self.known(&email).await?;
        let account = Account {
            id: found.as_ref().map_or("", |operator| &operator.id),
            generation,
        };
        let a_try = Try {
            limits: &self.limits,
            who: format!("operator {email}"),
            address: browser.address(),
            device: browser.devices.known(&self.keys.device, account, now),
            now,
        };
        let hash = found.as_ref().map(|operator| operator.password_hash.clone());
        let matches = a_try.made(self.hasher.verify(password, hash)).await?;
        let operator = found.filter(|_| matches).ok_or_else(wrong)?;
        if operator.first_password_until.is_some_and(|until| until <= now) {
            return Err(first_password_over());
        }
        let (token, id) = new_token()?;
        let session = OperatorSession {
            id,
            operator_id: operator.id,
            created_at: now,
            expires_at: now + SESSION_LIFE,
            proved_at: None,
            seen_at: now,
        };
        let (hash, was) = (operator.password_hash, was.to_owned());
        let begun = self.db.write(move |connection| {
            Box::pin(async move {
                // It may have been replaced while it was checked, which ended all sessions that began with it.
                let is_so = operators::hold_password(connection, &session.operator_id, &hash).await?;
                if is_so {
                    operator_sessions::end_own(connection, &session.operator_id, &was).await?;
                    operator_sessions::begin(connection, &session).await?;
                }
                Ok::<_, Failure>(is_so)
            })
        });
        if begun.await? { Ok(token) } else { Err(wrong()) }
    }

    /// The operator of this email who may sign in, and the number that device cookies of theirs carry.
    async fn known(&self, email: &str) -> Fallible<(Option<Operator>, i64)> {
        let mut connection = self.db.read().await?;
        let found = operators::by_email(&mut connection, email).await?;
        let found = found.filter(|operator| operator.ended_at.is_none());
        let id = found.as_ref().map_or("", |operator| &operator.id);
        let generation = devices::generation(&mut connection, id).await?;
        Ok((found, generation))
    }

    /// What the device cookie of a browser says after a sign-in with both factors.
    pub async fn remembered(&self, operator_id: &str, browser: &Browser) -> Fallible<Devices> {
        let account = Account {
            id: operator_id,
            generation: devices::generation(&mut self.db.read().await?, operator_id).await?,
        };
        let now = self.clock.now();
        Ok(browser.devices.clone().with(&self.keys.device, account, now))
    }

    /// Whose token this is; none when it is unknown, or was over half an hour ago.
    pub async fn signed(&self, token: &str) -> Fallible<Option<Signed>> {
        let now = self.clock.now();
        let mut connection = self.db.read().await?;
        let Some(session) = operator_sessions::find(&mut connection, &sha256_text(token.as_bytes())).await?
        else {
            return Ok(None);
        };
        let ends_at = ends_at(&session);
        if ends_at + DRAFT_LIFE <= now {
            return Ok(None);
        }
        let operator = operators::find(&mut connection, &session.operator_id).await?;
        Ok(operator
            .filter(|operator| operator.ended_at.is_none())
            .map(|operator| Signed {
                operator,
                session: session.id,
                is_proved: session.proved_at.is_some(),
                is_over: ends_at <= now,
                expires_at: session.expires_at,
                seen_at: session.seen_at,
            }))
    }

    /// Notes that the operator does something, so that the session goes on; at most once a minute.
    pub async fn see(&self, signed: &Signed) -> Fallible<()> {
        let now = self.clock.now();
        if signed.seen_at + MINUTE > now {
            return Ok(());
        }
        let session = signed.session.clone();
        let seen = self.db.write(move |connection| {
            Box::pin(async move { operator_sessions::see(connection, &session, now).await })
        });
        Ok(seen.await?)
    }

    /// How many sessions of an operator go on.
    pub async fn sessions_of(&self, operator_id: &str) -> Fallible<i64> {
        let now = self.clock.now();
        let mut connection = self.db.read().await?;
        let open = operator_sessions::count_open(&mut connection, operator_id, now, now - IDLE_LIFE);
        Ok(open.await?)
    }

    /// Ends the operator's other sessions.
    pub async fn end_others(&self, by: By, session: &str) -> Fallible<()> {
        let (session, now) = (session.to_owned(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    operator_sessions::end_all_of(connection, &by.id, &session).await?;
                    devices::end_all(connection, &by.id).await?;
                    let entry = Entry::new(Act::OtherSessionsEnded, Subject::Operator(by.id.clone()));
                    audit::note(connection, &by, &entry, now).await
                })
            })
            .await
    }

    /// True while a session that has shown the second factor lasts.
    pub async fn goes_on(&self, session: &str) -> Fallible<bool> {
        let mut connection = self.db.read().await?;
        let Some(session) = operator_sessions::find(&mut connection, session).await? else {
            return Ok(false);
        };
        let operator = operators::find(&mut connection, &session.operator_id).await?;
        let is_there = operator.is_some_and(|operator| operator.ended_at.is_none());
        Ok(is_there && session.proved_at.is_some() && ends_at(&session) > self.clock.now())
    }

    /// Ends a session.
    pub async fn sign_out(&self, session: &str) -> Fallible<()> {
        let session = session.to_owned();
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    operator_sessions::end(connection, &session)
                        .await
                        .map_err(Failure::from)
                })
            })
            .await
    }

    /// Keeps what an operator typed, for eight hours and that operator alone; gives its name for the page's address.
    pub async fn keep(&self, operator_id: &str, text: &str) -> Fallible<String> {
        self.keep_for(operator_id, text, DRAFT_LIFE).await
    }

    /// Keeps what somebody typed who is not signed in, for half an hour: strangers can send as much as they like.
    pub async fn keep_of_nobody(&self, nobody: &str, text: &str) -> Fallible<String> {
        self.keep_for(nobody, text, NOBODYS_LIFE).await
    }

    /// Keeps what an operator searches for, for an hour and that operator alone; gives its name for the page's address.
    pub async fn keep_search(&self, operator_id: &str, text: &str) -> Fallible<String> {
        self.keep_for(operator_id, text, SEARCH_LIFE).await
    }

    async fn keep_for(&self, operator_id: &str, text: &str, life: Millis) -> Fallible<String> {
        let id = sha256_text(&random_bytes::<16>()?);
        let draft = Draft {
            id: id.clone(),
            operator_id: operator_id.to_owned(),
            content: sealed::seal(&self.keys.console, operator_id, text)?,
            expires_at: self.clock.now() + life,
        };
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    operator_sessions::keep_draft(connection, &draft)
                        .await
                        .map_err(Failure::from)
                })
            })
            .await?;
        Ok(id)
    }

    /// Forgets what was kept under this name, so that it is shown once; false when it is gone already.
    pub async fn forget(&self, operator_id: &str, id: &str) -> Fallible<bool> {
        let (operator, id) = (operator_id.to_owned(), id.to_owned());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    operator_sessions::take_draft(connection, &id, &operator)
                        .await
                        .map_err(Failure::from)
                })
            })
            .await
    }

    /// What was kept under this name for this operator.
    pub async fn kept(&self, operator_id: &str, id: &str) -> Fallible<Option<String>> {
        let now = self.clock.now();
        let draft = operator_sessions::draft(&mut self.db.read().await?, id, operator_id, now).await?;
        Ok(draft.and_then(|draft| {
            sealed::open(&self.keys.console, operator_id, &draft.content)
                .inspect_err(Failure::log)
                .ok()
        }))
    }
}

fn first_password_over() -> Failure {
    let detail = "Your first password was for 72 hours. Ask a super admin for another one.";
    Failure::new(FailureKind::Unauthorised, "first_password_over", detail)
}

fn wrong() -> Failure {
    let detail = "Email or password is not right.";
    Failure::new(FailureKind::Unauthorised, "wrong_password", detail)
}
