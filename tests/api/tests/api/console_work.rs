//! The work of a booking in the console: photos and reasons of its start and end, and who has looked at them.

use api_tests::both_databases;
use callout_domain::clock::{DAY, HOUR};
use callout_domain::operator::OperatorRole;
use serde_json::json;

use crate::console_bookings::{address, noted};
use crate::disputes::{complaint, dispute, id_of};
use crate::matching::{after, put_step, ready};
use crate::matching_jobs::taken;
use crate::operator::{Operator, Shown, admin};
use crate::people::outbox;
use crate::start_code::out_of_reach;
use crate::uploads::stored;
use crate::work_photos::{begun, forget, some, with_photos};

/// Where a photo is shown in the console.
fn picture(booking: &str, photo_url: &str) -> String {
    format!("{}/photos/{}", address(booking), id_of_photo(photo_url))
}

fn id_of_photo(photo_url: &str) -> &str {
    photo_url.trim_start_matches("/api/files/")
}

fn shows(page: &Shown, picture: &str) -> bool {
    page.html.contains(&format!("<img src=\"{picture}\""))
}

both_databases! {
    async fn operators_see_the_work_and_whoever_looks_is_on_record(app: TestApp) {
        let app = app.restarted(|config| config.support_email = Some("desk@callout.example".to_owned())).await;
        let operator = admin(&app).await;
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        let id = scene.booking.id.as_str();
        operator.page(&address(id)).await.says("No photo by the client").says("It has not begun").says("It has not ended");
        let mut urls = some(&app, 4).await;
        let photo = id_of_photo(&urls[0]);
        app.execute(&format!("update uploads set attached_to = '{id}' where id = '{photo}'")).await;
        app.execute(&format!("update bookings set photo_id = '{photo}' where id = '{id}'")).await;
        let start = out_of_reach(&app, &scene, &urls[1], 0.0).await;
        let _ = put_step(&app, &pro, id, &start).await.expect_status(200);
        after(&app, 0).await;
        let mail = outbox(&app, "desk@callout.example").iter().map(ToString::to_string).collect::<String>();
        assert!(mail.contains(&format!("/admin/bookings/{id}#work")), "{mail}");
        let _ = put_step(&app, &pro, id, &with_photos(&urls[2..])).await.expect_status(200);

        let page = operator.page(&address(id)).await;
        page.says("Without the client’s start code. The pro’s reason: “Nobody opens, the leak runs.”").lacks("It has not");
        assert_eq!(page.all("#work h2"), ["The work"]);
        for url in &urls {
            assert!(shows(&page, &picture(id, url)), "{url}: {}", page.html);
            let looked = app.get(&picture(id, url)).header("cookie", &operator.cookie()).send().await.expect_status(200);
            assert_eq!(looked.header("content-type"), Some("image/jpeg"));
            assert_eq!(looked.header("cache-control"), Some("private, no-store"));
        }
        let expected: Vec<_> = urls.iter().map(|url| json!(["document_viewed", id_of_photo(url), ""])).collect();
        assert_eq!(noted(&app).await, expected);
        assert_eq!(app.count(&format!("select count(*) from audit_log where after = '{{\"booking\":\"{id}\"}}'")).await, 4);

        // A photo of nothing, and one of another booking.
        let other = begun(&app, &ready(&app, "other", 2).await).await;
        urls.push(stored(&app).await);
        for (booking, url) in [(id, &urls[4]), (other.booking.id.as_str(), &urls[3]), ("C-NONE", &urls[3])] {
            let _ = app.get(&picture(booking, url)).header("cookie", &operator.cookie()).send().await.expect_status(404);
        }
        let _ = app.get(&picture(id, &urls[3])).send().await.expect_status(303);
        assert_eq!(noted(&app).await.len(), 4);
        operator.page(&address(&other.booking.id)).await.says("With the client’s start code");

        let _ = dispute(&app, &scene, &complaint()).await.expect_status(201);
        let of_dispute = operator.page(&format!("/admin/disputes/{}", id_of(&app, &scene).await)).await;
        assert!(of_dispute.html.contains(&format!("href=\"{}#work\"", address(id))), "{}", of_dispute.html);
    }

    async fn a_reason_stands_where_there_are_no_photos_and_gone_ones_are_said_to_be(app: TestApp) {
        let operator = admin(&app).await;
        let pro = ready(&app, "pro", 1).await;
        let scene = begun(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let why = json!({ "status": "completed", "cannotPhotograph": "<script>alert(1)</script> It is behind the wall." });
        let _ = put_step(&app, &pro, id, &why).await.expect_status(200);
        let page = operator.page(&address(id)).await;
        page.says("Without photos. The pro’s reason: “<script>alert(1)</script> It is behind the wall.”").lacks("gone");
        assert!(!page.html.contains("<script>alert"), "{}", page.html);
        app.execute("update bookings set not_photographed = ''").await;
        operator.page(&address(id)).await.says("Without photos. The pro’s reason was erased.");

        let second = taken(&app, &pro).await;
        let id = second.booking.id.as_str();
        let urls = some(&app, 2).await;
        let start = out_of_reach(&app, &second, &urls[0], 0.0).await;
        let _ = put_step(&app, &pro, id, &start).await.expect_status(200);
        let _ = put_step(&app, &pro, id, &with_photos(&urls[1..])).await.expect_status(200);
        app.execute("update payments set status = 'succeeded', captured_pence = amount_pence").await;
        app.clock.advance(730 * DAY + HOUR);
        forget(&app).await;
        let later = Operator::new(&app, "later@callout.example", OperatorRole::Admin).await;
        let page = later.page(&address(id)).await;
        page.says("The pro’s reason was erased.");
        assert!(page.all("#work img").is_empty());
        for url in &urls {
            let _ = app.get(&picture(id, url)).header("cookie", &later.cookie()).send().await.expect_status(404);
        }
    }

    async fn a_start_that_an_operator_opened_is_told_from_the_others(app: TestApp) {
        let operator = admin(&app).await;
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let typed = [("start", "opened"), ("reason", "They met outside.")];
        operator.send(&address(id), "/admin/do/bookings/start", &typed).await.page.says("It has not begun");
        let _ = put_step(&app, &pro, id, &json!({ "status": "in_progress" })).await.expect_status(200);
        operator.page(&address(id)).await.says("Without the start code: an operator let it begin").lacks("gone");
    }
}
