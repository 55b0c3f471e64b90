//! Email and password: checked behind the limits and the hasher's queue, alike for known and unknown.

use crate::domain::failure::{Failure, FailureKind, Fallible};
use secrecy::SecretString;

use crate::domain::role::Role;
use crate::domain::{contact, password};
use crate::extract::Caller;
use crate::limits;
use crate::state::AppState;
use crate::store::identifiers;
use crate::store::passwords::{self, Password};

/// Checks an email and password; the answer takes the same time whether or not anybody has that email.
///
/// # Errors
/// 401 when they do not belong together; 422 on a malformed field; 429.
pub async fn check(
    state: &AppState,
    caller: &Caller,
    role: Role,
    email: &str,
    password: SecretString,
) -> Fallible<Password> {
    let email = contact::email(email)?;
    let now = state.clock.now();
    state.limits.count(limits::LOGINS_ADDRESS, &caller.key, now)?;
    let who = format!("{} {email}", role.as_str());
    state.limits.count(limits::LOGINS_IDENTIFIER, &who, now)?;
    let found = passwords::find(&mut state.db.read().await?, role, &email).await?;
    let hash = found.as_ref().map(|found| found.hash.clone());
    let matches = state.hasher.verify(password, hash).await?;
    found.filter(|_| matches).ok_or_else(wrong)
}

/// 401 in the documents' words.
#[must_use]
pub fn wrong() -> Failure {
    Failure::new(
        FailureKind::Unauthorised,
        "invalid_credentials",
        "Invalid email or password.",
    )
}

/// An email that is free and the hash of a password that will do, for a new account.
///
/// # Errors
/// 409 `email_taken`; 422 on a field; 429.
pub async fn prepare(
    state: &AppState,
    caller: &Caller,
    role: Role,
    email: &str,
    password: SecretString,
) -> Fallible<(String, String)> {
    use secrecy::ExposeSecret as _;
    let email = contact::email(email)?;
    password::check(password.expose_secret())?;
    let now = state.clock.now();
    // Looked at before anything is told, else the limit itself would tell.
    state.limits.check(limits::WHO_IS_KNOWN, &caller.key, now)?;
    state.limits.count(limits::LOGINS_ADDRESS, &caller.key, now)?;
    if identifiers::exists(&mut state.db.read().await?, role, &email).await? {
        state.limits.count(limits::WHO_IS_KNOWN, &caller.key, now)?;
        return Err(taken());
    }
    let hash = state.hasher.hash(password).await?;
    Ok((email, hash))
}

/// 409 `email_taken`.
#[must_use]
pub fn taken() -> Failure {
    Failure::conflict(
        "email_taken",
        "There is an account with this email already. Please sign in.",
    )
}
