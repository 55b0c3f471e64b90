//! What a pro is told of a job before it is theirs, and in which order their own jobs stand.

use api_tests::{Guest, TestApp, both_databases};
use serde_json::{Value, json};

use crate::journey::{address, book, cash, quote, text, wish, wish_on, with};
use crate::matching::{after, jobs, offers, ready, respond};
use crate::scene::settled;

/// The address of a photo that was uploaded.
async fn photo(app: &TestApp) -> String {
    let image = image::DynamicImage::ImageRgb8(image::RgbImage::new(8, 8));
    let mut bytes = std::io::Cursor::new(Vec::new());
    image.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    let call = app.post("/api/uploads").ip(app.fresh_ip());
    let sent = call
        .multipart(&[], &[("file", "a.png", "image/png", bytes.get_ref())])
        .send()
        .await;
    text(&sent.expect_status(201).json(), "photo_url").to_owned()
}

/// A cash booking for now.
pub(crate) async fn emergency(app: &TestApp, guest: &Guest) -> Value {
    let changes = json!({ "urgency": "EMERGENCY", "timeslotId": null, "amountPence": 13_750 });
    let quoted = quote(app, guest, &with(wish(), changes)).await;
    book(app, guest, &cash(&quoted)).await.expect_status(201).json()
}

both_databases! {
    async fn an_offer_says_what_is_collected_in_cash_and_shows_words_and_photo(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let guest = app.guest().await;
        let photo = photo(&app).await;
        let wanted = with(wish(), json!({ "description": "Leaking tap in the kitchen, call 07700 900123" }));
        let body = with(cash(&quote(&app, &guest, &wanted).await), json!({ "photo_url": photo, "address": address() }));
        let id = text(&book(&app, &guest, &body).await.expect_status(201).json(), "id").to_owned();
        after(&app, 0).await;
        let offer = offers(&app, &pro).await.remove(0);
        assert_eq!((&offer["paymentMethod"], &offer["collectInCash"]), (&json!("cash"), &json!(97.5)));
        assert_eq!(offer["price"], offer["collectInCash"]);
        assert!(!offer["description"].as_str().unwrap().contains("900123"), "{offer}");
        let seen = app.get(text(&offer, "photoUrl")).bearer(&pro.token).send().await.expect_status(200);
        assert!(seen.header("content-type").unwrap().starts_with("image/"));
        let job = app.get(&format!("/api/bookings/{id}")).bearer(&pro.token).send().await.expect_status(200).json();
        assert_eq!((&job["collect_in_cash"], job.get("customer_phone")), (&json!(97.5), None));
    }

    async fn by_card_there_is_nothing_to_collect(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let _scene = settled(&app).await;
        let offer = offers(&app, &pro).await.remove(0);
        assert_eq!((&offer["paymentMethod"], offer.get("collectInCash"), offer.get("photoUrl")), (&json!("card"), None, None));
    }

    async fn another_pros_id_in_the_address_is_refused(app: TestApp) {
        let (pro, other) = (ready(&app, "pro", 1).await, ready(&app, "other", 2).await);
        let scene = settled(&app).await;
        let accept = async |named: &str| {
            let path = format!("/api/matching/respond/{}?masterID={named}", scene.booking.id);
            app.post(&path).bearer(&pro.token).json(&json!({ "action": "accept" })).send().await
        };
        accept(&other.id).await.problem(403, "forbidden");
        let _ = accept(&pro.id).await.expect_status(200);
        for (name, named, status) in [("masterID", &other.id, 403), ("master_id", &other.id, 403), ("master_id", &pro.id, 200)] {
            let path = format!("/api/bookings?{name}={named}");
            let _ = app.get(&path).bearer(&pro.token).send().await.expect_status(status);
        }
    }

    async fn jobs_to_be_done_stand_by_their_visits_with_emergencies_first(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let mut booked_ids = Vec::new();
        for (number, day) in [26, 25, 24].into_iter().enumerate() {
            let guest = app.guest().await;
            // Nobody may have many cash bookings open at once.
            let phone = format!("+44770090010{number}");
            let line = format!("{number} Test Street");
            let other = with(address(), json!({ "phone": phone, "line1": line, "email": null }));
            let body = with(cash(&quote(&app, &guest, &wish_on(day)).await), json!({ "address": other }));
            booked_ids.push(text(&book(&app, &guest, &body).await.expect_status(201).json(), "id").to_owned());
        }
        booked_ids.push(text(&emergency(&app, &app.guest().await).await, "id").to_owned());
        after(&app, 0).await;
        for id in &booked_ids {
            let _ = respond(&app, &pro, id, "accept").await.expect_status(200);
        }
        let ids = |jobs: &[Value]| jobs.iter().map(|job| text(job, "id").to_owned()).collect::<Vec<_>>();
        let by_visit: Vec<String> = booked_ids.iter().rev().cloned().collect();
        assert_eq!(ids(&jobs(&app, &pro, "active").await), by_visit);
        // A page at a time, too.
        let (mut found, mut path) = (Vec::new(), "/api/bookings?limit=1".to_owned());
        for _ in 0..booked_ids.len() {
            let page = app.get(&path).bearer(&pro.token).send().await.expect_status(200).json();
            found.extend(ids(page["items"].as_array().unwrap()));
            path = format!("/api/bookings?limit=1&cursor={}", page["next_cursor"].as_str().unwrap_or_default());
        }
        assert_eq!(found, by_visit);
    }
}
