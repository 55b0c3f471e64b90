//! A pro signs in with a one-time code, which is also how a pro proves an email and what to do about a forgotten password.

use super::codes::{Entry, invalid_code};
use super::entry::{Begun, Shown, Whose};
use super::ways_in::end_others;
use super::{Accounts, Browser, SignedInMaster};
use callout_base::sessions;
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::identifier::Identifier;
use callout_domain::ids;
use callout_domain::passkey::Owner;
use callout_domain::pro::AccountType;
use callout_domain::role::Role;
use callout_store::codes::Asker;
use callout_store::masters::{self, Master};
use callout_store::{Connection, StoreError, identifiers, passkeys, passwords};

/// A one-time code that a pro entered.
pub struct ReturnedMasterCode {
    /// The email it was sent to.
    pub email: String,
    /// Six digits, as typed.
    pub code: String,
    /// The browser, with the account that was signed in there until now.
    pub browser: Browser,
}

/// A pro who is signed in once the transaction commits.
struct MasterArrival {
    begun: Begun,
    /// Sessions that this ended.
    ended: Vec<String>,
}

impl Accounts {
    /// Signs a pro in with a code. An unknown email becomes the account of a sole trader.
    ///
    /// # Errors
    /// 401 `invalid_code`; 429 after too many wrong codes.
    pub async fn enter_master_by_code(&self, returned: ReturnedMasterCode) -> Fallible<SignedInMaster> {
        let now = self.clock.now();
        let identifier = Identifier::Email(returned.email.clone());
        let asker = self
            .expect_live_code(&returned.browser, Role::Master, &identifier, now)
            .await?;
        let new_id = ids::prefixed("master-")?;
        let email = returned.email.clone();
        let (accounts, inside) = (self.clone(), self.clone());
        sessions::to_the_end(async move {
            let entered = accounts.db.write(move |connection| {
                Box::pin(async move {
                    inside
                        .enter_master(connection, (&returned, asker), &new_id, now)
                        .await
                })
            });
            let arrival = entered.await?.ok_or_else(invalid_code)?;
            accounts.forget_all(&arrival.ended);
            Ok(SignedInMaster {
                email,
                token: accounts.sessions.sign(&arrival.begun.session)?,
                devices: arrival.begun.devices,
            })
        })
        .await
    }

    /// `None` for a wrong code, which is committed, too.
    async fn enter_master(
        &self,
        connection: &mut Connection,
        (returned, asker): (&ReturnedMasterCode, Asker),
        new_id: &str,
        now: Millis,
    ) -> Fallible<Option<MasterArrival>> {
        let entry = Entry {
            role: Role::Master,
            identifier: &Identifier::Email(returned.email.clone()),
            code: &returned.code,
            asker,
        };
        if !self.try_code(connection, entry, now).await? {
            return Ok(None);
        }
        let email = &returned.email;
        let holder = identifiers::hold(connection, Role::Master, email, new_id).await?;
        let account = holder.account_id;
        let mut ended = Vec::new();
        if account == new_id {
            let master = Master::new(account.clone(), email.clone(), AccountType::SoleTrader, now);
            masters::add(connection, &master).await?;
        }
        if holder.verified_at.is_none() {
            identifiers::prove(connection, Role::Master, email, &account, now).await?;
            masters::touch(connection, &account, now).await?;
            let own = returned.browser.signed.as_ref();
            if own.is_none_or(|signed| signed.account != account) {
                ended = shut_out(connection, &account, now).await?;
            }
        }
        let whose = Whose {
            role: Role::Master,
            id: &account,
            email: Some(email.clone()),
        };
        let begun = self
            .begin(connection, whose, &returned.browser, Shown::Code)
            .await?;
        Ok(Some(MasterArrival { begun, ended }))
    }
}

/// Voids the password and the passkeys of an account whose email was only claimed until now, and ends the sessions opened with them:
/// whoever registered need not be whoever reads the email. What the account says of the pro stays, for it is usually the same person.
async fn shut_out(
    connection: &mut Connection,
    account: &str,
    now: Millis,
) -> Result<Vec<String>, StoreError> {
    // The password first: a sign-in that holds its lock has created its session by the time it is released.
    passwords::delete(connection, account).await?;
    passkeys::remove_all(connection, &Owner::pro(account)).await?;
    end_others(connection, account, "", now).await
}
