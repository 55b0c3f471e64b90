//! The message that comes with an invoice for our fees, or a credit note.

use super::note::{Note, TO_PRO};
use super::words;
use crate::domain::fee_invoice::Kind;
use crate::domain::message::Message;
use crate::store::fee_invoices::FeeInvoice;

/// Tells a pro that there is an invoice. `link` opens it.
#[must_use]
pub fn issued(to: &str, invoice: &FeeInvoice, link: String) -> Message {
    let number = &invoice.number;
    let (fees, vat) = (words::exact(invoice.fee_pence), words::exact(invoice.vat_pence));
    let (title, said) = if invoice.kind == Kind::CreditNote.as_str() {
        (
            format!("Your credit note {number}"),
            format!(
                "We gave back {fees} of our fees in {}, {vat} of it VAT.",
                invoice.month
            ),
        )
    } else {
        (
            format!("Your invoice {number}"),
            format!(
                "Our fees in {} came to {fees}, {vat} of it VAT. They are paid already: there is nothing to do.",
                invoice.month
            ),
        )
    };
    let note = Note {
        title,
        said,
        action: "Open it",
        link,
        why: TO_PRO,
    };
    note.email(to, format!("invoice-{number}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_the_fees_and_their_vat() {
        let mut invoice = FeeInvoice {
            number: "CF-2026-000001".to_owned(),
            kind: "invoice".to_owned(),
            master_id: "m-1".to_owned(),
            month: "2026-11".to_owned(),
            issued_at: 1,
            fee_pence: 1_755,
            vat_pence: 293,
            content: "{}".to_owned(),
        };
        let told = |invoice: &FeeInvoice| issued("pro@example.com", invoice, "https://x.example".to_owned());
        let message = told(&invoice);
        assert_eq!(message.subject, "Your invoice CF-2026-000001");
        assert!(
            message
                .text
                .contains("Our fees in 2026-11 came to £17.55, £2.93 of it VAT."),
            "{}",
            message.text
        );
        invoice.kind = "credit_note".to_owned();
        assert!(told(&invoice).text.contains("We gave back £17.55 of our fees"));
    }
}
