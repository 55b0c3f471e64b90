//! What a peer may send.

use callout_api::chat::Sent;

#[test]
fn what_is_understood() {
    let read = |text: &str| serde_json::from_str::<Sent>(text);
    assert_eq!(
        read(r#"{"type":"message","clientId":"a","text":"Hi","fromId":"somebody","read":true}"#).unwrap(),
        Sent::Message {
            client_id: "a".to_owned(),
            text: "Hi".to_owned()
        }
    );
    assert_eq!(
        read(r#"{"type":"typing","bookingId":"C-1"}"#).unwrap(),
        Sent::Typing
    );
    assert_eq!(
        read(r#"{"type":"status","status":"read"}"#).unwrap(),
        Sent::Status { id: None }
    );
    for text in [
        "",
        "null",
        "[]",
        "{}",
        r#"{"type":"shout"}"#,
        r#"{"type":"message","text":"Hi"}"#,
        r#"{"type":"message","clientId":1,"text":"Hi"}"#,
        r#"{"type":"message","clientId":"a","text":"Hi"#,
    ] {
        assert!(read(text).is_err(), "{text}");
    }
}
