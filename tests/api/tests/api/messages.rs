//! Sending emails and texts: a real SMTP conversation, a gateway like Twilio's, and the outbox when neither is set.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use api_tests::{MailServer, Manners, TestApp, both_databases};
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use callout_domain::message::{Attachment, Channel, Message};
use callout_domain::texts::Urgency;
use http::{HeaderMap, StatusCode};

fn email(to: &str) -> Message {
    Message {
        channel: Channel::Email,
        to: to.to_owned(),
        reply_to: None,
        subject: "Your code – £0".to_owned(),
        text: "Plain words\n.a line that begins with a dot\n".to_owned(),
        html: Some("<p>Words &amp; more</p>".to_owned()),
        attachments: vec![Attachment {
            name: "C-1.ics".to_owned(),
            media_type: "text/calendar; charset=utf-8".to_owned(),
            body: b"BEGIN:VCALENDAR\r\n".to_vec(),
        }],
        otherwise: None,
        key: None,
    }
}

fn text() -> Message {
    Message {
        channel: Channel::Text(Urgency::Booking),
        to: "+447700900123".to_owned(),
        reply_to: None,
        subject: String::new(),
        text: "Your code is 1 + 1 & more".to_owned(),
        html: None,
        attachments: Vec::new(),
        otherwise: None,
        key: None,
    }
}

async fn with_mail(app: &TestApp, server: &MailServer, query: &str) -> TestApp {
    let url = format!("smtp://{}{query}", server.address);
    app.restarted(|config| config.smtp_url = Some(url.into())).await
}

type Posted = Arc<Mutex<Vec<(HeaderMap, String)>>>;

/// A gateway that answers each post with `status`.
async fn gateway(status: StatusCode) -> (SocketAddr, Posted) {
    let posted = Posted::default();
    let router = Router::new()
        .fallback(
            move |State(posted): State<Posted>, headers: HeaderMap, body: Bytes| async move {
                posted
                    .lock()
                    .unwrap()
                    .push((headers, String::from_utf8(body.to_vec()).unwrap()));
                (status, "the number +447700900123 is not known")
            },
        )
        .with_state(Arc::clone(&posted));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    (address, posted)
}

both_databases! {
    async fn an_email_arrives_whole(app: TestApp) {
        let server = MailServer::start(Manners::default()).await;
        let app = with_mail(&app, &server, "").await;
        app.state.notifier.send(&email("ada@example.com")).await.unwrap();
        let delivery = server.deliveries(1).await.remove(0);
        assert_eq!((delivery.from.as_str(), delivery.to.as_slice()), ("hello@callout.example", &["ada@example.com".to_owned()][..]));
        let arrived = &delivery.email;
        for (name, value) in [
            ("from", "Callout <hello@callout.example>"), ("to", "ada@example.com"), ("subject", "Your code – £0"),
            ("date", "Mon, 23 Nov 2026 10:05:00 +0000"), ("auto-submitted", "auto-generated"), ("mime-version", "1.0"),
        ] {
            assert_eq!(arrived.header(name), value, "{name}");
        }
        assert!(arrived.header("message-id").starts_with('<'));
        assert_eq!(arrived.media_type(), "multipart/mixed");
        assert_eq!(arrived.parts[0].media_type(), "multipart/alternative");
        // Mail readers prefer the last alternative (RFC 2046).
        let kinds: Vec<_> = arrived.parts[0].parts.iter().map(api_tests::Email::media_type).collect();
        assert_eq!(kinds, ["text/plain", "text/html"]);
        assert_eq!(arrived.part("text/plain").text().replace("\r\n", "\n"), "Plain words\n.a line that begins with a dot\n");
        assert_eq!(arrived.part("text/html").text(), "<p>Words &amp; more</p>");
        let file = arrived.part("text/calendar");
        assert_eq!(file.header("content-disposition"), "attachment; filename=\"C-1.ics\"");
        assert_eq!(file.text(), "BEGIN:VCALENDAR\r\n");
        assert!(app.text("select id from jobs").await.is_none());
        assert!(!app.folder.join("outbox.jsonl").exists());
    }

    async fn connections_are_used_again(app: TestApp) {
        let server = MailServer::start(Manners::default()).await;
        let app = with_mail(&app, &server, "").await;
        for _ in 0..10 {
            app.state.notifier.send(&email("ada@example.com")).await.unwrap();
        }
        assert_eq!(server.deliveries(10).await.len(), 10);
        // A connection returns to the pool just after its message is handed over, so a later message may find it empty.
        assert!(server.times("EHLO") < 10, "{}", server.times("EHLO"));
    }

    async fn headers_cannot_be_injected(app: TestApp) {
        let server = MailServer::start(Manners::default()).await;
        let app = with_mail(&app, &server, "").await;
        let mut message = email("ada@example.com");
        message.subject = "Hello\r\nBcc: eve@example.com\r\n\r\nand a body".to_owned();
        message.attachments[0].name = "a\"\r\nX-Evil: 1\r\n.ics".to_owned();
        app.state.notifier.send(&message).await.unwrap();
        let delivery = server.deliveries(1).await.remove(0);
        assert_eq!(delivery.to, ["ada@example.com"]);
        assert_eq!(delivery.email.header("subject"), "Hello  Bcc: eve@example.com    and a body");
        assert_eq!(delivery.email.count("bcc"), 0);
        assert_eq!(delivery.email.part("text/calendar").count("x-evil"), 0);
        for address in ["ada@example.com>\r\nRCPT TO:<eve@example.com", "ada@example.com, eve@example.com", "nobody"] {
            let error = app.state.notifier.send(&email(address)).await.unwrap_err();
            assert!(error.is_final() && !error.to_string().contains('@'), "{error}");
        }
        assert_eq!(server.deliveries(1).await.len(), 1);
    }

    async fn the_server_logs_in(app: TestApp) {
        let server = MailServer::start(Manners { login: Some(("ada", "p@ss word")), ..Manners::default() }).await;
        let send = async |login: &str| {
            let url = format!("smtp://{login}@{}?tls=none", server.address);
            let app = app.restarted(|config| config.smtp_url = Some(url.into())).await;
            app.state.notifier.send(&email("ada@example.com")).await
        };
        send("ada:p%40ss%20word").await.unwrap();
        assert_eq!(server.deliveries(1).await.len(), 1);
        let refused = send("ada:wrong").await.unwrap_err();
        // Somebody may correct the settings, so the message waits.
        assert!(!refused.is_final(), "{refused}");
        assert_eq!(refused.to_string(), "the message was not sent: the mail server answered 535");
    }

    async fn a_password_is_never_sent_without_tls(app: TestApp) {
        let plain = MailServer::start(Manners { login: Some(("ada", "secret")), ..Manners::default() }).await;
        let encrypted = MailServer::start(Manners { login: Some(("ada", "secret")), offers_tls: true, ..Manners::default() }).await;
        for server in [&plain, &encrypted] {
            let url = format!("smtp://ada:secret@{}", server.address);
            let app = app.restarted(|config| config.smtp_url = Some(url.into())).await;
            let error = app.state.notifier.send(&email("ada@example.com")).await.unwrap_err();
            assert!(!error.is_final(), "{error}");
            assert_eq!((server.times("AUTH"), server.times("MAIL")), (0, 0));
        }
        assert_eq!(plain.times("STARTTLS"), 0);
        encrypted.heard("TLS").await;
        // TLS is used wherever it is offered.
        let open = MailServer::start(Manners { offers_tls: true, ..Manners::default() }).await;
        let app = with_mail(&app, &open, "").await;
        app.state.notifier.send(&email("ada@example.com")).await.unwrap_err();
        open.heard("TLS").await;
        assert_eq!(open.times("MAIL"), 0);
    }

    async fn refusals_are_final_or_temporary(app: TestApp) {
        for (answer, is_final, reason) in [
            ("550 <ada@example.com>: no such user", true, "the mail server answered 550"),
            ("450 <ada@example.com>: try later", false, "the mail server answered 450"),
            ("554 ada@example.com: your address is on a list", false, "the mail server answered 554"),
        ] {
            let server = MailServer::start(Manners { to_recipient: Some(answer), ..Manners::default() }).await;
            let app = with_mail(&app, &server, "").await;
            let error = app.state.notifier.send(&email("ada@example.com")).await.unwrap_err();
            assert_eq!((error.is_final(), error.to_string()), (is_final, format!("the message was not sent: {reason}")));
        }
        let nobody_there = app.restarted(|config| config.smtp_url = Some("smtp://127.0.0.1:1".to_owned().into())).await;
        let error = nobody_there.state.notifier.send(&email("ada@example.com")).await.unwrap_err();
        assert_eq!(error.to_string(), "the message was not sent: the mail server cannot be reached");
    }

    async fn a_text_goes_to_the_gateway(app: TestApp) {
        let (address, posted) = gateway(StatusCode::CREATED).await;
        let url = format!("http://AC1:to%20ken@{address}/2010-04-01/Accounts/AC1/Messages.json");
        let app = app.restarted(|config| config.sms_url = Some(url.into())).await;
        app.state.notifier.send(&text()).await.unwrap();
        let (headers, body) = posted.lock().unwrap().remove(0);
        assert_eq!(headers["content-type"], "application/x-www-form-urlencoded");
        // base64("AC1:to ken")
        assert_eq!(headers["authorization"], "Basic QUMxOnRvIGtlbg==");
        assert_eq!(body, "To=%2B447700900123&From=Callout&Body=Your+code+is+1+%2B+1+%26+more");
    }

    async fn refusals_of_the_gateway(app: TestApp) {
        for (status, is_final) in [(400, true), (401, false), (429, false), (500, false), (302, false)] {
            let (address, _) = gateway(StatusCode::from_u16(status).unwrap()).await;
            let app = app.restarted(|config| config.sms_url = Some(format!("http://{address}/").into())).await;
            let error = app.state.notifier.send(&text()).await.unwrap_err();
            assert_eq!((error.is_final(), error.to_string()), (is_final, format!("the message was not sent: the text gateway answered {status}")));
        }
        let nobody_there = app.restarted(|config| config.sms_url = Some("http://127.0.0.1:1/".to_owned().into())).await;
        let error = nobody_there.state.notifier.send(&text()).await.unwrap_err();
        assert_eq!(error.to_string(), "the message was not sent: the text gateway cannot be reached");
    }

    async fn unusable_settings_prevent_the_start(app: TestApp) {
        for (name, change) in [
            ("SMTP_URL", (|config| config.smtp_url = Some("mail.example".to_owned().into())) as fn(&mut callout_domain::config::Config)),
            ("SMS_URL", |config| config.sms_url = Some("ftp://u:secret@sms.example".to_owned().into())),
            ("CALLOUT_MAIL_FROM", |config| { config.smtp_url = Some("smtp://h".to_owned().into()); config.mail_from = "nobody".into(); }),
        ] {
            let mut config = app.state.config.clone();
            change(&mut config);
            let reason = Box::pin(callout::build_state(config, app.clock.clone())).await.err().unwrap();
            assert!(reason.contains(name) && !reason.contains("secret"), "{reason}");
        }
    }

    async fn without_server_or_gateway_messages_go_to_the_outbox(app: TestApp) {
        app.state.notifier.send(&email("ada@example.com")).await.unwrap();
        app.state.notifier.send(&text()).await.unwrap();
        let lines = std::fs::read_to_string(app.folder.join("outbox.jsonl")).unwrap();
        let lines: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines[0], serde_json::json!({
            "at": "2026-11-23T10:05:00+00:00", "channel": "email", "to": "ada@example.com", "subject": "Your code – £0",
            "text": "Plain words\n.a line that begins with a dot\n",
        }));
        assert_eq!((&lines[1]["channel"], &lines[1]["to"]), (&"sms".into(), &"+447700900123".into()));
    }
}
