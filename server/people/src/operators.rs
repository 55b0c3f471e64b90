//! The people who run Callout: who they are, how they sign in to the console, and what they prove again before a grave act.

mod factor;
mod manage;
mod sign_in;

use std::sync::Arc;

use secrecy::SecretString;

use crate::accounts::Hasher;
use callout_base::audit;
use callout_base::limits::Limits;
use callout_base::words::words;
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::clock::{Clock, Millis};
use callout_domain::contact;
use callout_domain::failure::{Failure, FailureKind, Fallible};
use callout_domain::keys::Keys;
use callout_domain::operator::{By, FIRST_PASSWORD_LIFE, Operator, OperatorRole};
use callout_domain::work::Work;
use callout_domain::{ids, password};
use callout_store::{Connection, Db, StoreError, jobs, operator_sessions, operators};

pub use callout_domain::operator::{DRAFT_LIFE, IDLE_LIFE};
pub use factor::NewFactor;
pub(crate) use sign_in::new_token;
pub use sign_in::{SESSION_LIFE, Signed};

/// Shortest password of an operator, characters: longer than other people's, since it opens everything.
const PASSWORD_LEAST: usize = 12;

/// Signs operators in and keeps who they are; cloning it is cheap.
#[derive(Clone)]
pub struct Operators {
    /// The database.
    pub db: Db,
    /// The clock.
    pub clock: Clock,
    /// The keys that seal second factors and drafts.
    pub keys: Arc<Keys>,
    /// Checks passwords.
    pub hasher: Hasher,
    /// Limits of tries.
    pub limits: Limits,
}

impl Operators {
    /// Adds an operator, who sets up the second factor at the first sign-in. One who never did gets another first password by the same.
    ///
    /// # Errors
    /// 409 `email_taken`; 422 on a field; 403 for anybody but super admins, and about oneself.
    pub async fn create(
        &self,
        email: &str,
        role: OperatorRole,
        first_password: SecretString,
        reason: &str,
        by: By,
    ) -> Fallible<Operator> {
        by.require_super_admin("add operators")?;
        let (email, reason) = (contact::email(email)?, words("reason", reason)?);
        check_password(&first_password)?;
        let password_hash = self.hasher.hash(first_password).await?;
        let now = self.clock.now();
        let operator = Operator {
            id: ids::prefixed("operator-")?,
            email,
            role,
            password_hash,
            factor_secret: None,
            factor_step: 0,
            factor_tries: 0,
            factor_tries_from: 0,
            created_at: now,
            ended_at: None,
            first_password_until: Some(now + FIRST_PASSWORD_LIFE),
            trusted_from: by.trusts_from(now),
        };
        self.db
            .write(move |connection| Box::pin(add(connection, operator, reason, by, now)))
            .await
    }

    /// Everybody who may sign in, and who once could.
    pub async fn all(&self) -> Fallible<Vec<Operator>> {
        Ok(operators::all(&mut self.db.read().await?).await?)
    }

    /// The operator of this id.
    ///
    /// # Errors
    /// 404 when there is none.
    pub async fn find(&self, id: &str) -> Fallible<Operator> {
        let found = operators::find(&mut self.db.read().await?, id).await?;
        found.ok_or_else(no_operator)
    }
}

async fn add(
    connection: &mut Connection,
    operator: Operator,
    reason: String,
    by: By,
    now: Millis,
) -> Fallible<Operator> {
    let Some(before) = operators::by_email(connection, &operator.email).await? else {
        match operators::add(connection, &operator).await {
            Err(StoreError::Duplicate) => return Err(email_taken()),
            added => added?,
        }
        let told = Work::OperatorAddedEmail {
            operator_id: operator.id.clone(),
            by: by.operator_id().map(str::to_owned),
        };
        jobs::enqueue(connection, &told, None, now, now).await?;
        let entry = Entry::new(Act::OperatorAdded, Subject::Operator(operator.id.clone()))
            .is("email", operator.email.as_str())
            .is("role", operator.role.as_str())
            .because(&reason);
        audit::note(connection, &by, &entry, now).await?;
        return Ok(operator);
    };
    manage::not_oneself(&by, &before)?;
    let until = now + FIRST_PASSWORD_LIFE;
    let (hash, trusted_from) = (&operator.password_hash, operator.trusted_from);
    let is_same = before.role == operator.role;
    if !is_same || !operators::set_first_password(connection, &before.id, hash, until, trusted_from).await? {
        return Err(email_taken());
    }
    operator_sessions::end_all_of(connection, &before.id, "").await?;
    let entry = Entry::new(Act::FirstPasswordGiven, Subject::Operator(before.id.clone())).because(&reason);
    audit::note(connection, &by, &entry, now).await?;
    Ok(before)
}

/// Checks a password that an operator wants to use.
fn check_password(chosen: &SecretString) -> Fallible<()> {
    use secrecy::ExposeSecret as _;
    let chosen = chosen.expose_secret();
    password::check(chosen)?;
    if chosen.chars().count() < PASSWORD_LEAST {
        let message = format!("Password must be at least {PASSWORD_LEAST} characters.");
        return Err(Failure::field("password", message));
    }
    Ok(())
}

fn email_taken() -> Failure {
    let mut failure = Failure::field("email", "There is an operator with this email.");
    failure.kind = FailureKind::Conflict;
    failure.code = "email_taken";
    failure
}

fn no_operator() -> Failure {
    Failure::not_found("There is no such operator.")
}
