//! Signing in with a one-time code. Known and unknown identifiers get the same answer: a code is sent to both, and an unknown one
//! becomes an account when its code is entered.

use super::arrival::Arrival;
use super::proof::{Proof, Proved};
use super::{Accounts, SignedIn, Visitor};
use crate::clock::{HOUR, Millis, SECOND, random_bytes};
use crate::domain::failure::{Failure, FailureKind, Fallible};
use crate::domain::identifier::Identifier;
use crate::domain::{ids, one_time_code};
use crate::keys::sha256_text;
use crate::limits::{self, Address};
use crate::mail;
use crate::sessions;
use crate::store::{Connection, codes, identifiers};

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
}

/// How a transaction ends. All outcomes are committed: a wrong try and a used code must be recorded, too.
enum Entered {
    In(Box<Arrival>),
    WrongCode,
    Taken,
}

impl Accounts {
    /// Sends a code, which replaces any earlier one.
    ///
    /// # Errors
    /// 429 when a limit is reached.
    pub async fn send_code(&self, address: Address<'_>, identifier: &Identifier) -> Fallible<()> {
        let (now, value) = (self.clock.now(), identifier.value().to_owned());
        self.limits.count_address(limits::CODES_ADDRESS, address, now)?;
        let pair = format!("{} {value}", address.key);
        self.limits.count(limits::CODES_PAIR, &pair, now)?;
        self.limits.count(limits::CODES_IDENTIFIER, &value, now)?;
        let is_sent = self.may_have_code(&value, now).await?;
        let code = one_time_code::new()?;
        let mac = if is_sent {
            one_time_code::mac(&self.keys.code, identifier, &code)
        } else {
            // The same answer after the same work, but no code that anybody could guess.
            sha256_text(&random_bytes::<32>()?)
        };
        let put = self.db.write(move |connection| {
            Box::pin(async move { codes::put(connection, &value, &mac, now + one_time_code::LIFE).await })
        });
        put.await?;
        if is_sent {
            self.notifier
                .post(mail::one_time_code::message(identifier, &code));
        }
        Ok(())
    }

    /// Counts this code towards the hour's total. Past the limit somebody is probably guessing: people with an account or a
    /// booking can still sign in, and nobody else is sent a code.
    async fn may_have_code(&self, value: &str, now: Millis) -> Fallible<bool> {
        let is_known = identifiers::is_somebodys(&mut self.db.read().await?, value).await?;
        if self.limits.count(limits::CODES_TOTAL, "all", now).is_ok() {
            return Ok(true);
        }
        tracing::warn!(is_known, "the hourly limit on one-time codes has been reached");
        Ok(is_known)
    }

    /// Signs in with a code.
    ///
    /// # Errors
    /// 401 `invalid_code`; 401 `unauthorised` when the account to attach to has ended; 409 `identifier_taken`; 429 after too many
    /// wrong codes.
    pub async fn enter_by_code(&self, returned: ReturnedCode) -> Fallible<SignedIn> {
        let now = self.clock.now();
        {
            // A read first, so that a flood of guesses at a dead code writes nothing.
            let mut connection = self.db.read().await?;
            self.check_wrong(&mut connection, &returned.identifier, now)
                .await?;
            if !codes::is_live(&mut connection, returned.identifier.value(), now).await? {
                return Err(invalid_code());
            }
        }
        let new_id = ids::prefixed("client-")?;
        let (accounts, inside) = (self.clone(), self.clone());
        sessions::to_the_end(async move {
            let entered = accounts.db.write(move |connection| {
                Box::pin(async move { inside.try_code(connection, &returned, &new_id, now).await })
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

    async fn try_code(
        &self,
        connection: &mut Connection,
        returned: &ReturnedCode,
        new_id: &str,
        now: Millis,
    ) -> Fallible<Entered> {
        let identifier = &returned.identifier;
        let Some(stored) = codes::try_once(connection, identifier.value(), now).await? else {
            return Ok(Entered::WrongCode);
        };
        // Check again, now that the transaction keeps others from trying this identifier's code.
        self.check_wrong(connection, identifier, now).await?;
        if !one_time_code::matches(&self.keys.code, identifier, &returned.code, &stored) {
            codes::note_wrong(connection, identifier.value(), now).await?;
            return Ok(Entered::WrongCode);
        }
        codes::delete(connection, identifier.value()).await?;
        let proof = Proof {
            identifier,
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
                    .arrive(connection, named.account_id, &returned.visitor)
                    .await?;
                arrival.ended.extend(named.ended);
                arrival.of_new_guest = named.of_new_guest;
                Ok(Entered::In(Box::new(arrival)))
            }
        }
    }

    /// Refuses an identifier that has had too many wrong codes within an hour, whoever entered them.
    async fn check_wrong(
        &self,
        connection: &mut Connection,
        identifier: &Identifier,
        now: Millis,
    ) -> Fallible<()> {
        let Some(limits) = self.limits.settings() else {
            return Ok(());
        };
        match codes::wrong(connection, identifier.value(), now).await? {
            Some((tries, began_at)) if tries >= limits.codes_wrong.into() => {
                let left = (began_at + HOUR - now).div_euclid(SECOND) + 1;
                Err(Failure::too_many(u64::try_from(left).unwrap_or(1)))
            }
            _ => Ok(()),
        }
    }
}

/// 401 `invalid_code`.
fn invalid_code() -> Failure {
    Failure::new(
        FailureKind::Unauthorised,
        "invalid_code",
        "Invalid code. Try again.",
    )
}
