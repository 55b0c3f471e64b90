//! GET /api/masters/me, /api/masters/{id}/profile; POST /api/masters/profile/init; PUT /api/masters/profile/basics, /rates, /area,
//! /company, /activate, /api/masters/skills, /api/masters/location

use api_tests::{TestApp, both_databases};
use callout_db::Record as _;
use callout_domain::booking::Booking;
use callout_domain::clock::{DAY, MINUTE, SECOND};
use callout_front::jobs::housekeeping;
use http::Method;
use serde_json::{Value, json};

use crate::journey::with;
use crate::matching::ready;
use crate::people::{Person, client, master, master_by_code};
use crate::pros::{activated, area, basics, me, put, rates, told, upload};
use crate::reviews::done;

const PRO: &str = "pro@example.com";

/// Every writing call, with a body it takes.
fn writes() -> [(&'static str, Value); 7] {
    [
        ("profile/basics", basics()),
        ("profile/rates", rates()),
        ("profile/area", area()),
        ("profile/company", json!({ "name": "Lovelace Ltd" })),
        ("profile/activate", json!({ "isActive": false })),
        ("skills", json!({ "skills": ["plumber", "builder"] })),
        ("location", json!({ "lat": 51.5, "lng": -0.1 })),
    ]
}

/// What is stored of the pros, without when it changed.
async fn stored(app: &TestApp) -> String {
    let columns = "id || email || account_type || coalesce(first_name, '') || coalesce(last_name, '') || coalesce(phone, '')
        || cast(coalesce(experience_years, -1) as text) || coalesce(legal_name, '') || coalesce(trading_address, '')
        || cast(coalesce(call_out_pence, -1) as text) || cast(coalesce(hourly_pence, -1) as text)
        || cast(coalesce(radius_km, -1) as text) || coalesce(base_postcode, '') || coalesce(company_name, '')
        || coalesce(company_number, '') || coalesce(vat_number, '') || skills || cast(online as text)
        || cast(coalesce(activated_at, -1) as text)";
    let stored = app.text(&format!("select {columns} from masters")).await;
    let positions = app.count("select count(*) from master_positions").await;
    format!("{} {positions}", stored.unwrap())
}

async fn switch(app: &TestApp, pro: &Person, is_active: bool) -> api_tests::Answer {
    put(app, pro, "profile/activate", &json!({ "isActive": is_active })).await
}

async fn public(app: &TestApp, id: &str) -> api_tests::Answer {
    app.get(&format!("/api/masters/{id}/profile")).send().await
}

both_databases! {
    async fn a_new_pro_has_everything_to_do(app: TestApp) {
        let pro = master(&app, PRO).await;
        let profile = me(&app, &pro).await;
        let steps = ["basics", "area", "skills", "email", "documents"];
        assert_eq!(profile, json!({
            "masterId": pro.id, "email": PRO, "emailProved": false, "accountType": "sole_trader",
            "status": "incomplete", "isActive": false, "createdAt": "2026-11-23T10:05:00+00:00", "skills": [],
            "checklist": steps.map(|step| json!({ "step": step, "done": false })), "missing": steps,
            "waitingFor": [{ "kind": "identity", "reason": "not_uploaded" }],
        }));
        // To begin is to look: the answer is the same, however often.
        let before = stored(&app).await;
        for _ in 0..2 {
            let begun = app.post("/api/masters/profile/init").bearer(&pro.token).send().await.expect_status(200).json();
            assert_eq!(begun, profile);
        }
        assert_eq!(stored(&app).await, before);
    }

    async fn each_part_is_kept_and_shown(app: TestApp) {
        let pro = master(&app, PRO).await;
        let shown = with(basics(), json!({ "phone": "+447700900123", "legalName": "Ada Lovelace" }));
        let answer = put(&app, &pro, "profile/basics", &basics()).await.expect_status(200).json();
        assert_eq!(answer["basics"], shown);
        assert_eq!(answer["missing"], json!(["area", "skills", "email", "documents"]));
        let answer = put(&app, &pro, "profile/rates", &rates()).await.expect_status(200).json();
        assert_eq!(answer["rates"], rates());
        let answer = put(&app, &pro, "profile/area", &json!({ "radiusKm": 16, "basePostcode": " ab101aa " })).await.expect_status(200).json();
        assert_eq!(answer["area"], json!({ "radiusKm": 16, "basePostcode": "AB10 1AA", "base_lat": 57.1352, "base_lng": -2.1203 }));
        let company = json!({ "name": "Lovelace Ltd", "number": "sc 123456", "vatNumber": "123 4567 89" });
        let answer = put(&app, &pro, "profile/company", &company).await.expect_status(200).json();
        let company = json!({ "name": "Lovelace Ltd", "number": "SC123456", "vatNumber": "GB123456789" });
        assert_eq!(answer["company"], company);
        let answer = put(&app, &pro, "skills", &json!({ "skills": ["builder", "plumber"] })).await.expect_status(200).json();
        assert_eq!(answer["skills"], json!(["plumber", "builder"]));
        assert_eq!(answer["missing"], json!(["email", "documents"]));
        // All of it is there when the pro looks again, and money in pence in the database.
        let profile = me(&app, &pro).await;
        assert_eq!(profile, answer);
        assert_eq!((&profile["basics"], &profile["company"]), (&shown, &company));
        assert_eq!(app.count("select call_out_pence * 100000 + hourly_pence from masters").await, 400_006_250);
        assert_eq!(app.text("select skills from masters").await.as_deref(), Some(r#"["plumber","builder"]"#));
        // What is written again replaces all of its part.
        let answer = put(&app, &pro, "profile/company", &json!({ "name": "Ada & Co" })).await.expect_status(200).json();
        assert_eq!(answer["company"], json!({ "name": "Ada & Co" }));
        let place = json!({ "radiusKm": 2, "basePostcode": "sw1a", "base_lat": 51.6, "base_lng": -0.2 });
        let answer = put(&app, &pro, "profile/area", &place).await.expect_status(200).json();
        assert_eq!(answer["area"], with(place, json!({ "basePostcode": "SW1A" })));
    }

    async fn wrong_fields_are_named_and_change_nothing(app: TestApp) {
        let pro = master(&app, PRO).await;
        let before = stored(&app).await;
        let (name, line) = ("x".repeat(101), "x".repeat(201));
        let far = json!({ "radiusKm": 9, "basePostcode": "AB10", "base_lat": 57.41, "base_lng": -2.1203 });
        for (path, good, change, field) in [
            ("profile/basics", basics(), json!({ "firstName": " " }), "firstName"),
            ("profile/basics", basics(), json!({ "firstName": name }), "firstName"),
            ("profile/basics", basics(), json!({ "lastName": name }), "lastName"),
            ("profile/basics", basics(), json!({ "lastName": "\u{200b}" }), "lastName"),
            ("profile/basics", basics(), json!({ "phone": "020 7946 0000" }), "phone"),
            ("profile/basics", basics(), json!({ "experienceYears": -1 }), "experienceYears"),
            ("profile/basics", basics(), json!({ "experienceYears": 81 }), "experienceYears"),
            ("profile/basics", basics(), json!({ "experienceYears": 1.5 }), "experienceYears"),
            ("profile/basics", basics(), json!({ "legalName": line }), "legalName"),
            ("profile/basics", basics(), json!({ "tradingAddress": "" }), "tradingAddress"),
            ("profile/basics", basics(), json!({ "tradingAddress": "x".repeat(301) }), "tradingAddress"),
            ("profile/basics", basics(), json!({ "tradingAddress": null }), "tradingAddress"),
            ("profile/rates", rates(), json!({ "callOutGBP": -0.01 }), "callOutGBP"),
            ("profile/rates", rates(), json!({ "callOutGBP": 1000.01 }), "callOutGBP"),
            ("profile/rates", rates(), json!({ "hourlyGBP": 1000.01 }), "hourlyGBP"),
            ("profile/rates", rates(), json!({ "hourlyGBP": 62.505 }), "hourlyGBP"),
            ("profile/rates", rates(), json!({ "hourlyGBP": "60" }), "hourlyGBP"),
            ("profile/area", area(), json!({ "radiusKm": 1 }), "radiusKm"),
            ("profile/area", area(), json!({ "radiusKm": 98 }), "radiusKm"),
            ("profile/area", area(), json!({ "radiusKm": 9.5 }), "radiusKm"),
            ("profile/area", area(), json!({ "basePostcode": "SW" }), "basePostcode"),
            ("profile/area", area(), json!({ "basePostcode": "" }), "basePostcode"),
            ("profile/area", area(), json!({ "base_lat": 51.5 }), "base_lng"),
            ("profile/area", area(), json!({ "base_lng": -0.1 }), "base_lat"),
            ("profile/area", area(), far, "base_lat"),
            ("profile/company", json!({}), json!({ "name": " " }), "name"),
            ("profile/company", json!({}), json!({ "name": line }), "name"),
            ("profile/company", json!({ "name": "A" }), json!({ "number": "1234567" }), "number"),
            ("profile/company", json!({ "name": "A" }), json!({ "vatNumber": "GB12345678" }), "vatNumber"),
            ("profile/activate", json!({}), json!({}), "isActive"),
            ("profile/activate", json!({}), json!({ "isActive": 1 }), "isActive"),
            ("skills", json!({}), json!({ "skills": ["plumber", "painter"] }), "skills"),
            ("skills", json!({}), json!({ "skills": ["plumber", "plumber"] }), "skills"),
            ("skills", json!({}), json!({ "skills": "plumber" }), "skills"),
            ("location", json!({ "lng": 0 }), json!({ "lat": 90.1 }), "lat"),
            ("location", json!({ "lng": 0 }), json!({ "lat": -90.1 }), "lat"),
            ("location", json!({ "lat": 0 }), json!({ "lng": 180.1 }), "lng"),
            ("location", json!({ "lat": 0 }), json!({ "lng": -180.1 }), "lng"),
            ("location", json!({ "lat": 0 }), json!({}), "lng"),
        ] {
            let body = with(good, change);
            let message = put(&app, &pro, path, &body).await.invalid_field(field);
            assert!(!message.is_empty(), "{path} {body}");
        }
        assert_eq!(stored(&app).await, before);
    }

    async fn what_is_just_within_the_limits_is_taken(app: TestApp) {
        let pro = master(&app, PRO).await;
        let (name, line) = ("é".repeat(100), "é".repeat(200));
        for (path, body) in [
            ("profile/basics", with(basics(), json!({ "firstName": name, "lastName": name, "experienceYears": 80, "legalName": line,
                "tradingAddress": "é".repeat(300) }))),
            ("profile/basics", with(basics(), json!({ "firstName": "A", "lastName": "B", "experienceYears": 0, "tradingAddress": "C" }))),
            ("profile/rates", json!({ "callOutGBP": 0, "hourlyGBP": 1000 })),
            ("profile/rates", json!({ "callOutGBP": 0.01, "hourlyGBP": 999.99 })),
            ("profile/area", json!({ "radiusKm": 2, "basePostcode": "B1" })),
            ("profile/area", json!({ "radiusKm": 97, "basePostcode": "AB10", "base_lat": 57.404, "base_lng": -2.1203 })),
            ("profile/company", json!({ "name": line, "number": "", "vatNumber": null })),
            ("skills", json!({ "skills": ["plumber", "electrician", "handyman", "builder"] })),
            ("skills", json!({ "skills": [] })),
        ] {
            let _ = put(&app, &pro, path, &body).await.expect_status(200);
        }
        for (lat, lng) in [(90, 180), (-90, -180)] {
            let _ = put(&app, &pro, "location", &json!({ "lat": lat, "lng": lng })).await.expect_status(204);
        }
    }

    async fn activation_waits_for_every_step(app: TestApp) {
        let pro = told(&app, PRO).await;
        app.execute("update masters set first_name = null, base_lat = null").await;
        app.execute("delete from master_documents").await;
        let problem = switch(&app, &pro, true).await.problem(409, "profile_incomplete");
        assert_eq!(problem["missing"], json!(["basics", "area", "documents"]));
        for (path, body) in [("profile/basics", basics()), ("profile/area", area())] {
            let _ = put(&app, &pro, path, &body).await.expect_status(200);
        }
        // An electrician needs a second document.
        let _ = put(&app, &pro, "skills", &json!({ "skills": ["electrician"] })).await.expect_status(200);
        upload(&app, &pro, "identity", None).await;
        assert_eq!(switch(&app, &pro, true).await.problem(409, "profile_incomplete")["missing"], json!(["documents"]));
        assert_eq!(app.count("select count(*) from masters where activated_at is null and online = 0").await, 1);
        upload(&app, &pro, "electrical", Some("2026-11-23")).await;
        let active = switch(&app, &pro, true).await.expect_status(200).json();
        assert_eq!((&active["status"], &active["isActive"], &active["missing"]), (&json!("waiting"), &json!(true), &json!([])));
        assert_eq!(active["waitingFor"], json!([
            { "kind": "identity", "reason": "not_verified" },
            { "kind": "electrical", "forTrade": "electrician", "reason": "not_verified" },
        ]));
        assert_eq!(app.count("select activated_at from masters").await, app.clock.now());
        assert_eq!(me(&app, &pro).await, active);
    }

    async fn an_unproved_email_is_missing_too(app: TestApp) {
        let pro = told(&app, PRO).await;
        app.execute("update identifiers set verified_at = null").await;
        assert_eq!(switch(&app, &pro, true).await.problem(409, "profile_incomplete")["missing"], json!(["email"]));
    }

    async fn the_switch_leaves_onboarding_done(app: TestApp) {
        let pro = activated(&app, PRO).await;
        let activated_at = app.clock.now();
        app.clock.advance(MINUTE);
        let off = switch(&app, &pro, false).await.expect_status(200).json();
        assert_eq!((&off["status"], &off["isActive"]), (&json!("waiting"), &json!(false)));
        // A step undone later no longer refuses the switch.
        let undone = put(&app, &pro, "skills", &json!({ "skills": [] })).await.expect_status(200).json();
        assert_eq!((&undone["missing"], &undone["status"]), (&json!(["skills"]), &json!("waiting")));
        let on = switch(&app, &pro, true).await.expect_status(200).json();
        assert_eq!(on["isActive"], true);
        assert_eq!(app.count("select activated_at from masters").await, activated_at);
        app.execute("update master_documents set verified_at = 1").await;
        assert_eq!(me(&app, &pro).await["status"], "active");
        assert_eq!(me(&app, &pro).await["waitingFor"], json!([]));
    }

    async fn going_offline_before_the_activation_activates_nothing(app: TestApp) {
        let pro = told(&app, PRO).await;
        let off = switch(&app, &pro, false).await.expect_status(200).json();
        assert_eq!((&off["status"], &off["isActive"]), (&json!("incomplete"), &json!(false)));
        assert_eq!(app.count("select count(*) from masters where activated_at is null").await, 1);
    }

    async fn documents_expire_by_the_day_in_london(app: TestApp) {
        let pro = activated(&app, PRO).await;
        app.execute("update master_documents set verified_at = 1, expires_on = '2026-11-24'").await;
        // 13 hours and 55 minutes are left of Monday the 23rd, then the whole last day.
        app.clock.advance(DAY + 14 * 60 * MINUTE - 5 * MINUTE - 1);
        assert_eq!(me(&app, &pro).await["status"], "active");
        app.clock.advance(1);
        let over = me(&app, &pro).await;
        assert_eq!((&over["status"], &over["waitingFor"]), (&json!("active"), &json!([{ "kind": "identity", "reason": "expired" }])));
        app.execute("update master_documents set rejected_at = 1, verified_at = null, expires_on = null").await;
        assert_eq!(me(&app, &pro).await["status"], "waiting");
        assert_eq!(me(&app, &pro).await["waitingFor"], json!([{ "kind": "identity", "reason": "rejected" }]));
    }

    async fn every_write_tells_that_the_pro_has_changed(app: TestApp) {
        let pro = master(&app, PRO).await;
        for (path, body) in writes() {
            let before = app.count("select changed_at from masters").await;
            app.clock.advance(SECOND);
            assert!(put(&app, &pro, path, &body).await.status.is_success(), "{path}");
            let changed = app.count("select changed_at from masters").await;
            // Where a pro is is read for itself.
            assert_eq!(changed, if path == "location" { before } else { app.clock.now() }, "{path}");
        }
    }

    async fn a_position_is_as_old_and_as_good_as_the_phone_says(app: TestApp) {
        let pro = master(&app, PRO).await;
        let now = app.clock.now();
        let at = |lat: f64, ago: i64, accuracy: f64| {
            json!({ "lat": lat, "lng": -0.1, "at": callout_domain::time::iso(now - ago), "accuracy": accuracy })
        };
        let _ = put(&app, &pro, "location", &at(51.5, 60 * SECOND, 12.5)).await.expect_status(204);
        let kept = format!("select count(*) from master_positions where lat = 51.5 and accuracy = 12.5 and at = {}", now - 60 * SECOND);
        assert_eq!(app.count(&kept).await, 1);
        // One that was measured before, and one that says too little, change nothing.
        let _ = put(&app, &pro, "location", &at(52.5, 90 * SECOND, 5.0)).await.expect_status(204);
        let _ = put(&app, &pro, "location", &at(53.5, 0, 2_000.0)).await.expect_status(204);
        assert_eq!(app.count(&kept).await, 1);
        // A phone whose clock is ahead was there now.
        let _ = put(&app, &pro, "location", &at(54.5, -3_600 * SECOND, 5.0)).await.expect_status(204);
        assert_eq!(app.count(&format!("select count(*) from master_positions where lat = 54.5 and at = {now}")).await, 1);
        put(&app, &pro, "location", &json!({ "lat": 1, "lng": 1, "at": "noon" })).await.invalid_field("at");
        put(&app, &pro, "location", &json!({ "lat": 1, "lng": 1, "accuracy": -1 })).await.invalid_field("accuracy");
    }

    async fn one_position_is_kept_and_no_more_than_one_a_second(app: TestApp) {
        let pro = master(&app, PRO).await;
        let at = |lat: f64| json!({ "lat": lat, "lng": -0.1276 });
        let _ = put(&app, &pro, "location", &at(51.5)).await.expect_status(204);
        // What comes sooner is dropped silently.
        app.clock.advance(SECOND - 1);
        assert!(put(&app, &pro, "location", &at(52.5)).await.expect_status(204).body.is_empty());
        assert_eq!(app.scalar::<f64>("select lat from master_positions").await, Some(51.5));
        app.clock.advance(1);
        let _ = put(&app, &pro, "location", &at(53.5)).await.expect_status(204);
        let last = app.clock.now();
        let kept = "select count(*) from master_positions where lat = 53.5 and lng = -0.1276 and at =";
        assert_eq!(app.count(&format!("{kept} {last}")).await, 1);
        // Another pro's position is another row, and each goes after a day.
        let other = master(&app, "other@example.com").await;
        app.clock.advance(SECOND);
        let _ = put(&app, &other, "location", &at(54.5)).await.expect_status(204);
        app.clock.advance(DAY - SECOND - 1);
        housekeeping::tidy(&app.state.jobs).await.unwrap();
        assert_eq!(app.count("select count(*) from master_positions").await, 2);
        app.clock.advance(1);
        housekeeping::tidy(&app.state.jobs).await.unwrap();
        assert_eq!(app.text("select master_id from master_positions").await, Some(other.id));
    }

    async fn the_public_sees_little_of_an_activated_pro(app: TestApp) {
        let pro = told(&app, PRO).await;
        public(&app, &pro.id).await.problem(404, "not_found");
        public(&app, "master-0").await.problem(404, "not_found");
        let _ = switch(&app, &pro, true).await.expect_status(200);
        let shown = json!({ "masterId": pro.id, "name": "Ada L.", "skills": ["plumber"], "verified": false, "insured": false,
            "memberSince": "2026-11-23", "reviewCount": 0, "jobsDone": 0 });
        assert_eq!(public(&app, &pro.id).await.expect_status(200).json(), shown);
        // Offline makes no difference; verified papers and a portrait do.
        let _ = switch(&app, &pro, false).await.expect_status(200);
        upload(&app, &pro, "insurance", Some("2026-11-23")).await;
        app.execute("update master_documents set verified_at = 1").await;
        app.execute("update masters set avatar_id = 'face', logo_id = 'logo'").await;
        let company = json!({ "name": "Lovelace Ltd", "number": "01234567", "vatNumber": "GB123456789" });
        let _ = put(&app, &pro, "profile/company", &company).await.expect_status(200);
        // Of the company no more than its name and logo.
        let more = json!({ "verified": true, "insured": true, "avatarUrl": "/api/masters/pictures/face",
            "companyName": "Lovelace Ltd", "logoUrl": "/api/masters/pictures/logo" });
        assert_eq!(public(&app, &pro.id).await.expect_status(200).json(), with(shown.clone(), more));
        let own = me(&app, &pro).await;
        assert_eq!((&own["avatarUrl"], &own["logoUrl"]), (&json!("/api/masters/pictures/face"), &json!("/api/masters/pictures/logo")));
        app.clock.advance(DAY);
        assert_eq!(public(&app, &pro.id).await.expect_status(200).json()["insured"], false);
    }

    async fn the_public_profile_counts_every_job_done(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let _ = done(&app, &pro).await;
        let other = ready(&app, "other", 2).await;
        let jobs = async |pro: &Person| public(&app, &pro.id).await.expect_status(200).json()["jobsDone"].clone();
        assert_eq!((jobs(&pro).await, jobs(&other).await), (json!(1), json!(0)));
        // More of them than any badge asks for, and only what was done.
        let columns = Booking::COLUMNS.join(", ");
        let copied = Booking::COLUMNS.iter().map(|column| match *column {
            "id" | "quote_id" | "draft_id" => format!("{column} || '-' || n"),
            other => other.to_owned(),
        });
        let copied = copied.collect::<Vec<_>>().join(", ");
        app.execute(&format!(
            "with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 60)
             insert into bookings ({columns}) select {copied} from bookings cross join numbers"
        )).await;
        app.execute("update bookings set status = 'cancelled' where id like '%-60'").await;
        assert_eq!((jobs(&pro).await, jobs(&other).await), (json!(60), json!(0)));
    }

    async fn only_the_pro_reads_and_writes_the_profile(app: TestApp) {
        let pro = activated(&app, PRO).await;
        let (before, own) = (stored(&app).await, me(&app, &pro).await);
        let (guest, person) = (app.guest().await, client(&app, PRO).await);
        for token in ["", "rubbish", guest.token.as_str(), &person.token] {
            let bearing = |method: Method, path: &str| {
                let call = app.call(method, &format!("/api/masters/{path}"));
                if token.is_empty() { call } else { call.bearer(token) }
            };
            bearing(Method::GET, "me").send().await.problem(401, "unauthorised");
            bearing(Method::POST, "profile/init").send().await.problem(401, "unauthorised");
            for (path, body) in writes() {
                bearing(Method::PUT, path).json(&body).send().await.problem(401, "unauthorised");
            }
        }
        assert_eq!(stored(&app).await, before);
        // Another pro's calls are about that pro, whatever the body says.
        let other = master_by_code(&app, "other@example.com", "").await;
        for (path, body) in writes() {
            let body = with(body, json!({ "masterId": pro.id, "master_id": pro.id, "id": pro.id }));
            assert!(put(&app, &other, path, &body).await.status.is_success(), "{path}");
        }
        assert_eq!(me(&app, &pro).await, own);
        assert_ne!(me(&app, &other).await["masterId"], own["masterId"]);
        assert_eq!(app.count(&format!("select count(*) from master_positions where master_id = '{}'", pro.id)).await, 0);
    }
}
