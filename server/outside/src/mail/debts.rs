//! Messages about what pros owe: fees of cash jobs, and refunds of jobs that were paid out before.

use super::note::{Note, TO_PRO, to_operator};
use super::words;
use callout_domain::message::Message;
use callout_domain::unpaid::Verdict;
use callout_store::unpaid_jobs::UnpaidJob;

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
    let is_waived = job.verdict == Some(Verdict::Waived);
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
