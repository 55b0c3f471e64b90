//! Browsers that an account was signed in with before. A cookie says so with a MAC for each account; it opens nothing, and only has the
//! tries of that browser counted apart from those of strangers, who may know the email, too.

use std::fmt;

use crate::clock::{DAY, Millis};
use crate::keys::Key;

/// How long a browser is known after a sign-in, milliseconds: decided for the product.
pub const LIFE: Millis = 180 * DAY;
/// Accounts that one browser is known to: decided for the product.
const MOST: usize = 5;

/// One account's mark.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Mark {
    until: Millis,
    mac: String,
}

/// What a browser's cookie says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Devices(Vec<Mark>);

/// An account as the cookie knows it.
#[derive(Debug, Clone, Copy)]
pub struct Account<'a> {
    /// The account's id.
    pub id: &'a str,
    /// Raised when all of its marks end.
    pub generation: i64,
}

impl Devices {
    /// Reads the cookie's value; what makes no sense is left out.
    #[must_use]
    pub fn parse(value: &str) -> Self {
        let mark = |text: &str| {
            let (until, mac) = text.split_once(':')?;
            Some(Mark {
                until: until.parse().ok()?,
                mac: mac.to_owned(),
            })
        };
        Self(value.split('.').take(MOST).filter_map(mark).collect())
    }

    /// The name under which this browser's tries at the account are counted, if it is known.
    #[must_use]
    pub fn known(&self, key: &Key, account: Account<'_>, now: Millis) -> Option<&str> {
        let own = self.0.iter().find(|mark| mark.is_of(key, account, now))?;
        Some(&own.mac)
    }

    /// The same after a sign-in to the account, which then stands first.
    #[must_use]
    pub fn with(self, key: &Key, account: Account<'_>, now: Millis) -> Self {
        let others = self.0.into_iter();
        let others = others.filter(|mark| mark.until > now && !mark.is_of(key, account, now));
        let until = now + LIFE;
        let own = Mark {
            until,
            mac: key.text(&message(account, until)),
        };
        Self(std::iter::once(own).chain(others).take(MOST).collect())
    }
}

impl Mark {
    fn is_of(&self, key: &Key, account: Account<'_>, now: Millis) -> bool {
        let expected = key.text(&message(account, self.until));
        // Neither side of this comparison is worth guessing byte by byte: the mark opens nothing.
        self.until > now && expected == self.mac
    }
}

fn message(Account { id, generation }: Account<'_>, until: Millis) -> Vec<u8> {
    format!("{id}\n{generation}\n{until}").into_bytes()
}

impl fmt::Display for Devices {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, Mark { until, mac }) in self.0.iter().enumerate() {
            let between = if index == 0 { "" } else { "." };
            write!(formatter, "{between}{until}:{mac}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::Keys;

    fn keys() -> Keys {
        Keys::derive(&secrecy::SecretString::from("secret".to_owned()))
    }

    const fn account(id: &str) -> Account<'_> {
        Account { id, generation: 0 }
    }

    #[test]
    fn a_browser_is_known_to_the_account_that_signed_in_with_it() {
        let key = keys().device;
        let cookie = Devices::default().with(&key, account("client-1"), 5).to_string();
        let read = Devices::parse(&cookie);
        assert!(read.known(&key, account("client-1"), LIFE + 4).is_some());
        assert!(read.known(&key, account("client-1"), LIFE + 5).is_none());
        assert!(read.known(&key, account("client-2"), 5).is_none());
        let ended = Account {
            id: "client-1",
            generation: 1,
        };
        assert!(read.known(&key, ended, 5).is_none());
        let other = Keys::derive(&secrecy::SecretString::from("another".to_owned())).device;
        assert!(read.known(&other, account("client-1"), 5).is_none());
    }

    #[test]
    fn two_browsers_are_counted_apart() {
        let key = keys().device;
        let one = Devices::default().with(&key, account("client-1"), 5);
        let two = Devices::default().with(&key, account("client-1"), 6);
        assert_ne!(
            one.known(&key, account("client-1"), 7),
            two.known(&key, account("client-1"), 7)
        );
    }

    #[test]
    fn it_holds_five_accounts_the_latest_first_each_once() {
        let key = keys().device;
        let ids = ["a", "b", "c", "d", "e", "f", "b"];
        let all = ids
            .iter()
            .enumerate()
            .fold(Devices::default(), |devices, (at, id)| {
                devices.with(&key, account(id), Millis::try_from(at).unwrap())
            });
        let read = Devices::parse(&all.to_string());
        let known = |id| read.known(&key, account(id), 7).is_some();
        assert_eq!(
            ["a", "b", "c", "d", "e", "f"].map(known),
            [false, true, true, true, true, true]
        );
        assert_eq!(read.0.len(), 5);
    }

    #[test]
    fn a_made_up_cookie_says_nothing() {
        let key = keys().device;
        for cookie in ["", ".", "1", "1:", "99:x", "x:y.z", "9223372036854775807:abc"] {
            assert!(
                Devices::parse(cookie)
                    .known(&key, account("client-1"), 5)
                    .is_none()
            );
        }
    }
}
