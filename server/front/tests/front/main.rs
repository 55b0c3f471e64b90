//! What the front decides by itself.
#![expect(clippy::unwrap_used, reason = "a test says what is wrong by failing")]

mod extract {
    mod caller;
    mod may_pay;
    mod pace;
}

mod middleware {
    mod headers;
    mod limits;
    mod request_id;
}
