//! The outside world, as far as it is shown without a database: rendered messages, settings, signatures, wake-ups.
#![expect(clippy::unwrap_used, reason = "a test says what is wrong by failing")]

mod live {
    mod bus;
    mod servers;
    mod together;
    mod typing;
}

mod mail {
    mod debts;
    mod documents;
    mod fee_changes;
    mod fee_invoices;
    mod money;
    mod money_alerts;
    mod news;
    mod payment;
    mod payouts;
    mod support;
    mod suspensions;
    mod visits;
    mod words;
}

mod notify {
    mod email;
    mod push;
    mod push_hosts;
    mod sms;
}

mod providers {
    mod sandbox;
    mod signature;
    mod stripe;
}
