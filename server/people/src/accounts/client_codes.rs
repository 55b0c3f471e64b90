//! A client signs in with a one-time code, or adds the identifier it proves to the account they are in.

use super::arrival::Arrival;
use super::codes::{Entry, invalid_code};
use super::entry::Shown;
use super::proof::{Proof, Proved};
use super::{Accounts, Browser, Signed, SignedIn, Visitor, fresh};
use callout_base::sessions;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::identifier::Identifier;
use callout_domain::ids;
use callout_domain::role::Role;
use callout_store::codes::Asker;
use callout_store::{Connection, identifiers};

/// A one-time code that somebody entered.
pub struct ReturnedCode {
    /// What it was sent to.
    pub identifier: Identifier,
    /// Six digits, as typed.
    pub code: String,
    /// Who was at the browser until now.
    pub visitor: Visitor,
    /// Add the identifier to the caller's account instead of signing in to another.
    pub attach: bool,
    /// The browser itself.
    pub browser: Browser,
}

/// How a transaction ends. All outcomes are committed: a wrong try and a used code must be recorded, too.
enum Entered {
    In(Box<Arrival>),
    WrongCode,
    Taken,
}

impl Accounts {
    /// Signs in with a code.
    ///
    /// # Errors
    /// 401 `invalid_code`; 401 `unauthorised` when the account to attach to has ended; 409 `identifier_taken`, `fresh_code_required`
    /// to attach a further identifier; 429 after too many wrong codes.
    pub async fn enter_by_code(&self, returned: ReturnedCode) -> Fallible<SignedIn> {
        let now = self.clock.now();
        let (browser, identifier) = (&returned.browser, &returned.identifier);
        let asker = self
            .expect_live_code(browser, Role::Client, identifier, now)
            .await?;
        if let Some(signed) = browser.signed.as_ref().filter(|_| returned.attach) {
            self.may_attach(signed, identifier, now).await?;
        }
        let new_id = ids::prefixed("client-")?;
        let (accounts, inside) = (self.clone(), self.clone());
        sessions::to_the_end(async move {
            let entered = accounts.db.write(move |connection| {
                Box::pin(async move {
                    inside
                        .enter_client(connection, (&returned, asker), &new_id, now)
                        .await
                })
            });
            match entered.await? {
                Entered::In(arrival) => accounts.let_in(*arrival),
                Entered::WrongCode => Err(invalid_code()),
                Entered::Taken => Err(Failure::conflict(
                    "identifier_taken",
                    "Another account uses this already. Sign in with it instead.",
                )),
            }
        })
        .await
    }

    /// Whoever may add a way in could throw the owner out by it, so that a stolen session must not.
    async fn may_attach(&self, signed: &Signed, identifier: &Identifier, now: Millis) -> Fallible<()> {
        let mut connection = self.db.read().await?;
        let (role, value) = (Role::Client, identifier.value());
        if identifiers::is_proved(&mut connection, role, value, &signed.account).await? {
            return Ok(());
        }
        fresh::expect(&mut connection, signed, now).await
    }

    async fn enter_client(
        &self,
        connection: &mut Connection,
        (returned, asker): (&ReturnedCode, Asker),
        new_id: &str,
        now: Millis,
    ) -> Fallible<Entered> {
        let entry = Entry {
            role: Role::Client,
            identifier: &returned.identifier,
            code: &returned.code,
            asker,
        };
        if !self.try_code(connection, entry, now).await? {
            return Ok(Entered::WrongCode);
        }
        let proof = Proof {
            identifier: &returned.identifier,
            visitor: returned.visitor.account(),
            attach: returned.attach,
            new_id,
            now,
        };
        match proof.act(connection).await? {
            Proved::Taken => Ok(Entered::Taken),
            Proved::Ended => Err(Failure::unauthorised()),
            Proved::Names(named) => {
                let mut arrival = self
                    .arrive(
                        connection,
                        named.account_id,
                        &returned.visitor,
                        &returned.browser,
                        Shown::Code,
                    )
                    .await?;
                arrival.ended.extend(named.ended);
                arrival.of_new_guest = named.of_new_guest;
                Ok(Entered::In(Box::new(arrival)))
            }
        }
    }
}
