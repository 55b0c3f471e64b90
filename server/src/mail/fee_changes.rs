//! Messages to pros about the platform's fee.

use pricing_core::BasisPoints;

use super::note::{Note, TO_PRO};
use crate::domain::message::Message;
use crate::domain::prices::FeeChange;
use crate::domain::time;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_fee_is_announced_and_called_off() {
        let mut change = FeeChange {
            activation_id: "act-1".to_owned(),
            from: BasisPoints(1_500),
            to: BasisPoints(1_750),
            at: 1_795_428_300_000,
            is_called_off: false,
        };
        let announced = changed(
            "pro@example.com",
            &change,
            "https://callout.example/terms",
            "k".into(),
        );
        assert_eq!(
            announced.subject,
            "Our fee will be 17.5% from Monday 23 November 2026"
        );
        assert!(announced.text.contains("Until now it is 15%."));
        change.is_called_off = true;
        let off = changed(
            "pro@example.com",
            &change,
            "https://callout.example/terms",
            "k".into(),
        );
        assert_eq!(off.subject, "Our fee stays at 15%");
    }
}
