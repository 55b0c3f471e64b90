//! Passkeys: whose they are, how many, for which name they are made, and what an authenticator is asked for.

use callout_db::names;
use sha2::{Digest as _, Sha256};
use url::{Host, Url};

use crate::clock::{MINUTE, Millis};
use crate::failure::{Failure, Fallible};
use crate::letters;

/// How many passkeys one account may have: decided for the product.
pub const MOST: i64 = 10;

/// Longest name of a passkey, characters.
pub const NAME_LIMIT: usize = 60;

/// How long an authenticator may take to answer, milliseconds: decided for the product.
pub const CEREMONY_LIFE: Millis = 5 * MINUTE;

names! {
    /// Who can have passkeys.
    pub enum Holder {
        /// A pro.
        Pro = "pro",
        /// An operator of the console.
        Operator = "operator",
    }
}

names! {
    /// What an authenticator is asked for.
    pub enum Purpose {
        /// To make a passkey.
        Adding = "adding",
        /// To say who somebody is.
        SigningIn = "signing_in",
        /// To show that it is still the same person, before a grave act.
        ProvingAgain = "proving_again",
    }
}

/// Whose a passkey is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner {
    /// What they are.
    pub holder: Holder,
    /// Their id.
    pub id: String,
}

impl Owner {
    /// A pro.
    #[must_use]
    pub fn pro(id: impl Into<String>) -> Self {
        Self {
            holder: Holder::Pro,
            id: id.into(),
        }
    }

    /// An operator.
    #[must_use]
    pub fn operator(id: impl Into<String>) -> Self {
        Self {
            holder: Holder::Operator,
            id: id.into(),
        }
    }

    /// The name under which an authenticator keeps the account: the same for all of its passkeys, and nothing that can be read.
    #[must_use]
    pub fn handle(&self) -> [u8; 16] {
        let hash = Sha256::digest(format!("passkeys of {} {}", self.holder.as_str(), self.id));
        let mut handle = [0; 16];
        for (to, from) in handle.iter_mut().zip(hash) {
            *to = from;
        }
        handle
    }
}

/// What a person calls a passkey.
///
/// # Errors
/// 422 on `name`.
pub fn name(typed: &str) -> Fallible<String> {
    let name = letters::line(typed);
    match name.chars().count() {
        0 => Err(Failure::field("name", "Give it a name, such as ‘My phone’.")),
        length if length > NAME_LIMIT => Err(Failure::field(
            "name",
            format!("Use at most {NAME_LIMIT} characters."),
        )),
        _ => Ok(name),
    }
}

/// The name that passkeys are made for and shown to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelyingParty {
    /// Host name.
    pub id: String,
    /// Where our pages come from.
    pub origin: Url,
    /// Whether they may come from any port of it.
    pub any_port: bool,
}

impl RelyingParty {
    /// By the address that people reach us at. None where browsers offer no passkeys: an address without a name, or without TLS. On
    /// loopback it is `localhost`, at any port, because a development server stands in front.
    #[must_use]
    pub fn of(base: &Url) -> Option<Self> {
        let is_loopback = match base.host()? {
            Host::Domain(name) => name == "localhost",
            Host::Ipv4(address) => address.is_loopback(),
            Host::Ipv6(address) => address.is_loopback(),
        };
        if is_loopback {
            let mut origin = base.clone();
            origin.set_host(Some("localhost")).ok()?;
            return Some(Self {
                id: "localhost".to_owned(),
                origin,
                any_port: true,
            });
        }
        let name = base.domain().filter(|_| base.scheme() == "https")?;
        Some(Self {
            id: name.to_owned(),
            origin: base.clone(),
            any_port: false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn party(base: &str) -> Option<(String, String, bool)> {
        let party = RelyingParty::of(&Url::parse(base).unwrap())?;
        let origin = party.origin.origin().ascii_serialization();
        Some((party.id, origin, party.any_port))
    }

    #[test]
    fn passkeys_are_for_a_name_and_for_loopback() {
        let localhost = Some(("localhost".to_owned(), "http://localhost:8080".to_owned(), true));
        for base in [
            "http://127.0.0.1:8080",
            "http://[::1]:8080",
            "http://localhost:8080/",
        ] {
            assert_eq!(party(base), localhost, "{base}");
        }
        let named = (
            "app.callout.example".to_owned(),
            "https://app.callout.example".to_owned(),
            false,
        );
        assert_eq!(party("https://app.callout.example/"), Some(named));
        for base in [
            "http://callout.example",
            "https://192.0.2.7",
            "http://192.0.2.7:8080",
            "https://[2001:db8::1]",
        ] {
            assert_eq!(party(base), None, "{base}");
        }
    }

    #[test]
    fn an_account_has_one_handle_of_its_own() {
        let handle = Owner::pro("master-1").handle();
        assert_eq!(handle, Owner::pro("master-1").handle());
        assert_ne!(handle, Owner::pro("master-2").handle());
        assert_ne!(handle, Owner::operator("master-1").handle());
    }

    #[test]
    fn a_name_is_a_line_of_at_most_sixty_characters() {
        assert_eq!(name("  My \n phone ").unwrap(), "My phone");
        assert_eq!(name(&"ä".repeat(NAME_LIMIT)).unwrap().chars().count(), NAME_LIMIT);
        for wrong in ["", " \u{200b} ", &"a".repeat(NAME_LIMIT + 1)] {
            assert!(name(wrong).unwrap_err().errors.contains_key("name"), "{wrong}");
        }
    }
}
