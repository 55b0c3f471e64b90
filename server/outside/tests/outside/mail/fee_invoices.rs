//! Emails about the invoices of our fees.

use callout_domain::fee_invoice::Kind;
use callout_outside::mail::fee_invoices::issued;
use callout_store::fee_invoices::FeeInvoice;

#[test]
fn it_says_the_fees_and_their_vat() {
    let mut invoice = FeeInvoice {
        number: "CF-2026-000001".to_owned(),
        kind: Kind::Invoice,
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
    invoice.kind = Kind::CreditNote;
    assert!(told(&invoice).text.contains("We gave back £17.55 of our fees"));
}
