//! POST /api/uploads, GET /api/files/{id}

use std::io::Cursor;
use std::path::PathBuf;

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::clock::{DAY, HOUR};
use callout_store::uploads;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use serde_json::json;

use crate::journey::{book, cash, quote, text, wish, with};

fn picture(format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let picture = DynamicImage::ImageRgb8(RgbImage::from_pixel(60, 40, Rgb([10, 120, 200])));
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

async fn send(app: &TestApp, bytes: &[u8]) -> Answer {
    let files = [("file", "tap.jpg", "image/jpeg", bytes)];
    app.post("/api/uploads")
        .ip(app.fresh_ip())
        .multipart(&[], &files)
        .send()
        .await
}

/// The address of a photo that was uploaded.
pub(crate) async fn stored(app: &TestApp) -> String {
    let answer = send(app, &picture(ImageFormat::Jpeg))
        .await
        .expect_status(201)
        .json();
    answer["photo_url"].as_str().unwrap().to_owned()
}

pub(crate) fn file_of(app: &TestApp, photo_url: &str) -> PathBuf {
    app.folder
        .join("files")
        .join(photo_url.trim_start_matches("/api/files/"))
}

async fn attach(app: &TestApp, photo_url: &str, booking_id: &str) -> Option<String> {
    let (photo_url, booking_id) = (photo_url.to_owned(), booking_id.to_owned());
    app.state
        .db
        .write(move |connection| {
            Box::pin(async move { uploads::attach(connection, &photo_url, &booking_id).await })
        })
        .await
        .unwrap()
}

both_databases! {
    async fn a_photo_is_stored_as_a_plain_jpeg(app: TestApp) {
        for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
            let answer = send(&app, &picture(format)).await.expect_status(201).json();
            let url = answer["photo_url"].as_str().unwrap().to_owned();
            assert!(url.starts_with("/api/files/") && url.len() == "/api/files/".len() + 32, "{url}");
            let file = std::fs::read(file_of(&app, &url)).unwrap();
            assert_eq!(image::guess_format(&file).unwrap(), ImageFormat::Jpeg);
        }
        assert_eq!(app.count("select count(*) from uploads where attached_to is null").await, 3);
        assert_eq!(app.count("select width * 1000 + height from uploads limit 1").await, 60_040);
        let key = app.text("select address_key from uploads limit 1").await.unwrap();
        assert!(!key.contains("10.0."), "an address is stored only as its keyed hash");
    }

    async fn files_that_are_not_photos_store_nothing(app: TestApp) {
        send(&app, b"GIF89a\x01\0\x01\0\0\0\0;").await.problem(415, "unsupported_media_type");
        send(&app, b"").await.invalid_field("file");
        send(&app, &picture(ImageFormat::Jpeg)[..100]).await.invalid_field("file");
        let large = vec![0xff; 10 * 1024 * 1024 + 1];
        send(&app, &large).await.problem(413, "too_large");
        let far_too_large = vec![0xff; 12 * 1024 * 1024];
        send(&app, &far_too_large).await.problem(413, "too_large");
        let post = || app.post("/api/uploads").ip(app.fresh_ip());
        post().multipart(&[("text", "no file")], &[]).send().await.invalid_field("file");
        post().body("application/json", "{}").send().await.problem(415, "unsupported_media_type");
        post().body("multipart/form-data; boundary=x", "nonsense").send().await.invalid_field("body");
        assert_eq!(app.count("select count(*) from uploads").await, 0);
        assert_eq!(std::fs::read_dir(app.folder.join("files")).unwrap().count(), 0);
    }

    async fn ten_photos_an_hour_from_one_address(app: TestApp) {
        let bytes = picture(ImageFormat::Png);
        let files: [(&str, &str, &str, &[u8]); 1] = [("photo", "tap.png", "image/png", &bytes)];
        let post = || app.post("/api/uploads").multipart(&[], &files);
        for _ in 0..10 {
            let _ = post().send().await.expect_status(201);
        }
        let refused = post().send().await;
        assert!(refused.header("retry-after").is_some());
        refused.problem(429, "too_many_requests");
        app.clock.advance(HOUR);
        let _ = post().send().await.expect_status(201);
    }

    async fn an_unattached_photo_cannot_be_viewed(app: TestApp) {
        let url = stored(&app).await;
        let guest = app.guest().await;
        app.get(&url).send().await.problem(401, "unauthorised");
        app.get(&url).bearer(&guest.token).send().await.problem(404, "not_found");
        app.get(&format!("{url}?share=C-1.x")).send().await.problem(401, "unauthorised");
        app.get(&format!("{url}?token=C-1.x")).send().await.problem(401, "unauthorised");
        app.get("/api/files/..%2Fjwt-secret").bearer(&guest.token).send().await.problem(404, "not_found");
    }

    async fn the_owner_and_the_guest_link_see_a_bookings_photo(app: TestApp) {
        let url = stored(&app).await;
        let guest = app.guest().await;
        let body = with(cash(&quote(&app, &guest, &wish()).await), json!({ "photo_url": url }));
        let booking = book(&app, &guest, &body).await.expect_status(201).json();
        assert_eq!(booking["photo_url"], json!(url));
        let seen = app.get(&url).bearer(&guest.token).send().await.expect_status(200);
        assert_eq!(seen.header("content-type"), Some("image/jpeg"));
        assert_eq!(seen.header("cache-control"), Some("private, no-store"));
        assert_eq!(seen.body, std::fs::read(file_of(&app, &url)).unwrap());
        let by_link = format!("{url}?token={}", text(&booking, "guest_token"));
        assert_eq!(app.get(&by_link).send().await.expect_status(200).body, seen.body);
        app.get(&format!("{url}?share={}", text(&booking, "share_token"))).send().await.problem(403, "forbidden");
        let stranger = app.guest().await;
        app.get(&url).bearer(&stranger.token).send().await.problem(404, "not_found");
        app.get(&url).send().await.problem(401, "unauthorised");
        // As everywhere, an expired token or another person's does not keep a link from working.
        for token in ["old", &stranger.token] {
            let _ = app.get(&by_link).bearer(token).send().await.expect_status(200);
        }
    }

    async fn unattached_photos_are_deleted_after_a_day(app: TestApp) {
        let old = stored(&app).await;
        app.clock.advance(DAY);
        let young = stored(&app).await;
        assert_eq!(app.state.photos.sweep().await.unwrap(), 0, "exactly a day old stays");
        app.clock.advance(1);
        assert_eq!(app.state.photos.sweep().await.unwrap(), 1);
        assert!(!file_of(&app, &old).exists());
        assert!(file_of(&app, &young).exists());
        assert_eq!(app.count("select count(*) from uploads").await, 1);
    }

    async fn only_a_known_photo_can_be_attached(app: TestApp) {
        let url = stored(&app).await;
        for other in ["", "/api/files/", "https://example.com/x.jpg", "/api/files/unknown", "javascript:alert(1)"] {
            assert_eq!(attach(&app, other, "C-1").await, None, "{other}");
        }
        assert!(attach(&app, &url, "C-1").await.is_some());
        assert_eq!(attach(&app, &url, "C-2").await, None, "once only");
        assert_eq!(app.text("select attached_to from uploads").await.as_deref(), Some("C-1"));
        app.clock.advance(2 * DAY);
        assert_eq!(app.state.photos.sweep().await.unwrap(), 0, "an attached photo stays");
        app.execute("update uploads set attached_to = null, doomed = 1").await;
        assert_eq!(attach(&app, &url, "C-3").await, None, "a photo that is being deleted cannot be attached");
    }
}
