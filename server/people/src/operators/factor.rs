//! The second factor: set up with the first sign-in, shown at each one, and asked for again before a grave act.

use std::sync::Arc;

use secrecy::SecretString;

use super::sign_in::new_token;
use super::{Operators, check_password, no_operator};
use callout_base::audit;
use callout_base::words::words;
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::clock::{MINUTE, Millis};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::keys::Keys;
use callout_domain::operator::{By, Operator};
use callout_domain::passkey::Owner;
use callout_domain::{sealed, second_factor};
use callout_store::{devices, operator_sessions, operators, passkeys};

/// Wrong codes in a row of fifteen minutes: decided for the product.
const TRIES: i64 = 5;
/// How long wrong codes count, milliseconds: decided for the product.
const TRIES_FOR: Millis = 15 * MINUTE;

/// A second factor about to be set up.
#[derive(Debug, Clone)]
pub struct NewFactor {
    /// The secret, for typing into an app.
    pub secret: String,
    /// The same as the address that a QR code holds.
    pub address: String,
    /// The secret, sealed for this operator: the form carries it.
    pub sealed: String,
}

impl Operators {
    /// A new secret for an operator; nothing is stored before a code of it was typed.
    ///
    /// # Errors
    /// When the operating system has no randomness to offer.
    pub fn new_factor(&self, operator: &Operator) -> Fallible<NewFactor> {
        let secret = second_factor::new_secret()?;
        Ok(NewFactor {
            address: second_factor::address(&secret, &operator.email)?,
            sealed: sealed::seal(&self.keys.console, &operator.id, &secret)?,
            secret,
        })
    }

    /// Seals operators' second factors anew that were sealed with an `old` secret; may be repeated. Gives how many were.
    ///
    /// # Errors
    /// 500 when one was sealed with neither secret.
    pub async fn reseal(&self, old: Arc<Keys>) -> Fallible<usize> {
        let keys = Arc::clone(&self.keys);
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let mut resealed = 0;
                    for (id, sealed) in operators::factors(connection).await? {
                        if sealed::open(&keys.console, &id, &sealed).is_ok() {
                            continue;
                        }
                        let secret = sealed::open(&old.console, &id, &sealed)?;
                        let anew = sealed::seal(&keys.console, &id, &secret)?;
                        operators::reseal_factor(connection, &id, &anew).await?;
                        resealed += 1;
                    }
                    Ok(resealed)
                })
            })
            .await
    }

    /// The factor that a form carries, to be shown again.
    ///
    /// # Errors
    /// 409 `factor_form_old` when it was made for somebody else or is damaged.
    pub fn same_factor(&self, operator: &Operator, sealed: &str) -> Fallible<NewFactor> {
        let secret = sealed::open(&self.keys.console, &operator.id, sealed).map_err(|_| old_form())?;
        Ok(NewFactor {
            address: second_factor::address(&secret, &operator.email)?,
            sealed: sealed.to_owned(),
            secret,
        })
    }

    /// Sets up the second factor and a password of the operator's own, and gives the recovery codes, with the session's new token.
    ///
    /// # Errors
    /// 409 `factor_set` when there is one; 422 on `factor_code` or `password`.
    pub async fn set_factor(
        &self,
        by: By,
        session: &str,
        sealed: &str,
        code: &str,
        own_password: SecretString,
    ) -> Fallible<(Vec<String>, String)> {
        let operator = self.find(&by.id).await?;
        if operator.factor_secret.is_some() {
            return Err(factor_set());
        }
        let factor = self.same_factor(&operator, sealed)?;
        let now = self.clock.now();
        let step = second_factor::step_of(&factor.secret, code, operator.factor_step, now)?;
        let step = step.ok_or_else(wrong_code)?;
        let hash = self.own_password(&operator, own_password).await?;
        let codes = second_factor::new_recovery_codes()?;
        let hashes: Vec<String> = codes.iter().map(|code| self.recovery_hash(code)).collect();
        let (session, sealed) = (session.to_owned(), factor.sealed);
        let (token, id) = new_token()?;
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    if !operators::set_factor(connection, &operator.id, &sealed, step).await? {
                        return Err(factor_set());
                    }
                    operators::set_password(connection, &operator.id, &hash).await?;
                    for hash in &hashes {
                        operators::add_recovery(connection, &operator.id, hash).await?;
                    }
                    if !operator_sessions::renew(connection, &session, &id, now).await? {
                        return Err(old_form());
                    }
                    operator_sessions::end_all_of(connection, &operator.id, &id).await?;
                    let entry = Entry::new(Act::FactorSet, Subject::Operator(operator.id.clone()));
                    audit::note(connection, &by, &entry, now).await
                })
            })
            .await?;
        Ok((codes, token))
    }

    /// Completes a sign-in by a code of the second factor, or a recovery code; gives the session's new token, since the old one was there
    /// before anything but a password was known.
    ///
    /// # Errors
    /// 422 on `factor_code`; 429 after five wrong ones.
    pub async fn complete(&self, by: By, session: &str, code: &str) -> Fallible<String> {
        self.prove(&by.id, code).await?;
        let (session, now) = (session.to_owned(), self.clock.now());
        let (token, id) = new_token()?;
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    if !operator_sessions::renew(connection, &session, &id, now).await? {
                        return Err(old_form());
                    }
                    let entry = Entry::new(Act::SignedIn, Subject::Operator(by.id.clone()));
                    audit::note(connection, &by, &entry, now).await
                })
            })
            .await?;
        Ok(token)
    }

    /// Checks a code of the second factor, or uses up a recovery code.
    ///
    /// # Errors
    /// 422 on `factor_code`; 429 after five wrong ones in 15 minutes.
    pub async fn prove(&self, operator_id: &str, code: &str) -> Fallible<()> {
        let operator = self.find(operator_id).await?;
        let Some(sealed) = operator.factor_secret.as_deref() else {
            return Err(wrong_code());
        };
        let now = self.clock.now();
        let secret = sealed::open(&self.keys.console, &operator.id, sealed)?;
        let step = second_factor::step_of(&secret, code, operator.factor_step, now)?;
        let recovery = second_factor::recovery_code(code).map(|_| self.recovery_hash(code));
        let id = operator.id;
        // The try is counted in a transaction of its own: a wrong code must not undo its own count.
        let (counted, tried) = (id.clone(), now);
        let may_try = self.db.write(move |connection| {
            Box::pin(async move {
                operators::count_try(connection, &counted, TRIES, tried - TRIES_FOR, tried)
                    .await
                    .map_err(Failure::from)
            })
        });
        if !may_try.await? {
            let left = operator.factor_tries_from + TRIES_FOR - now;
            return Err(Failure::too_many(
                u64::try_from(left.div_euclid(1_000)).unwrap_or(1),
            ));
        }
        let good = self.db.write(move |connection| {
            Box::pin(async move {
                let good = match (step, recovery) {
                    (Some(step), _) => operators::use_step(connection, &id, step).await?,
                    (None, Some(hash)) => operators::use_recovery(connection, &id, &hash, now).await?,
                    (None, None) => false,
                };
                Ok::<bool, Failure>(good)
            })
        });
        if good.await? { Ok(()) } else { Err(wrong_code()) }
    }

    /// Changes the operator's own password; other sessions of theirs end.
    ///
    /// # Errors
    /// 422 on `password`.
    pub async fn change_password(&self, by: By, session: &str, chosen: SecretString) -> Fallible<()> {
        let operator = self.find(&by.id).await?;
        let hash = self.own_password(&operator, chosen).await?;
        let (session, now) = (session.to_owned(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    operators::set_password(connection, &operator.id, &hash).await?;
                    devices::end_all(connection, &operator.id).await?;
                    operator_sessions::end_all_of(connection, &operator.id, &session).await?;
                    let entry = Entry::new(Act::PasswordChanged, Subject::Operator(operator.id.clone()));
                    audit::note(connection, &by, &entry, now).await
                })
            })
            .await
    }

    /// How many recovery codes an operator has left.
    pub async fn recovery_left(&self, operator_id: &str) -> Fallible<i64> {
        Ok(operators::recovery_left(&mut self.db.read().await?, operator_id).await?)
    }

    /// Lets an operator who has lost the second factor set up a new one at the next sign-in. Their passkeys end, too.
    ///
    /// # Errors
    /// 404; 403 for anybody but super admins, and about oneself; 422 on `reason`.
    pub async fn reset_factor(&self, email: &str, reason: &str, by: By) -> Fallible<()> {
        by.require_super_admin("reset a second factor")?;
        let reason = words("reason", reason)?;
        let found = operators::by_email(&mut self.db.read().await?, &email.trim().to_lowercase()).await?;
        let operator = found.ok_or_else(no_operator)?;
        super::manage::not_oneself(&by, &operator)?;
        let now = self.clock.now();
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    if !operators::reset_factor(connection, &operator.id).await? {
                        return Err(no_operator());
                    }
                    devices::end_all(connection, &operator.id).await?;
                    let passkeys = passkeys::remove_all(connection, &Owner::operator(&operator.id)).await?;
                    operator_sessions::end_all_of(connection, &operator.id, "").await?;
                    let mut entry =
                        Entry::new(Act::FactorReset, Subject::Operator(operator.id.clone())).because(&reason);
                    if passkeys > 0 {
                        entry = entry.was("passkeys", passkeys).is("passkeys", 0);
                    }
                    audit::note(connection, &by, &entry, now).await
                })
            })
            .await
    }

    /// The hash of a new password of the operator's own.
    async fn own_password(&self, operator: &Operator, chosen: SecretString) -> Fallible<String> {
        check_password(&chosen)?;
        let present = Some(operator.password_hash.clone());
        if self.hasher.verify(chosen.clone(), present).await? {
            let message = "Choose a password that differs from the present one.";
            return Err(Failure::field("password", message));
        }
        self.hasher.hash(chosen).await
    }

    fn recovery_hash(&self, code: &str) -> String {
        let code = second_factor::recovery_code(code).unwrap_or_default();
        self.keys.console.text(code.as_bytes())
    }
}

fn factor_set() -> Failure {
    Failure::conflict("factor_set", "Your second factor is set up already.")
}

fn wrong_code() -> Failure {
    Failure::field(
        "factor_code",
        "This code is not right. Wait for the next one and try again.",
    )
}

fn old_form() -> Failure {
    Failure::conflict("factor_form_old", "This page is out of date. Load it again.")
}
