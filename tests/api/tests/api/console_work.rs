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
use crate::put_right::{self, OTHER, agreed, says};
use crate::reviews::done;
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

    async fn a_visit_that_puts_it_right_and_its_job_lead_to_each_other(app: TestApp) {
        let operator = admin(&app).await;
        let pro = ready(&app, "pro", 1).await;
        let (scene, visit) = agreed(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let of_job = operator.page(&address(id)).await;
        of_job.says("Asked by").says("The client, ").says(put_right::WHY).says("26 Nov 2026, 11:00 to 13:00").says("Both have agreed");
        assert_eq!(of_job.all(&format!("a[href='{}']", address(&visit))), std::slice::from_ref(&visit));
        let of_visit = operator.page(&address(&visit)).await;
        of_visit.says("Puts right").says(put_right::WHY).says("Both have agreed");
        assert_eq!(of_visit.all(&format!("a[href='{}']", address(id))), [id]);
        assert!(of_visit.all(&format!("a[href='{}']", address(&visit))).is_empty());

        let withdraw = app.post(&format!("/api/bookings/{visit}/withdraw")).bearer(&pro.token);
        let _ = withdraw.json(&json!({ "reason": "My van broke down" })).send().await.expect_status(200);
        for page in [id, &visit].map(address) {
            operator.page(&page).await.says("Agreed, and then called off, ");
        }
        // Another one is asked for; the first stays in sight.
        let _ = put_right::ask(&app, &pro.token, id).await.expect_status(201);
        let page = operator.page(&address(id)).await;
        page.says("The pro, ").says("named by the pro").says("Waits for the client’s answer").says("Agreed, and then called off, ");
        let other = json!({ "action": "name", "timeslotId": OTHER });
        let _ = put_right::answer(&app, &scene.guest.token, id, &other).await.expect_status(200);
        operator.page(&address(id)).await.says("named by the client").says("Waits for the pro’s answer");
        let _ = says(&app, &pro.token, id, "refuse").await.expect_status(200);
        operator.page(&address(id)).await.says("Refused, taken back or not answered, ");
        app.execute("update put_rights set text = ''").await;
        operator.page(&address(id)).await.says("The words were erased.");
    }

    async fn nothing_is_said_of_putting_right_where_nobody_asked(app: TestApp) {
        let operator = admin(&app).await;
        let scene = done(&app, &ready(&app, "pro", 1).await).await;
        operator.page(&address(&scene.booking.id)).await.lacks("Putting it right").lacks("Puts right");
    }
}
