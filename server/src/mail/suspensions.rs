//! Messages about suspensions of pros.

use super::note::{Note, TO_PRO, to_operator};
use crate::domain::message::Message;
use crate::domain::suspension::{HELD_FOR, News, Suspension};
use crate::domain::time;

/// Tells a pro of their suspension, or what was decided about it. `link` opens their home page.
#[must_use]
pub fn to_pro(to: &str, suspension: &Suspension, news: News, link: String) -> Message {
    let verdict = suspension.verdict.as_deref().unwrap_or_default();
    let (title, said, action, key) = match news {
        News::Suspended | News::Appealed => (
            "Your account is suspended",
            suspended(suspension),
            "Read it and appeal",
            "suspended",
        ),
        News::Upheld => (
            "Your suspension stays",
            format!(
                "We have looked at your appeal, and your account stays suspended. “{verdict}” Your balance is no longer held: you can \
                 withdraw it."
            ),
            "See your account",
            "upheld",
        ),
        News::Reinstated => (
            "You can work again",
            format!(
                "Your account is no longer suspended, and your balance is no longer held. “{verdict}” Switch to online to get jobs."
            ),
            "Go online",
            "reinstated",
        ),
    };
    let note = Note {
        title: title.to_owned(),
        said,
        action,
        link,
        why: TO_PRO,
    };
    note.email(to, format!("{}-{key}", suspension.id))
}

fn suspended(suspension: &Suspension) -> String {
    format!(
        "You get no jobs for now. The reason: {}. “{}” Jobs that had not begun are given to other pros. Your balance is held until {}, or \
         until your appeal is decided. You can appeal once: tell us on your home page why you see it differently, and a person decides.",
        suspension.reason.label(),
        suspension.words,
        time::day_in_words(suspension.suspended_at + HELD_FOR),
    )
}

/// Tells whoever decides that a pro appeals. `link` opens the pro's page in the console.
#[must_use]
pub fn to_decide(to: &str, suspension: &Suspension, link: &str) -> Message {
    let text = format!(
        "A suspended pro appeals ({}).\n\nTheir words: {}\n\nReinstate them or let the suspension stand: {link}\n",
        suspension.reason.label(),
        suspension.appeal.as_deref().unwrap_or_default(),
    );
    let key = format!("{}-appealed", suspension.id);
    to_operator(to, format!("Appeal of {}", suspension.master_id), text, key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::suspension::SuspensionReason;

    fn suspension() -> Suspension {
        let words = "Two clients told us of leaks.".to_owned();
        let mut suspension = Suspension::new(
            "suspension-1".to_owned(),
            "master-1".to_owned(),
            SuspensionReason::Quality,
            words,
            1_795_428_300_000,
        );
        suspension.appeal = Some("It was another pro.".to_owned());
        suspension.verdict = Some("You were right.".to_owned());
        suspension
    }

    fn told(news: News) -> Message {
        to_pro(
            "pro@example.com",
            &suspension(),
            news,
            "https://callout.example/master".to_owned(),
        )
    }

    #[test]
    fn a_pro_reads_why_and_how_to_appeal() {
        let message = told(News::Suspended);
        assert_eq!(message.subject, "Your account is suspended");
        for words in [
            "The reason: The quality of your work. “Two clients told us of leaks.”",
            "held until Monday 7 December",
            "You can appeal once",
            "https://callout.example/master",
        ] {
            assert!(message.text.contains(words), "{words}: {}", message.text);
        }
    }

    #[test]
    fn a_pro_reads_what_was_decided() {
        assert!(
            told(News::Upheld)
                .text
                .contains("stays suspended. “You were right.”")
        );
        assert!(told(News::Reinstated).text.contains("no longer suspended"));
        let asked = to_decide(
            "desk@example.com",
            &suspension(),
            "https://callout.example/admin/pros/master-1",
        );
        assert!(
            asked.text.contains("Their words: It was another pro."),
            "{}",
            asked.text
        );
    }
}
