//! Pros register and sign in with a password; their emails are independent of the clients'.

use super::credentials::{Credentials, taken, wrong};
use super::entry::{Shown, Whose};
use super::{Accounts, Browser};
use callout_domain::device::Devices;
use callout_domain::failure::Fallible;
use callout_domain::ids;
use callout_domain::pro::AccountType;
use callout_domain::role::Role;
use callout_store::identifiers;
use callout_store::masters::{self, Master};
use callout_store::passwords::{self, Password};

/// A pro who has signed in.
#[derive(Debug, Clone)]
pub struct SignedInMaster {
    /// The email, in lower case.
    pub email: String,
    /// Bearer token of the new session.
    pub token: String,
    /// What the browser's device cookie says now.
    pub devices: Devices,
}

impl Accounts {
    /// Registers a pro.
    ///
    /// # Errors
    /// 409 `email_taken`; 422 on a field; 429.
    pub async fn register_master(
        &self,
        browser: Browser,
        credentials: Credentials,
        account_type: AccountType,
    ) -> Fallible<SignedInMaster> {
        let (email, hash) = self.prepare(&browser, Role::Master, credentials).await?;
        let master = Master::new(ids::prefixed("master-")?, email, account_type, self.clock.now());
        let email = master.email.clone();
        let inside = self.clone();
        let added = self.db.write(move |connection| {
            Box::pin(async move {
                if !identifiers::claim(connection, Role::Master, &master.email, &master.id).await? {
                    return Err(taken());
                }
                masters::add(connection, &master).await?;
                let password = Password {
                    account_id: master.id.clone(),
                    hash,
                    set_at: master.created_at,
                };
                passwords::set(connection, &password).await?;
                let whose = Whose {
                    role: Role::Master,
                    id: &master.id,
                    email: Some(master.email.clone()),
                };
                inside.begin(connection, whose, &browser, Shown::Password).await
            })
        });
        let begun = added.await?;
        Ok(SignedInMaster {
            email,
            token: self.sessions.sign(&begun.session)?,
            devices: begun.devices,
        })
    }

    /// Signs a pro in with a password.
    ///
    /// # Errors
    /// 401 `invalid_credentials`; 422 on a field; 429.
    pub async fn log_in_master(
        &self,
        browser: Browser,
        credentials: Credentials,
    ) -> Fallible<SignedInMaster> {
        let password = self.check(&browser, Role::Master, credentials).await?;
        let master = masters::find(&mut self.db.read().await?, &password.account_id)
            .await?
            .ok_or_else(wrong)?;
        let email = master.email.clone();
        let inside = self.clone();
        let entered = self.db.write(move |connection| {
            Box::pin(async move {
                if !passwords::hold(connection, &password).await? {
                    return Err(wrong());
                }
                let whose = Whose {
                    role: Role::Master,
                    id: &master.id,
                    email: Some(master.email),
                };
                inside.begin(connection, whose, &browser, Shown::Password).await
            })
        });
        let begun = entered.await?;
        Ok(SignedInMaster {
            email,
            token: self.sessions.sign(&begun.session)?,
            devices: begun.devices,
        })
    }
}
