//! What the handlers decide by themselves: the table of routes, the OpenAPI document, the frames of a chat.
#![expect(clippy::unwrap_used, reason = "a test says what is wrong by failing")]

mod document;
mod router;

mod chat {
    mod frames;
    mod socket;
}
