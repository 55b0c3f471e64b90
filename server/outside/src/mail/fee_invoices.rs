//! The message that comes with an invoice for our fees, or a credit note.

use super::note::{Note, TO_PRO};
use super::words;
use callout_domain::fee_invoice::Kind;
use callout_domain::message::Message;
use callout_store::fee_invoices::FeeInvoice;

/// Tells a pro that there is an invoice. `link` opens it.
#[must_use]
pub fn issued(to: &str, invoice: &FeeInvoice, link: String) -> Message {
    let number = &invoice.number;
    let (fees, vat) = (words::exact(invoice.fee_pence), words::exact(invoice.vat_pence));
    let (title, said) = if invoice.kind == Kind::CreditNote {
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
