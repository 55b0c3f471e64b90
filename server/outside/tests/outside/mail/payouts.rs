//! Emails about payouts.

use callout_domain::message::Message;
use callout_outside::mail::payouts::{Ended, Outcome, TakenBack, ended, reversed};

fn told(sent_pence: i64, outcome: Outcome) -> Message {
    let payout = Ended {
        id: "payout-1",
        amount_pence: 10_000,
        sent_pence,
        outcome,
    };
    ended(
        "pro@example.com",
        &payout,
        "https://callout.example/master/payouts",
    )
}

#[test]
fn a_pro_reads_what_was_sent_and_what_came_back() {
    assert_eq!(
        told(10_000, Outcome::Sent).subject,
        "£100.00 is on its way to your bank"
    );
    let part = told(4_000, Outcome::CameBack);
    assert_eq!(part.subject, "Only £40.00 of your payout could be sent");
    assert!(
        part.text
            .contains("£60.00 could not be sent and is in your balance again.")
    );
    let none = told(0, Outcome::CameBack);
    assert!(none.text.contains("£100.00 could not be sent"));
    assert!(
        none.html
            .unwrap()
            .contains("https://callout.example/master/payouts")
    );
}

#[test]
fn a_payout_that_was_returned_is_not_blamed_on_the_bank() {
    let whole = told(0, Outcome::Returned(10_000));
    assert_eq!(whole.subject, "We have stopped your payout");
    assert!(
        whole
            .text
            .contains("We have stopped your payout of £100.00. £100.00 is in your balance again."),
        "{}",
        whole.text
    );
    let part = told(4_000, Outcome::Returned(5_000));
    assert!(
        part.text
            .contains("£40.00 of it was sent. £50.00 is in your balance again."),
        "{}",
        part.text
    );
    assert!(
        part.text.contains(
            "The other £10.00 was not sent either. Your balance and your statements show what became of it."
        ),
        "{}",
        part.text
    );
    assert!(!whole.text.contains("The other"), "{}", whole.text);
    assert!(!whole.text.contains("bank") && !part.text.contains("bank"));
}

#[test]
fn a_pro_reads_what_was_taken_back_and_for_which_job() {
    let taken = TakenBack {
        reference: "reversal-1",
        booking_id: "C-1",
        pence: 9_945,
    };
    let email = reversed(
        "pro@example.com",
        &taken,
        "https://callout.example/master/payouts",
    );
    assert_eq!(email.subject, "£99.45 of a payout was taken back");
    assert!(
        email.text.contains("The client of C-1 was given money back"),
        "{}",
        email.text
    );
}

#[test]
fn a_pro_reads_what_is_kept_back_for_a_dispute() {
    let part = told(4_000, Outcome::KeptBack);
    assert_eq!(part.subject, "£60.00 of your payout is kept back");
    assert!(
        part.text
            .contains("We have sent £40.00 of £100.00. £60.00 was earned by a job that is disputed"),
        "{}",
        part.text
    );
    assert!(
        told(0, Outcome::KeptBack)
            .text
            .contains("Nothing was sent. £100.00 was earned")
    );
}
