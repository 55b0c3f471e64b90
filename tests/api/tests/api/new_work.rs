//! Further work: a client lets the pro of a job suggest it, the pro does, and what is booked by that link is this pro's or nobody's.

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::clock::{DAY, MINUTE, SECOND};
use callout_domain::new_work;
use futures_util::future::join_all;
use http::Method;
use serde_json::{Value, json};

use crate::console_people::suspend as suspend_pro;
use crate::earnings::balances_agree;
use crate::journey::{address_of, book, card, cash, pay, quote, text, wish_on, with};
use crate::master_leaving::{leave, paid_out};
use crate::matching::{after, jobs, look, offers, ready, respond, seen, step};
use crate::matching_jobs::{job, taken};
use crate::operator::admin;
use crate::people::{Person, outbox};
use crate::reviews::done;
use crate::scene::{Scene, event_kinds, read};

const WHAT: &str = "Both bathroom taps drip: replace their washers.";

fn work() -> Value {
    json!({ "text": WHAT, "problemType": "leak" })
}

async fn allow(app: &TestApp, token: &str, id: &str, allowed: bool) -> Answer {
    let call = app.call(Method::PUT, &format!("/api/bookings/{id}/may-suggest"));
    call.bearer(token)
        .json(&json!({ "allowed": allowed }))
        .send()
        .await
}

async fn suggest(app: &TestApp, pro: &Person, id: &str, body: &Value) -> Answer {
    let call = app.post(&format!("/api/bookings/{id}/new-work"));
    call.bearer(&pro.token).json(body).send().await
}

/// A job that was done, whose client lets its pro suggest more.
async fn allowed(app: &TestApp, pro: &Person) -> Scene {
    let scene = done(app, pro).await;
    let _ = allow(app, &scene.guest.token, &scene.booking.id, true)
        .await
        .expect_status(200);
    scene
}

/// The same, with the token of an invitation.
async fn invited(app: &TestApp, pro: &Person) -> (Scene, String) {
    let scene = allowed(app, pro).await;
    let _ = suggest(app, pro, &scene.booking.id, &work())
        .await
        .expect_status(201);
    after(app, SECOND).await;
    let token = text(&seen(app, &scene).await["new_work"], "token").to_owned();
    (scene, token)
}

async fn open(app: &TestApp, token: &str) -> Answer {
    app.get(&format!("/api/invitations/{token}")).send().await
}

async fn decline(app: &TestApp, token: &str) -> Answer {
    app.post(&format!("/api/invitations/{token}/decline"))
        .send()
        .await
}

/// The body that books by an invitation in cash, on a day in November 2026.
async fn wanted(app: &TestApp, scene: &Scene, token: &str, day: u32) -> Value {
    let quote = quote(app, &scene.guest, &wish_on(day)).await;
    with(cash(&quote), json!({ "invitation": token }))
}

/// What was booked in cash by an invitation: its id.
async fn booked(app: &TestApp, scene: &Scene, token: &str) -> String {
    let body = wanted(app, scene, token, 26).await;
    let booked = book(app, &scene.guest, &body).await.expect_status(201).json();
    after(app, SECOND).await;
    text(&booked, "id").to_owned()
}

async fn of_client(app: &TestApp, scene: &Scene, id: &str) -> Value {
    let call = app.get(&format!("/api/bookings/{id}")).bearer(&scene.guest.token);
    call.send().await.expect_status(200).json()
}

/// The windows that can be booked in SW1: their ids.
async fn times(app: &TestApp, query: &str) -> Vec<String> {
    let call = app.get(&format!("/api/slots?postcode=SW1{query}"));
    let slots = call.send().await.expect_status(200).json();
    let slots = slots.as_array().unwrap().iter();
    slots.map(|slot| text(slot, "id").to_owned()).collect()
}

async fn of_pool(app: &TestApp, pro: &Person) -> Vec<String> {
    let pool = jobs(app, pro, "pending").await;
    pool.iter().map(|job| text(job, "id").to_owned()).collect()
}

fn has_mail(app: &TestApp, to: &str, subject: &str) -> bool {
    outbox(app, to).iter().any(|email| email["subject"] == subject)
}

both_databases! {
    async fn what_a_pro_suggests_is_booked_for_that_pro_alone(app: TestApp) {
        let (pro, other) = (ready(&app, "pro", 1).await, ready(&app, "other", 2).await);
        let (scene, token) = invited(&app, &pro).await;
        let id = scene.booking.id.as_str();
        assert!(has_mail(&app, "ada@example.com", "Ada L. suggests further work"));
        let sent = outbox(&app, "ada@example.com");
        assert!(sent.iter().any(|email| text(email, "text").contains(&format!("/booking/suggested/{token}"))));
        // Nothing is booked by that, and no diary is touched.
        assert_eq!(app.count("select count(*) from bookings").await, 1);
        let shown = open(&app, &token).await.expect_status(200).json();
        assert_eq!((&shown["invitation"]["text"], &shown["invitation"]["state"]), (&json!(WHAT), &json!("open")));
        assert_eq!((&shown["pro"]["name"], &shown["promisedHours"], &shown["district"]), (&json!("Ada L."), &json!(24), &json!("SW1A")));
        assert_eq!((&shown["address"]["line1"], shown["address"].get("entryInfo")), (&json!("1 Test Street"), None));
        assert_eq!(job(&app, &pro, id).await["new_work"]["state"], "open");

        let visit = booked(&app, &scene, &token).await;
        let shown = of_client(&app, &scene, &visit).await;
        assert_eq!((&shown["status"], &shown["amount_pence"]), (&json!("pending"), &json!(9_750)));
        assert_eq!((&shown["matching"]["onlyAsked"], &shown["matching"]["asked"]), (&json!("Ada L."), &json!(0)));
        look(&app).await;
        assert_eq!((of_pool(&app, &pro).await, of_pool(&app, &other).await), (vec![visit.clone()], vec![]));
        assert!(offers(&app, &other).await.is_empty());
        respond(&app, &other, &visit, "accept").await.problem(404, "not_found");
        assert!(job(&app, &pro, &visit).await["promised_until"].is_string());
        for token in [&pro.token, &scene.guest.token] {
            let call = app.get(&format!("/api/bookings/{id}")).bearer(token);
            let suggested = call.send().await.expect_status(200).json()["new_work"].clone();
            assert_eq!((&suggested["state"], &suggested["booking_id"], &suggested["bookingId"]), (&json!("booked"), &Value::Null, &json!(visit)));
            assert!(suggested.get("token").is_none());
        }
        let _ = respond(&app, &pro, &visit, "accept").await.expect_status(200);
        after(&app, SECOND).await;
        assert_eq!(of_client(&app, &scene, &visit).await["status"], "assigned");
        assert!(job(&app, &pro, &visit).await.get("promised_until").is_none());
        for to in ["in_progress", "completed"] {
            let _ = step(&app, &pro, &visit, to).await.expect_status(200);
        }
        balances_agree(&app).await;
        let shown = open(&app, &token).await.expect_status(200).json();
        assert_eq!((&shown["invitation"]["state"], shown.get("address")), (&json!("booked"), None));
        let kinds = event_kinds(&app, &scene).await;
        assert_eq!(kinds.iter().filter(|kind| ["may_suggest", "new_work_suggested"].contains(&kind.as_str())).count(), 2);
    }

    async fn by_card_the_hold_is_let_go_after_a_day(app: TestApp) {
        let (pro, other) = (ready(&app, "pro", 1).await, ready(&app, "other", 2).await);
        let (scene, token) = invited(&app, &pro).await;
        let quote = quote(&app, &scene.guest, &wish_on(26)).await;
        let body = with(card(&quote), json!({ "invitation": token }));
        let made = pay(&app, &scene.guest, &body).await.expect_status(201).json();
        let visit = text(&made, "bookingId").to_owned();
        let confirm = app.post(&format!("/api/sandbox/payments/{}/confirm", text(&made, "paymentIntentId")));
        let paid = json!({ "clientSecret": made["clientSecret"], "cardNumber": "4242 4242 4242 4242" });
        let _ = confirm.json(&paid).send().await.expect_status(200);
        after(&app, 0).await;
        let made_at = read(&app, &visit).await.created_at;
        after(&app, made_at + DAY - SECOND - app.clock.now()).await;
        assert_eq!(of_client(&app, &scene, &visit).await["status"], "pending");
        look(&app).await;
        assert!(of_pool(&app, &other).await.is_empty());
        after(&app, SECOND).await;
        after(&app, SECOND).await;
        let shown = of_client(&app, &scene, &visit).await;
        assert_eq!((&shown["status"], &shown["cancel_reason"]), (&json!("cancelled"), &json!("not_taken")));
        assert_eq!(app.count(&format!("select count(*) from offers where booking_id = '{visit}'")).await, 0);
        assert_eq!(app.text(&format!("select status from payments where booking_id = '{visit}'")).await.as_deref(), Some("canceled"));
        assert_eq!(app.count(&format!("select count(*) from slot_places where taken > 0 and slot_start = {}", read(&app, &visit).await.slot_start.unwrap())).await, 0);
        balances_agree(&app).await;
        let told = outbox(&app, "ada@example.com");
        assert!(told.iter().any(|email| text(email, "text").contains("nobody else was asked")));
        // It was used, whatever came of it.
        let again = wanted(&app, &scene, &token, 27).await;
        book(&app, &scene.guest, &again).await.problem(409, "already_paid");
    }

    async fn a_pro_who_says_no_ends_it_at_once(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let (scene, token) = invited(&app, &pro).await;
        let visit = booked(&app, &scene, &token).await;
        let raise = app.post(&format!("/api/bookings/{visit}/raise-price")).bearer(&scene.guest.token);
        raise.json(&json!({ "amountGBP": 150 })).send().await.problem(409, "reserved");
        let _ = respond(&app, &pro, &visit, "decline").await.expect_status(200);
        after(&app, SECOND).await;
        let shown = of_client(&app, &scene, &visit).await;
        assert_eq!((&shown["status"], &shown["cancel_reason"]), (&json!("cancelled"), &json!("not_taken")));
        respond(&app, &pro, &visit, "accept").await.problem(409, "offer_expired");
    }

    async fn a_pro_who_gives_it_back_ends_it_and_nobody_else_is_asked(app: TestApp) {
        let (pro, other) = (ready(&app, "pro", 1).await, ready(&app, "other", 2).await);
        let (scene, token) = invited(&app, &pro).await;
        let visit = booked(&app, &scene, &token).await;
        let _ = respond(&app, &pro, &visit, "accept").await.expect_status(200);
        let withdraw = app.post(&format!("/api/bookings/{visit}/withdraw")).bearer(&pro.token);
        let _ = withdraw.json(&json!({ "reason": "My van broke down" })).send().await.expect_status(200);
        after(&app, SECOND).await;
        look(&app).await;
        let shown = of_client(&app, &scene, &visit).await;
        assert_eq!((&shown["status"], &shown["cancel_reason"]), (&json!("cancelled"), &json!("not_taken")));
        assert!(of_pool(&app, &other).await.is_empty());
        balances_agree(&app).await;
    }

    async fn nobody_suggests_what_the_client_did_not_allow(app: TestApp) {
        let (pro, other) = (ready(&app, "pro", 1).await, ready(&app, "other", 2).await);
        let scene = done(&app, &pro).await;
        let (id, client) = (scene.booking.id.as_str(), scene.guest.token.as_str());
        assert_eq!(seen(&app, &scene).await["may_suggest"], false);
        assert!(job(&app, &pro, id).await.get("new_work_until").is_none());
        suggest(&app, &pro, id, &work()).await.problem(409, "not_allowed");
        for _ in 0..2 {
            assert_eq!(allow(&app, client, id, true).await.expect_status(200).json()["may_suggest"], true);
        }
        let own = job(&app, &pro, id).await;
        assert!(own["new_work_until"].is_string());
        // A plumber's, but for gas.
        let types: Vec<&str> = own["new_work_types"].as_array().unwrap().iter().map(|kind| text(kind, "code")).collect();
        assert!(types.contains(&"leak") && !types.contains(&"socket") && !types.contains(&"boiler_service"), "{types:?}");
        let _ = allow(&app, client, id, false).await.expect_status(200);
        suggest(&app, &pro, id, &work()).await.problem(409, "not_allowed");
        // A guest link may, a share link may not; nor may another pro, or another client.
        let shown = seen(&app, &scene).await;
        let by_link = |name: &'static str, token: &str| {
            let call = app.call(Method::PUT, &format!("/api/bookings/{id}/may-suggest?{name}={token}"));
            call.json(&json!({ "allowed": true })).send()
        };
        by_link("share", text(&shown, "share_token")).await.problem(403, "forbidden");
        let _ = by_link("token", text(&shown, "guest_token")).await.expect_status(200);
        suggest(&app, &other, id, &work()).await.problem(404, "not_found");
        let stranger = app.guest().await;
        allow(&app, &stranger.token, id, false).await.problem(404, "not_found");
        assert_eq!(event_kinds(&app, &scene).await.iter().filter(|kind| *kind == "may_suggest").count(), 3);
    }

    async fn once_a_client_and_30_days(app: TestApp) {
        let (pro, other) = (ready(&app, "pro", 1).await, ready(&app, "other", 2).await);
        let scene = allowed(&app, &pro).await;
        let id = scene.booking.id.as_str();
        for key in ["one", "one"] {
            let call = app.post(&format!("/api/bookings/{id}/new-work")).bearer(&pro.token);
            let _ = call.header("idempotency-key", key).json(&work()).send().await.expect_status(201);
        }
        assert_eq!(app.count("select count(*) from invitations").await, 1);
        suggest(&app, &pro, id, &work()).await.problem(409, "suggested_already");
        // Another guest with the same phone is the same person, whoever the pro is.
        let second = allowed(&app, &other).await;
        assert_ne!(second.booking.client_id, scene.booking.client_id);
        suggest(&app, &other, &second.booking.id, &work()).await.problem(409, "suggested_already");
        let token = text(&seen(&app, &scene).await["new_work"], "token").to_owned();
        // 30 days later.
        app.execute(&format!("update invitations set made_at = made_at - {0}, until = until - {0}", new_work::STANDS)).await;
        assert_eq!(open(&app, &token).await.expect_status(200).json()["invitation"]["state"], "expired");
        decline(&app, &token).await.problem(409, "invitation_over");
        let late = wanted(&app, &scene, &token, 26).await;
        book(&app, &scene.guest, &late).await.problem(409, "invitation_over");
        let _ = suggest(&app, &other, &second.booking.id, &work()).await.expect_status(201);
        app.execute(&format!("update bookings set ended_at = {} where id = '{id}'", app.clock.now() - 90 * DAY)).await;
        suggest(&app, &pro, id, &work()).await.problem(409, "too_late");
    }

    async fn two_pros_at_the_same_moment_suggest_once(app: TestApp) {
        let (pro, other) = (ready(&app, "pro", 1).await, ready(&app, "other", 2).await);
        let (one, two) = (allowed(&app, &pro).await, allowed(&app, &other).await);
        let body = work();
        let answers = join_all([(&pro, &one), (&other, &two), (&pro, &one)].map(|(pro, scene)| suggest(&app, pro, &scene.booking.id, &body))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
        assert_eq!(app.count("select count(*) from invitations").await, 1);
    }

    async fn it_is_booked_once_whoever_is_first(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let (scene, token) = invited(&app, &pro).await;
        let mut wishes = Vec::new();
        for number in 1..4 {
            let guest = app.guest().await;
            let quote = quote(&app, &guest, &wish_on(26)).await;
            wishes.push((guest, with(cash(&quote), json!({ "invitation": token, "address": address_of(number) }))));
        }
        let answers = join_all(wishes.iter().map(|(guest, body)| book(&app, guest, body))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
        assert_eq!(app.count("select count(*) from bookings where invitation_id is not null").await, 1);
        let first = answers.iter().position(|answer| answer.status == 201).unwrap();
        for (answer, (guest, body)) in answers.iter().zip(&wishes) {
            if answer.status != 201 {
                book(&app, guest, body).await.problem(409, "invitation_used");
            }
        }
        // The very same again gets the same answer, also once the pro has it and is busy then.
        let (guest, body) = &wishes[first];
        let again = book(&app, guest, body).await.expect_status(201).json();
        assert_eq!(again["id"], answers[first].json()["id"]);
        decline(&app, &token).await.problem(409, "invitation_used");
        assert_eq!(seen(&app, &scene).await["new_work"]["state"], "booked");
    }

    async fn what_was_never_paid_leaves_it_open(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let (scene, token) = invited(&app, &pro).await;
        let quoted = quote(&app, &scene.guest, &wish_on(26)).await;
        let body = with(card(&quoted), json!({ "invitation": token }));
        let _ = pay(&app, &scene.guest, &body).await.expect_status(201);
        // Another draft of the same person, while the first one is still to be paid.
        let other = wanted(&app, &scene, &token, 27).await;
        book(&app, &scene.guest, &other).await.problem(409, "invitation_used");
        after(&app, 20 * MINUTE).await;
        after(&app, SECOND).await;
        assert_eq!(seen(&app, &scene).await["new_work"]["state"], "open");
        let _ = booked(&app, &scene, &token).await;
    }

    async fn the_client_says_no(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let (scene, token) = invited(&app, &pro).await;
        for _ in 0..2 {
            let shown = decline(&app, &token).await.expect_status(200).json();
            assert_eq!((&shown["invitation"]["state"], shown.get("address")), (&json!("declined"), None));
        }
        let body = wanted(&app, &scene, &token, 26).await;
        book(&app, &scene.guest, &body).await.problem(409, "invitation_over");
        after(&app, SECOND).await;
        assert_eq!(job(&app, &pro, &scene.booking.id).await["new_work"]["state"], "declined");
        let kinds = event_kinds(&app, &scene).await;
        assert_eq!(kinds.iter().filter(|kind| *kind == "new_work_declined").count(), 1);
        for broken in ["work-1.AAAA", "none", &format!("{token}x")] {
            open(&app, broken).await.problem(404, "not_found");
            decline(&app, broken).await.problem(404, "not_found");
        }
        let body = wanted(&app, &scene, "work-1.AAAA", 26).await;
        book(&app, &scene.guest, &body).await.problem(404, "not_found");
    }

    async fn a_pro_who_cannot_is_not_waited_for(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let (scene, token) = invited(&app, &pro).await;
        let body = wanted(&app, &scene, &token, 26).await;
        // A day off.
        let off = app.call(Method::PUT, "/api/masters/me/times-away/day-off-1").bearer(&pro.token);
        let day = json!({ "kind": "day_off", "start": "2026-11-26T00:00", "end": "2026-11-27T00:00", "note": "" });
        let _ = off.json(&day).send().await.expect_status(200);
        book(&app, &scene.guest, &body).await.problem(409, "pro_unavailable");
        let emergency = with(wish_on(26), json!({ "urgency": "EMERGENCY", "timeslotId": null, "amountPence": 13_650 }));
        let quoted = crate::journey::ask(&app, &scene.guest, &emergency).await.json();
        let quoted = if quoted.get("quote").is_some() { quoted["quote"].clone() } else { quoted };
        book(&app, &scene.guest, &with(cash(&quoted), json!({ "invitation": token }))).await.invalid_field("urgency");
        app.execute("delete from times_away").await;
        app.execute(&format!("insert into suspensions (id, master_id, reason, words, suspended_at, held_until) values ('s-1', '{}', 'other', '', 1, 1)", pro.id)).await;
        book(&app, &scene.guest, &body).await.problem(409, "pro_cannot");
        suggest(&app, &pro, &scene.booking.id, &work()).await.problem(403, "not_eligible");
        app.execute("update suspensions set ended_at = 2").await;
        let _ = book(&app, &scene.guest, &body).await.expect_status(201);
    }

    async fn whoever_is_suspended_meanwhile_is_not_waited_for(app: TestApp) {
        let operator = admin(&app).await;
        let (pro, other) = (ready(&app, "pro", 1).await, ready(&app, "other", 2).await);
        let (scene, token) = invited(&app, &pro).await;
        let visit = booked(&app, &scene, &token).await;
        assert_eq!(of_client(&app, &scene, &visit).await["status"], "pending");
        let _ = suspend_pro(&operator, &pro).await.says("The pro is suspended");
        after(&app, SECOND).await;
        look(&app).await;
        let shown = of_client(&app, &scene, &visit).await;
        assert_eq!((&shown["status"], &shown["cancel_reason"]), (&json!("cancelled"), &json!("not_taken")));
        assert_eq!(app.count(&format!("select count(*) from slot_places where taken > 0 and slot_start = {}", read(&app, &visit).await.slot_start.unwrap())).await, 0);
        assert!(of_pool(&app, &other).await.is_empty() && offers(&app, &other).await.is_empty());
        let told = outbox(&app, "ada@example.com");
        assert!(told.iter().any(|email| text(email, "text").contains("nobody else was asked")));
        balances_agree(&app).await;
    }

    async fn whoever_has_closed_their_account_is_not_waited_for(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let (scene, token) = invited(&app, &pro).await;
        let visit = booked(&app, &scene, &token).await;
        paid_out(&app).await;
        let _ = leave(&app, &pro).await.expect_status(204);
        after(&app, SECOND).await;
        let shown = of_client(&app, &scene, &visit).await;
        assert_eq!((&shown["status"], &shown["cancel_reason"]), (&json!("cancelled"), &json!("not_taken")));
    }

    async fn what_is_paid_once_its_pro_is_suspended_is_let_go(app: TestApp) {
        let operator = admin(&app).await;
        let pro = ready(&app, "pro", 1).await;
        let (scene, token) = invited(&app, &pro).await;
        let quote = quote(&app, &scene.guest, &wish_on(26)).await;
        let body = with(card(&quote), json!({ "invitation": token }));
        let made = pay(&app, &scene.guest, &body).await.expect_status(201).json();
        let _ = suspend_pro(&operator, &pro).await.says("The pro is suspended");
        let confirm = app.post(&format!("/api/sandbox/payments/{}/confirm", text(&made, "paymentIntentId")));
        let paid = json!({ "clientSecret": made["clientSecret"], "cardNumber": "4242 4242 4242 4242" });
        let _ = confirm.json(&paid).send().await.expect_status(200);
        after(&app, 0).await;
        after(&app, SECOND).await;
        let visit = text(&made, "bookingId");
        let shown = of_client(&app, &scene, visit).await;
        assert_eq!((&shown["status"], &shown["cancel_reason"]), (&json!("cancelled"), &json!("not_taken")));
        assert_eq!(app.text(&format!("select status from payments where booking_id = '{visit}'")).await.as_deref(), Some("canceled"));
        balances_agree(&app).await;
    }

    async fn only_times_at_which_the_pro_could_come_are_offered(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let (scene, token) = invited(&app, &pro).await;
        let every = times(&app, "").await;
        let by_it = format!("&invitation={token}");
        assert_eq!(times(&app, &by_it).await, every);
        let own = |path: &str| app.call(Method::PUT, &format!("/api/masters/me/{path}")).bearer(&pro.token);
        let afternoons = json!({ "weekly": vec![json!([{ "from": "13:00", "to": "18:00" }]); 7] });
        let _ = own("hours").json(&afternoons).send().await.expect_status(200);
        let day = json!({ "kind": "day_off", "start": "2026-11-26T00:00", "end": "2026-11-27T00:00", "note": "" });
        let _ = own("times-away/day-off-1").json(&day).send().await.expect_status(200);
        let offered = times(&app, &by_it).await;
        assert!(offered.contains(&"2026-11-27-3".to_owned()) && offered.len() < every.len(), "{offered:?}");
        assert!(offered.iter().all(|id| !id.starts_with("2026-11-26") && !id.ends_with("-1")), "{offered:?}");
        // What is not offered is refused, and what others are offered is the same as before.
        for day in [26, 27] {
            assert!(!offered.contains(&format!("2026-11-{day}-2")));
            let body = wanted(&app, &scene, &token, day).await;
            book(&app, &scene.guest, &body).await.problem(409, "pro_unavailable");
        }
        assert_eq!(times(&app, "").await, every);
        // Other work.
        let _ = own("hours").json(&json!({})).send().await.expect_status(200);
        let job = taken(&app, &pro).await;
        let slot = read(&app, &job.booking.id).await.slot_id.unwrap();
        assert!(every.contains(&slot) && !times(&app, &by_it).await.contains(&slot));
        // Once it cannot be booked any more, its link tells nothing of the pro's days.
        let _ = decline(&app, &token).await.expect_status(200);
        assert_eq!(times(&app, &by_it).await, times(&app, "").await);
        app.get("/api/slots?invitation=work-1.AAAA").send().await.problem(404, "not_found");
    }

    async fn a_booking_that_is_still_to_be_paid_leaves_the_times_as_they_are(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let (scene, token) = invited(&app, &pro).await;
        let day = json!({ "kind": "day_off", "start": "2026-11-26T00:00", "end": "2026-11-27T00:00", "note": "" });
        let call = app.call(Method::PUT, "/api/masters/me/times-away/day-off-1").bearer(&pro.token);
        let _ = call.json(&day).send().await.expect_status(200);
        let quote = quote(&app, &scene.guest, &wish_on(27)).await;
        let by_card = with(card(&quote), json!({ "invitation": token }));
        let _ = pay(&app, &scene.guest, &by_card).await.expect_status(201);
        let offered = times(&app, &format!("&invitation={token}")).await;
        assert!(offered.contains(&"2026-11-27-3".to_owned()), "{offered:?}");
        assert!(offered.iter().all(|id| !id.starts_with("2026-11-26")), "{offered:?}");
    }

    async fn words_and_type_are_checked_beside_their_fields(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = allowed(&app, &pro).await;
        let id = scene.booking.id.as_str();
        for (field, body) in [
            ("text", json!({ "text": "short", "problemType": "leak" })),
            ("text", json!({ "text": "ä".repeat(501), "problemType": "leak" })),
            ("text", json!({ "text": "There is a strong smell of gas.", "problemType": "leak" })),
            ("problemType", json!({ "text": WHAT, "problemType": "witchcraft" })),
            ("problemType", json!({ "text": "Two sockets in the hall are dead.", "problemType": "socket" })),
            ("problemType", json!({ "text": "The boiler has not been serviced.", "problemType": "boiler_service" })),
        ] {
            suggest(&app, &pro, id, &body).await.invalid_field(field);
        }
        let hostile = json!({ "text": "<script>alert(1)</script>\u{202e} ring 07700 900123 or me@example.com", "problemType": "leak" });
        let shown = suggest(&app, &pro, id, &hostile).await.expect_status(201).json();
        let words = text(&shown["new_work"], "text");
        assert!(words.contains("<script>") && !words.contains("07700") && !words.contains('@') && !words.contains('\u{202e}'), "{words}");
    }

    async fn an_erased_client_gets_nothing(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let (scene, token) = invited(&app, &pro).await;
        let copied = app.get("/api/clients/me/export").bearer(&scene.guest.token).send().await.expect_status(200).json();
        let job = copied["bookings"].as_array().unwrap().iter().find(|job| job["booking"]["id"] == json!(scene.booking.id)).unwrap();
        assert_eq!((&job["may_suggest"], &job["new_work"][0]["text"]), (&json!(true), &json!(WHAT)));
        let own = app.get("/api/masters/me/export").bearer(&pro.token).send().await.expect_status(200).json();
        assert_eq!(own["newWork"][0]["text"], WHAT);
        let erased = app.call(Method::DELETE, "/api/clients/me").bearer(&scene.guest.token).send().await;
        let _ = erased.expect_status(204);
        assert_eq!(app.text("select text from invitations").await.as_deref(), Some(""));
        assert_eq!(open(&app, &token).await.expect_status(200).json()["invitation"]["state"], "expired");
        suggest(&app, &pro, &scene.booking.id, &work()).await.problem(409, "not_allowed");
    }
}
