//! Services of money: payments and refunds, disputes and chargebacks, payouts, debts, invoices for fees, tax and receipts.
//!
//! `payments::settle` is the one way to paid. A provider is called outside any transaction, with a key that makes it safe to repeat.

pub mod checkout;
pub mod debts;
pub mod disputes;
pub mod fee_invoices;
pub mod payment_notices;
pub mod payments;
pub mod payouts;
pub mod receipts;
pub mod refunds;
pub mod restore;
pub mod tax;
