//! Operators: a passkey that its user has unlocked is both factors, at a sign-in and before a grave act.

use super::refusals::{none, not_there, unknown};
use super::{Answer, Asked, Passkeys, keep};
use crate::operators::{SESSION_LIFE, new_token};
use callout_base::audit;
use callout_base::limits::Address;
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::failure::Fallible;
use callout_domain::operator::By;
use callout_domain::passkey::{Holder, Owner, Purpose};
use callout_store::operator_sessions::{self, OperatorSession};
use callout_store::{operators, passkeys};

impl Passkeys {
    /// Asks an authenticator to make a passkey for an operator, who has just shown the second factor.
    ///
    /// # Errors
    /// 409 `passkeys_off`, `too_many_passkeys`.
    pub async fn begin_adding_of_operator(&self, by: &By) -> Fallible<Asked> {
        self.begin_adding(Owner::operator(&by.id), &by.email).await
    }

    /// Adds the passkey that it made.
    ///
    /// # Errors
    /// 401 when the session has ended; 409 `passkey_over`, `passkey_known`, `too_many_passkeys`; 422 on `name` and `credential`, or
    /// `passkey_refused`; those of [`audit::note`].
    pub async fn add_of_operator(&self, by: By, session: &str, name: &str, answer: Answer) -> Fallible<()> {
        let passkey = self.made(&Owner::operator(&by.id), name, answer).await?;
        let (session, now) = (session.to_owned(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    keep(connection, &passkey, &session).await?;
                    let entry = Entry::new(Act::PasskeyAdded, Subject::Operator(by.id.clone()))
                        .is("passkey", passkey.name.as_str());
                    audit::note(connection, &by, &entry, now).await
                })
            })
            .await
    }

    /// Removes one of an operator's own passkeys.
    ///
    /// # Errors
    /// 404 when they have no such; those of [`audit::note`].
    pub async fn remove_of_operator(&self, by: By, id: &str) -> Fallible<()> {
        let (id, now) = (id.to_owned(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let removed = passkeys::remove(connection, &Owner::operator(&by.id), &id).await?;
                    let name = removed.ok_or_else(not_there)?;
                    let entry = Entry::new(Act::PasskeyRemoved, Subject::Operator(by.id.clone()))
                        .was("passkey", name.as_str());
                    audit::note(connection, &by, &entry, now).await
                })
            })
            .await
    }

    /// Signs an operator in with both factors, and gives who it is and the cookie's token. `by` is nobody yet, with the form that was sent.
    /// The session that this browser `was` in ends, if it is theirs: nobody could end it there any more.
    ///
    /// # Errors
    /// 401 `passkey_unknown`, `passkey_copied`, `passkey_refused`; 409 `passkeys_off`, `passkey_over`; 422 on `credential`; 429.
    pub async fn sign_in_operator(
        &self,
        by: By,
        was: &str,
        address: Address<'_>,
        answer: Answer,
    ) -> Fallible<(String, String)> {
        self.count(address)?;
        let nobody = Owner {
            holder: Holder::Operator,
            id: String::new(),
        };
        let shown = self.shown(Purpose::SigningIn, &nobody, answer).await?;
        let operator = operators::find(&mut self.db.read().await?, &shown.passkey.owner_id).await?;
        let operator = operator
            .filter(|operator| operator.ended_at.is_none())
            .ok_or_else(unknown)?;
        let now = self.clock.now();
        let (token, id) = new_token()?;
        let session = OperatorSession {
            id,
            operator_id: operator.id.clone(),
            created_at: now,
            expires_at: now + SESSION_LIFE,
            proved_at: Some(now),
            seen_at: now,
        };
        let by = By {
            id: operator.id,
            email: operator.email,
            role: operator.role,
            ..by
        };
        let (clock, operator_id, was) = (self.clock.clone(), by.id.clone(), was.to_owned());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    shown.note(connection, &clock).await?;
                    operator_sessions::end_own(connection, &by.id, &was).await?;
                    operator_sessions::begin(connection, &session).await?;
                    let entry = Entry::new(Act::SignedIn, Subject::Operator(by.id.clone()))
                        .is("passkey", shown.passkey.name.as_str());
                    audit::note(connection, &by, &entry, now).await
                })
            })
            .await?;
        Ok((operator_id, token))
    }

    /// Asks for one of an operator's passkeys before a grave act.
    ///
    /// # Errors
    /// 409 `passkeys_off`, `no_passkeys`.
    pub async fn begin_proving(&self, operator_id: &str) -> Fallible<Asked> {
        let owner = Owner::operator(operator_id);
        let own = self.of(&owner).await?;
        if own.is_empty() {
            return Err(none());
        }
        self.ask_for_one(Purpose::ProvingAgain, owner, &own).await
    }

    /// Checks the passkey that an operator shows before a grave act.
    ///
    /// # Errors
    /// As for a sign-in, but 429.
    pub async fn prove_again(&self, operator_id: &str, answer: Answer) -> Fallible<()> {
        let owner = Owner::operator(operator_id);
        let shown = self.shown(Purpose::ProvingAgain, &owner, answer).await?;
        let clock = self.clock.clone();
        self.db
            .write(move |connection| Box::pin(async move { shown.note(connection, &clock).await }))
            .await
    }
}
