//! The message that carries a one-time sign-in code.

use crate::domain::identifier::Identifier;
use crate::domain::message::{Channel, Message};

/// The email or text that carries a code.
#[must_use]
pub fn message(identifier: &Identifier, code: &str) -> Message {
    let (channel, to, text) = match identifier {
        Identifier::Email(email) => (
            Channel::Email,
            email,
            format!(
                "Your Callout sign-in code is {code}.\n\nEnter it within 10 minutes. It works once.\n\n\
                 We will never ask you for this code. If you did not ask for it, you can ignore this email: nobody can \
                 sign in without it.\n"
            ),
        ),
        Identifier::Phone(phone) => (
            Channel::Text,
            phone,
            format!(
                "{code} is your Callout sign-in code. It works once, for 10 minutes. Never share it: we will not ask for it."
            ),
        ),
    };
    Message {
        channel,
        to: to.clone(),
        reply_to: None,
        subject: "Your Callout sign-in code".to_owned(),
        text,
        html: None,
        attachments: Vec::new(),
        key: None,
    }
}
