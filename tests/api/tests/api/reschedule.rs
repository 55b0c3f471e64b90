//! Another time: at once while no pro has the booking, and as a suggestion that the pro answers afterwards.

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::clock::{HOUR, MINUTE, SECOND};
use futures_util::future::join;
use http::Method;
use serde_json::{Value, json};

use crate::matching::{after, offers, ready, respond, seen, step};
use crate::matching_proposals::{in_cash, pay_due};
use crate::people::Person;
use crate::raise_price::raise;
use crate::scene::{Scene, event_kinds, settled, status};

/// Wednesday 11:00–13:00, at the base price; the evening is £15 dearer, the morning £5 cheaper.
pub(crate) const SAME: &str = "2026-11-25-2";
const DEARER: &str = "2026-11-25-4";
const CHEAPER: &str = "2026-11-25-1";
const WEDNESDAY_AT_11: &str = "2026-11-25T11:00:00+00:00";

pub(crate) async fn move_to(app: &TestApp, scene: &Scene, slot: &str) -> Answer {
    let path = format!("/api/bookings/{}/reschedule", scene.booking.id);
    let call = app.call(Method::PATCH, &path).bearer(&scene.guest.token);
    call.json(&json!({ "timeslotId": slot })).send().await
}

async fn by_link(app: &TestApp, scene: &Scene, slot: &str) -> Answer {
    let link = seen(app, scene).await["guest_token"].as_str().unwrap().to_owned();
    let path = format!("/api/public/bookings/{link}/reschedule");
    let call = app.call(Method::PATCH, &path);
    call.json(&json!({ "timeslotId": slot })).send().await
}

async fn answer(app: &TestApp, pro: &Person, id: &str, action: &str) -> Answer {
    let call = app
        .post(&format!("/api/bookings/{id}/suggested-time"))
        .bearer(&pro.token);
    call.json(&json!({ "action": action })).send().await
}

async fn job(app: &TestApp, pro: &Person, id: &str) -> Value {
    let answer = app
        .get(&format!("/api/bookings/{id}"))
        .bearer(&pro.token)
        .send()
        .await;
    answer.expect_status(200).json()
}

async fn places(app: &TestApp) -> i64 {
    app.count("select cast(coalesce(sum(taken), 0) as bigint) from slot_places")
        .await
}

/// A booking that a pro has.
async fn taken(app: &TestApp, scene: Scene, pro: &Person) -> Scene {
    let _ = respond(app, pro, &scene.booking.id, "accept")
        .await
        .expect_status(200);
    after(app, 0).await;
    scene
}

both_databases! {
    async fn the_owner_moves_it_at_once_and_everybody_is_asked_anew(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = in_cash(&app).await;
        assert_eq!(offers(&app, &pro).await[0]["subtitle"], "SW1A · Tue 24 Nov, 10:05–12:05");
        let moved = move_to(&app, &scene, SAME).await.expect_status(200).json();
        assert_eq!((&moved["status"], &moved["amount_pence"], &moved["timeslot"]["start"]), (&json!("pending"), &json!(11_700), &json!(WEDNESDAY_AT_11)));
        assert_eq!((&moved["timeslot"]["id"], places(&app).await), (&json!(SAME), 1));
        assert_eq!(app.count("select calendar_sequence from bookings").await, 1);
        assert_eq!(event_kinds(&app, &scene).await, ["created", "paid", "pending", "rescheduled"]);
        after(&app, 0).await;
        let asked = offers(&app, &pro).await;
        assert_eq!((asked.len(), &asked[0]["subtitle"]), (1, &json!("SW1A · Wed 25 Nov, 11:00–13:00")));
        assert_eq!(app.count("select count(*) from master_events where kind = 'withdrawn'").await, 1);
        assert_eq!(seen(&app, &scene).await["matching"]["until"], "2026-11-24T23:00:00+00:00", "the window of the new time");
        move_to(&app, &scene, SAME).await.invalid_field("timeslotId");
        for wrong in ["", "EMERGENCY_NOW", "2026-11-25"] {
            move_to(&app, &scene, wrong).await.invalid_field("timeslotId");
        }
        move_to(&app, &scene, "2026-11-22-1").await.problem(409, "slot_gone");
    }

    async fn a_full_window_is_refused_and_the_old_place_stays(app: TestApp) {
        let scene = in_cash(&app).await;
        let _ = move_to(&app, &scene, SAME).await.expect_status(200);
        let _ = move_to(&app, &scene, CHEAPER).await.expect_status(200);
        app.execute("update slot_places set taken = 1000 where taken = 0").await;
        move_to(&app, &scene, SAME).await.problem(409, "slot_gone");
        assert_eq!(seen(&app, &scene).await["timeslot"]["id"], CHEAPER);
        assert_eq!(app.count("select taken from slot_places where taken < 1000").await, 1);
    }

    async fn in_cash_a_dearer_time_holds_at_once(app: TestApp) {
        let scene = in_cash(&app).await;
        let moved = move_to(&app, &scene, DEARER).await.expect_status(200).json();
        assert_eq!((&moved["amount_pence"], moved.get("payment_due")), (&json!(13_200), None));
        let cheaper = move_to(&app, &scene, CHEAPER).await.expect_status(200).json();
        assert_eq!(cheaper["amount_pence"], 11_200);
        // £20 more than that would be too much for a job in cash.
        let _ = raise(&app, &scene, &json!({ "amountGBP": 495 })).await.expect_status(200);
        move_to(&app, &scene, DEARER).await.problem(409, "cash_limit");
    }

    async fn by_card_the_old_time_stands_until_the_dearer_one_is_paid(app: TestApp) {
        let scene = settled(&app).await;
        let asked = move_to(&app, &scene, DEARER).await.expect_status(200).json();
        assert_eq!((&asked["amount_pence"], &asked["timeslot"]["id"]), (&json!(11_700), &json!(crate::scene::SLOT)));
        let due = &asked["payment_due"];
        assert_eq!((&due["amountPence"], &due["reason"], &due["timeslot"]["id"]), (&json!(13_200), &json!("time"), &json!(DEARER)));
        assert_eq!(places(&app).await, 2, "both are kept for it");
        assert_eq!(pay_due(&app, &scene).await, 13_200);
        let moved = seen(&app, &scene).await;
        assert_eq!((&moved["amount_pence"], &moved["timeslot"]["id"], moved.get("payment_due")), (&json!(13_200), &json!(DEARER), None));
        assert_eq!(places(&app).await, 1);
        after(&app, SECOND).await;
        assert_eq!(app.text("select status from payments where purpose = 'booking'").await.as_deref(), Some("canceled"));
        // Cheaper again: the hold is more than enough, and less of it is charged.
        let cheaper = move_to(&app, &scene, CHEAPER).await.expect_status(200).json();
        assert_eq!((&cheaper["amount_pence"], cheaper.get("payment_due")), (&json!(11_200), None));
        let pro = ready(&app, "pro", 1).await;
        let _ = respond(&app, &pro, &scene.booking.id, "accept").await.expect_status(200);
        after(&app, 0).await;
        assert_eq!(app.count("select captured_pence from payments where purpose = 'time'").await, 11_200);
    }

    async fn a_dearer_time_that_is_not_paid_gives_its_place_back(app: TestApp) {
        let scene = settled(&app).await;
        let _ = move_to(&app, &scene, DEARER).await.expect_status(200);
        after(&app, 15 * MINUTE).await;
        let stands = seen(&app, &scene).await;
        assert_eq!((&stands["timeslot"]["id"], stands.get("payment_due")), (&json!(crate::scene::SLOT), None));
        assert_eq!(places(&app).await, 1);
        // An accept meanwhile wins at the old time.
        let _ = move_to(&app, &scene, DEARER).await.expect_status(200);
        let pro = ready(&app, "pro", 1).await;
        let _ = respond(&app, &pro, &scene.booking.id, "accept").await.expect_status(200);
        assert_eq!((seen(&app, &scene).await["amount_pence"].clone(), places(&app).await), (json!(11_700), 1));
    }

    async fn after_no_response_it_is_looked_for_again_at_the_new_time(app: TestApp) {
        let scene = settled(&app).await;
        after(&app, 12 * HOUR).await;
        assert_eq!((status(&app, &scene).await.as_str(), places(&app).await), ("no_response", 0));
        let moved = move_to(&app, &scene, SAME).await.expect_status(200).json();
        assert_eq!((&moved["status"], &moved["timeslot"]["id"]), (&json!("pending"), &json!(SAME)));
        assert_eq!(places(&app).await, 1);
    }

    async fn the_guest_link_moves_it_unless_that_is_dearer(app: TestApp) {
        let scene = in_cash(&app).await;
        let told = by_link(&app, &scene, DEARER).await.problem(403, "sign_in");
        assert_eq!(told["detail"], "Sign in to choose this time.");
        assert_eq!(by_link(&app, &scene, CHEAPER).await.expect_status(200).json()["amount_pence"], 11_200);
        let share = seen(&app, &scene).await["share_token"].as_str().unwrap().to_owned();
        let path = format!("/api/public/bookings/{share}/reschedule");
        app.call(Method::PATCH, &path).json(&json!({ "timeslotId": SAME })).send().await.problem(403, "forbidden");
        app.call(Method::PATCH, "/api/public/bookings/none/reschedule").json(&json!({ "timeslotId": SAME })).send().await.problem(401, "unauthorised");
        let own = format!("/api/bookings/{}/reschedule", scene.booking.id);
        app.call(Method::PATCH, &own).json(&json!({ "timeslotId": SAME })).send().await.problem(401, "unauthorised");
        let stranger = app.guest().await;
        let theirs = app.call(Method::PATCH, &own).bearer(&stranger.token).json(&json!({ "timeslotId": SAME }));
        theirs.send().await.problem(404, "not_found");
    }

    async fn the_times_to_choose_from_have_their_prices(app: TestApp) {
        let scene = in_cash(&app).await;
        let list = async || {
            let path = format!("/api/bookings/{}/times", scene.booking.id);
            app.get(&path).bearer(&scene.guest.token).send().await.expect_status(200).json().as_array().unwrap().clone()
        };
        let price = |times: &[Value], id: &str| {
            let found = times.iter().find(|time| time["id"] == id);
            found.map(|time| (time["amountPence"].as_i64().unwrap(), time["deltaPence"].as_i64().unwrap()))
        };
        let times = list().await;
        assert_eq!(price(&times, SAME), Some((11_700, 0)));
        assert_eq!(price(&times, DEARER), Some((13_200, 1_500)));
        assert_eq!(price(&times, CHEAPER), Some((11_200, -500)));
        let _ = move_to(&app, &scene, DEARER).await.expect_status(200);
        let times = list().await;
        assert_eq!((price(&times, DEARER), price(&times, SAME)), (None, Some((11_700, -1_500))));
    }

    async fn what_can_not_be_moved(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, settled(&app).await, &pro).await;
        let id = scene.booking.id.as_str();
        let _ = move_to(&app, &scene, SAME).await.expect_status(200);
        let _ = step(&app, &pro, id, "en_route").await.expect_status(200);
        assert_eq!((app.text("select outcome from changes").await.as_deref(), places(&app).await), (Some("over"), 1));
        move_to(&app, &scene, SAME).await.problem(409, "illegal_transition");
        answer(&app, &pro, id, "accept").await.problem(409, "no_suggestion");
        app.execute("update bookings set status = 'accepted'").await;
        move_to(&app, &scene, SAME).await.problem(409, "illegal_transition");
        app.execute("update bookings set status = 'pending', urgency = 'EMERGENCY', slot_id = null, slot_start = null, slot_end = null, holds_place = 0").await;
        move_to(&app, &scene, SAME).await.problem(422, "invalid_combination");
        let path = format!("/api/bookings/{id}/times");
        app.get(&path).bearer(&scene.guest.token).send().await.problem(422, "invalid_combination");
    }

    async fn once_assigned_it_is_a_suggestion_that_the_pro_accepts(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, settled(&app).await, &pro).await;
        let id = scene.booking.id.as_str();
        let asked = move_to(&app, &scene, SAME).await.expect_status(200).json();
        assert_eq!((&asked["status"], &asked["timeslot"]["id"]), (&json!("assigned"), &json!(crate::scene::SLOT)));
        let suggested = &asked["suggested_time"];
        assert_eq!((&suggested["timeslot"]["start"], &suggested["deltaPence"], &suggested["accepted"]), (&json!(WEDNESDAY_AT_11), &json!(0), &json!(false)));
        assert_eq!(app.count("select until from changes").await, app.clock.now() + 2 * HOUR);
        assert_eq!(places(&app).await, 2);
        let theirs = job(&app, &pro, id).await;
        assert_eq!((&theirs["suggested_time"]["timeslot"]["id"], &theirs["suggested_time"]["netPence"]), (&json!(SAME), &json!(9_945)));
        assert_eq!(app.count("select count(*) from master_events where kind = 'suggested'").await, 1);
        let other = ready(&app, "other", 2).await;
        answer(&app, &other, id, "accept").await.problem(404, "not_found");
        let by_client = app.post(&format!("/api/bookings/{id}/suggested-time")).bearer(&scene.guest.token).json(&json!({ "action": "accept" }));
        by_client.send().await.problem(401, "unauthorised");
        let moved = answer(&app, &pro, id, "accept").await.expect_status(200).json();
        assert_eq!((&moved["timeslot"]["id"], moved.get("suggested_time")), (&json!(SAME), None));
        let booking = seen(&app, &scene).await;
        assert_eq!((&booking["status"], &booking["timeslot"]["id"], booking.get("suggested_time")), (&json!("assigned"), &json!(SAME), None));
        assert_eq!((places(&app).await, app.count("select calendar_sequence from bookings").await), (1, 1));
        answer(&app, &pro, id, "decline").await.problem(409, "no_suggestion");
        let kinds = event_kinds(&app, &scene).await;
        assert_eq!(kinds[4..], ["time_suggested", "rescheduled"]);
    }

    async fn the_pro_declines_or_does_not_answer_and_the_old_time_stands(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, settled(&app).await, &pro).await;
        let id = scene.booking.id.as_str();
        let _ = move_to(&app, &scene, SAME).await.expect_status(200);
        let _ = answer(&app, &pro, id, "decline").await.expect_status(200);
        assert_eq!((seen(&app, &scene).await.get("suggested_time").cloned(), places(&app).await), (None, 1));
        let _ = move_to(&app, &scene, SAME).await.expect_status(200);
        // Another one takes its place.
        let _ = move_to(&app, &scene, CHEAPER).await.expect_status(200);
        assert_eq!(places(&app).await, 2);
        after(&app, 2 * HOUR - SECOND).await;
        assert_eq!(seen(&app, &scene).await["suggested_time"]["timeslot"]["id"], CHEAPER);
        after(&app, SECOND).await;
        let stands = seen(&app, &scene).await;
        assert_eq!((&stands["timeslot"]["id"], stands.get("suggested_time")), (&json!(crate::scene::SLOT), None));
        assert_eq!(places(&app).await, 1);
        answer(&app, &pro, id, "accept").await.problem(409, "no_suggestion");
        assert_eq!(event_kinds(&app, &scene).await.last().map(String::as_str), Some("suggestion_lapsed"));
        assert_eq!(app.count("select count(*) from master_events where kind = 'updated'").await, 1, "both are told");
    }

    async fn a_suggestion_ends_an_hour_before_the_old_time(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, settled(&app).await, &pro).await;
        let start = app.clock.now() + 90 * MINUTE;
        app.execute(&format!("update bookings set slot_start = {start}, slot_end = {start} + 7200000, holds_place = 0")).await;
        let _ = move_to(&app, &scene, SAME).await.expect_status(200);
        assert_eq!(app.count("select until from changes").await, start - HOUR);
        after(&app, 30 * MINUTE).await;
        assert!(seen(&app, &scene).await.get("suggested_time").is_none());
        move_to(&app, &scene, SAME).await.problem(409, "too_late");
    }

    async fn two_answers_at_once_are_one(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, settled(&app).await, &pro).await;
        let id = scene.booking.id.as_str();
        let _ = move_to(&app, &scene, SAME).await.expect_status(200);
        let (yes, no) = join(answer(&app, &pro, id, "accept"), answer(&app, &pro, id, "decline")).await;
        let mut statuses = [yes.status.as_u16(), no.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
        let slot = if yes.status == 200 { SAME } else { crate::scene::SLOT };
        assert_eq!(seen(&app, &scene).await["timeslot"]["id"], slot);
        assert_eq!(places(&app).await, 1);
    }

    async fn the_place_is_looked_at_again_at_the_answer(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, settled(&app).await, &pro).await;
        let id = scene.booking.id.as_str();
        let _ = move_to(&app, &scene, SAME).await.expect_status(200);
        let now = app.clock.now();
        app.execute(&format!("update changes set slot_start = {now}")).await;
        answer(&app, &pro, id, "accept").await.problem(409, "slot_gone");
        let stands = seen(&app, &scene).await;
        assert_eq!((&stands["timeslot"]["id"], stands.get("suggested_time")), (&json!(crate::scene::SLOT), None));
        assert_eq!(app.text("select outcome from changes").await.as_deref(), Some("gone"));
    }

    async fn a_pro_who_is_busy_then_can_not_be_asked(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, settled(&app).await, &pro).await;
        let other = settled(&app).await;
        let _ = move_to(&app, &other, SAME).await.expect_status(200);
        after(&app, 0).await;
        let _ = respond(&app, &pro, &other.booking.id, "accept").await.expect_status(200);
        after(&app, 0).await;
        move_to(&app, &scene, SAME).await.problem(409, "pro_busy");
        // What is kept for a suggestion is taken, too.
        let _ = move_to(&app, &scene, DEARER).await.expect_status(200);
        let third = settled(&app).await;
        let _ = move_to(&app, &third, DEARER).await.expect_status(200);
        let _ = pay_due(&app, &third).await;
        let refusal = respond(&app, &pro, &third.booking.id, "accept").await.problem(403, "not_eligible");
        assert_eq!(refusal["reason"], "busy");
    }

    async fn a_dearer_time_is_paid_once_the_pro_has_accepted(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, settled(&app).await, &pro).await;
        let id = scene.booking.id.as_str();
        let _ = move_to(&app, &scene, DEARER).await.expect_status(200);
        let accepted = answer(&app, &pro, id, "accept").await.expect_status(200).json();
        assert_eq!((&accepted["suggested_time"]["accepted"], accepted.get("payment_is_checked")), (&json!(true), None));
        let due = seen(&app, &scene).await;
        assert_eq!((&due["payment_due"]["amountPence"], &due["payment_due"]["reason"]), (&json!(1_500), &json!("time")));
        assert_eq!(due["timeslot"]["id"], crate::scene::SLOT);
        assert_eq!(pay_due(&app, &scene).await, 1_500);
        after(&app, SECOND).await;
        let moved = seen(&app, &scene).await;
        assert_eq!((&moved["amount_pence"], &moved["timeslot"]["id"]), (&json!(13_200), &json!(DEARER)));
        assert_eq!(app.count("select cast(sum(captured_pence) as bigint) from payments").await, 13_200);
        assert_eq!(places(&app).await, 1);
    }

    async fn a_dearer_time_that_is_accepted_and_not_paid_lapses(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, settled(&app).await, &pro).await;
        let _ = move_to(&app, &scene, DEARER).await.expect_status(200);
        let _ = answer(&app, &pro, &scene.booking.id, "accept").await.expect_status(200);
        after(&app, 15 * MINUTE).await;
        let stands = seen(&app, &scene).await;
        assert_eq!((&stands["status"], &stands["timeslot"]["id"], stands.get("payment_due")), (&json!("assigned"), &json!(crate::scene::SLOT), None));
        assert_eq!(places(&app).await, 1);
    }

    async fn a_cheaper_time_gives_the_difference_back(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, settled(&app).await, &pro).await;
        let _ = move_to(&app, &scene, CHEAPER).await.expect_status(200);
        let _ = answer(&app, &pro, &scene.booking.id, "accept").await.expect_status(200);
        after(&app, 0).await;
        assert_eq!(seen(&app, &scene).await["amount_pence"], 11_200);
        assert_eq!(app.count("select refunded_pence from payments").await, 500);
    }

    async fn what_the_provider_refused_to_give_back_pays_for_nothing(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, settled(&app).await, &pro).await;
        app.execute("update sandbox_intents set returns_refunds = 1").await;
        let _ = move_to(&app, &scene, CHEAPER).await.expect_status(200);
        let _ = answer(&app, &pro, &scene.booking.id, "accept").await.expect_status(200);
        after(&app, 0).await;
        assert_eq!(app.text("select status from refunds").await.as_deref(), Some("refused"));
        let _ = move_to(&app, &scene, DEARER).await.expect_status(200);
        let _ = answer(&app, &pro, &scene.booking.id, "accept").await.expect_status(200);
        let due = seen(&app, &scene).await;
        assert_eq!(due["payment_due"]["amountPence"], 2_000, "the £5.00 are still to be given back");
    }

    async fn an_offer_of_the_old_window_is_over(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = in_cash(&app).await;
        let shown = offers(&app, &pro).await[0]["window"]["start"].clone();
        let _ = move_to(&app, &scene, SAME).await.expect_status(200);
        let accept = |starts_at: Value| {
            let call = app.post(&format!("/api/matching/respond/{}", scene.booking.id)).bearer(&pro.token);
            call.json(&json!({ "action": "accept", "starts_at": starts_at })).send()
        };
        accept(shown).await.problem(409, "offer_expired");
        accept(json!("Wednesday")).await.invalid_field("starts_at");
        assert_eq!(status(&app, &scene).await, "pending");
        let _ = accept(json!(WEDNESDAY_AT_11)).await.expect_status(200);
        // The winner may ask again, whatever they were shown.
        let _ = accept(json!("2026-11-24T10:05:00Z")).await.expect_status(200);
    }

    async fn two_that_swap_places_again_and_again_do_not_block_each_other(app: TestApp) {
        let one = taken(&app, settled(&app).await, &ready(&app, "one", 1).await).await;
        let two = taken(&app, settled(&app).await, &ready(&app, "two", 2).await).await;
        for (first, second) in [(SAME, CHEAPER), (CHEAPER, SAME)].into_iter().cycle().take(20) {
            let (a, b) = join(move_to(&app, &one, first), move_to(&app, &two, second)).await;
            assert_eq!((a.status.as_u16(), b.status.as_u16()), (200, 200), "{} {}", a.text(), b.text());
        }
        assert_eq!(places(&app).await, 4, "the old and the suggested one of both");
    }
}
