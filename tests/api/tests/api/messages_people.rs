//! What clients and pros are told about the course of a booking, by which way; GET and PUT /api/clients/me/messages and
//! /api/masters/me/messages.

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::booking::CancelReason;
use callout_domain::clock::{DAY, HOUR, MINUTE, SECOND};
use callout_domain::status::{Actor, BookingStatus};
use http::Method;
use serde_json::{Value, json};

use crate::matching::{after, ready, respond, step};
use crate::people::{Person, client, outbox};
use crate::push_service::{Browser, PushService};
use crate::scene::{Scene, settled, status};

/// The booking's email; its phone is the pros' as well, in tests.
const EMAIL: &str = "ada@example.com";
const PHONE: &str = "+447700900123";

fn field<'a>(line: &'a Value, name: &str) -> &'a str {
    line[name].as_str().unwrap_or_default()
}

/// The subjects of the emails to the client, without the confirmation and those about money that was charged or given back.
fn emails(app: &TestApp) -> Vec<String> {
    let sent = outbox(app, EMAIL);
    let subjects = sent.iter().map(|line| field(line, "subject").to_owned());
    subjects
        .filter(|subject| {
            !["Booking confirmed", "charged to your card", "back to you"]
                .iter()
                .any(|other| subject.contains(other))
        })
        .collect()
}

/// The texts to the client: they carry the guest's link.
fn texts(app: &TestApp) -> Vec<String> {
    texts_with(app, &["/b/", "/pay/"])
}

/// The texts to pros of jobs that were taken from them.
fn texts_of_taken_away(app: &TestApp) -> Vec<String> {
    texts_with(app, &["/master/bookings"])
}

/// The texts to pros of their jobs.
fn texts_to_pros(app: &TestApp) -> Vec<String> {
    texts_with(app, &["/master/booking/"])
}

fn texts_with(app: &TestApp, links: &[&str]) -> Vec<String> {
    let sent = outbox(app, PHONE);
    let texts = sent.iter().map(|line| field(line, "text").to_owned());
    texts
        .filter(|text| links.iter().any(|link| text.contains(link)))
        .collect()
}

async fn taken(app: &TestApp, pro: &Person) -> Scene {
    let scene = settled(app).await;
    let _ = respond(app, pro, &scene.booking.id, "accept")
        .await
        .expect_status(200);
    scene
}

async fn propose(app: &TestApp, pro: &Person, id: &str) {
    let call = app
        .post(&format!("/api/matching/respond/{id}"))
        .bearer(&pro.token);
    let body = json!({ "action": "accept", "price_delta": 10, "message": "Old pipes" });
    let _ = call.json(&body).send().await.expect_status(200);
}

async fn withdraw(app: &TestApp, pro: &Person, id: &str) {
    let call = app
        .post(&format!("/api/bookings/{id}/withdraw"))
        .bearer(&pro.token);
    let _ = call
        .json(&json!({ "reason": "My van broke down" }))
        .send()
        .await
        .expect_status(200);
}

async fn choose(app: &TestApp, token: &str, whose: &str, items: Value) -> Answer {
    let call = app
        .call(Method::PUT, &format!("/api/{whose}/me/messages"))
        .bearer(token);
    call.json(&json!({ "items": items })).send().await
}

both_databases! {
    async fn both_sides_are_told_as_the_job_goes_on(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        let id = scene.booking.id.as_str();
        after(&app, 0).await;
        assert_eq!(emails(&app), ["Ada L. is your pro"]);
        let email = outbox(&app, EMAIL).into_iter().find(|line| field(line, "subject") == "Ada L. is your pro").unwrap();
        for said in ["Leak / tap issue", "The work is done by Ada Lovelace, 1 High Street, London.", "http://127.0.0.1:8080/b/"] {
            assert!(field(&email, "text").contains(said), "{said}: {email}");
        }
        assert!(texts(&app)[0].contains("Ada L. is your pro"), "{:?}", texts(&app));
        let link = texts(&app)[0].split_once("/b/").unwrap().1.to_owned();
        let _ = app.get(&format!("/api/b/{link}")).send().await.expect_status(200);
        let to_pros = texts_to_pros(&app);
        assert!(to_pros[0].contains("The job is yours: Leak / tap issue") && to_pros[0].ends_with(&format!("/master/booking/{id}")), "{to_pros:?}");
        assert!(!to_pros[0].contains("Test Street") && !to_pros[0].contains("SW1A"), "{to_pros:?}");
        for to in ["en_route", "in_progress", "completed"] {
            let _ = step(&app, &pro, id, to).await.expect_status(200);
            after(&app, 15 * SECOND).await;
        }
        // Nobody turned push on, so that it is done comes by email, and not by text as well.
        assert_eq!(emails(&app), ["Ada L. is your pro", "Ada L. is on the way", "Your job is done"]);
        assert_eq!((texts(&app).len(), texts_to_pros(&app).len()), (2, 1));
        after(&app, DAY).await;
        assert_eq!((emails(&app).len(), texts(&app).len()), (3, 2), "nothing comes twice");
    }

    async fn nothing_is_said_of_a_pro_who_takes_it_back_at_once(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        let id = scene.booking.id.as_str();
        after(&app, 0).await;
        for _ in 0..2 {
            let _ = step(&app, &pro, id, "en_route").await.expect_status(200);
            after(&app, 15 * SECOND - 1).await;
            let _ = step(&app, &pro, id, "assigned").await.expect_status(200);
            after(&app, MINUTE).await;
            assert_eq!((status(&app, &scene).await.as_str(), emails(&app).len(), texts(&app).len()), ("assigned", 1, 1));
        }
        let _ = step(&app, &pro, id, "en_route").await.expect_status(200);
        after(&app, 15 * SECOND).await;
        assert_eq!((emails(&app).last().unwrap().as_str(), texts(&app).len()), ("Ada L. is on the way", 2));
    }

    async fn whoever_was_told_hears_that_the_pro_is_not_on_the_way(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        let id = scene.booking.id.as_str();
        after(&app, 0).await;
        let _ = step(&app, &pro, id, "en_route").await.expect_status(200);
        after(&app, MINUTE - 1).await;
        let _ = step(&app, &pro, id, "assigned").await.expect_status(200);
        // A step that was taken before changes nothing.
        let _ = step(&app, &pro, id, "assigned").await.expect_status(200);
        after(&app, 0).await;
        assert_eq!(emails(&app), ["Ada L. is your pro", "Ada L. is on the way", "Not on the way yet"]);
        let texts = texts(&app);
        assert!(texts.len() == 3 && texts[2].contains("Ada L. is not on the way yet: Leak / tap issue"), "{texts:?}");
    }

    async fn setting_off_is_taken_back_and_costs_nothing_within_a_minute_alone(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        let id = scene.booking.id.as_str();
        after(&app, 2 * HOUR).await;
        let fee = async || {
            let call = app.get(&format!("/api/bookings/{id}/cancellation")).bearer(&scene.guest.token);
            call.send().await.expect_status(200).json()["feePence"].as_i64().unwrap()
        };
        let _ = step(&app, &pro, id, "en_route").await.expect_status(200);
        after(&app, MINUTE - 1).await;
        assert_eq!(fee().await, 0);
        after(&app, 1).await;
        assert_eq!(fee().await, 4_095);
        step(&app, &pro, id, "assigned").await.problem(409, "too_late");
        assert_eq!(status(&app, &scene).await, "en_route");
        let _ = step(&app, &pro, id, "in_progress").await.expect_status(200);
        step(&app, &pro, id, "assigned").await.problem(409, "illegal_transition");
    }

    async fn another_price_and_its_payment_are_asked_for(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = settled(&app).await;
        propose(&app, &pro, &scene.booking.id).await;
        after(&app, 0).await;
        assert_eq!(emails(&app), ["Ada L. asks for another price"]);
        let asked = &texts(&app)[0];
        assert!(asked.contains("for £127 instead of £117") && asked.contains("by 10:35, Mon 23 Nov"), "{asked}");
        assert!(!asked.contains("Old pipes"));
        let call = app.post(&format!("/api/bookings/{}/proposal", scene.booking.id)).bearer(&scene.guest.token);
        let _ = call.json(&json!({ "action": "approve" })).send().await.expect_status(200);
        after(&app, 0).await;
        assert_eq!(emails(&app).last().unwrap(), "Please pay to confirm your booking");
        let due = texts(&app).pop().unwrap();
        assert!(due.contains("please pay £127 by 10:20") && due.contains(&format!("/pay/{}?token=", scene.booking.id)), "{due}");
    }

    async fn what_is_over_before_it_is_said_is_not_said(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        withdraw(&app, &pro, &scene.booking.id).await;
        after(&app, 0).await;
        assert_eq!(emails(&app), ["Ada L. can't make it"], "no word of the assignment");
        assert!(texts_to_pros(&app).is_empty() && texts_of_taken_away(&app).is_empty(), "it was the pro's own doing");
        let text = &texts(&app)[0];
        assert!(text.contains("Ada L. can't make it. We're asking other pros now. You can cancel free."), "{text}");
    }

    async fn a_pro_who_can_work_no_longer_is_told_by_push_and_text(app: TestApp) {
        let (service, app) = PushService::start(&app).await;
        let pro = ready(&app, "pro", 1).await;
        let browser = Browser::of(&app, &service, &pro).await;
        let scene = taken(&app, &pro).await;
        after(&app, 0).await;
        let _ = service.posted();
        let taken_off = app.state.matching.take_off(&pro.id, CancelReason::Suspended).await;
        taken_off.unwrap_or_else(|error| panic!("{error}"));
        after(&app, 0).await;
        assert_eq!(status(&app, &scene).await, "pending");
        let texts = texts_of_taken_away(&app);
        let [text] = texts.as_slice() else { panic!("{texts:?}") };
        assert!(text.starts_with("Callout: Leak / tap issue, "), "{text}");
        assert!(text.contains(": this job was taken off your list. Please don't set off"), "{text}");
        assert!(!text.contains("Test Street") && !text.contains("SW1A"), "{text}");
        let posted = service.posted();
        let [message] = posted.as_slice() else { panic!("{posted:?}") };
        let note = browser.open(message);
        assert_eq!((&note["title"], &note["path"]), (&json!("A job was taken off your list"), &json!("/master/bookings")));
        assert_eq!(emails(&app).last().unwrap(), "Ada L. can't make it");
        after(&app, DAY).await;
        assert_eq!(texts_of_taken_away(&app).len(), 1, "once");
    }

    async fn an_operator_may_take_a_job_from_a_pro_on_the_way(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let _ = step(&app, &pro, id, "en_route").await.expect_status(200);
        crate::scene::step(&app, id, BookingStatus::Pending, Actor::Operator).await;
        after(&app, 0).await;
        assert_eq!(texts_of_taken_away(&app).len(), 1);
    }

    async fn a_message_that_lay_too_long_says_nothing_any_more(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let _scene = taken(&app, &pro).await;
        app.clock.advance(DAY + SECOND);
        after(&app, 0).await;
        assert!(emails(&app).is_empty() && texts(&app).is_empty() && texts_to_pros(&app).is_empty());
        assert_eq!(app.count("select count(*) from jobs where work like '%\"tell\"%' and done_at is null").await, 0);
    }

    async fn nobody_found_and_cancelled_for_it(app: TestApp) {
        let scene = settled(&app).await;
        after(&app, 12 * HOUR + MINUTE).await;
        after(&app, 0).await;
        assert_eq!(emails(&app), ["We couldn't reach a pro in time"]);
        assert_eq!(texts(&app).len(), 1);
        after(&app, 7 * DAY).await;
        after(&app, 0).await;
        assert_eq!(emails(&app).last().unwrap(), "Your booking is cancelled", "{}", scene.booking.id);
        let text = texts(&app).pop().unwrap();
        assert!(text.contains("is cancelled: we found no pro for it. You pay nothing"), "{text}");
    }

    async fn a_client_is_not_told_of_their_own_cancellation_but_the_pro_is(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        after(&app, 0).await;
        let call = app.call(Method::PATCH, &format!("/api/bookings/{}/cancel", scene.booking.id));
        let _ = call.bearer(&scene.guest.token).send().await.expect_status(200);
        after(&app, 0).await;
        assert_eq!(emails(&app), ["Ada L. is your pro"]);
        assert!(texts_to_pros(&app).last().unwrap().contains("is cancelled or no longer yours"), "{:?}", texts_to_pros(&app));
    }

    async fn a_way_that_fails_is_tried_again_alone(app: TestApp) {
        let app = app.restarted(|config| config.sms_url = Some("http://127.0.0.1:1/".to_owned().into())).await;
        let pro = ready(&app, "pro", 1).await;
        let _scene = taken(&app, &pro).await;
        after(&app, 0).await;
        let waiting = "select count(*) from jobs where work like '%\"kind\":\"tell\"%\"way\":\"text\"%' and done_at is null";
        assert_eq!((emails(&app).len(), app.count(waiting).await), (1, 2));
        after(&app, 3 * SECOND).await;
        let failed = "select count(*) from jobs where last_error = 'not_sent'";
        assert_eq!((emails(&app).len(), app.count(failed).await), (1, 2), "the email is not sent again");
        let app = app.restarted(|config| config.sms_url = None).await;
        after(&app, MINUTE).await;
        assert_eq!((emails(&app).len(), texts(&app).len(), texts_to_pros(&app).len()), (1, 1, 1));
        assert_eq!(app.count(waiting).await, 0);
    }

    async fn people_choose_what_can_be_switched_off(app: TestApp) {
        let (ada, pro) = (client(&app, "bob@example.com").await, ready(&app, "pro", 1).await);
        let read = async |token: &str, whose: &str| {
            let answer = app.get(&format!("/api/{whose}/me/messages")).bearer(token).send().await;
            answer.expect_status(200).json()
        };
        let of_client = json!({ "browsers": 0, "items": [
            { "kind": "completed", "ways": ["push", "email", "text"], "firstOnly": true, "on": true },
            { "kind": "suggested_time", "ways": ["push", "email", "text"], "firstOnly": true, "on": true },
        ] });
        assert_eq!(read(&ada.token, "clients").await, of_client);
        let of_pro = json!({ "browsers": 0, "items": [
            { "kind": "offers", "ways": ["push"], "firstOnly": false, "on": true },
            { "kind": "emergency_texts", "ways": ["text"], "firstOnly": false, "on": false },
            { "kind": "unread_chat", "ways": ["email"], "firstOnly": false, "on": true },
        ] });
        assert_eq!(read(&pro.token, "masters").await, of_pro);
        for on in [false, false, true] {
            let kept = choose(&app, &ada.token, "clients", json!([{ "kind": "completed", "on": on }])).await.expect_status(200).json();
            assert_eq!((&kept["items"][0]["on"], &kept["items"][1]["on"]), (&json!(on), &json!(true)));
            assert_eq!(read(&ada.token, "clients").await, kept);
        }
        assert_eq!(app.count("select count(*) from message_choices").await, 1);
        for wrong in [json!([{ "kind": "offers", "on": false }]), json!([{ "kind": "assigned", "on": false }]), json!([{ "kind": "completed" }])] {
            let _ = choose(&app, &ada.token, "clients", wrong).await.expect_status(422);
        }
        choose(&app, &pro.token, "masters", json!([{ "kind": "completed", "on": false }])).await.invalid_field("items");
        for (whose, token) in [("clients", &pro.token), ("masters", &ada.token)] {
            choose(&app, token, whose, json!([])).await.problem(401, "unauthorised");
        }
    }

    async fn what_is_switched_off_does_not_come(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        let _ = choose(&app, &scene.guest.token, "clients", json!([{ "kind": "completed", "on": false }])).await.expect_status(200);
        for to in ["in_progress", "completed"] {
            let _ = step(&app, &pro, &scene.booking.id, to).await.expect_status(200);
        }
        after(&app, 0).await;
        assert!(!emails(&app).contains(&"Your job is done".to_owned()), "{:?}", emails(&app));
    }

    async fn choices_and_browsers_are_a_persons_own_data(app: TestApp) {
        let ada = client(&app, "bob@example.com").await;
        let _ = choose(&app, &ada.token, "clients", json!([{ "kind": "completed", "on": false }])).await.expect_status(200);
        let browser = Browser::at("https://web.push.apple.com/abc", "ada");
        let _ = browser.subscribe(&app, &ada.token).await.expect_status(204);
        let data = app.get("/api/clients/me/export").bearer(&ada.token).send().await.expect_status(200).json();
        assert_eq!(data["messageChoices"], json!([{ "message": "completed", "on": false }]));
        assert_eq!(data["browsers"], json!([{ "endpoint": browser.endpoint, "since": "2026-11-23T10:05:00+00:00" }]));
        let _ = app.call(Method::DELETE, "/api/clients/me").bearer(&ada.token).send().await.expect_status(204);
        for table in ["message_choices", "push_subscriptions"] {
            assert_eq!(app.count(&format!("select count(*) from {table}")).await, 0, "{table}");
        }
        browser.subscribe(&app, &ada.token).await.problem(401, "unauthorised");
    }
}
