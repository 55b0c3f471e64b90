//! Emails about fees that a pro owes.

use callout_domain::unpaid::Verdict;
use callout_outside::mail::debts::{paid, to_decide, verdict};
use callout_store::unpaid_jobs::UnpaidJob;

fn job(verdict: Verdict, waived_pence: i64) -> UnpaidJob {
    UnpaidJob {
        booking_id: "C-1".to_owned(),
        master_id: "m-1".to_owned(),
        text: Some("Nobody opened.".to_owned()),
        reported_at: Some(1),
        verdict: Some(verdict),
        verdict_words: Some("You sent photos.".to_owned()),
        waived_pence,
        decided_at: Some(2),
    }
}

#[test]
fn a_pro_reads_what_is_left_and_what_was_decided() {
    let link = || "https://callout.example/master/payouts".to_owned();
    let part = paid("pro@example.com", "debt-1", 4_000, 1_050, link());
    assert_eq!(part.subject, "Your payment of £40.00 has arrived");
    assert!(part.text.contains("You still owe £10.50."), "{}", part.text);
    let all = paid("pro@example.com", "debt-1", 4_000, 0, link());
    assert!(all.text.contains("You owe nothing now."), "{}", all.text);

    let waived = verdict("pro@example.com", &job(Verdict::Waived, 1_200), link());
    assert_eq!(waived.subject, "You don’t owe the fee: C-1");
    assert!(
        waived
            .text
            .contains("We have waived our fee of £12.00. You sent photos."),
        "{}",
        waived.text
    );
    let stays = verdict("pro@example.com", &job(Verdict::Upheld, 0), link());
    assert_eq!(stays.subject, "The fee stays: C-1");
}

#[test]
fn an_operator_reads_how_to_decide() {
    let link = "https://callout.example/admin/fees";
    let told = to_decide("desk@example.com", &job(Verdict::Waived, 0), link);
    assert!(told.text.contains("Nobody opened."), "{}", told.text);
    assert!(told.text.contains(link), "{}", told.text);
    assert!(
        told.text.contains("callout admin waive --booking C-1 --reason"),
        "{}",
        told.text
    );
}
