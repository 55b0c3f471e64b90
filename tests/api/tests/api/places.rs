//! The place that a booking holds in its window: taken once, given back once, whatever happens; and one per person.

use api_tests::both_databases;
use callout_domain::clock::DAY;
use callout_domain::status::Actor::{Client, System};
use callout_domain::status::BookingStatus::{Cancelled, NoResponse, Pending};
use serde_json::json;

use crate::journey::{
    address_of, book, booked, budget, card, cash, pay, places, quote, text, wish, wish_on, with,
};
use crate::people::client;
use crate::scene::{read, step};

both_databases! {
    async fn a_place_returns_once(app: TestApp) {
        let (first, second) = (app.guest().await, app.guest().await);
        let one = booked(&app, &first).await;
        let _ = booked(&app, &second).await;
        assert_eq!(places(&app).await, 2);
        let id = text(&one, "id");
        step(&app, id, NoResponse, System).await;
        assert_eq!((places(&app).await, read(&app, id).await.holds_place), (1, false));
        step(&app, id, Cancelled, Client).await;
        assert_eq!(places(&app).await, 1, "the other booking's place is gone");
    }

    async fn a_retry_takes_the_place_again(app: TestApp) {
        let guest = app.guest().await;
        let booking = booked(&app, &guest).await;
        let id = text(&booking, "id");
        step(&app, id, NoResponse, System).await;
        step(&app, id, Pending, Client).await;
        assert_eq!((places(&app).await, read(&app, id).await.holds_place), (1, true));
        step(&app, id, Cancelled, Client).await;
        assert_eq!(places(&app).await, 0);
    }

    async fn a_retry_without_a_place_is_refused(app: TestApp) {
        let guest = app.guest().await;
        let booking = booked(&app, &guest).await;
        let id = text(&booking, "id");
        step(&app, id, NoResponse, System).await;
        app.execute("update slot_places set taken = 1000").await;
        let refused = app.state.bookings.advance(read(&app, id).await, Pending, Client).await.unwrap_err();
        assert_eq!(refused.code, "slot_gone");
        assert_eq!(app.text("select status from bookings").await.as_deref(), Some("no_response"));
        // It is refused too once the window has begun.
        app.execute("update slot_places set taken = 0").await;
        app.clock.advance(2 * DAY);
        let refused = app.state.bookings.advance(read(&app, id).await, Pending, Client).await.unwrap_err();
        assert_eq!(refused.code, "slot_gone");
        assert_eq!(places(&app).await, 0);
    }

    async fn one_place_per_window_and_address(app: TestApp) {
        let ada = client(&app, "ada@example.com").await.as_guest(app.fresh_ip());
        let first = booked(&app, &ada).await;
        for by_card in [true, false] {
            let again = quote(&app, &ada, &wish()).await;
            // Another phone does not matter: the person and the address are the same.
            let same_door = with(address_of(9), json!({ "line1": " 1 TEST street" }));
            let body = with(if by_card { card(&again) } else { cash(&again) }, json!({ "address": same_door }));
            let answer = if by_card { pay(&app, &ada, &body).await } else { book(&app, &ada, &body).await };
            assert_eq!(answer.problem(409, "already_in_window")["bookingId"], first["id"]);
        }
        assert_eq!(places(&app).await, 1);
        // Another address and another window are free.
        let again = quote(&app, &ada, &wish()).await;
        let _ = book(&app, &ada, &with(cash(&again), json!({ "address": address_of(9) }))).await.expect_status(201);
        let later = quote(&app, &ada, &wish_on(25)).await;
        let _ = book(&app, &ada, &cash(&later)).await.expect_status(201);
        // Once the booking is cancelled, the address may book the window again.
        step(&app, text(&first, "id"), Cancelled, Client).await;
        let again = quote(&app, &ada, &wish()).await;
        let _ = book(&app, &ada, &cash(&again)).await.expect_status(201);
    }

    async fn five_open_bookings_without_a_card(app: TestApp) {
        let ada = client(&app, "ada@example.com").await.as_guest(app.fresh_ip());
        let mut last = json!(null);
        for number in 0..6 {
            let wanted = with(wish(), json!({ "timeslotId": format!("2026-12-0{}-2", 1 + number) }));
            let quote = quote(&app, &ada, &wanted).await;
            let body = if number % 2 == 0 { cash(&quote) } else { budget(&quote, 90) };
            let answer = book(&app, &ada, &with(body, json!({ "address": address_of(500 + number) }))).await;
            if number == 5 {
                answer.problem(429, "too_many_requests");
            } else {
                last = answer.expect_status(201).json();
            }
        }
        // Card bookings do not count, and a completed booking makes room.
        let wanted = quote(&app, &ada, &with(wish(), json!({ "timeslotId": "2026-12-08-2" }))).await;
        let _ = pay(&app, &ada, &card(&wanted)).await.expect_status(201);
        step(&app, text(&last, "id"), Cancelled, Client).await;
        let _ = book(&app, &ada, &cash(&quote(&app, &ada, &with(wish(), json!({ "timeslotId": "2026-12-09-2" }))).await)).await.expect_status(201);
    }

    async fn without_limits_everybody_may_book(app: TestApp) {
        let app = app.restarted(|config| config.rate_limits = callout_domain::config::Switch::Off).await;
        let ada = client(&app, "ada@example.com").await.as_guest(app.fresh_ip());
        for _ in 0..2 {
            let _ = booked(&app, &ada).await;
        }
        assert_eq!(places(&app).await, 2);
    }
}
