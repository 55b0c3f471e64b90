//! The desk: what waits, how the day goes, and the stream that says when it has changed.

use api_tests::{Events, TestApp, both_databases};
use callout_domain::clock::{HOUR, MINUTE, SECOND};
use callout_domain::operator::{By, OperatorRole};
use callout_domain::status::Actor;
use callout_domain::status::BookingStatus::Cancelled;

use crate::matching::{after, look, ready, respond, step};
use crate::operator::{Operator, admin};
use crate::scene::{created, settled, step as move_on};

/// The desk's stream, past its first block.
async fn events(app: &TestApp, operator: &Operator) -> Events {
    let mut stream = app
        .get("/admin/events")
        .header("cookie", &operator.cookie())
        .open()
        .await;
    assert_eq!(stream.block().await.unwrap().retry, Some(2_000));
    stream
}

/// What one queue says.
pub(crate) fn queue(page: &crate::operator::Shown, name: &str) -> String {
    let lines = page.all(".queues li");
    let line = lines.iter().find(|line| line.starts_with(name));
    line.unwrap_or_else(|| panic!("no {name} in {lines:?}"))
        .replace(name, "")
}

both_databases! {
    async fn a_quiet_desk_says_so(app: TestApp) {
        let operator = admin(&app).await;
        let page = operator.page("/admin").await;
        page.says("Every booking has a pro.").says("Nothing was booked today yet.").says("Bookings today 0");
        assert_eq!(queue(&page, "Disputes"), "0");
        assert_eq!(page.all("svg.plot").len(), 4);
        // Without scripts the page loads itself again.
        assert!(page.html.contains("<noscript><meta http-equiv=\"refresh\" content=\"30; url=/admin?by-itself=1\""), "{}", page.html);
    }

    async fn bookings_without_a_pro_show_how_far_the_search_is(app: TestApp) {
        let operator = admin(&app).await;
        let _pro = ready(&app, "near", 2).await;
        let scene = settled(&app).await;
        look(&app).await;
        after(&app, 3 * MINUTE).await;
        let page = operator.page("/admin").await;
        page.says("Round 1, wave").says("3 min").says("Bookings today 1");
        assert!(page.html.contains(&format!("/admin/bookings/{}", scene.booking.id)), "{}", page.html);
        page.lacks(&scene.booking.postcode).lacks(&scene.booking.phone);
        // Those that were never paid are nobody's business yet.
        let unpaid = created(&app).await;
        app.clock.advance(20 * SECOND);
        assert!(!operator.page("/admin").await.html.contains(&unpaid.booking.id));
    }

    async fn figures_tell_how_the_day_goes(app: TestApp) {
        let operator = admin(&app).await;
        let pro = ready(&app, "near", 2).await;
        let scene = settled(&app).await;
        look(&app).await;
        after(&app, 4 * MINUTE).await;
        let _ = respond(&app, &pro, &scene.booking.id, "accept").await.expect_status(200);
        let lost = settled(&app).await;
        app.clock.advance(20 * SECOND);
        let page = operator.page("/admin").await;
        page.says("Bookings today 2").says("Match rate, 7 days 50%").says("Time to assign, 7 days 4 min");
        // What the work earns us is there once it is done.
        move_on(&app, &lost.booking.id, Cancelled, Actor::Client).await;
        app.clock.advance(25 * HOUR);
        for to in ["en_route", "in_progress", "completed"] {
            let _ = step(&app, &pro, &scene.booking.id, to).await.expect_status(200);
        }
        let tomorrows = Operator::new(&app, "late@callout.example", OperatorRole::Admin).await;
        let fees = app.count("select cast(-sum(amount_pence) as bigint) from ledger_entries where account = 'platform:fees'").await;
        let page = tomorrows.page("/admin").await;
        assert!(fees > 0 && page.text().contains(&format!("Fees today {}", pricing_core::Pence(fees))), "{fees}: {}", page.text());
    }

    async fn queues_count_what_waits(app: TestApp) {
        let operator = admin(&app).await;
        let pro = crate::pros::activated(&app, "p@example.com").await;
        app.clock.advance(3 * SECOND);
        let documents = app.count("select count(*) from master_documents where verified_at is null").await;
        assert!(documents > 0);
        let page = operator.page("/admin").await;
        assert_eq!(queue(&page, "Documents to look at"), documents.to_string());
        app.execute(&format!("update master_documents set verified_at = 1 where master_id = '{}'", pro.id)).await;
        app.clock.advance(3 * SECOND);
        assert_eq!(queue(&operator.page("/admin").await, "Documents to look at"), "0");
    }

    async fn the_stream_tells_of_changes_and_ends_with_the_access(app: TestApp) {
        let operator = admin(&app).await;
        let mut stream = events(&app, &operator).await;
        let scene = settled(&app).await;
        // What was read less than two seconds ago is not read again.
        app.clock.advance(3 * SECOND);
        let changed = stream.event().await.unwrap();
        assert_eq!((changed.event.as_deref(), changed.data.as_deref()), (Some("changed"), Some("1")), "browsers drop an event without data");
        move_on(&app, &scene.booking.id, Cancelled, Actor::Operator).await;
        app.clock.advance(3 * SECOND);
        assert_eq!(stream.event().await.unwrap().event.as_deref(), Some("changed"));
        app.state.operators.end(&operator.id, "left", By::command_line(&app.state.keys)).await.unwrap();
        assert_eq!(stream.event().await, None);
    }
}
