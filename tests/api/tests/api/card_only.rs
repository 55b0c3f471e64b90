//! Whoever cancels cash bookings late, again and again, books by card.

use api_tests::{Guest, TestApp, both_databases};
use callout_domain::clock::{HOUR, MINUTE};
use callout_domain::status::Actor::Pro;
use callout_domain::status::BookingStatus::{Assigned, EnRoute};
use http::Method;
use serde_json::json;

use crate::journey::{address_of, book, booked, budget, card, cash, pay, quote, text, wish, with};
use crate::people::client;
use crate::scene::step;

/// Books in cash, and cancels once the pro has set off (`late`) or before one was found.
async fn cancelled(app: &TestApp, person: &Guest, late: bool) {
    let booking = booked(app, person).await;
    let id = text(&booking, "id");
    app.clock.advance(6 * MINUTE);
    if late {
        step(app, id, Assigned, Pro).await;
        step(app, id, EnRoute, Pro).await;
        app.clock.advance(MINUTE);
    }
    let call = app
        .call(Method::PATCH, &format!("/api/bookings/{id}/cancel"))
        .bearer(&person.token);
    assert_eq!(call.send().await.expect_status(200).json()["status"], "cancelled");
}

both_databases! {
    async fn after_three_late_cancellations_cash_is_refused(app: TestApp) {
        let ada = client(&app, "ada@example.com").await.as_guest(app.fresh_ip());
        // Less than 24 hours before the window.
        app.clock.advance(2 * HOUR);
        cancelled(&app, &ada, false).await;
        for _ in 0..2 {
            cancelled(&app, &ada, true).await;
        }
        assert_eq!(app.count("select count(*) from bookings where late_cancelled_at is not null").await, 2);
        cancelled(&app, &ada, true).await;
        let quoted = quote(&app, &ada, &wish()).await;
        let refused = book(&app, &ada, &cash(&quoted)).await.problem(422, "card_only");
        assert_eq!(refused["detail"], "You cancelled three cash bookings late in the last 12 months, so please pay by card.");
        let in_cash = with(budget(&quoted, 90), json!({ "payment_method": "cash" }));
        book(&app, &ada, &in_cash).await.problem(422, "card_only");
        assert_eq!(app.count("select count(*) from bookings where status <> 'cancelled'").await, 0);
        let _ = book(&app, &ada, &budget(&quoted, 90)).await.expect_status(201);
        let by_card = quote(&app, &ada, &with(wish(), json!({ "timeslotId": "2026-11-25-2" }))).await;
        let _ = pay(&app, &ada, &card(&by_card)).await.expect_status(201);
        // After twelve months they no longer count.
        let year_ago = app.clock.now() - 365 * 24 * HOUR;
        app.execute(&format!("update bookings set late_cancelled_at = {year_ago} where late_cancelled_at is not null")).await;
        let later = quote(&app, &ada, &with(wish(), json!({ "timeslotId": "2026-11-26-2" }))).await;
        let _ = book(&app, &ada, &cash(&later)).await.expect_status(201);
    }

    async fn the_phone_counts_whoever_gives_it(app: TestApp) {
        let ada = client(&app, "ada@example.com").await.as_guest(app.fresh_ip());
        app.clock.advance(2 * HOUR);
        for _ in 0..3 {
            cancelled(&app, &ada, true).await;
        }
        let eve = client(&app, "eve@example.com").await.as_guest(app.fresh_ip());
        let quoted = quote(&app, &eve, &wish()).await;
        book(&app, &eve, &cash(&quoted)).await.problem(422, "card_only");
        let other = with(cash(&quoted), json!({ "address": address_of(7) }));
        let _ = book(&app, &eve, &other).await.expect_status(201);
    }

    async fn cancelling_in_time_is_never_held_against_anybody(app: TestApp) {
        let ada = client(&app, "ada@example.com").await.as_guest(app.fresh_ip());
        for _ in 0..4 {
            cancelled(&app, &ada, false).await;
        }
        assert_eq!(app.count("select count(*) from bookings where late_cancelled_at is not null").await, 0);
        let _ = booked(&app, &ada).await;
    }
}
