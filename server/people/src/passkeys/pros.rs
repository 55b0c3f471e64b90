//! Pros: a passkey is another way in, beside password and code.

use super::refusals::{not_there, unknown};
use super::{Answer, Asked, Passkeys, keep};
use crate::accounts::entry::{Shown as ShownBy, Whose};
use crate::accounts::{Accounts, Browser, Signed, SignedInMaster};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::passkey::{Holder, Owner, Purpose};
use callout_domain::role::Role;
use callout_domain::work::Work;
use callout_store::passkeys::{self, Passkey};
use callout_store::{jobs, masters};

impl Passkeys {
    /// Asks an authenticator to make a passkey for a pro, whose session is fresh.
    ///
    /// # Errors
    /// 401 when the account is closed; 409 `passkeys_off`, `too_many_passkeys`.
    pub async fn begin_adding_of_pro(&self, pro: &str) -> Fallible<Asked> {
        let master = masters::find(&mut self.db.read().await?, pro).await?;
        let master = master.ok_or_else(Failure::unauthorised)?;
        self.begin_adding(Owner::pro(pro), &master.email).await
    }

    /// Adds the passkey that it made, and tells the pro by email.
    ///
    /// # Errors
    /// 401 when the account is closed or the session has ended; 409 `passkey_over`, `passkey_known`, `too_many_passkeys`; 422 on `name` and
    /// `credential`, or `passkey_refused`.
    pub async fn add_of_pro(&self, signed: Signed, name: &str, answer: Answer) -> Fallible<Passkey> {
        let passkey = self.made(&Owner::pro(&signed.account), name, answer).await?;
        let session = signed.session;
        let added = passkey.clone();
        let now = self.clock.now();
        let kept = self.db.write(move |connection| {
            Box::pin(async move {
                keep(connection, &passkey, &session).await?;
                let told = Work::PasskeyAddedEmail {
                    master_id: passkey.owner_id,
                    passkey_id: passkey.id,
                };
                jobs::enqueue(connection, &told, None, now, now).await?;
                Ok::<_, Failure>(())
            })
        });
        kept.await?;
        Ok(added)
    }

    /// Removes one of a pro's passkeys.
    ///
    /// # Errors
    /// 404 when the pro has no such.
    pub async fn remove_of_pro(&self, pro: &str, id: &str) -> Fallible<()> {
        let (owner, id) = (Owner::pro(pro), id.to_owned());
        let removed = self.db.write(move |connection| {
            Box::pin(async move {
                passkeys::remove(connection, &owner, &id)
                    .await
                    .map_err(Failure::from)
            })
        });
        removed.await?.map(drop).ok_or_else(not_there)
    }

    /// Signs a pro in; the session is fresh.
    ///
    /// # Errors
    /// 401 `passkey_unknown`, `passkey_copied`, `passkey_refused`; 409 `passkeys_off`, `passkey_over`; 422 on `credential`; 429.
    pub async fn sign_in_pro(
        &self,
        accounts: &Accounts,
        browser: Browser,
        answer: Answer,
    ) -> Fallible<SignedInMaster> {
        self.count(browser.address())?;
        let nobody = Owner {
            holder: Holder::Pro,
            id: String::new(),
        };
        let shown = self.shown(Purpose::SigningIn, &nobody, answer).await?;
        let master = masters::find(&mut self.db.read().await?, &shown.passkey.owner_id).await?;
        let master = master.ok_or_else(unknown)?;
        let email = master.email.clone();
        let (inside, clock) = (accounts.clone(), self.clock.clone());
        let entered = self.db.write(move |connection| {
            Box::pin(async move {
                // Whoever closes the account takes its passkeys first, so no session begins after that.
                shown.note(connection, &clock).await?;
                let whose = Whose {
                    role: Role::Master,
                    id: &master.id,
                    email: Some(master.email),
                };
                inside.begin(connection, whose, &browser, ShownBy::Passkey).await
            })
        });
        let begun = entered.await?;
        Ok(SignedInMaster {
            email,
            token: accounts.sessions.sign(&begun.session)?,
            devices: begun.devices,
        })
    }
}
