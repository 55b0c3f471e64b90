//! Who is typing in a chat.

use callout_domain::chat::Side;
use callout_outside::live::typing::{Typing, Typists, WAITING};
use futures_util::FutureExt as _;

fn typing(booking: &str, from: Side) -> Typing {
    Typing {
        booking: booking.to_owned(),
        from,
    }
}

#[test]
fn only_those_of_the_chat_hear_it_and_nobody_is_kept() {
    let typists = Typists::default();
    let (mut here, mut there) = (typists.listen("C-1"), typists.listen("C-2"));
    let also = typists.listen("C-1");
    typists.tell(&typing("C-1", Side::Pro));
    assert_eq!(here.heard().now_or_never(), Some(Side::Pro));
    assert_eq!(here.heard().now_or_never(), None);
    assert_eq!(there.heard().now_or_never(), None);
    drop(here);
    assert_eq!(typists.chats(), 2);
    drop((also, there));
    assert_eq!(typists.chats(), 0);
    typists.tell(&typing("C-1", Side::Pro));
}

#[test]
fn a_slow_listener_misses_the_oldest() {
    let typists = Typists::default();
    let mut slow = typists.listen("C-1");
    for _ in 0..WAITING {
        typists.tell(&typing("C-1", Side::Client));
    }
    typists.tell(&typing("C-1", Side::Pro));
    let mut heard = Vec::new();
    while let Some(side) = slow.heard().now_or_never() {
        heard.push(side);
    }
    assert_eq!((heard.len(), heard.last()), (WAITING, Some(&Side::Pro)));
}

#[test]
fn it_is_a_small_json_text() {
    let text = serde_json::to_string(&typing("C-1", Side::Pro)).unwrap();
    assert_eq!(text, r#"{"booking":"C-1","from":"pro"}"#);
}
