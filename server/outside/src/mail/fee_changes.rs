//! Messages to pros about the platform's fee.

use pricing_core::BasisPoints;

use super::note::{Note, TO_PRO};
use callout_domain::message::Message;
use callout_domain::prices::FeeChange;
use callout_domain::time;

/// Tells a pro of a higher fee, or that an announced one does not come. `link` opens the terms; `key` tells it from every other message.
#[must_use]
pub fn changed(to: &str, change: &FeeChange, link: &str, key: String) -> Message {
    let (before, after) = (percent(change.from), percent(change.to));
    let day = time::day_in_words(change.at);
    let (title, said) = if change.is_called_off {
        (
            format!("Our fee stays at {before}"),
            format!("We told you that our fee would be {after} from {day}. It stays at {before}."),
        )
    } else {
        (
            format!("Our fee will be {after} from {day}"),
            format!(
                "For jobs booked from {day} on, Callout keeps {after} of the price. Until now it is {before}. \
                 Jobs that were booked before keep the fee they were booked with."
            ),
        )
    };
    let note = Note {
        title,
        said,
        action: "Read our terms",
        link: link.to_owned(),
        why: TO_PRO,
    };
    note.email(to, key)
}

/// `15%`, `12.5%`.
fn percent(rate: BasisPoints) -> String {
    let (whole, rest) = (rate.0 / 100, rate.0 % 100);
    match rest {
        0 => format!("{whole}%"),
        rest if rest % 10 == 0 => format!("{whole}.{}%", rest / 10),
        rest => format!("{whole}.{rest:02}%"),
    }
}
