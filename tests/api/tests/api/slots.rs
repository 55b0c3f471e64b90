//! GET /api/slots

use api_tests::{TestApp, both_databases};
use serde_json::{Value, json};

use crate::journey::{self, SLOT, SLOT_HOURS, TOMORROW, fill};

async fn list(app: &TestApp, query: &str) -> Vec<Value> {
    let answer = app
        .get(&format!("/api/slots{query}"))
        .send()
        .await
        .expect_status(200)
        .json();
    answer.as_array().unwrap().clone()
}

fn ids(slots: &[Value]) -> Vec<&str> {
    slots.iter().map(|slot| slot["id"].as_str().unwrap()).collect()
}

both_databases! {
    async fn today_to_thirty_days_ahead_in_london(app: TestApp) {
        // Monday 10:05: 09:00 is past, 11:00 is the first.
        let slots = list(&app, "?postcode=SW1").await;
        assert_eq!(slots.len(), 4 + 30 * 4);
        assert_eq!(slots[0], json!({
            "id": "2026-11-23-2", "start": "2026-11-23T11:00:00+00:00", "end": "2026-11-23T13:00:00+00:00",
            "priceDelta": 20, "tierHint": "PRIORITY", "isRecommended": true,
        }));
        assert_eq!((&slots[4]["id"], &slots[4]["priceDelta"], &slots[4]["tierHint"]), (&json!("2026-11-24-1"), &json!(-5), &json!("ECONOMY")));
        assert_eq!(slots.last().unwrap()["id"], "2026-12-23-4");
        let cheaper = list(&app, "?postcode=SW1&cheaper=true").await;
        assert_eq!(cheaper.len(), 4 + 4 + 2 + 29 * 7);
        assert_eq!(list(&app, "").await, slots);
    }

    async fn summer_time_follows_london(app: TestApp) {
        // Saturday 24 October 2026, 23:30 UTC is Sunday 00:30 in London: the day the clocks go back.
        app.clock.advance(1_792_884_600_000 - app.clock.now());
        let slots = list(&app, "?postcode=M1").await;
        assert_eq!(slots[0]["id"], "2026-10-25-1");
        assert_eq!(slots[0]["start"], "2026-10-25T09:00:00+00:00");
        // The Saturday before still has summer time.
        app.clock.advance(-24 * 3_600_000);
        assert_eq!(list(&app, "?postcode=M1").await[0]["start"], "2026-10-24T09:00:00+01:00");
    }

    async fn a_full_slot_is_left_out_in_its_area_only(app: TestApp) {
        fill(&app, "SW", SLOT_HOURS, 5).await;
        fill(&app, "SW", (14, 16), 4).await;
        let slots = list(&app, "?postcode=SW1").await;
        assert!(!ids(&slots).contains(&SLOT));
        assert!(ids(&slots).contains(&"2026-11-24-3"));
        assert!(ids(&list(&app, "?postcode=SE1").await).contains(&SLOT));
    }

    async fn a_place_belongs_to_its_window_though_slot_ids_change(app: TestApp) {
        // Slot 3 is 14:00 to 16:00 tomorrow, and 13:00 to 15:00 once tomorrow is today.
        fill(&app, "SW", (14, 16), 5).await;
        assert!(!ids(&list(&app, "?postcode=SW1").await).contains(&"2026-11-24-3"));
        app.clock.advance(TOMORROW - app.clock.now());
        app.state.books.places().forget("SW");
        let slots = list(&app, "?postcode=SW1").await;
        let third = slots.iter().find(|slot| slot["id"] == "2026-11-24-3").unwrap();
        assert_eq!(third["start"], "2026-11-24T13:00:00+00:00");
        // A window that begins at the same time but ends later is another one.
        fill(&app, "SW", (9, 13), 5).await;
        assert!(ids(&list(&app, "?postcode=SW1").await).contains(&"2026-11-24-1"));
        fill(&app, "SW", (9, 11), 5).await;
        assert!(!ids(&list(&app, "?postcode=SW1").await).contains(&"2026-11-24-1"));
    }

    async fn the_drafts_own_place_counts_as_free(app: TestApp) {
        let guest = app.guest().await;
        let wish = journey::wish();
        let quote = journey::quote(&app, &guest, &wish).await;
        let _ = journey::pay(&app, &guest, &journey::card(&quote)).await.expect_status(201);
        assert_eq!(journey::places(&app).await, 1);
        app.execute("update slot_places set taken = 5").await;
        app.state.books.places().forget("SW");
        let own = format!("/api/slots?postcode=SW1&draftId={}", wish["draftId"].as_str().unwrap());
        let seen = app.get(&own).bearer(&guest.token).send().await.expect_status(200).json();
        assert!(ids(seen.as_array().unwrap()).contains(&SLOT));
        let stranger = app.guest().await;
        let seen = app.get(&own).bearer(&stranger.token).send().await.expect_status(200).json();
        assert!(!ids(seen.as_array().unwrap()).contains(&SLOT));
        assert!(!ids(&list(&app, "?postcode=SW1").await).contains(&SLOT));
        // The same goes for a quote.
        let _ = journey::ask(&app, &guest, &wish).await.expect_status(201);
        journey::ask(&app, &stranger, &wish).await.problem(409, "slot_gone");
    }

    async fn bad_queries(app: TestApp) {
        app.get("/api/slots?postcode=ZZ").send().await.invalid_field("postcode");
        let _ = app.get("/api/slots?cheaper=maybe").send().await.expect_status(422);
    }
}
