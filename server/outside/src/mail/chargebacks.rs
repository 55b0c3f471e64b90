//! What people are told when a client's bank, and nobody here, decides: it has taken a payment back, or has ended a dispute.

use super::disputes::IF_PAID_OUT;
use super::words;
use callout_domain::dispute::{BankSays, News, Origin};
use callout_store::disputes::Dispute;

/// What a bank has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Act {
    /// It has taken the payment back.
    Opened,
    /// It has ended a dispute.
    Ended(BankSays),
}

/// What news of a dispute is about; none where no bank has done anything.
pub(super) fn act(dispute: &Dispute, news: News) -> Option<Act> {
    match (news, dispute.origin) {
        (News::Opened, Origin::Bank) => Some(Act::Opened),
        (News::Decided, _) => dispute.bank_says.map(Act::Ended),
        _ => None,
    }
}

/// Title and text for the client. `is_ahead`: the visit is still to be made.
pub(super) fn for_client(act: Act, is_ahead: bool) -> (String, String) {
    let (title, said) = match act {
        Act::Opened if is_ahead => (
            "Your bank has taken your payment back",
            "Your bank has taken back what you paid for this booking, and now decides who gets the money. Your booking still stands: if \
             you do not want the visit, please cancel it. If you did not mean to ask your bank for this, please tell them.",
        ),
        Act::Opened => (
            "Your bank has taken your payment back",
            "Your bank has taken back what you paid for this job, and now decides who gets the money. There is nothing for you to do here: \
             you will hear from us once it has decided. If you did not mean to ask your bank for this, please tell them.",
        ),
        Act::Ended(BankSays::TookOver) => (
            "Your bank decides about your payment",
            "Your bank has taken back what you paid for this job. It decides now, so your dispute with us is closed. Your statutory rights \
             are not affected.",
        ),
        Act::Ended(BankSays::Won) => (
            "Your payment stands",
            "Your bank has decided that your payment for this job stands, so you get nothing back. Your bank can tell you why. Your \
             statutory rights are not affected.",
        ),
        Act::Ended(BankSays::Lost) if is_ahead => (
            "Your bank gives you your money back",
            "Your bank has decided in your favour, and your refund comes from the bank. Your booking is no longer paid for. \
             Please get in touch if you still want the visit.",
        ),
        Act::Ended(BankSays::Lost) => (
            "Your bank gives you your money back",
            "Your bank has decided in your favour, and your refund comes from the bank. We send you nothing more for it.",
        ),
    };
    (title.to_owned(), said.to_owned())
}

/// The same for the pro.
pub(super) fn for_pro(act: Act, dispute: &Dispute, is_ahead: bool) -> (String, String) {
    let (title, said) = match act {
        Act::Opened if is_ahead => (
            "Before your visit: the client's bank has the payment",
            "The client's bank has taken back what was paid for this job, and now decides who gets the money. The job is still yours. \
             What you earn from it is frozen until the bank has decided; if the bank sides with the client, you will not receive that \
             money. If you would rather not go, please withdraw from the job.",
        ),
        Act::Opened => (
            "A client's bank has taken a payment back",
            "The client's bank has taken back what was paid for this job, and now decides who gets the money. What you earned from it \
             is frozen until then. If it was paid out already, the same amount of your next earnings is frozen instead. There is nothing for \
             you to answer: we deal with the bank.",
        ),
        Act::Ended(BankSays::TookOver) => (
            "The client's bank decides now",
            "The client's bank has taken back what was paid for this job. It decides now, so the client's dispute with us is closed. \
             Whatever was frozen for it stays frozen until then.",
        ),
        Act::Ended(BankSays::Won) if is_ahead => (
            "The client's payment stands",
            "The bank has decided that the client's payment stands. You are paid for this job as usual.",
        ),
        Act::Ended(BankSays::Won) => (
            "The client's payment stands",
            "The bank has decided that the client's payment stands. You keep what you earned from the job, and whatever was frozen for it is \
             yours again.",
        ),
        Act::Ended(BankSays::Lost) if is_ahead => (
            "The bank has decided in the client's favour",
            "The client has their money back, and this job is no longer paid for. Nothing was taken from you. If you have not set off \
             yet, please ask us first whether the visit goes ahead.",
        ),
        Act::Ended(BankSays::Lost) => {
            return (
                "The bank has decided in the client's favour".to_owned(),
                lost(dispute),
            );
        }
    };
    (title.to_owned(), said.to_owned())
}

fn lost(dispute: &Dispute) -> String {
    match taken(dispute) {
        0 => "The client has their money back from the bank. Nothing was taken from what you earned from the job.".to_owned(),
        pence => format!(
            "The client has their money back from the bank. We have taken {} from your earnings and our fee for the job. {IF_PAID_OUT} \
             Anything else that was frozen is yours again.",
            words::exact(pence)
        ),
    }
}

/// Subject and text for whoever looks after the money.
pub(super) fn for_operator(act: Act, dispute: &Dispute, is_ahead: bool) -> (String, String) {
    let (id, booking) = (&dispute.id, &dispute.booking_id);
    let (subject, said) = match act {
        Act::Opened => (
            "Chargeback",
            "The client's bank has taken the payment back and decides about it; there is nothing to decide in the console. Send evidence \
             on the payment provider's page if the payment was right."
                .to_owned(),
        ),
        Act::Ended(BankSays::TookOver) => (
            "Dispute closed",
            "The client's bank has taken the payment back and decides now, so the client's own dispute is closed.".to_owned(),
        ),
        Act::Ended(BankSays::Won) => (
            "Chargeback won",
            "The bank has decided that the payment stands. Whatever was frozen for it is the pro's again.".to_owned(),
        ),
        Act::Ended(BankSays::Lost) => ("Chargeback lost", lost_for_operator(dispute)),
    };
    let ahead = ahead(act, booking).filter(|_| is_ahead).unwrap_or_default();
    let text = format!("{said}\n\n{ahead}Booking {booking}, at /admin/disputes/{id} in the console.\n");
    (format!("{subject}: {booking}"), text)
}

fn lost_for_operator(dispute: &Dispute) -> String {
    format!(
        "The bank has decided in the client's favour. {} was taken from what the pro and we had earned from the job.",
        words::exact(taken(dispute))
    )
}

/// What there is to do about a visit that is still to be made.
fn ahead(act: Act, booking: &str) -> Option<String> {
    let why = match act {
        Act::Opened => {
            "What its pro earns from it is frozen until the bank has decided; if it is lost, the pro bears their share."
        }
        Act::Ended(BankSays::Lost) => "It is no longer paid for: if a pro makes it, we pay them.",
        Act::Ended(BankSays::Won | BankSays::TookOver) => return None,
    };
    Some(format!(
        "The visit is still to be made. {why} Call it off in the console, at /admin/bookings/{booking}, if it should not go ahead.\n\n"
    ))
}

fn taken(dispute: &Dispute) -> i64 {
    dispute.refund_pence.unwrap_or_default()
}
