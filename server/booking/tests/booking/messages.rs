//! What can be sent again.

use callout_booking::messages::{AGAIN, Again};
use callout_domain::role::Role;

#[test]
fn only_what_nobody_switches_off_is_sent_again() {
    for message in AGAIN {
        assert!(message.rule().choice.is_none(), "{message:?}");
        let to = match message.rule().to {
            Role::Client => "To the client: ",
            Role::Master => "To the pro: ",
        };
        assert!(Again::Message(message).label().starts_with(to), "{message:?}");
    }
}
