//! An account's owner throws others out: with a new password, or by ending every session but this one.

use secrecy::{ExposeSecret as _, SecretString};

use super::codes::{Entry, invalid_code};
use super::proof::{Proof, Proved};
use super::{Accounts, Browser, Signed, fresh};
use callout_base::audit;
use callout_base::sessions;
use callout_base::words::words;
use callout_domain::audit::{Act, Entry as Record, Subject};
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::identifier::Identifier;
use callout_domain::operator::By;
use callout_domain::passkey::Owner;
use callout_domain::password;
use callout_domain::role::Role;
use callout_store::codes::Asker;
use callout_store::passwords::{self, Password};
use callout_store::{
    Connection, StoreError, calendar_links, clients, devices, identifiers, masters, passkeys,
};

/// A password that an account's owner chose, with the code that was sent to the account.
pub struct NewPassword {
    /// Kind of account.
    pub role: Role,
    /// The owner's session.
    pub signed: Signed,
    /// Six digits.
    pub code: String,
    /// As typed.
    pub password: SecretString,
}

impl Accounts {
    /// Sets the account's password, with a code that was sent to it. All other sessions end.
    ///
    /// # Errors
    /// 401 `invalid_code`, `unauthorised` when the account has ended; 422 on `password`; 429.
    pub async fn set_password(&self, new: NewPassword) -> Fallible<()> {
        password::check(new.password.expose_secret())?;
        let now = self.clock.now();
        let (role, account) = (new.role, new.signed.account.clone());
        let coded = self.coded(role, &new.signed, now).await?;
        let hash = self.hasher.hash(new.password).await?;
        let (accounts, inside) = (self.clone(), self.clone());
        let (signed, code) = (new.signed, new.code);
        sessions::to_the_end(async move {
            let changed = accounts.db.write(move |connection| {
                Box::pin(async move {
                    let Some(identifier) = inside.right(connection, (role, &coded), &code, now).await? else {
                        return Ok(None);
                    };
                    prove(connection, role, identifier, &account, now).await?;
                    let password = Password {
                        account_id: account.clone(),
                        hash,
                        set_at: now,
                    };
                    // The password first: a sign-in that holds its lock has created its session by the time it is released.
                    passwords::replace(connection, &password).await?;
                    if !goes_on(connection, role, &account, now).await? {
                        return Err(Failure::unauthorised());
                    }
                    let ended = end_others(connection, &account, &signed.session, now).await?;
                    callout_store::sessions::freshen(connection, &signed.session, now).await?;
                    Ok(Some(ended))
                })
            });
            let ended = changed.await?.ok_or_else(invalid_code)?;
            accounts.forget_all(&ended);
            Ok(())
        })
        .await
    }

    /// Ends every session of an account but this one, and what its other browsers are known by.
    pub async fn sign_out_others(&self, signed: Signed) -> Fallible<()> {
        let (accounts, now) = (self.clone(), self.clock.now());
        sessions::to_the_end(async move {
            let ended = accounts.db.write(move |connection| {
                Box::pin(async move { end_others(connection, &signed.account, &signed.session, now).await })
            });
            let ended = ended.await?;
            accounts.forget_all(&ended);
            Ok(())
        })
        .await
    }

    /// Ends every session of a person, and a pro's passkeys, for an operator, who says why.
    ///
    /// # Errors
    /// 404 when there is no such account; 422 on `reason`; those of [`audit::note`].
    pub async fn sign_out_for(&self, subject: Subject, reason: &str, by: By) -> Fallible<()> {
        let (accounts, now, reason) = (self.clone(), self.clock.now(), words("reason", reason)?);
        sessions::to_the_end(async move {
            let ended = accounts.db.write(move |connection| {
                Box::pin(async move {
                    let id = subject.id().to_owned();
                    let role = match subject {
                        Subject::Pro(_) => Role::Master,
                        _ => Role::Client,
                    };
                    if !goes_on(connection, role, &id, now).await? {
                        return Err(Failure::not_found("There is no such account."));
                    }
                    let passkeys = passkeys::remove_all(connection, &Owner::pro(&id)).await?;
                    let ended = end_others(connection, &id, "", now).await?;
                    let mut entry = Record::new(Act::PersonSignedOut, subject)
                        .is("sessions", i64::try_from(ended.len()).unwrap_or(i64::MAX))
                        .because(&reason);
                    if passkeys > 0 {
                        entry = entry.was("passkeys", passkeys).is("passkeys", 0);
                    }
                    audit::note(connection, &by, &entry, now).await?;
                    Ok::<_, Failure>(ended)
                })
            });
            let ended = ended.await?;
            accounts.forget_all(&ended);
            Ok(())
        })
        .await
    }

    /// Refuses a grave step of an account whose session is not fresh.
    ///
    /// # Errors
    /// 409 `fresh_code_required`.
    pub async fn expect_fresh(&self, signed: &Signed) -> Fallible<()> {
        fresh::expect(&mut self.db.read().await?, signed, self.clock.now()).await
    }

    /// The identifiers of an account whose codes can be tried. All of them: which one was asked for last is for any stranger to say.
    ///
    /// # Errors
    /// As for trying a code, when there is none.
    async fn coded(&self, role: Role, signed: &Signed, now: Millis) -> Fallible<Vec<Identifier>> {
        let browser = Browser {
            signed: Some(signed.clone()),
            ..Browser::default()
        };
        let own = identifiers::of_account(&mut self.db.read().await?, &signed.account).await?;
        let (mut coded, mut refused) = (Vec::new(), invalid_code());
        for identifier in own {
            let identifier = Identifier::of_normalised(&identifier.value);
            match self.expect_live_code(&browser, role, &identifier, now).await {
                Ok(_) => coded.push(identifier),
                Err(failure) => refused = failure,
            }
        }
        if coded.is_empty() { Err(refused) } else { Ok(coded) }
    }

    /// The one of these identifiers whose code this is.
    async fn right<'a>(
        &self,
        connection: &mut Connection,
        (role, coded): (Role, &'a [Identifier]),
        code: &str,
        now: Millis,
    ) -> Fallible<Option<&'a Identifier>> {
        for identifier in coded {
            let entry = Entry {
                role,
                identifier,
                code,
                asker: Asker::Known,
            };
            if self.try_code(connection, entry, now).await? {
                return Ok(Some(identifier));
            }
        }
        Ok(None)
    }

    /// Drops ended sessions from the caches of all servers.
    pub(super) fn forget_all(&self, ended: &[String]) {
        for session in ended {
            self.sessions.forget(session);
        }
    }
}

/// Ends the account's sessions but this one, and the link that reads its jobs, and makes its device cookies void: whoever was in the account
/// may have made any of them. Gives the sessions, to be forgotten once that is committed.
pub(super) async fn end_others(
    connection: &mut Connection,
    account: &str,
    but: &str,
    now: Millis,
) -> Result<Vec<String>, StoreError> {
    devices::end_all(connection, account).await?;
    // The sessions first: one that is held has made its link by the time it is released.
    let ended = callout_store::sessions::end_all_but(connection, account, but, now).await?;
    calendar_links::delete(connection, account).await?;
    Ok(ended)
}

/// What the account only claimed until now is proved by its code.
async fn prove(
    connection: &mut Connection,
    role: Role,
    identifier: &Identifier,
    account: &str,
    now: Millis,
) -> Fallible<()> {
    let value = identifier.value();
    if identifiers::is_proved(connection, role, value, account).await? {
        return Ok(());
    }
    if role == Role::Master {
        let holder = identifiers::hold(connection, role, value, account).await?;
        if holder.account_id != account {
            return Err(invalid_code());
        }
        return Ok(identifiers::prove(connection, role, value, account, now).await?);
    }
    let proof = Proof {
        identifier,
        visitor: Some(account),
        attach: true,
        new_id: account,
        now,
    };
    match proof.act(connection).await? {
        Proved::Names(_) => Ok(()),
        Proved::Taken => Err(invalid_code()),
        Proved::Ended => Err(Failure::unauthorised()),
    }
}

/// True while the account is open; locked until the transaction ends.
async fn goes_on(
    connection: &mut Connection,
    role: Role,
    account: &str,
    now: Millis,
) -> Result<bool, StoreError> {
    match role {
        Role::Client => clients::hold(connection, account).await,
        Role::Master => masters::touch(connection, account, now).await,
    }
}
