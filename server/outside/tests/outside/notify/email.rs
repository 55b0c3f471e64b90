//! Emails over SMTP.

use std::time::Duration;

use callout_domain::clock::Clock;
use callout_domain::contact;
use callout_domain::message::{Channel, Message};
use callout_outside::notify::email::Mailer;
use lettre::Address;
use proptest::prelude::*;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpListener;

#[tokio::test]
async fn settings_are_checked() {
    let settings =
        |url: &str| Mailer::open(&url.to_owned().into(), "hello@callout.example", &Clock::manual(0));
    for good in [
        "smtp://mail.example",
        "smtp://127.0.0.1:2525",
        "smtps://user:pass@mail.example",
        "smtp://u%40x:p%2F@mail.example:587?tls=required",
        "smtp://mail.example?tls=none",
    ] {
        assert!(settings(good).is_ok(), "{good}");
    }
    for bad in [
        "mail.example",
        "http://mail.example",
        "smtp:",
        "smtp://mail.example?tls=perhaps",
        "smtps://user:%FF@mail.example",
    ] {
        let reason = settings(bad).err().unwrap();
        assert!(!reason.contains('@'), "{reason}");
    }
}

#[tokio::test]
async fn senders_are_checked() {
    let from = |from: &str| Mailer::open(&"smtp://h".to_owned().into(), from, &Clock::manual(0)).is_ok();
    assert!(from("hello@callout.example") && from("Callout <hello@callout.example>"));
    assert!(!from("Callout") && !from("a@b.example\r\nBcc: x@y.example"));
}

#[tokio::test]
async fn a_silent_server_is_given_up_with_its_connection() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("smtp://{}?tls=none", listener.local_addr().unwrap());
    let mut mailer = Mailer::open(&url.into(), "hello@callout.example", &Clock::manual(0)).unwrap();
    mailer.patience = Duration::from_millis(200);
    let message = Message {
        channel: Channel::Email,
        to: "ada@example.com".to_owned(),
        reply_to: None,
        subject: String::new(),
        text: String::new(),
        html: None,
        attachments: Vec::new(),
        otherwise: None,
        key: None,
    };
    // Greets, then never answers the sender's next command.
    let server = tokio::spawn(async move {
        let mut open = Vec::new();
        while open.len() < 2 {
            let (mut stream, _) = listener.accept().await.unwrap();
            stream
                .write_all(b"220 mail.test\r\n250 mail.test\r\n")
                .await
                .unwrap();
            open.push(stream);
        }
        open
    });
    for _ in 0..2 {
        let error = mailer.send(&message).await.unwrap_err();
        assert!(!error.is_final());
        assert_eq!(
            error.to_string(),
            "the message was not sent: the mail server does not answer"
        );
    }
    // The second message did not use the connection on which the first got stuck.
    assert_eq!(server.await.unwrap().len(), 2);
}

proptest! {
    /// What is accepted at the door can be sent to: the rule is the sender's.
    #[test]
    fn an_accepted_email_can_be_sent_to(
        typed in prop_oneof![
            "[a-zA-Z0-9.!_+éß漢-]{0,70}@[a-zA-Z0-9.é_-]{0,70}",
            "\\PC{1,20}@\\PC{1,20}",
            "[a-z]{1,5}[,;:<>()\\[\\]\" .@]{1,2}[a-z]{1,5}@[a-z]{1,5}[.,-]{1,2}[a-z]{2,3}",
        ],
    ) {
        if let Ok(email) = contact::email(&typed) {
            prop_assert!(email.parse::<Address>().is_ok(), "{}", email);
        }
    }

    /// And the other way round, for whatever has a dot in the domain, no quotes and no brackets.
    #[test]
    fn an_email_that_can_be_sent_to_is_accepted(email in "[a-z0-9!#$%&'*+/=?^_`{|}~.-]{1,66}@[a-z0-9._-]{1,70}") {
        let can_be_sent_to = email.parse::<Address>().is_ok();
        let has_dot = email.rsplit_once('@').is_some_and(|(_, domain)| domain.contains('.'));
        prop_assert_eq!(contact::email(&email).is_ok(), can_be_sent_to && has_dot, "{}", email);
    }
}
