//! What the server decides by itself, without a database or a service: the table of routes, settings, limits, words.
#![expect(clippy::unwrap_used, reason = "a test says what is wrong by failing")]

mod admin;
mod bookings;
mod document;
mod hasher;
mod limits;
mod messages;
mod payments;
mod permits;
mod photos;
mod prices;
mod router;
mod secret;
mod tax;
mod unsent;
mod web;

mod chat {
    mod frames;
    mod socket;
}

mod console {
    mod bookings_searched;
    mod changes;
    mod coupons;
    mod desk;
    mod disputes;
    mod events;
    mod field;
    mod gate;
    mod kept;
    mod people_searched;
    mod plot;
    mod routes;
    mod words;
}

mod documents {
    mod pdf;
    mod unpack;
    mod verdict;
}

mod extract {
    mod caller;
    mod may_pay;
}

mod front {
    mod headers;
    mod limits;
    mod request_id;
}
