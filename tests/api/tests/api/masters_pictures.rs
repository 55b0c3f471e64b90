//! POST /api/masters/profile/avatar and /logo, GET /api/masters/pictures/{id}

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::clock::{DAY, HOUR};
use image::ImageFormat;

use crate::journey::text;
use crate::papers::{files, picture};
use crate::people::{Person, master};

const PLACES: [(&str, &str, &str); 2] = [
    ("avatar", "avatarUrl", "avatar_id"),
    ("logo", "logoUrl", "logo_id"),
];

async fn send(app: &TestApp, pro: &Person, place: &str, file: &[u8]) -> Answer {
    let files = [("file", "me.png", "image/png", file)];
    app.post(&format!("/api/masters/profile/{place}"))
        .ip(app.fresh_ip())
        .bearer(&pro.token)
        .multipart(&[], &files)
        .send()
        .await
}

/// Sets a picture and gives its address.
async fn set(app: &TestApp, pro: &Person, place: &str) -> String {
    let answer = send(app, pro, place, &picture(ImageFormat::Png, 40, 30)).await;
    let answer = answer.expect_status(200).json();
    text(&answer, &format!("{place}Url")).to_owned()
}

async fn stored(app: &TestApp, pro: &Person, column: &str) -> Option<String> {
    app.text(&format!("select {column} from masters where id = '{}'", pro.id))
        .await
}

both_databases! {
    async fn anybody_sees_a_pros_pictures(app: TestApp) {
        let pro = master(&app, "pro@example.com").await;
        for (place, field, column) in PLACES {
            app.clock.advance(1);
            let answer = send(&app, &pro, place, &picture(ImageFormat::WebP, 40, 30)).await.expect_status(200).json();
            let url = text(&answer, field);
            let id = url.strip_prefix("/api/masters/pictures/").unwrap();
            assert_eq!(id.len(), 32);
            assert_eq!(stored(&app, &pro, column).await.as_deref(), Some(id));
            let changed = app.count("select changed_at from masters").await;
            assert_eq!(changed, app.clock.now());
            let shown = app.get(url).send().await.expect_status(200);
            assert_eq!(shown.body, std::fs::read(app.folder.join("files/pros").join(id)).unwrap());
            assert_eq!(image::guess_format(&shown.body).unwrap(), ImageFormat::Jpeg);
            assert_eq!(shown.header("content-type"), Some("image/jpeg"));
            assert_eq!(shown.header("content-disposition"), Some("inline"));
            assert_eq!(shown.header("cache-control"), Some("public, max-age=31536000, immutable"));
            assert_eq!(shown.header("x-content-type-options"), Some("nosniff"));
            assert!(shown.header("content-security-policy").unwrap().contains("default-src 'none'"));
        }
        assert_eq!(files(&app).len(), 2);
        assert_eq!(app.count("select count(*) from loose_files").await, 0);
    }

    async fn a_picture_is_at_most_512_pixels_long(app: TestApp) {
        let pro = master(&app, "pro@example.com").await;
        for ((width, height), expected) in [((512, 512), (512, 512)), ((1_026, 513), (512, 256)), ((300, 1_200), (128, 512))] {
            let answer = send(&app, &pro, "avatar", &picture(ImageFormat::Png, width, height)).await.expect_status(200).json();
            let shown = app.get(text(&answer, "avatarUrl")).send().await.expect_status(200);
            let shown = image::load_from_memory(&shown.body).unwrap();
            assert_eq!((shown.width(), shown.height()), expected);
        }
    }

    async fn a_new_picture_deletes_the_one_before(app: TestApp) {
        let (pro, other) = (master(&app, "pro@example.com").await, master(&app, "other@example.com").await);
        for (place, _, column) in PLACES {
            let others = set(&app, &other, place).await;
            let first = set(&app, &pro, place).await;
            let second = set(&app, &pro, place).await;
            assert_ne!(first, second);
            app.get(&first).send().await.problem(404, "not_found");
            for url in [&second, &others] {
                let _ = app.get(url).send().await.expect_status(200);
            }
            assert_eq!(stored(&app, &pro, column).await.as_deref(), second.rsplit('/').next());
        }
        assert_eq!(files(&app).len(), 4);
        assert_eq!(app.count("select count(*) from loose_files").await, 0);
    }

    async fn a_file_that_nobody_shows_is_neither_seen_nor_kept(app: TestApp) {
        let pro = master(&app, "pro@example.com").await;
        let shown = set(&app, &pro, "avatar").await;
        // As if the server had stopped before the row named it.
        std::fs::write(app.folder.join("files/pros/unnamed"), picture(ImageFormat::Jpeg, 4, 4)).unwrap();
        app.execute(&format!("insert into loose_files (id, delete_at) values ('unnamed', {})", app.clock.now() + DAY)).await;
        for id in ["unnamed", "none", "..%2F..%2Fjwt-secret", "%00"] {
            app.get(&format!("/api/masters/pictures/{id}")).send().await.problem(404, "not_found");
        }
        app.clock.advance(DAY);
        callout_front::jobs::housekeeping::run(&app.state.jobs).await;
        assert_eq!(files(&app), [shown.rsplit('/').next().unwrap()]);
    }

    async fn only_pictures_of_a_pro_are_taken(app: TestApp) {
        let pro = master(&app, "pro@example.com").await;
        let guest = app.guest().await;
        let client = Person { id: guest.id, token: guest.token };
        for (place, _, column) in PLACES {
            for other in [&b"%PDF-1.7\n"[..], b"GIF89a\x01\0\x01\0\0\0\0;", b"<svg xmlns='http://www.w3.org/2000/svg'/>"] {
                send(&app, &pro, place, other).await.problem(415, "unsupported_media_type");
            }
            let whole = picture(ImageFormat::Jpeg, 40, 30);
            send(&app, &pro, place, &whole[..200]).await.invalid_field("file");
            send(&app, &pro, place, b"").await.invalid_field("file");
            send(&app, &pro, place, &vec![0xff; 10 * 1024 * 1024 + 1]).await.problem(413, "too_large");
            send(&app, &client, place, &whole).await.problem(401, "unauthorised");
            let path = format!("/api/masters/profile/{place}");
            app.post(&path).multipart(&[], &[("file", "a.jpg", "image/jpeg", &whole)]).send().await.problem(401, "unauthorised");
            app.post(&path).bearer(&pro.token).json(&serde_json::json!({})).send().await.problem(415, "unsupported_media_type");
            assert_eq!(stored(&app, &pro, column).await, None);
        }
        assert!(files(&app).is_empty());
    }

    async fn pictures_count_as_uploads_of_the_pro(app: TestApp) {
        let pro = master(&app, "pro@example.com").await;
        for number in 0..20 {
            set(&app, &pro, if number % 2 == 0 { "avatar" } else { "logo" }).await;
        }
        let whole = picture(ImageFormat::Jpeg, 40, 30);
        for (place, _, _) in PLACES {
            send(&app, &pro, place, &whole).await.problem(429, "too_many_requests");
        }
        app.clock.advance(HOUR);
        set(&app, &pro, "avatar").await;
    }
}
