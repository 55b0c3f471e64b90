//! Messages about what pros owe: fees of cash jobs, and refunds of jobs that were paid out before.

use super::note::{Note, TO_PRO, to_operator};
use super::words;
use crate::domain::message::Message;
use crate::domain::unpaid::Verdict;
use crate::store::unpaid_jobs::UnpaidJob;

/// Tells a pro that a payment has arrived, and what is left to pay, pence. `link` opens the page of payouts.
#[must_use]
pub fn paid(to: &str, id: &str, amount_pence: i64, left_pence: i64, link: String) -> Message {
    let amount = words::exact(amount_pence);
    let rest = if left_pence > 0 {
        format!("You still owe {}.", words::exact(left_pence))
    } else {
        "You owe nothing now.".to_owned()
    };
    let note = Note {
        title: format!("Your payment of {amount} has arrived"),
        said: format!("We have received {amount} by card towards what you owed Callout. {rest}"),
        action: "See your payouts",
        link,
        why: TO_PRO,
    };
    note.email(to, format!("{id}-paid"))
}

/// Tells a pro what was decided about the fee of a job that was not paid.
#[must_use]
pub fn verdict(to: &str, job: &UnpaidJob, link: String) -> Message {
    let is_waived = job.verdict.as_deref() == Some(Verdict::Waived.as_str());
    let (title, said) = if is_waived {
        (
            "You don’t owe the fee",
            format!("We have waived our fee of {}.", words::exact(job.waived_pence)),
        )
    } else {
        ("The fee stays", "Our fee for this job stays as it is.".to_owned())
    };
    let why = job.verdict_words.as_deref().unwrap_or_default();
    let note = Note {
        title: format!("{title}: {}", job.booking_id),
        said: format!("{said} {why}"),
        action: "See your payouts",
        link,
        why: TO_PRO,
    };
    note.email(to, format!("fee-{}", job.booking_id))
}

/// Tells whoever looks after the money that a pro says a job was not paid. `link` opens the page where it is decided.
#[must_use]
pub fn to_decide(to: &str, job: &UnpaidJob, link: &str) -> Message {
    let (id, said) = (&job.booking_id, job.text.as_deref().unwrap_or_default());
    let text = format!(
        "The pro of booking {id} says that the client did not pay.\n\nTheir words: {said}\n\n\
         Decide about our fee at {link}, or waive it with `callout admin waive --booking {id} --reason TEXT`; --uphold lets it stand.\n"
    );
    to_operator(to, format!("Not paid: {id}"), text, format!("not-paid-{id}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(verdict: Verdict, waived_pence: i64) -> UnpaidJob {
        UnpaidJob {
            booking_id: "C-1".to_owned(),
            master_id: "m-1".to_owned(),
            text: Some("Nobody opened.".to_owned()),
            reported_at: Some(1),
            verdict: Some(verdict.as_str().to_owned()),
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
}
