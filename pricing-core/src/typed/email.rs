//! Emails, by the rule of the library that sends them (lettre): what is accepted here can be sent to.

use super::letters::{is_seen, line, only};
use crate::error::PricingError;

/// The message for anything else.
const MESSAGE: &str = "Please enter a valid email.";
/// Longest email, characters.
pub const EMAIL_LIMIT: usize = 254;
/// Longest part before the @, bytes.
const LOCAL_LIMIT: usize = 64;
/// Longest part between two dots of the domain, bytes.
const LABEL_LIMIT: usize = 63;

/// An email: atoms with dots between them, an @, and a domain with a dot. It is given in lower case and composed (NFC). Not accepted
/// are what no one has who types: quoted names, and addresses of computers in brackets.
///
/// # Errors
/// `invalid_email` for the field `email`.
pub fn email(typed: &str) -> Result<String, PricingError> {
    let seen = only(&line(typed), |letter| letter == ' ' || is_seen(letter));
    let is_right = seen
        .rsplit_once('@')
        .is_some_and(|(local, domain)| is_local(local) && is_domain(domain));
    if is_right && seen.chars().count() <= EMAIL_LIMIT {
        Ok(seen)
    } else {
        Err(PricingError::field("invalid_email", "email", MESSAGE))
    }
}

fn is_local(local: &str) -> bool {
    local.len() <= LOCAL_LIMIT && local.split('.').all(is_atom)
}

fn is_domain(domain: &str) -> bool {
    let is_label = |label: &str| {
        label.len() <= LABEL_LIMIT
            && is_atom(label)
            && label.starts_with(is_letter)
            && label.ends_with(is_letter)
    };
    domain.contains('.') && domain.split('.').all(is_label)
}

fn is_atom(text: &str) -> bool {
    !text.is_empty()
        && text
            .chars()
            .all(|letter| is_letter(letter) || "!#$%&'*+-/=?^_`{|}~".contains(letter))
}

/// Letters and digits: ASCII, and of other scripts the blocks that hold nothing else.
fn is_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric()
        || matches!(letter,
            '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}' | '\u{f8}'..='\u{24f}' // Latin
            | '\u{391}'..='\u{3a1}' | '\u{3a3}'..='\u{3ce}' // Greek
            | '\u{400}'..='\u{481}' // Cyrillic
            | '\u{4e00}'..='\u{9fa5}' // Han
            | '\u{ac00}'..='\u{d7a3}') // Hangul
}
