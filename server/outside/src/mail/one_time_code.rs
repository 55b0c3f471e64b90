//! The message that carries a one-time sign-in code.

use callout_domain::identifier::Identifier;
use callout_domain::message::{Channel, Message};
use callout_domain::role::Role;
use callout_domain::texts::Urgency;

/// The email or text that carries a code. It says what the code opens: somebody may be both a client and a pro. A text is
/// sent by its urgency.
#[must_use]
pub fn message(role: Role, identifier: &Identifier, code: &str, urgency: Urgency) -> Message {
    let subject = match role {
        Role::Client => "Your Callout sign-in code",
        Role::Master => "Your Callout sign-in code for pros",
    };
    let (channel, to, text) = match identifier {
        Identifier::Email(email) => (
            Channel::Email,
            email,
            format!(
                "{subject} is {code}.\n\nEnter it within 10 minutes. It works once.\n\n\
                 We will never ask you for this code. If you did not ask for it, you can ignore this email: nobody can \
                 sign in without it.\n"
            ),
        ),
        Identifier::Phone(phone) => (
            Channel::Text(urgency),
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
        subject: subject.to_owned(),
        text,
        html: None,
        attachments: Vec::new(),
        otherwise: None,
        key: None,
    }
}
