//! GET /api/bookings/{id}, /b/{guestToken}, /bookings, /bookings/{id}/events, /calendar.ics; POST and DELETE /share

use api_tests::{TestApp, both_databases};
use callout_domain::clock::{DAY, HOUR, MINUTE};
use http::Method;
use serde_json::{Value, json};

use crate::journey::{address_of, book, booked, card, cash, pay, quote, text, wish, wish_on, with};

async fn get(app: &TestApp, path: &str) -> api_tests::Answer {
    app.get(path).send().await
}

fn path(booking: &Value, rest: &str) -> String {
    format!("/api/bookings/{}{rest}", text(booking, "id"))
}

both_databases! {
    async fn three_kinds_of_viewer(app: TestApp) {
        let guest = app.guest().await;
        let booking = booked(&app, &guest).await;
        let (view, share) = (text(&booking, "guest_token"), text(&booking, "share_token"));
        let own = app.get(&path(&booking, "")).bearer(&guest.token).send().await.expect_status(200).json();
        assert_eq!(own, booking);
        let linked = get(&app, &path(&booking, &format!("?token={view}"))).await.expect_status(200).json();
        assert_eq!(linked, booking);
        assert_eq!(get(&app, &format!("/api/b/{view}")).await.expect_status(200).json(), linked);
        for query in [format!("?share={share}"), format!("?t={share}")] {
            let shared = get(&app, &path(&booking, &query)).await.expect_status(200).json();
            assert_eq!(shared, json!({
                "status": "pending", "seq": booking["seq"], "readable_name": "Leak / tap issue", "city": "London", "outward_code": "SW1A", "timeslot": booking["timeslot"],
            }));
        }
        // Neither an expired token nor somebody else's keeps a link from working.
        let friend = app.guest().await;
        for bearer in ["rubbish", &friend.token] {
            let seen = app.get(&path(&booking, &format!("?share={share}"))).bearer(bearer).send().await.expect_status(200).json();
            assert_eq!(seen["outward_code"], "SW1A");
        }
    }

    async fn bad_credentials_are_refused(app: TestApp) {
        let guest = app.guest().await;
        let (booking, other) = (booked(&app, &guest).await, {
            let quote = quote(&app, &guest, &wish_on(25)).await;
            book(&app, &guest, &cash(&quote)).await.expect_status(201).json()
        });
        let stranger = app.guest().await;
        get(&app, &path(&booking, "")).await.problem(401, "unauthorised");
        app.get(&path(&booking, "")).bearer("rubbish").send().await.problem(401, "unauthorised");
        let problem = app.get(&path(&booking, "")).bearer(&stranger.token).send().await.problem(404, "not_found");
        assert_eq!(problem["detail"], "Booking not found.");
        app.get("/api/bookings/C-00000000").bearer(&guest.token).send().await.problem(404, "not_found");
        let (view, share) = (text(&booking, "guest_token"), text(&booking, "share_token"));
        // Another booking's link; a broken one; a share link where more is needed.
        get(&app, &path(&other, &format!("?token={view}"))).await.problem(404, "not_found");
        get(&app, &path(&other, &format!("?share={share}"))).await.problem(404, "not_found");
        for broken in ["x", "C-00000000.AAAA", &view[..view.len() - 1], &format!("{view}A"), &view.to_lowercase()] {
            get(&app, &path(&booking, &format!("?token={broken}"))).await.problem(401, "unauthorised");
            get(&app, &format!("/api/b/{broken}")).await.problem(401, "unauthorised");
        }
        get(&app, &path(&booking, &format!("?token={share}"))).await.problem(403, "forbidden");
        get(&app, &path(&booking, &format!("/calendar.ics?share={share}"))).await.problem(403, "forbidden");
        get(&app, &path(&booking, &format!("/cancellation?t={share}"))).await.problem(403, "forbidden");
        get(&app, &format!("/api/b/{share}")).await.problem(403, "forbidden");
        // A guest link's token does not work as a share link.
        get(&app, &path(&booking, &format!("?share={view}"))).await.problem(401, "unauthorised");
    }

    async fn links_end_thirty_days_after_the_booking(app: TestApp) {
        let guest = app.guest().await;
        let booking = booked(&app, &guest).await;
        let linked = path(&booking, &format!("?token={}", text(&booking, "guest_token")));
        app.clock.advance(40 * DAY);
        let _ = get(&app, &linked).await.expect_status(200);
        app.execute(&format!("update bookings set status = 'completed', updated_at = {}", app.clock.now())).await;
        app.clock.advance(30 * DAY);
        let _ = get(&app, &linked).await.expect_status(200);
        app.clock.advance(1);
        get(&app, &linked).await.problem(401, "unauthorised");
    }

    async fn a_share_link_is_renewed_and_revoked(app: TestApp) {
        let guest = app.guest().await;
        let booking = booked(&app, &guest).await;
        let share = path(&booking, "/share");
        let seen = |token: String| { let path = path(&booking, &format!("?share={token}")); let app = app.clone(); async move { get(&app, &path).await.status.as_u16() } };
        let first = text(&booking, "share_token").to_owned();
        let second = app.post(&share).bearer(&guest.token).send().await.expect_status(201).json();
        let second = text(&second, "share_token").to_owned();
        assert_eq!((seen(first.clone()).await, seen(second.clone()).await), (401, 200));
        let end = || app.call(Method::DELETE, &share).bearer(&guest.token).send();
        assert!(end().await.expect_status(204).body.is_empty());
        assert_eq!(seen(second.clone()).await, 401);
        let own = app.get(&path(&booking, "")).bearer(&guest.token).send().await.expect_status(200).json();
        assert!(own.get("share_token").is_none() && own.get("guest_token").is_some());
        let _ = end().await.expect_status(204);
        let third = app.post(&share).bearer(&guest.token).send().await.expect_status(201).json();
        let third = text(&third, "share_token").to_owned();
        assert!(third != first && third != second);
        assert_eq!((seen(first).await, seen(second).await, seen(third).await), (401, 401, 200));
        // The guest link is unaffected, and only the owner may share.
        let _ = get(&app, &format!("/api/b/{}", text(&booking, "guest_token"))).await.expect_status(200);
        let stranger = app.guest().await;
        app.post(&share).bearer(&stranger.token).send().await.problem(404, "not_found");
        app.post(&share).send().await.problem(401, "unauthorised");
    }

    async fn the_list_is_the_owners_newest_first(app: TestApp) {
        let guest = app.guest().await;
        let mut made = Vec::new();
        for number in 0..5 {
            app.clock.advance(MINUTE);
            let quote = quote(&app, &guest, &wish()).await;
            let body = with(cash(&quote), json!({ "address": address_of(500 + number) }));
            made.push(text(&book(&app, &guest, &body).await.expect_status(201).json(), "id").to_owned());
        }
        // Unpaid card bookings and replaced bookings are never listed.
        let draft = wish();
        for _ in 0..2 {
            let quote = quote(&app, &guest, &with(draft.clone(), json!({ "timeslotId": "2026-11-26-2" }))).await;
            let _ = pay(&app, &guest, &card(&quote)).await.expect_status(201);
        }
        made.reverse();
        let list = |query: String| app.get(&format!("/api/bookings{query}")).bearer(&guest.token).send();
        let all = list(String::new()).await.expect_status(200).json();
        let ids = |page: &Value| page["items"].as_array().unwrap().iter().map(|item| text(item, "id").to_owned()).collect::<Vec<_>>();
        assert_eq!(ids(&all), made);
        assert!(all.get("next_cursor").is_none());
        let mut seen = Vec::new();
        let mut query = "?limit=2".to_owned();
        loop {
            let page = list(query).await.expect_status(200).json();
            seen.extend(ids(&page));
            let Some(cursor) = page["next_cursor"].as_str() else { break };
            query = format!("?limit=2&cursor={cursor}");
        }
        assert_eq!(seen, made);
        // Of some statuses, as the overview asks for those that have not ended.
        for (status, nth) in [("completed", 0), ("cancelled", 1), ("no_response", 2)] {
            app.execute(&format!("update bookings set status = '{status}' where id = '{}'", made[nth])).await;
        }
        for (filter, wanted) in [("active", &made[2..]), ("completed", &made[..1]), ("cancelled", &made[1..2]), ("pending", &made[3..])] {
            let page = list(format!("?filter={filter}")).await.expect_status(200).json();
            assert_eq!(ids(&page), wanted, "{filter}");
        }
        let stranger = app.guest().await;
        let none = app.get("/api/bookings").bearer(&stranger.token).send().await.expect_status(200).json();
        assert_eq!(none, json!({ "items": [] }));
        for limit in ["0", "101", "-1"] {
            list(format!("?limit={limit}")).await.invalid_field("limit");
        }
        list("?cursor=rubbish".to_owned()).await.invalid_field("cursor");
        let _ = list("?limit=100".to_owned()).await.expect_status(200);
        get(&app, "/api/bookings").await.problem(401, "unauthorised");
    }

    async fn events_in_order(app: TestApp) {
        let guest = app.guest().await;
        let booking = booked(&app, &guest).await;
        let events = app.get(&path(&booking, "/events")).bearer(&guest.token).send().await.expect_status(200).json();
        assert_eq!(events, json!([
            { "seq": 1, "type": "created", "at": "2026-11-23T10:05:00+00:00", "data": { "quoteMode": "PAID", "paymentMethod": "cash" } },
            { "seq": 2, "type": "pending", "at": "2026-11-23T10:05:00+00:00", "data": {} },
        ]));
        let later = get(&app, &path(&booking, &format!("/events?after=1&token={}", text(&booking, "guest_token")))).await.expect_status(200).json();
        assert_eq!(later.as_array().unwrap().len(), 1);
        let shared = get(&app, &path(&booking, &format!("/events?share={}", text(&booking, "share_token")))).await.expect_status(200).json();
        assert_eq!(shared[0]["data"], json!({}));
        get(&app, &path(&booking, "/events")).await.problem(401, "unauthorised");
    }

    async fn the_calendar_file_has_the_slot(app: TestApp) {
        let guest = app.guest().await;
        let booking = booked(&app, &guest).await;
        let answer = app.get(&path(&booking, "/calendar.ics")).bearer(&guest.token).send().await.expect_status(200);
        assert_eq!(answer.header("content-type"), Some("text/calendar; charset=utf-8"));
        let file = answer.text();
        for line in [
            "DTSTART;TZID=Europe/London:20261124T110000", "DTEND;TZID=Europe/London:20261124T130000", "SEQUENCE:0",
            "LOCATION:1 Test Street\\, Flat 2\\, London\\, SW1A 1AA", &format!("SUMMARY:Callout: Leak / tap issue\\, {}", text(&booking, "id")), "STATUS:TENTATIVE",
        ] {
            assert!(file.contains(&format!("\r\n{line}\r\n")), "{line} is not in {file}");
        }
        assert!(file.contains(&format!("UID:{}@callout", text(&booking, "id"))));
        let linked = get(&app, &path(&booking, &format!("/calendar.ics?token={}", text(&booking, "guest_token")))).await;
        assert_eq!(linked.expect_status(200).text(), file);
    }

    async fn the_calendar_is_sure_once_a_pro_is(app: TestApp) {
        let guest = app.guest().await;
        let booking = booked(&app, &guest).await;
        for (status, said) in [
            ("pending", "TENTATIVE"), ("accepted", "TENTATIVE"), ("confirmed", "TENTATIVE"), ("no_response", "TENTATIVE"), ("assigned", "CONFIRMED"),
            ("en_route", "CONFIRMED"), ("in_progress", "CONFIRMED"), ("completed", "CONFIRMED"), ("cancelled", "CANCELLED"),
        ] {
            app.execute(&format!("update bookings set status = '{status}'")).await;
            let file = app.get(&path(&booking, "/calendar.ics")).bearer(&guest.token).send().await.expect_status(200).text();
            assert!(file.contains(&format!("\r\nSTATUS:{said}\r\n")), "{status}: {file}");
            // One that is cancelled takes the entry out of the calendar, whatever the entry says.
            let off = status == "cancelled";
            let (method, sequence) = if off { ("CANCEL", 1) } else { ("PUBLISH", 0) };
            assert!(file.contains(&format!("\r\nMETHOD:{method}\r\n")) && file.contains(&format!("\r\nSEQUENCE:{sequence}\r\n")), "{file}");
        }
    }

    async fn the_calendar_says_of_an_emergency_that_it_is_now(app: TestApp) {
        let guest = app.guest().await;
        let emergency = with(wish(), json!({ "urgency": "EMERGENCY", "timeslotId": null, "amountPence": 13_750 }));
        let quote = quote(&app, &guest, &emergency).await;
        let booking = book(&app, &guest, &cash(&quote)).await.expect_status(201).json();
        assert!(booking.get("timeslot").is_none() && booking.get("preferred_time").is_none());
        let file = app.get(&path(&booking, "/calendar.ics")).bearer(&guest.token).send().await.expect_status(200).text();
        let at = |after: i64| callout_domain::time::calendar_local(app.clock.now() + after);
        for line in [format!("DTSTART;TZID=Europe/London:{}", at(0)), format!("DTEND;TZID=Europe/London:{}", at(2 * HOUR))] {
            assert!(file.contains(&format!("\r\n{line}\r\n")), "{line} is not in {file}");
        }
    }
}
