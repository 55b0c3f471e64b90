//! Messages about payouts to pros.

use super::note::{Note, TO_PRO, to_operator};
use super::words;
use callout_domain::message::Message;
use callout_domain::payout::Reason;

/// A payout that has ended.
#[derive(Debug, Clone, Copy)]
pub struct Ended<'a> {
    /// Its id.
    pub id: &'a str,
    /// How much was asked for, pence.
    pub amount_pence: i64,
    /// What of it was sent, pence.
    pub sent_pence: i64,
    /// What became of the rest.
    pub outcome: Outcome,
}

/// What became of what a payout did not send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Everything was sent.
    Sent,
    /// The bank did not take it.
    CameBack,
    /// It was earned by a job that is disputed or was refunded.
    KeptBack,
    /// An operator has stopped the payout, which puts so much (pence) back into the balance. The rest, if there is any, ended otherwise.
    Returned(i64),
}

/// Tells a pro how a payout has ended. `link` opens the page of payouts.
#[must_use]
pub fn ended(to: &str, payout: &Ended<'_>, link: &str) -> Message {
    let (title, said) = words_of(payout);
    let note = Note {
        title,
        said,
        action: "See your payouts",
        link: link.to_owned(),
        why: TO_PRO,
    };
    note.email(to, format!("{}-ended", payout.id))
}

fn words_of(payout: &Ended<'_>) -> (String, String) {
    match payout.outcome {
        Outcome::Sent => {
            let amount = words::exact(payout.amount_pence);
            (
                format!("{amount} is on its way to your bank"),
                format!("We have sent {amount}. It is usually in your bank account within two working days."),
            )
        }
        Outcome::CameBack => came_back(payout),
        Outcome::KeptBack => kept_back(payout),
        Outcome::Returned(pence) => returned(payout, pence),
    }
}

fn came_back(payout: &Ended<'_>) -> (String, String) {
    let (amount, sent) = (words::exact(payout.amount_pence), words::exact(payout.sent_pence));
    if payout.sent_pence > 0 {
        let rest = words::exact(payout.amount_pence - payout.sent_pence);
        (
            format!("Only {sent} of your payout could be sent"),
            format!(
                "We have sent {sent} of {amount}. {rest} could not be sent and is in your balance again. Please check your bank details."
            ),
        )
    } else {
        (
            "Your payout could not be sent".to_owned(),
            format!(
                "{amount} could not be sent and is in your balance again. Please check your bank details."
            ),
        )
    }
}

fn kept_back(payout: &Ended<'_>) -> (String, String) {
    let (amount, sent) = (words::exact(payout.amount_pence), words::exact(payout.sent_pence));
    let rest = words::exact(payout.amount_pence - payout.sent_pence);
    let others = if payout.sent_pence > 0 {
        format!("We have sent {sent} of {amount}.")
    } else {
        "Nothing was sent.".to_owned()
    };
    (
        format!("{rest} of your payout is kept back"),
        format!(
            "{others} {rest} was earned by a job that is disputed, or whose client was given money back. What is left of it is in \
             a later payout."
        ),
    )
}

/// Nobody's bank is to blame: somebody at Callout has decided so.
fn returned(payout: &Ended<'_>, pence: i64) -> (String, String) {
    let (amount, back) = (words::exact(payout.amount_pence), words::exact(pence));
    let sent = if payout.sent_pence > 0 {
        format!(" {} of it was sent.", words::exact(payout.sent_pence))
    } else {
        String::new()
    };
    let rest = payout.amount_pence - payout.sent_pence - pence;
    let other = if rest > 0 {
        let rest = words::exact(rest);
        format!(
            " The other {rest} was not sent either. Your balance and your statements show what became of it."
        )
    } else {
        String::new()
    };
    (
        "We have stopped your payout".to_owned(),
        format!(
            "We have stopped your payout of {amount}.{sent} {back} is in your balance again.{other} If you would like to know why, please \
             write to our support team."
        ),
    )
}

/// What was taken back from a pro.
#[derive(Debug, Clone, Copy)]
pub struct TakenBack<'a> {
    /// Names it among all.
    pub reference: &'a str,
    /// The refunded job.
    pub booking_id: &'a str,
    /// How much, pence.
    pub pence: i64,
}

/// Tells a pro what was taken back of a payout. `link` opens the page of payouts.
#[must_use]
pub fn reversed(to: &str, taken: &TakenBack<'_>, link: &str) -> Message {
    let amount = words::exact(taken.pence);
    let note = Note {
        title: format!("{amount} of a payout was taken back"),
        said: format!(
            "The client of {} was given money back after we had paid you for the job. We have taken {amount} back from that payout, so \
             you do not owe us that amount.",
            taken.booking_id
        ),
        action: "See your payouts",
        link: link.to_owned(),
        why: TO_PRO,
    };
    note.email(to, format!("{}-reversed", taken.reference))
}

/// Tells a pro what a refund takes from what they earned with a job. `link` opens the page of payouts.
#[must_use]
pub fn taken_back(to: &str, taken: &TakenBack<'_>, link: &str) -> Message {
    let amount = words::exact(taken.pence);
    let note = Note {
        title: format!("{amount} goes back to your client"),
        said: format!(
            "We have given the client of {} money back for something that went wrong with the job. {amount} of it comes from what you \
             earned with it; your statement shows it. If you think that this is wrong, please write to us.",
            taken.booking_id
        ),
        action: "See your payouts",
        link: link.to_owned(),
        why: TO_PRO,
    };
    note.email(to, format!("{}-taken-back", taken.reference))
}

/// Tells a pro that their bank did not take a payout. `id` is the provider's, `link` opens the page of payouts.
#[must_use]
pub fn bank_refused(to: &str, id: &str, pence: i64, link: &str) -> Message {
    let amount = words::exact(pence);
    let note = Note {
        title: format!("Your bank did not accept {amount}"),
        said: format!(
            "We have sent you {amount}, but your bank did not accept it. The money is safe with our payment provider. Please check your \
             bank details; we will pay it out again once they are correct."
        ),
        action: "Check your bank details",
        link: link.to_owned(),
        why: TO_PRO,
    };
    note.email(to, format!("{id}-refused-by-bank"))
}

/// Tells whoever looks after the money that a payout waits for a decision. `link` opens the page where it is decided.
#[must_use]
pub fn to_review(to: &str, id: &str, pence: i64, reasons: &[Reason], link: &str) -> Message {
    let amount = words::exact(pence);
    let reasons: Vec<&str> = reasons.iter().map(|reason| reason.as_str()).collect();
    let text = format!(
        "A payout of {amount} waits to be looked at ({}): {id}\n\n\
         Decide it at {link}, or with `callout admin payout --id {id} --send`; --hold and --return are the other choices.\n",
        reasons.join(", ")
    );
    to_operator(
        to,
        format!("Payout to look at: {amount}"),
        text,
        format!("{id}-review"),
    )
}

/// Tells whoever looks after the money that the provider refused a payout, or a part of it.
#[must_use]
pub fn refused(to: &str, id: &str, pence: i64, sent_pence: i64) -> Message {
    let text = format!(
        "The payment provider refused a payout of {} ({id}): {} of it was sent, the rest is in the pro's balance again.\n\n\
         The pro was told to check the bank details. Check on the provider's page whether there is another reason.\n",
        words::exact(pence),
        words::exact(sent_pence),
    );
    to_operator(to, format!("Payout refused: {id}"), text, format!("{id}-refused"))
}
