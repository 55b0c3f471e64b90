//! Messages to whoever looks after the money: what happened, and what there is to do.

use super::note::to_operator;
use super::words;
use callout_domain::message::Message;
use callout_domain::money_alert::MoneyAlert;
use callout_domain::payment::ChargebackStatus;

/// Tells whoever looks after the money.
#[must_use]
pub fn message(to: &str, alert: &MoneyAlert) -> Message {
    let (subject, text) = said(alert);
    to_operator(to, subject, text, format!("money-{}", alert.key()))
}

fn said(alert: &MoneyAlert) -> (String, String) {
    match alert {
        MoneyAlert::Mismatch {
            intent_id,
            paid_for,
            asked_pence,
            charged_pence,
        } => (
            format!("Payment to look at: {intent_id}"),
            format!(
                "The card payment {intent_id} was charged {charged}, but its amount, currency or reference is not what we asked for: \
                 {asked} for {paid_for}.\n\n\
                 It pays for nothing here, and nothing was given back. Look at it on the payment provider's page, and refund it there if it \
                 is wrong.\n",
                charged = words::exact(*charged_pence),
                asked = words::exact(*asked_pence),
            ),
        ),
        MoneyAlert::UnknownIntent {
            intent_id,
            paid_for,
            amount_pence,
            was_held,
        } => (
            format!("Payment that the provider does not know: {intent_id}"),
            unknown_intent(intent_id, paid_for, *amount_pence, *was_held),
        ),
        MoneyAlert::PayoutsHeld { found } => (
            "Payouts are held: a backup was restored".to_owned(),
            format!(
                "The payment provider has what our database does not know: {}. So the database comes from a backup, and payouts wait.\n\n\
                 Refunds and chargebacks that are missing are being taken into our books. Run `callout restore check` on the server, put \
                 right what it lists, and let payouts go in the console, on the page Payouts, or with `callout restore let-go`.\n",
                found.join(", "),
            ),
        ),
        MoneyAlert::SentBefore {
            name,
            payout_id,
            amount_pence,
            sent_pence,
        } => (
            format!("Transfer to look at: {payout_id}"),
            format!(
                "Of the payout {payout_id} {asked} were to be sent as {name}, but for the same thing the payment provider has sent {sent} \
                 that we do not know of.\n\n\
                 Look at the pro's transfers on the payment provider's page. Where it was a part, the rest is being sent; otherwise nothing \
                 was sent, and the money is in the pro's balance.\n",
                asked = words::exact(*amount_pence),
                sent = words::exact(*sent_pence),
            ),
        ),
        MoneyAlert::UnknownRefund {
            refund_id,
            intent_id,
            amount_pence,
        } => (
            format!("Refund of an unknown payment: {refund_id}"),
            format!(
                "We have refunded {} of the payment {intent_id}, which our database does not know: it was made after the backup that was \
                 restored.\n\n\
                 Look at the payment on the payment provider's page, and find its booking in the old database if that can be read.\n",
                words::exact(*amount_pence),
            ),
        ),
        MoneyAlert::RefundElsewhere {
            refund_id,
            booking_id,
            amount_pence,
            goodwill_pence,
        } => (
            format!("Refund made at the provider: {booking_id}"),
            refund_elsewhere(refund_id, booking_id, *amount_pence, *goodwill_pence),
        ),
        MoneyAlert::DebtReturned {
            id,
            master_id,
            amount_pence,
        } => (
            format!("Payment given back to a pro's card: {master_id}"),
            format!(
                "{} that the pro {master_id} had paid by card towards a debt went back to the card ({id}). The pro owes it again.\n\n\
                 Check on the payment provider's page whether a bank is deciding about it, and send evidence there.\n",
                words::exact(*amount_pence),
            ),
        ),
        MoneyAlert::DebtRestored {
            id,
            master_id,
            amount_pence,
        } => (
            format!("Fees of a pro came back: {master_id}"),
            format!(
                "{} of fees that had gone back to the card of the pro {master_id} came back to us ({id}). The pro owes it no longer.\n",
                words::exact(*amount_pence),
            ),
        ),
        MoneyAlert::Chargeback {
            id,
            booking_id,
            amount_pence,
            stands,
        } => {
            let amount = words::exact(*amount_pence);
            let happened = match stands {
                ChargebackStatus::Open => format!(
                    "A client's bank has taken {amount} back ({id}). The booking has no pro, so no earnings are frozen yet; if a pro \
                     earns anything from it while the bank decides, that will be. Call it off in the console, at \
                     /admin/bookings/{booking_id}, if the visit should not go ahead.\n\nSend evidence on the payment provider's page \
                     if the payment was right."
                ),
                ChargebackStatus::Won => {
                    format!("The bank has decided that the payment of {amount} stands ({id}).")
                }
                ChargebackStatus::Lost => {
                    format!("The bank keeps the {amount} that it took back ({id}). No pro bears it.")
                }
            };
            (format!("Chargeback: {booking_id}"), format!("{happened}\n"))
        }
        MoneyAlert::ChargebackMoved {
            id,
            chargeback_id,
            booking_id,
            amount_pence,
        } => (
            format!("Money of a decided chargeback: {booking_id}"),
            format!(
                "After the bank's decision about the chargeback {chargeback_id} {amount} {moved} at the payment provider ({id}).\n\n\
                 It is booked as ours to bear or keep. Look at the chargeback on the payment provider's page, and decide whether the client or \
                 the pro of the booking is to have any of it.\n",
                amount = words::exact(amount_pence.abs()),
                moved = if *amount_pence > 0 {
                    "came back"
                } else {
                    "was taken"
                },
            ),
        ),
        MoneyAlert::RefundLeft {
            reference,
            booking_id,
            amount_pence,
        } => (
            format!("Refund left over: {booking_id}"),
            format!(
                "The client's bank has given them part of a refund that our payment provider had refused or their bank had returned. \
                 The rest, {} ({reference}), cannot be refunded, because less than that is left of the payment.\n\n\
                 In our books it is still the client's. Look at the payment on the provider's page, and see to the rest by hand.\n",
                words::exact(*amount_pence)
            ),
        ),
        MoneyAlert::OwnPayoutFailed { id } => (
            format!("Payout to Callout's bank failed: {id}"),
            format!(
                "The payment provider could not pay Callout's own money into Callout's bank account (payout {id}).\n\n\
                 Look at the bank details on the provider's page. Until they are right, money to pay pros may run short.\n"
            ),
        ),
        MoneyAlert::BankRefused {
            id,
            master_id,
            amount_pence,
        } => (
            format!("A pro's bank refused a payout: {master_id}"),
            format!(
                "The payment provider could not pay {} into the bank account of the pro {master_id} (payout {id}). The money stays on the \
                 pro's account at the provider, and the pro was asked to check the bank details.\n",
                words::exact(*amount_pence),
            ),
        ),
        MoneyAlert::ReversalRefused {
            reference,
            master_id,
            booking_id,
            amount_pence,
            code,
        } => (
            format!("A payout could not be taken back: {master_id}"),
            format!(
                "Booking {booking_id} is refunded, and its pro {master_id} had been paid for it. The payment provider refused to take {} \
                 back from their account ({code}, reversal {reference}).\n\n\
                 They now owe it to Callout: their next earnings pay it off. It is not tried again.\n",
                words::exact(*amount_pence)
            ),
        ),
        MoneyAlert::DeadJob {
            job_id, kind, code, ..
        } => (
            format!("A job that moves money was given up: {kind}"),
            format!(
                "The job {job_id} ({kind}) failed so often that it is not tried any more. Its last failure was {code}.\n\n\
                 Look into the server's log for its id, put right what is wrong, and see to the money by hand.\n"
            ),
        ),
        MoneyAlert::LatePayout {
            payout_id,
            amount_pence,
        } => (
            format!("Payout late: {payout_id}"),
            format!(
                "A payout of {} to a pro has not been sent for a day ({payout_id}).\n\n\
                 Check whether the payment provider can be reached. `callout admin payout --id {payout_id} --send` tries it again: what was \
                 sent is not sent twice.\n",
                words::exact(*amount_pence)
            ),
        ),
    }
}

fn unknown_intent(intent_id: &str, paid_for: &str, pence: i64, was_held: bool) -> String {
    let stands = if was_held {
        "A card was held by it, so nothing has changed here: what it pays for stands, and we go on asking."
    } else {
        "No card was ever held by it: it has ended here, and what it was to pay for ends by itself if nobody pays."
    };
    format!(
        "The payment provider does not know the card payment {intent_id} of {} for {paid_for}.\n\n\
         {stands}\n\n\
         Check that the keys in the settings are those of the right account, and whether a backup was restored.\n",
        words::exact(pence),
    )
}

fn refund_elsewhere(refund_id: &str, booking_id: &str, pence: i64, goodwill_pence: i64) -> String {
    let borne = if goodwill_pence > 0 {
        format!(
            "{} of it had already been earned from the job: Callout bears that, and the pro keeps their share.",
            words::exact(goodwill_pence)
        )
    } else {
        "It comes from what the client had paid and nobody had earned.".to_owned()
    };
    format!(
        "{} was refunded on the payment provider's page, not from here (refund {refund_id} of booking {booking_id}). It is in our \
         books now. \
         {borne}\n\nThe client is told.\n",
        words::exact(pence)
    )
}
