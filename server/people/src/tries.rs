//! Tries of passwords. Wrong ones are counted by what is tried and where it comes from together, so that nobody who knows an email locks
//! its owner out; what comes from many places at once only has to wait, longer each time.

use std::future::Future;

use callout_base::limits::{self, Address, Limit, Limits};
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::password;

/// A password about to be tried.
pub(crate) struct Try<'a> {
    pub(crate) limits: &'a Limits,
    /// Kind of account and identifier.
    pub(crate) who: String,
    pub(crate) address: Address<'a>,
    /// The mark of a browser that the account was signed in with: counted by itself, and never made to wait.
    pub(crate) device: Option<&'a str>,
    pub(crate) now: Millis,
}

/// What a try is counted as while nobody knows whether it is wrong. Taken back when it is not, and when whoever made it goes away.
struct Counted<'a> {
    limits: &'a Limits,
    now: Millis,
    as_wrong: Vec<(Limit, String)>,
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        for (limit, who) in &self.as_wrong {
            if let Err(failure) = self.limits.forgive(*limit, who, self.now) {
                failure.log();
            }
        }
    }
}

impl Try<'_> {
    /// Checks the password, which `check` does; what is not wrong is not counted.
    ///
    /// # Errors
    /// 429 when too many were wrong from there; those of `check`.
    pub(crate) async fn made(self, check: impl Future<Output = Fallible<bool>>) -> Fallible<bool> {
        let Self { limits, now, .. } = self;
        match self.device {
            // Its address does not concern a known browser: a stranger may be there, too.
            Some(mark) => limits.count(limits::LOGINS_ADDRESS, mark, now)?,
            None => limits.count_address(limits::LOGINS_ADDRESS, self.address, now)?,
        }
        let pair = format!("{} {}", self.who, self.device.unwrap_or(self.address.key));
        let as_wrong = Vec::new();
        let mut counted = Counted {
            limits,
            now,
            as_wrong,
        };
        // Counted beforehand: of many tries at once each must find the others.
        limits.count(limits::LOGINS_PAIR, &pair, now)?;
        counted.as_wrong.push((limits::LOGINS_PAIR, pair));
        if self.device.is_none() {
            let beyond = limits.count_beyond(limits::LOGINS_IDENTIFIER, &self.who, now)?;
            counted.as_wrong.push((limits::LOGINS_IDENTIFIER, self.who));
            tokio::time::sleep(password::wait(beyond)).await;
        }
        let checked = check.await;
        if matches!(checked, Ok(false)) {
            counted.as_wrong.clear();
        }
        checked
    }
}
