//! One-time codes, for clients and pros alike: sending one and trying it. Known and unknown identifiers get the same answer: a code is
//! sent to both, and an unknown one becomes an account when its code is entered.

use super::Accounts;
use callout_base::limits::{self, Address};
use callout_domain::clock::{HOUR, Millis, SECOND, random_bytes};
use callout_domain::failure::{Failure, FailureKind, Fallible};
use callout_domain::identifier::Identifier;
use callout_domain::keys::sha256_text;
use callout_domain::one_time_code;
use callout_domain::role::Role;
use callout_domain::texts::Urgency;
use callout_outside::{mail, notify};
use callout_store::{Connection, codes, identifiers};

/// A code that somebody entered, and the account it is for.
#[derive(Clone, Copy)]
pub(super) struct Entry<'a> {
    /// Kind of account.
    pub(super) role: Role,
    /// What the code was sent to.
    pub(super) identifier: &'a Identifier,
    /// As typed.
    pub(super) code: &'a str,
}

impl Accounts {
    /// Sends a code, which replaces any earlier one of this identifier and role.
    ///
    /// # Errors
    /// 429 when a limit is reached; 503 `texts_used_up` for a phone when no code is sent by text now.
    pub async fn send_code(&self, address: Address<'_>, role: Role, identifier: &Identifier) -> Fallible<()> {
        let (now, value) = (self.clock.now(), identifier.value().to_owned());
        let account = format!("{} {value}", role.as_str());
        self.limits.count_address(limits::CODES_ADDRESS, address, now)?;
        if is_phone(identifier) {
            self.limits.count_address(limits::CODES_BY_TEXT, address, now)?;
            if !self.notifier.may_text(Urgency::Known).await? {
                return Err(notify::texts_used_up());
            }
        }
        let pair = format!("{} {account}", address.key);
        self.limits.count(limits::CODES_PAIR, &pair, now)?;
        self.limits.count(limits::CODES_IDENTIFIER, &account, now)?;
        let urgency = self.may_have_code(role, identifier, now).await?;
        let code = one_time_code::new()?;
        let mac = if urgency.is_some() {
            one_time_code::mac(&self.keys.code, role, identifier, &code)
        } else {
            // The same answer after the same work, but no code that anybody could guess.
            sha256_text(&random_bytes::<32>()?)
        };
        let put = self.db.write(move |connection| {
            Box::pin(
                async move { codes::put(connection, role, &value, &mac, now + one_time_code::LIFE).await },
            )
        });
        put.await?;
        if let Some(urgency) = urgency {
            self.notifier
                .post(mail::one_time_code::message(role, identifier, &code, urgency));
        }
        Ok(())
    }

    /// Counts this code towards the hour's total, and says how urgent it is; none when it is not sent. Past the limit, or when half of
    /// the texts are used up, somebody is probably guessing or pumping: people with an account or a booking can still sign in, and nobody
    /// else is sent a code.
    async fn may_have_code(
        &self,
        role: Role,
        identifier: &Identifier,
        now: Millis,
    ) -> Fallible<Option<Urgency>> {
        let value = identifier.value();
        let is_known = identifiers::is_somebodys(&mut self.db.read().await?, role, value).await?;
        let is_left = self.limits.count(limits::CODES_TOTAL, "all", now).is_ok();
        if !is_left {
            tracing::warn!(is_known, "the hourly limit on one-time codes has been reached");
        }
        let may_text = !is_phone(identifier) || self.notifier.may_text(Urgency::Unknown).await?;
        Ok(if is_known {
            Some(Urgency::Known)
        } else {
            (is_left && may_text).then_some(Urgency::Unknown)
        })
    }

    /// Refuses what [`Accounts::try_code`] would refuse whatever was typed. Only reads, so that a flood of guesses at a dead code
    /// writes nothing.
    ///
    /// # Errors
    /// 401 `invalid_code`; 429 after too many wrong codes.
    pub(super) async fn expect_live_code(
        &self,
        role: Role,
        identifier: &Identifier,
        now: Millis,
    ) -> Fallible<()> {
        let mut connection = self.db.read().await?;
        self.check_wrong(&mut connection, role, identifier, now).await?;
        if codes::is_live(&mut connection, role, identifier.value(), now).await? {
            Ok(())
        } else {
            Err(invalid_code())
        }
    }

    /// Tries a code in the caller's transaction: uses it up and gives true when it is right. A wrong try is recorded, so the
    /// transaction must be committed either way.
    ///
    /// # Errors
    /// 429 after too many wrong codes; or when the database fails.
    pub(super) async fn try_code(
        &self,
        connection: &mut Connection,
        entry: Entry<'_>,
        now: Millis,
    ) -> Fallible<bool> {
        let Entry {
            role,
            identifier,
            code,
        } = entry;
        let Some(stored) = codes::try_once(connection, role, identifier.value(), now).await? else {
            return Ok(false);
        };
        // Check again, now that the transaction keeps others from trying this identifier's code.
        self.check_wrong(connection, role, identifier, now).await?;
        if !one_time_code::matches(&self.keys.code, role, identifier, code, &stored) {
            codes::note_wrong(connection, role, identifier.value(), now).await?;
            return Ok(false);
        }
        codes::delete(connection, role, identifier.value()).await?;
        Ok(true)
    }

    /// Checks a code and uses it up. Nobody is signed in by it.
    ///
    /// # Errors
    /// 401 `invalid_code`; 429 after too many wrong codes.
    pub async fn confirm(&self, role: Role, identifier: &Identifier, code: &str) -> Fallible<()> {
        let now = self.clock.now();
        self.expect_live_code(role, identifier, now).await?;
        let (accounts, identifier, code) = (self.clone(), identifier.clone(), code.to_owned());
        let tried = self.db.write(move |connection| {
            Box::pin(async move {
                let entry = Entry {
                    role,
                    identifier: &identifier,
                    code: &code,
                };
                accounts.try_code(connection, entry, now).await
            })
        });
        if tried.await? { Ok(()) } else { Err(invalid_code()) }
    }

    /// Refuses an identifier that has had too many wrong codes within an hour, whoever entered them.
    async fn check_wrong(
        &self,
        connection: &mut Connection,
        role: Role,
        identifier: &Identifier,
        now: Millis,
    ) -> Fallible<()> {
        let Some(limits) = self.limits.settings() else {
            return Ok(());
        };
        match codes::wrong(connection, role, identifier.value(), now).await? {
            Some((tries, began_at)) if tries >= limits.codes_wrong.into() => {
                let left = (began_at + HOUR - now).div_euclid(SECOND) + 1;
                Err(Failure::too_many(u64::try_from(left).unwrap_or(1)))
            }
            _ => Ok(()),
        }
    }
}

fn is_phone(identifier: &Identifier) -> bool {
    matches!(identifier, Identifier::Phone(_))
}

/// 401 `invalid_code`.
pub(super) fn invalid_code() -> Failure {
    Failure::new(
        FailureKind::Unauthorised,
        "invalid_code",
        "Invalid code. Try again.",
    )
}
