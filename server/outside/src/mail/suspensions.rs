//! Messages about suspensions of pros.

use super::note::{Note, TO_PRO, to_operator};
use callout_domain::message::Message;
use callout_domain::suspension::{HELD_FOR, News, Suspension};
use callout_domain::time;

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
