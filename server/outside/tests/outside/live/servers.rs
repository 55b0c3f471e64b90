//! What servers tell each other.

use callout_domain::keys::Keys;
use callout_outside::live::servers::{IDS, News, Servers, heard, signed};
use tokio::sync::mpsc;

#[tokio::test]
async fn a_full_queue_drops_and_never_waits() {
    let (queue, mut outgoing) = mpsc::channel(1);
    let servers = Servers::told_through(queue);
    servers.tell(News::Jobs);
    servers.tell(News::Changed("BK-1".to_owned()));
    assert_eq!(outgoing.recv().await, Some(News::Jobs));
    assert!(outgoing.try_recv().is_err());
}

#[tokio::test]
async fn many_pros_are_told_in_parts() {
    let (queue, mut outgoing) = mpsc::channel(10);
    let pros: Vec<String> = (0..=IDS).map(|number| format!("master-{number}")).collect();
    Servers::told_through(queue).tell_of(&pros, News::Here);
    assert_eq!(outgoing.recv().await, Some(News::Here(pros[..IDS].to_vec())));
    assert_eq!(outgoing.recv().await, Some(News::Here(pros[IDS..].to_vec())));
    assert_eq!(outgoing.recv().await, None);
}

#[test]
fn a_message_is_a_small_json_text() {
    let text = serde_json::to_string(&News::Changed("BK-1".to_owned())).unwrap();
    assert_eq!(text, r#"{"changed":"BK-1"}"#);
    assert_eq!(serde_json::to_string(&News::Jobs).unwrap(), r#""jobs""#);
}

#[test]
fn only_servers_with_the_same_secret_are_heard() {
    let keys = |secret: &str| Keys::derive(&secret.to_owned().into());
    let (ours, others) = (
        keys("a secret of thirty-two characters"),
        keys("another one of as many characters"),
    );
    let news = News::SessionEnded("s-1".to_owned());
    let message = signed(&ours.bus, &news).unwrap();
    assert_eq!(heard(&ours.bus, &message), Some(news));
    assert_eq!(heard(&others.bus, &message), None);
    let plain = serde_json::to_vec(&News::Jobs).unwrap();
    let changed = [&message[..32], &plain[..]].concat();
    for forged in [&plain[..], &changed, &message[..40], &message[..31], b""] {
        assert_eq!(heard(&ours.bus, forged), None);
    }
}
