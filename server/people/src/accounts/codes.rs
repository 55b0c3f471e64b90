//! One-time codes, for clients and pros alike: sending one and trying it. Known and unknown identifiers get the same answer: a code is
//! sent to both, and an unknown one becomes an account when its code is entered.

use super::{Accounts, Browser};
use callout_base::limits::{self, Address};
use callout_domain::clock::{HOUR, Millis, SECOND, random_bytes};
use callout_domain::failure::{Failure, FailureKind, Fallible};
use callout_domain::identifier::Identifier;
use callout_domain::keys::sha256_text;
use callout_domain::one_time_code;
use callout_domain::role::Role;
use callout_domain::texts::Urgency;
use callout_outside::{mail, notify};
use callout_store::codes::{self, Asker};
use callout_store::{Connection, identifiers};

/// A code that somebody entered, and the account it is for.
#[derive(Clone, Copy)]
pub(super) struct Entry<'a> {
    /// Kind of account.
    pub(super) role: Role,
    /// What the code was sent to.
    pub(super) identifier: &'a Identifier,
    /// As typed.
    pub(super) code: &'a str,
    /// Who types it. What somebody else asked for is tried by the account's own browsers, too.
    pub(super) asker: Asker,
}

/// The codes that may be tried by an asker, in the order in which they are.
const fn tried_by(asker: Asker) -> &'static [Asker] {
    match asker {
        Asker::Known => &[Asker::Known, Asker::Stranger],
        Asker::Stranger => &[Asker::Stranger],
    }
}

impl Accounts {
    /// Sends a code, which replaces any earlier one of this identifier and role that strangers, or the account's own browsers, asked for.
    ///
    /// # Errors
    /// 429 when a limit is reached; 503 `texts_used_up` for a phone when no code is sent by text now.
    pub async fn send_code(&self, browser: &Browser, role: Role, identifier: &Identifier) -> Fallible<()> {
        let (now, value) = (self.clock.now(), identifier.value().to_owned());
        let address = browser.address();
        let account = format!("{} {value}", role.as_str());
        self.limits.count_address(limits::CODES_ADDRESS, address, now)?;
        if is_phone(identifier) {
            self.limits.count_address(limits::CODES_BY_TEXT, address, now)?;
            if !self.notifier.may_text(Urgency::Known).await? {
                return Err(notify::texts_used_up());
            }
        }
        let known = self.knows(browser, role, &value, now).await?;
        let asker = self.count_code(known.asker(), &account, address, now)?;
        let urgency = self.may_have_code(role, identifier, now).await?;
        let code = one_time_code::new()?;
        let mac = if urgency.is_some() {
            one_time_code::mac(&self.keys.code, role, identifier, &code)
        } else {
            // The same answer after the same work, but no code that anybody could guess.
            sha256_text(&random_bytes::<32>()?)
        };
        let put = self.db.write(move |connection| {
            Box::pin(async move {
                let until = now + one_time_code::LIFE;
                codes::put(connection, asker, (role, &value), &mac, until).await
            })
        });
        put.await?;
        if let Some(urgency) = urgency {
            self.notifier
                .post(mail::one_time_code::message(role, identifier, &code, urgency));
        }
        Ok(())
    }

    /// Counts a code for an account's identifier, and gives as whose it is kept. Once a thief's session has used up those of its own browsers,
    /// they ask as strangers do.
    fn count_code(&self, asker: Asker, account: &str, address: Address<'_>, now: Millis) -> Fallible<Asker> {
        if asker == Asker::Known && self.limits.count(limits::CODES_KNOWN, account, now).is_ok() {
            return Ok(asker);
        }
        self.limits
            .count_pair(limits::CODES_PAIR, account, address, now)?;
        self.limits.count(limits::CODES_IDENTIFIER, account, now)?;
        Ok(Asker::Stranger)
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

    /// Refuses what [`Accounts::try_code`] would refuse whatever was typed, and gives as whose the browser's tries are counted. Only reads,
    /// so that a flood of guesses at a dead code writes nothing.
    ///
    /// # Errors
    /// 401 `invalid_code`; 429 after too many wrong codes.
    pub(super) async fn expect_live_code(
        &self,
        browser: &Browser,
        role: Role,
        identifier: &Identifier,
        now: Millis,
    ) -> Fallible<Asker> {
        let value = identifier.value();
        let asker = self.knows(browser, role, value, now).await?.asker();
        let mut connection = self.db.read().await?;
        let mut refused = Err(invalid_code());
        for own in tried_by(asker) {
            match self.check_wrong(&mut connection, *own, (role, value), now).await {
                // What strangers used up does not concern a code that the account's own browser asked for.
                Err(failure) if refused.is_err() => refused = Err(failure),
                Err(_) => {}
                Ok(()) => {
                    let live = codes::live(&mut connection, *own, (role, value), now).await?;
                    let Some((_, code)) = live else { continue };
                    let (limit, address) = (limits::CODE_TRIES, browser.address());
                    if *own == Asker::Stranger && self.limits.count_pair(limit, &code, address, now).is_err()
                    {
                        continue;
                    }
                    refused = Ok(asker);
                }
            }
        }
        refused
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
        for own in tried_by(entry.asker) {
            if self.try_one(connection, entry, *own, now).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    async fn try_one(
        &self,
        connection: &mut Connection,
        entry: Entry<'_>,
        own: Asker,
        now: Millis,
    ) -> Fallible<bool> {
        let Entry { role, identifier, .. } = entry;
        let of = (role, identifier.value());
        let Some(stored) = codes::try_once(connection, own, of, now).await? else {
            return Ok(false);
        };
        // Check again, now that the transaction keeps others from trying this identifier's code.
        match self.check_wrong(connection, own, of, now).await {
            Err(_) if own != entry.asker => return Ok(false),
            checked => checked?,
        }
        if !one_time_code::matches(&self.keys.code, role, identifier, entry.code, &stored) {
            codes::note_wrong(connection, own, of, now).await?;
            return Ok(false);
        }
        codes::delete(connection, own, of).await?;
        Ok(true)
    }

    /// Checks a code and uses it up. Nobody is signed in by it.
    ///
    /// # Errors
    /// 401 `invalid_code`; 429 after too many wrong codes.
    pub async fn confirm(
        &self,
        browser: &Browser,
        role: Role,
        identifier: &Identifier,
        code: &str,
    ) -> Fallible<()> {
        let now = self.clock.now();
        let asker = self.expect_live_code(browser, role, identifier, now).await?;
        let (accounts, identifier, code) = (self.clone(), identifier.clone(), code.to_owned());
        let tried = self.db.write(move |connection| {
            Box::pin(async move {
                let entry = Entry {
                    role,
                    identifier: &identifier,
                    code: &code,
                    asker,
                };
                accounts.try_code(connection, entry, now).await
            })
        });
        if tried.await? { Ok(()) } else { Err(invalid_code()) }
    }

    /// Refuses an identifier that has had too many wrong codes within an hour, from strangers or from its own browsers.
    async fn check_wrong(
        &self,
        connection: &mut Connection,
        asker: Asker,
        of: (Role, &str),
        now: Millis,
    ) -> Fallible<()> {
        let Some(settings) = self.limits.settings() else {
            return Ok(());
        };
        match codes::wrong(connection, asker, of, now).await? {
            Some((tries, began_at)) if tries >= i64::from(settings.codes_wrong) => {
                let left = began_at + HOUR - now;
                Err(Failure::too_many(
                    u64::try_from(left.div_euclid(SECOND) + 1).unwrap_or(1),
                ))
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
