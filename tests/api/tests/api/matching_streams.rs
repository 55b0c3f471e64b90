//! The streams of a pro and of a booking: nothing is lost, repeated, or sent to somebody else.

use api_tests::{Block, Events, TestApp, both_databases};
use callout_domain::status::{Actor, BookingStatus};
use serde_json::{Value, json};

use crate::matching::{after, look, ready, respond, step};
use crate::people::Person;
use crate::scene::{Scene, settled};

async fn of_pro(app: &TestApp, pro: &Person, query: &str) -> Events {
    let path = format!("/api/events/stream/master/{}{query}", pro.id);
    let mut stream = app.get(&path).bearer(&pro.token).open().await;
    assert_eq!(stream.block().await.unwrap().retry, Some(2_000));
    stream
}

async fn of_booking(app: &TestApp, scene: &Scene, query: &str) -> Events {
    let path = format!("/api/events/stream/client/{}{query}", scene.booking.id);
    let mut stream = app.get(&path).bearer(&scene.guest.token).open().await;
    assert_eq!(stream.block().await.unwrap().retry, Some(2_000));
    stream
}

fn kind(block: &Block) -> &str {
    block.event.as_deref().unwrap()
}

fn data(block: &Block) -> Value {
    serde_json::from_str(block.data.as_deref().unwrap()).unwrap()
}

both_databases! {
    async fn a_pro_hears_of_offers_and_of_what_becomes_of_them(app: TestApp) {
        let (pro, other) = (ready(&app, "pro", 1).await, ready(&app, "other", 2).await);
        let mut stream = of_pro(&app, &pro, "").await;
        let scene = settled(&app).await;
        let id = scene.booking.id.as_str();
        let offer = stream.event().await.unwrap();
        assert_eq!((kind(&offer), offer.id), ("booking", Some(1)));
        assert_eq!((&data(&offer)["bookingId"], &data(&offer)["netPence"]), (&json!(id), &json!(9_945)));
        let _ = respond(&app, &other, id, "accept").await.expect_status(200);
        after(&app, 0).await;
        let taken = stream.event().await.unwrap();
        assert_eq!((kind(&taken), &data(&taken)["bookingId"]), ("taken", &json!(id)));
        drop(stream);
        // The offer is over: a stream that resumes is not told of it again.
        let mut again = of_pro(&app, &pro, "?after=0").await;
        assert_eq!(kind(&again.event().await.unwrap()), "taken");
        let mut winner = of_pro(&app, &other, "?after=1").await;
        assert_eq!(kind(&winner.event().await.unwrap()), "assigned");
        for (who, code) in [(&other, 404), (&pro, 200)] {
            let path = format!("/api/events/stream/master/{}", pro.id);
            assert_eq!(app.get(&path).bearer(&who.token).status().await, code);
        }
    }

    async fn a_pro_hears_that_an_operator_has_taken_their_job_away(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = settled(&app).await;
        let id = scene.booking.id.as_str();
        let _ = respond(&app, &pro, id, "accept").await.expect_status(200);
        after(&app, 0).await;
        let mut stream = of_pro(&app, &pro, "").await;
        crate::scene::step(&app, id, BookingStatus::Pending, Actor::Operator).await;
        after(&app, 0).await;
        let mut told = stream.event().await.unwrap();
        // The job may be offered to the same pro again before that.
        while kind(&told) == "booking" {
            told = stream.event().await.unwrap();
        }
        assert_eq!((kind(&told), &data(&told)["bookingId"]), ("updated", &json!(id)));
    }

    async fn an_open_stream_is_told_that_the_pool_has_changed(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let mut stream = of_pro(&app, &pro, "").await;
        let _scene = settled(&app).await;
        assert_eq!(kind(&stream.event().await.unwrap()), "booking");
        after(&app, 30_000).await;
        look(&app).await;
        let hint = stream.event().await.unwrap();
        assert_eq!((kind(&hint), hint.id), ("pool", None));
    }

    async fn a_client_follows_the_booking(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = settled(&app).await;
        let id = scene.booking.id.as_str();
        let mut stream = of_booking(&app, &scene, "").await;
        let wave = stream.event().await.unwrap();
        assert_eq!((kind(&wave), wave.id, &data(&wave)["asked"]), ("wave", None, &json!(1)));
        let _ = respond(&app, &pro, id, "accept").await.expect_status(200);
        for (to, told) in [("", "assigned"), ("en_route", "en_route")] {
            if !to.is_empty() {
                let _ = step(&app, &pro, id, to).await.expect_status(200);
            }
            let block = stream.event().await.unwrap();
            assert_eq!((kind(&block), &data(&block)["bookingId"]), (told, &json!(id)));
        }
        let place = json!({ "lat": 51.52, "lng": -0.128 });
        let _ = crate::pros::put(&app, &pro, "location", &place).await.expect_status(204);
        let location = stream.event().await.unwrap();
        assert_eq!((kind(&location), location.id), ("location", None));
        assert_eq!((&data(&location)["etaMinutes"], &data(&location)["label"]), (&json!(10), &json!("about 10 min")));
        drop(stream);
        let _ = step(&app, &pro, id, "in_progress").await.expect_status(200);
        let mut again = of_booking(&app, &scene, "?after=4").await;
        for told in ["en_route", "started"] {
            assert_eq!(kind(&again.event().await.unwrap()), told);
        }
    }

    async fn a_share_link_is_told_of_statuses_alone(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = settled(&app).await;
        let id = scene.booking.id.as_str();
        let owner = app.get(&format!("/api/bookings/{id}")).bearer(&scene.guest.token).send().await.json();
        let share = owner["share_token"].as_str().unwrap();
        let mut stream = app.get(&format!("/api/events/stream/client/{id}?share={share}&after=0")).open().await;
        let _ = stream.block().await;
        for told in ["updated", "updated", "matching"] {
            assert_eq!(kind(&stream.event().await.unwrap()), told);
        }
        let _ = respond(&app, &pro, id, "accept").await.expect_status(200);
        assert_eq!(kind(&stream.event().await.unwrap()), "assigned");
        let shared = app.get(&format!("/api/bookings/{id}?share={share}")).send().await.expect_status(200).json();
        assert_eq!(shared["assigned_master_name"], "Ada");
        let _ = app.call(http::Method::DELETE, &format!("/api/bookings/{id}/share")).bearer(&scene.guest.token).send().await;
        let _ = step(&app, &pro, id, "en_route").await.expect_status(200);
        assert!(stream.event().await.is_none(), "the link has ended");
        let stranger = app.guest().await;
        let path = format!("/api/events/stream/client/{id}");
        assert_eq!(app.get(&path).bearer(&stranger.token).status().await, 404);
        assert_eq!(app.get(&path).status().await, 401);
    }
}
