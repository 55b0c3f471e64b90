//! When and for what pros work: hours, times away, the least price, blocked clients, quiet nights, their calendars.

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::clock::{DAY, HOUR, MINUTE, SECOND};
use http::Method;
use serde_json::{Value, json};

use crate::matching::{after, jobs, look, offers, ready, respond, step};
use crate::matching_jobs::taken;
use crate::people::{Person, master};
use crate::push_service::{Browser, PushService};
use crate::scene::{SLOT, Scene, settled, status};

/// The same hours on every day.
fn daily(from: &str, to: &str) -> Value {
    json!({ "weekly": vec![json!([{ "from": from, "to": to }]); 7] })
}

async fn call(app: &TestApp, pro: &Person, method: Method, path: &str, body: &Value) -> Answer {
    let call = app.call(method, &format!("/api/masters/me/{path}"));
    call.bearer(&pro.token).json(body).send().await
}

async fn set(app: &TestApp, pro: &Person, hours: &Value) {
    let _ = call(app, pro, Method::PUT, "hours", hours)
        .await
        .expect_status(200);
}

async fn shown(app: &TestApp, pro: &Person) -> Value {
    let answer = app.get("/api/masters/me/hours").bearer(&pro.token).send().await;
    answer.expect_status(200).json()
}

pub(crate) async fn away(
    app: &TestApp,
    pro: &Person,
    id: &str,
    kind: &str,
    start: &str,
    end: &str,
) -> Answer {
    let body = json!({ "kind": kind, "start": start, "end": end, "note": "Dentist" });
    call(app, pro, Method::PUT, &format!("times-away/{id}"), &body).await
}

/// Why the pro may not take the scene's booking, which stands in the pool.
async fn reason(app: &TestApp, pro: &Person, scene: &Scene) -> String {
    let refusal = respond(app, pro, &scene.booking.id, "accept")
        .await
        .problem(403, "not_eligible");
    refusal["reason"].as_str().unwrap().to_owned()
}

both_databases! {
    async fn hours_are_kept_and_judge_who_is_asked(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        assert_eq!(shown(&app, &pro).await, json!({
            "emergenciesAnyTime": false, "quietAtNight": false, "timesAway": [], "blockedClients": [],
        }));
        set(&app, &pro, &daily("13:00", "17:00")).await;
        assert_eq!(shown(&app, &pro).await["weekly"][6], json!([{ "from": "13:00", "to": "17:00" }]));
        // Tuesday, 10:05 to 12:05.
        let scene = settled(&app).await;
        assert!(offers(&app, &pro).await.is_empty() && jobs(&app, &pro, "pending").await.is_empty());
        assert_eq!(reason(&app, &pro, &scene).await, "hours");
        // The client is told nothing of it.
        let path = format!("/api/bookings/{}", scene.booking.id);
        let seen = app.get(&path).bearer(&scene.guest.token).send().await.expect_status(200);
        assert!(!String::from_utf8_lossy(&seen.body).contains("hours"));
        // Other hours, and the job is offered.
        set(&app, &pro, &daily("09:00", "12:30")).await;
        look(&app).await;
        assert_eq!(offers(&app, &pro).await.len(), 1);
        let _ = respond(&app, &pro, &scene.booking.id, "accept").await.expect_status(200);
        assert_eq!(status(&app, &scene).await, "assigned");
    }

    async fn wrong_hours_are_refused_field_by_field(app: TestApp) {
        let pro = master(&app, "pro@example.com").await;
        for (body, field) in [
            (json!({ "weekly": [] }), "weekly"),
            (json!({ "weekly": vec![json!([]); 7] }), "weekly"),
            (daily("9:00", "12:00"), "weekly.0"),
            (json!({ "minimumGBP": 0.99 }), "minimumGBP"),
            (json!({ "minimumGBP": 1_000.01 }), "minimumGBP"),
        ] {
            call(&app, &pro, Method::PUT, "hours", &body).await.invalid_field(field);
        }
        for (id, start, end, field) in [
            ("short", "2026-11-24T09:00", "2026-11-24T10:00", "id"),
            ("time-away-1", "2026-11-23T08:00", "2026-11-23T10:05", "end"),
            ("time-away-1", "tomorrow", "2026-11-24T10:00", "start"),
        ] {
            away(&app, &pro, id, "block", start, end).await.invalid_field(field);
        }
        assert_eq!(app.count("select count(*) from diaries").await + app.count("select count(*) from times_away").await, 0);
    }

    async fn a_day_off_over_a_job_moves_nothing_and_tells_the_pro(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        let answer = away(&app, &pro, "time-away-1", "day_off", "2026-11-24T00:00", "2026-11-25T00:00").await;
        let told = answer.expect_status(200).json();
        assert_eq!(told["jobs"].as_array().unwrap().len(), 1);
        assert_eq!((&told["jobs"][0]["bookingId"], &told["jobs"][0]["district"]), (&json!(scene.booking.id), &json!("SW1A")));
        assert_eq!(status(&app, &scene).await, "assigned");
        // One that leaves time for it meets nothing, and neither does one on another day.
        let block = away(&app, &pro, "time-away-2", "block", "2026-11-25T09:00", "2026-11-25T12:00").await;
        assert_eq!(block.expect_status(200).json(), json!({ "jobs": [] }));
        let next = settled(&app).await;
        assert_eq!(reason(&app, &pro, &next).await, "day_off");
        let seen = shown(&app, &pro).await;
        assert_eq!(seen["timesAway"][0], json!({
            "id": "time-away-1", "kind": "day_off", "start": "2026-11-24T00:00", "end": "2026-11-25T00:00", "note": "Dentist",
        }));
        // Another pro's times away have their own ids.
        let other = master(&app, "other@example.com").await;
        let _ = call(&app, &other, Method::DELETE, "times-away/time-away-1", &json!({})).await.expect_status(204);
        assert_eq!(app.count("select count(*) from times_away").await, 2);
        let _ = call(&app, &pro, Method::DELETE, "times-away/time-away-1", &json!({})).await.expect_status(204);
        let _ = away(&app, &pro, "time-away-1", "block", "2026-11-24T09:00", "2026-11-24T11:00").await.expect_status(200);
        assert_eq!(reason(&app, &pro, &next).await, "blocked");
    }

    async fn a_least_price_leaves_cheaper_jobs_out(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        set(&app, &pro, &json!({ "minimumGBP": 117.01 })).await;
        let scene = settled(&app).await;
        assert_eq!(reason(&app, &pro, &scene).await, "minimum");
        set(&app, &pro, &json!({ "minimumGBP": 117 })).await;
        let _ = respond(&app, &pro, &scene.booking.id, "accept").await.expect_status(200);
    }

    async fn a_blocked_client_is_never_offered_again(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        let path = format!("blocked-clients/{}", scene.booking.id);
        call(&app, &pro, Method::PUT, &path, &json!({})).await.problem(409, "job_not_over");
        for to in ["in_progress", "completed"] {
            let _ = step(&app, &pro, &scene.booking.id, to).await.expect_status(200);
        }
        let stranger = ready(&app, "stranger", 20).await;
        call(&app, &stranger, Method::PUT, &path, &json!({})).await.problem(404, "not_found");
        let _ = call(&app, &pro, Method::PUT, &path, &json!({})).await.expect_status(204);
        let _ = call(&app, &pro, Method::PUT, &path, &json!({})).await.expect_status(204);
        let blocked = shown(&app, &pro).await["blockedClients"].clone();
        assert_eq!((blocked.as_array().unwrap().len(), &blocked[0]["firstName"]), (1, &json!("Ada")));
        // The same phone, another guest: it was never meant for this pro.
        let next = settled(&app).await;
        assert_ne!(next.booking.client_id, scene.booking.client_id);
        respond(&app, &pro, &next.booking.id, "accept").await.problem(404, "not_found");
        assert!(jobs(&app, &pro, "pending").await.is_empty());
        let _ = call(&app, &pro, Method::DELETE, &path, &json!({})).await.expect_status(204);
        look(&app).await;
        let _ = respond(&app, &pro, &next.booking.id, "accept").await.expect_status(200);
    }

    async fn at_night_push_waits_for_the_morning_and_an_open_page_does_not(app: TestApp) {
        let (service, app) = PushService::start(&app).await;
        // Monday 22:35; the job is at that time on Tuesday, and the search goes on until 10:35.
        app.clock.advance(12 * HOUR + 30 * MINUTE);
        let (asleep, open) = (ready(&app, "asleep", 1).await, ready(&app, "open", 2).await);
        let _browser = Browser::of(&app, &service, &asleep).await;
        for pro in [&asleep, &open] {
            set(&app, pro, &json!({ "quietAtNight": true })).await;
        }
        app.clock.advance(10 * MINUTE);
        let _ = app.get("/api/masters/me").bearer(&open.token).send().await.expect_status(200);
        look(&app).await;
        let scene = settled(&app).await;
        let asked = async |pro: &Person| app.count(&format!("select count(*) from offers where master_id = '{}'", pro.id)).await;
        assert_eq!((asked(&asleep).await, asked(&open).await), (0, 1));
        after(&app, 31 * SECOND).await;
        assert_eq!(asked(&asleep).await, 0);
        // 06:59, and 07:00.
        after(&app, 8 * HOUR + 14 * MINUTE).await;
        assert_eq!((asked(&asleep).await, service.posted().len()), (0, 0));
        after(&app, MINUTE).await;
        assert_eq!((asked(&asleep).await, service.posted().len()), (1, 1));
        assert_eq!(status(&app, &scene).await, "pending");
    }

    async fn without_hours_or_the_switch_push_comes_at_night_too(app: TestApp) {
        let (service, app) = PushService::start(&app).await;
        app.clock.advance(12 * HOUR + 30 * MINUTE);
        let pro = ready(&app, "pro", 1).await;
        let _browser = Browser::of(&app, &service, &pro).await;
        app.clock.advance(10 * MINUTE);
        look(&app).await;
        let _scene = settled(&app).await;
        after(&app, 0).await;
        assert_eq!(service.posted().len(), 1);
        // Outside given hours it is quiet without the switch.
        set(&app, &pro, &daily("08:00", "00:00")).await;
        app.clock.advance(2 * HOUR);
        let _scene = settled(&app).await;
        after(&app, 31 * SECOND).await;
        assert_eq!(service.posted().len(), 0);
    }

    async fn a_pros_calendar_is_read_by_its_link_until_there_is_another(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        let link = async |shows_clients: bool| {
            let body = json!({ "showsClients": shows_clients });
            let made = call(&app, &pro, Method::POST, "calendar", &body).await.expect_status(201).json();
            let url = made["url"].as_str().unwrap().to_owned();
            url[url.find("/calendar/").unwrap()..].to_owned()
        };
        let (none, closed) = (shown_link(&app, &pro).await, link(false).await);
        assert_eq!(none, json!({}));
        let read = app.get(&closed).send().await.expect_status(200);
        assert_eq!(read.header("content-type"), Some("text/calendar; charset=utf-8"));
        assert_eq!(read.header("cache-control"), Some("private, no-store"));
        let text = String::from_utf8(read.body.to_vec()).unwrap();
        assert!(text.contains(&format!("UID:{}@callout", scene.booking.id)) && text.contains("LOCATION:SW1A\r\n"));
        for trace in ["Lovelace", "7700900123", "Test Street"] {
            assert!(!text.contains(trace), "{trace}");
        }
        let open = link(true).await;
        app.get(&closed).send().await.problem(404, "not_found");
        let text = app.get(&open).send().await.expect_status(200).body;
        assert!(String::from_utf8_lossy(&text).contains("Ada Lovelace"));
        // The token is kept nowhere.
        let token = open.trim_start_matches("/calendar/").trim_end_matches(".ics");
        assert!(!app.all_text().await.contains(token));
        assert_eq!(shown_link(&app, &pro).await["link"]["showsClients"], true);
        for wrong in ["/calendar/nothing.ics".to_owned(), open.trim_end_matches(".ics").to_owned()] {
            app.get(&wrong).send().await.problem(404, "not_found");
        }
        let _ = call(&app, &pro, Method::DELETE, "calendar", &json!({})).await.expect_status(204);
        app.get(&open).send().await.problem(404, "not_found");
        // 30 days back, and no more.
        let open = link(true).await;
        app.clock.advance(31 * DAY + 3 * HOUR);
        let text = app.get(&open).send().await.expect_status(200).body;
        assert!(!String::from_utf8_lossy(&text).contains("VEVENT"));
    }

    async fn slots_say_how_many_pros_there_are(app: TestApp) {
        let of = async |query: &str| {
            let path = format!("/api/slots?postcode=SW1A{query}");
            let slots = app.get(&path).send().await.expect_status(200).json();
            let slot = slots.as_array().unwrap().iter().find(|slot| slot["id"] == SLOT).cloned();
            slot.unwrap()["pros"].clone()
        };
        assert_eq!(of("").await, Value::Null);
        assert_eq!(of("&problemType=leak").await, "none");
        assert_eq!(of("&problemType=gone").await, Value::Null);
        let pro = ready(&app, "pro", 1).await;
        write_seen(&app).await;
        // Counted a moment ago.
        assert_eq!(of("&problemType=leak").await, "none");
        app.clock.advance(MINUTE);
        assert_eq!(of("&problemType=leak").await, "few");
        assert_eq!(of("&problemType=leak&gasWork=true").await, "none");
        // Whoever does not work then is not counted, and neither is who was not there for two weeks.
        set(&app, &pro, &daily("14:00", "18:00")).await;
        app.clock.advance(MINUTE);
        assert_eq!(of("&problemType=leak").await, "none");
        set(&app, &pro, &json!({})).await;
        for name in ["two", "three"] {
            let _ = ready(&app, name, 2).await;
        }
        write_seen(&app).await;
        app.clock.advance(MINUTE);
        assert_eq!(of("&problemType=leak").await, "many");
        app.execute("update masters set seen_at = 0").await;
        app.clock.advance(MINUTE);
        assert_eq!(of("&problemType=leak").await, "none");
    }

    async fn other_times_of_a_booking_say_so_until_a_pro_has_it(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        write_seen(&app).await;
        let scene = settled(&app).await;
        let times = async || {
            let path = format!("/api/bookings/{}/times", scene.booking.id);
            app.get(&path).bearer(&scene.guest.token).send().await.expect_status(200).json()
        };
        let before = times().await;
        assert!(before.as_array().unwrap().iter().all(|time| time["pros"] == "few"));
        let _ = respond(&app, &pro, &scene.booking.id, "accept").await.expect_status(200);
        assert!(times().await.as_array().unwrap().iter().all(|time| time.get("pros").is_none()));
    }
}

async fn shown_link(app: &TestApp, pro: &Person) -> Value {
    let answer = app
        .get("/api/masters/me/calendar")
        .bearer(&pro.token)
        .send()
        .await;
    answer.expect_status(200).json()
}

/// What the server does once a minute.
async fn write_seen(app: &TestApp) {
    let written = app.state.matching.index().write_seen().await;
    written.unwrap_or_else(|error| panic!("{error}"));
}
