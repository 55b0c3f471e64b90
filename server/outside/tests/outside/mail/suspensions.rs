//! Emails about a suspended pro.

use callout_domain::message::Message;
use callout_domain::suspension::{News, Suspension, SuspensionReason};
use callout_outside::mail::suspensions::{to_decide, to_pro};

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
