//! Sign-in by email and password. Rate-limited and queued for the hasher, with no difference between known and unknown emails.

use secrecy::{ExposeSecret as _, SecretString};

use super::entry::Shown;
use super::{Accounts, Browser, SignedIn, Visitor};
use crate::tries::Try;
use callout_base::limits;
use callout_base::sessions;
use callout_domain::failure::{Failure, FailureKind, Fallible};
use callout_domain::identifier::Identifier;
use callout_domain::role::Role;
use callout_domain::{contact, ids, password};
use callout_store::passwords::{self, Password};
use callout_store::{clients, identifiers};

/// An email and a password as typed.
pub struct Credentials {
    /// Email.
    pub email: String,
    /// Password.
    pub password: SecretString,
}

impl Accounts {
    /// Signs a client in with a password; a guest's bookings move to the account.
    ///
    /// # Errors
    /// 401 `invalid_credentials`; 422 on a field; 429.
    pub async fn log_in(
        &self,
        browser: Browser,
        credentials: Credentials,
        visitor: Visitor,
    ) -> Fallible<SignedIn> {
        let password = self.check(&browser, Role::Client, credentials).await?;
        let (accounts, inside) = (self.clone(), self.clone());
        sessions::to_the_end(async move {
            let arrival = accounts.db.write(move |connection| {
                Box::pin(async move {
                    if !passwords::hold(connection, &password).await? {
                        return Err(wrong());
                    }
                    let account = password.account_id;
                    inside
                        .arrive(connection, account, &visitor, &browser, Shown::Password)
                        .await
                })
            });
            accounts.let_in(arrival.await?)
        })
        .await
    }

    /// Registers a client with a password, which does not prove the email; a guest's bookings move to the account.
    ///
    /// # Errors
    /// 409 `email_taken`; 422 on a field; 429.
    pub async fn register(
        &self,
        browser: Browser,
        credentials: Credentials,
        visitor: Visitor,
    ) -> Fallible<SignedIn> {
        let (email, hash) = self.prepare(&browser, Role::Client, credentials).await?;
        let now = self.clock.now();
        let account_id = ids::prefixed("client-")?;
        let (accounts, inside) = (self.clone(), self.clone());
        sessions::to_the_end(async move {
            let arrival = accounts.db.write(move |connection| {
                Box::pin(async move {
                    if !identifiers::claim(connection, Role::Client, &email, &account_id).await? {
                        return Err(taken());
                    }
                    clients::add(connection, &account_id, now).await?;
                    clients::set_contact(connection, &account_id, &Identifier::Email(email)).await?;
                    let password = Password {
                        account_id,
                        hash,
                        set_at: now,
                    };
                    passwords::set(connection, &password).await?;
                    let account = password.account_id;
                    inside
                        .arrive(connection, account, &visitor, &browser, Shown::Password)
                        .await
                })
            });
            accounts.let_in(arrival.await?)
        })
        .await
    }

    /// Checks an email and password; takes equally long whether or not the email has an account.
    ///
    /// # Errors
    /// 401 `invalid_credentials` when they do not match; 422 on a malformed field; 429.
    pub(super) async fn check(
        &self,
        browser: &Browser,
        role: Role,
        credentials: Credentials,
    ) -> Fallible<Password> {
        let email = contact::email(&credentials.email)?;
        let now = self.clock.now();
        let known = self.knows(browser, role, &email, now).await?;
        let found = passwords::find(&mut self.db.read().await?, role, &email).await?;
        let hash = found.as_ref().map(|found| found.hash.clone());
        let a_try = Try {
            limits: &self.limits,
            who: format!("{} {email}", role.as_str()),
            address: browser.address(),
            device: known.device(),
            now,
        };
        let matches = a_try.made(self.hasher.verify(credentials.password, hash)).await?;
        found.filter(|_| matches).ok_or_else(wrong)
    }

    /// For a new account: checks that the email is free and hashes the password if it is acceptable.
    ///
    /// # Errors
    /// 409 `email_taken`; 422 on a field; 429.
    pub(super) async fn prepare(
        &self,
        browser: &Browser,
        role: Role,
        credentials: Credentials,
    ) -> Fallible<(String, String)> {
        let email = contact::email(&credentials.email)?;
        password::check(credentials.password.expose_secret())?;
        let (now, address) = (self.clock.now(), browser.address());
        // Counted because either answer reveals whether the email is known.
        self.limits.count_address(limits::WHO_IS_KNOWN, address, now)?;
        self.limits.count_address(limits::LOGINS_ADDRESS, address, now)?;
        if identifiers::exists(&mut self.db.read().await?, role, &email).await? {
            return Err(taken());
        }
        let hash = self.hasher.hash(credentials.password).await?;
        Ok((email, hash))
    }
}

/// 401 `invalid_credentials`.
pub(super) fn wrong() -> Failure {
    Failure::new(
        FailureKind::Unauthorised,
        "invalid_credentials",
        "Invalid email or password.",
    )
}

/// 409 `email_taken`.
pub(super) fn taken() -> Failure {
    Failure::conflict(
        "email_taken",
        "There is an account with this email already. Please sign in.",
    )
}
