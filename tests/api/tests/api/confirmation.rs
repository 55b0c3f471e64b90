//! The email that confirms a booking: when it goes out, and what is in it.

use api_tests::{Delivery, Email, MailServer, Manners, TestApp, both_databases};
use callout_domain::clock::{DAY, HOUR, SECOND};
use callout_front::jobs;
use serde_json::{Value, json};

use crate::journey::{address, book, booked, booked_on, budget, cash, quote, text, wish, with};
use crate::people::outbox;
use crate::scene::{created, pay_well};

const EARLY_START: &str = "You have 14 days to cancel this agreement. By booking a visit within them, you ask for the work to start early: \
    if you cancel after it has begun, you pay for what has been done, and once the job is complete the right to cancel ends.";

/// The same application with a mail server.
async fn with_mail(app: &TestApp, manners: Manners) -> (TestApp, MailServer) {
    let server = MailServer::start(manners).await;
    let url = format!("smtp://{}", server.address);
    let app = app
        .restarted(|config| {
            config.smtp_url = Some(url.into());
            config.trader = "Callout Ltd, 1 Pipe Lane, London".to_owned();
        })
        .await;
    (app, server)
}

async fn run(app: &TestApp) {
    jobs::run_due(&app.state.jobs).await.unwrap();
}

/// Makes the booking's client prove the email it was booked with.
async fn prove(app: &TestApp, booking: &Value) {
    app.execute(&format!(
        "insert into identifiers (role, value, account_id, verified_at) \
         select 'client', email, client_id, created_at from bookings where id = '{}' \
         on conflict (role, value) do update set account_id = excluded.account_id",
        text(booking, "id")
    ))
    .await;
}

/// The one email sent for a cash booking with `changes`, to an address its client has proved.
async fn email_of(
    app: &TestApp,
    server: &MailServer,
    wished: &Value,
    body: impl Fn(&Value) -> Value,
) -> (Value, Delivery) {
    let guest = app.guest().await;
    let quote = quote(app, &guest, wished).await;
    let booking = book(app, &guest, &body(&quote)).await.expect_status(201).json();
    prove(app, &booking).await;
    run(app).await;
    (booking, server.deliveries(1).await.pop().unwrap())
}

fn plain(email: &Email) -> String {
    email.part("text/plain").text().replace("\r\n", "\n")
}

async fn outstanding(app: &TestApp) -> i64 {
    app.count("select count(*) from jobs where work like '%confirmation_email%' and done_at is null")
        .await
}

both_databases! {
    async fn a_cash_booking_is_confirmed(app: TestApp) {
        let (app, server) = with_mail(&app, Manners::default()).await;
        let wished = with(wish(), json!({ "tier": "PRIORITY", "couponCode": "WELCOME10", "amountPence": 10_700 }));
        let (booking, delivery) = email_of(&app, &server, &wished, cash).await;
        assert_eq!(delivery.to, ["ada@example.com"]);
        let (id, token) = (text(&booking, "id"), text(&booking, "guest_token"));
        let email = &delivery.email;
        assert_eq!(email.header("subject"), "Booking confirmed: Leak / tap issue, Tuesday 24 November 2026, 11:00–13:00");
        let words = plain(email);
        let html = email.part("text/html").text();
        for shown in [
            id, "Leak / tap issue", "Leaking tap in the kitchen", "Tuesday 24 November 2026, 11:00–13:00", "£97.50", "+£19.50", "£0.00", "−£10.00",
            "You pay £107 in cash when the job is done.", &format!("http://127.0.0.1:8080/b/{token}"),
            &format!("http://127.0.0.1:8080/booking/{id}/status"), "http://127.0.0.1:8080/terms", EARLY_START,
            "To Callout Ltd, 1 Pipe Lane, London:",
            "I/We [*] hereby give notice that I/We [*] cancel my/our [*] contract for the supply of the following service [*]:",
            "Ordered on: Monday 23 November 2026", "Name of consumer(s): Ada Lovelace",
            "Address of consumer(s): 1 Test Street, Flat 2, London SW1A 1AA",
            "Signature of consumer(s) (only if this form is notified on paper):", "[*] Delete as appropriate",
        ] {
            assert!(words.contains(shown), "{shown} is not in {words}");
            assert!(html.contains(shown), "{shown} is not in {html}");
        }
        for line in booking["lines"].as_array().unwrap() {
            assert!(words.contains(text(line, "label")) && html.contains(text(line, "label")), "{line}");
        }
        assert!(words.contains("Total (incl. VAT & callout): £107.00"));
        assert!(!html.contains("<script") && !html.contains("<img") && !html.contains("<!>"));
        // Whoever reads a mail server's queue must not learn the phone or how to get in.
        for absent in ["07700", "+447700", "Ring twice", text(&booking, "share_token")] {
            assert!(!words.contains(absent) && !html.contains(absent), "{absent}");
        }
        let file = email.part("text/calendar");
        assert_eq!(file.header("content-disposition"), format!("attachment; filename=\"{id}.ics\""));
        let served = app.get(&format!("/api/bookings/{id}/calendar.ics?token={token}")).send().await.expect_status(200);
        assert_eq!(file.text(), served.text());
    }

    async fn what_people_write_is_escaped(app: TestApp) {
        let (app, server) = with_mail(&app, Manners::default()).await;
        let guest = app.guest().await;
        let quote = quote(&app, &guest, &wish()).await;
        let named = json!({ "address": with(address(), json!({ "fullName": "Ada <b>L</b>" })) });
        let booking = book(&app, &guest, &with(cash(&quote), named)).await.expect_status(201).json();
        app.execute("update bookings set description = 'Leaking tap <script>alert(1)</script>'").await;
        prove(&app, &booking).await;
        run(&app).await;
        let delivery = server.deliveries(1).await.remove(0);
        let html = delivery.email.part("text/html").text();
        assert!(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && html.contains("Ada &lt;b&gt;L&lt;/b&gt;"), "{html}");
        assert!(!html.contains("<script") && plain(&delivery.email).contains("<script>alert(1)</script>"));
    }

    async fn an_unproved_address_gets_nothing_the_client_wrote(app: TestApp) {
        let (app, server) = with_mail(&app, Manners::default()).await;
        let (guest, other) = (app.guest().await, app.guest().await);
        let booking = booked(&app, &guest).await;
        let id = text(&booking, "id");
        let send = async |count: usize| {
            app.state.jobs.services.confirmations.send(id).await.unwrap();
            let email = server.deliveries(count).await.pop().unwrap().email;
            [plain(&email), email.part("text/html").text(), email.part("text/calendar").text()]
        };
        let no_words = |parts: [String; 3]| {
            for part in parts {
                assert!(part.contains(id) && !part.contains("kitchen") && !part.contains("Lovelace"), "{part}");
                assert!(!part.contains("\"\"") && !part.contains("“”") && !part.contains("DESCRIPTION:\\n"), "{part}");
            }
        };
        no_words(send(1).await);
        // Registering with the email proves nothing, nor does somebody else's proof.
        app.execute(&format!("insert into identifiers (role, value, account_id) values ('client', 'ada@example.com', '{}')", guest.id)).await;
        no_words(send(2).await);
        app.execute(&format!("update identifiers set verified_at = 1, account_id = '{}'", other.id)).await;
        no_words(send(3).await);
        app.execute(&format!("update identifiers set account_id = '{}'", guest.id)).await;
        for part in send(4).await {
            assert!(part.contains("Leaking tap in the kitchen"), "{part}");
        }
    }

    async fn an_email_sent_twice_keeps_its_message_id(app: TestApp) {
        let (app, server) = with_mail(&app, Manners::default()).await;
        let guest = app.guest().await;
        let booking = booked(&app, &guest).await;
        run(&app).await;
        // The server was killed before it could record that the email went out.
        app.execute("update jobs set done_at = null where work like '%confirmation_email%'").await;
        run(&app).await;
        let expected = format!("<confirmation-{}@callout.example>", text(&booking, "id"));
        for delivery in server.deliveries(2).await {
            assert_eq!(delivery.email.header("message-id"), expected);
        }
    }

    async fn a_budget_booking_is_confirmed(app: TestApp) {
        let (app, server) = with_mail(&app, Manners::default()).await;
        let (_, delivery) = email_of(&app, &server, &wish(), |quote| budget(quote, 80)).await;
        assert!(delivery.email.header("subject").starts_with("Request sent: "));
        let words = plain(&delivery.email);
        assert!(words.contains("Your budget: £80.00") && !words.contains("£97.50"), "{words}");
        assert!(words.contains("When a pro accepts your budget of £80, we send you a link to pay by card. Nothing is held until then."), "{words}");
    }

    async fn an_emergency_has_no_right_to_cancel_within_fourteen_days(app: TestApp) {
        let (app, server) = with_mail(&app, Manners::default()).await;
        let wished = with(wish(), json!({ "urgency": "EMERGENCY", "timeslotId": null, "amountPence": 13_750 }));
        let (_, delivery) = email_of(&app, &server, &wished, cash).await;
        let words = plain(&delivery.email);
        assert!(words.contains("When: As soon as possible: emergency"), "{words}");
        assert!(words.contains("called us out for urgent repairs") && !words.contains("MODEL CANCELLATION FORM"), "{words}");
    }

    async fn a_visit_after_the_fourteen_days_needs_no_request_to_start_early(app: TestApp) {
        // Whole London days: a visit on the 14th day is still within them.
        for (slot, is_early) in [("2026-12-07-2", true), ("2026-12-08-2", false)] {
            let (app, server) = with_mail(&app, Manners::default()).await;
            let (_, delivery) = email_of(&app, &server, &with(wish(), json!({ "timeslotId": slot })), cash).await;
            let words = plain(&delivery.email);
            assert_eq!(words.contains(EARLY_START), is_early, "{words}");
            assert_eq!(words.contains("You have 14 days to cancel this agreement without giving a reason."), !is_early);
            assert!(words.contains("MODEL CANCELLATION FORM"));
        }
    }

    async fn a_card_booking_is_confirmed_once_paid(app: TestApp) {
        let (app, server) = with_mail(&app, Manners::default()).await;
        let scene = created(&app).await;
        run(&app).await;
        assert_eq!(app.count("select count(*) from jobs where work like '%confirmation_email%'").await, 0);
        pay_well(&app, &scene).await;
        for _ in 0..3 {
            app.state.payments.settle(scene.id()).await.unwrap();
            run(&app).await;
        }
        let delivery = server.deliveries(1).await.remove(0);
        assert!(plain(&delivery.email).contains("£117 is held on your card. It is charged only when a pro accepts; if nobody does, the hold is released."));
        assert_eq!(app.count("select count(*) from jobs where work like '%confirmation_email%'").await, 1);
        assert_eq!(server.deliveries(1).await.len(), 1);
    }

    async fn no_email_without_an_address(app: TestApp) {
        let guest = app.guest().await;
        let quote = quote(&app, &guest, &wish()).await;
        let body = with(cash(&quote), json!({ "address": with(address(), json!({ "email": null })) }));
        let _ = book(&app, &guest, &body).await.expect_status(201);
        assert_eq!(outstanding(&app).await, 0);
        assert_eq!(app.count("select count(*) from jobs where work like '%confirmation_text%'").await, 1);
    }

    async fn no_email_for_a_cancelled_booking(app: TestApp) {
        let (app, server) = with_mail(&app, Manners::default()).await;
        let guest = app.guest().await;
        let booking = booked(&app, &guest).await;
        let _ = app.call(http::Method::PATCH, &format!("/api/bookings/{}/cancel", text(&booking, "id"))).bearer(&guest.token).send().await.expect_status(200);
        run(&app).await;
        assert_eq!((outstanding(&app).await, server.times("EHLO")), (0, 0));
    }

    async fn it_is_sent_again_when_the_mail_server_returns(app: TestApp) {
        let away = app.restarted(|config| config.smtp_url = Some("smtp://127.0.0.1:1".to_owned().into())).await;
        let guest = away.guest().await;
        let _ = booked(&away, &guest).await;
        run(&away).await;
        assert_eq!(away.text("select last_error from jobs where pool = 'messages'").await.as_deref(), Some("not_sent"));
        away.clock.advance(2 * SECOND);
        let (back, server) = with_mail(&away, Manners::default()).await;
        run(&back).await;
        assert_eq!(server.deliveries(1).await.len(), 1);
        assert_eq!(outstanding(&back).await, 0);
    }

    async fn it_is_given_up_in_the_end(app: TestApp) {
        let (app, _) = with_mail(&app, Manners { to_recipient: Some("550 no such user"), ..Manners::default() }).await;
        let guest = app.guest().await;
        let _ = booked(&app, &guest).await;
        run(&app).await;
        assert_eq!(outstanding(&app).await, 0, "no such recipient, so not tried again");
        // The client is told by text in its place, once.
        let texts = outbox(&app, "+447700900123");
        assert_eq!(texts.len(), 1, "{texts:?}");
        assert!(text(&texts[0], "text").contains("you're booked in"), "{texts:?}");
        let away = app.restarted(|config| config.smtp_url = Some("smtp://127.0.0.1:1".to_owned().into())).await;
        let _ = booked_on(&away, &guest, 25).await;
        away.clock.advance(2 * DAY);
        run(&away).await;
        assert_eq!(outstanding(&away).await, 1);
        away.clock.advance(HOUR);
        run(&away).await;
        assert_eq!(outstanding(&away).await, 0, "given up after two days");
    }

    async fn links_go_to_the_public_address(app: TestApp) {
        let app = app.restarted(|config| {
            config.public_url = Some("https://callout.example/".parse().unwrap());
            config.payments = Some(callout_domain::config::PaymentsMode::Sandbox);
        }).await;
        let (app, server) = with_mail(&app, Manners::default()).await;
        let (booking, delivery) = email_of(&app, &server, &wish(), cash).await;
        let words = plain(&delivery.email);
        assert!(words.contains(&format!("https://callout.example/booking/{}/status", text(&booking, "id"))), "{words}");
        assert!(!words.contains("127.0.0.1"));
    }
}
