//! POST and GET /api/masters/documents, DELETE /api/masters/documents/{id}, GET /api/masters/documents/{id}/file

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::clock::{DAY, HOUR};
use callout_domain::config::Switch;
use image::ImageFormat;
use serde_json::{Value, json};

use crate::journey::text;
use crate::papers::{files, pdf, pdf_of, picture};
use crate::people::{Person, master, master_by_code, proved_master};

/// A day on which the documents of these tests are still valid: they begin on 23 November 2026.
const LATER: &str = "2027-11-23";

/// Sends a form with a file.
async fn send(app: &TestApp, pro: &Person, texts: &[(&str, &str)], file: &[u8]) -> Answer {
    let files = [("file", "paper.pdf", "application/pdf", file)];
    app.post("/api/masters/documents")
        .ip(app.fresh_ip())
        .bearer(&pro.token)
        .multipart(texts, &files)
        .send()
        .await
}

/// A kept document of this kind.
async fn kept(app: &TestApp, pro: &Person, kind: &str) -> Value {
    let texts = [("kind", kind), ("expiresOn", LATER)];
    send(app, pro, &texts, &pdf("", ""))
        .await
        .expect_status(201)
        .json()
}

async fn list(app: &TestApp, pro: &Person) -> Vec<Value> {
    let answer = app.get("/api/masters/documents").bearer(&pro.token).send().await;
    let answer = answer.expect_status(200).json();
    answer["items"].as_array().unwrap().clone()
}

async fn delete(app: &TestApp, pro: &Person, document: &Value) -> Answer {
    let path = format!("/api/masters/documents/{}", text(document, "id"));
    app.call(http::Method::DELETE, &path)
        .bearer(&pro.token)
        .send()
        .await
}

/// What the database says of a document.
async fn column(app: &TestApp, document: &Value, name: &str) -> Option<String> {
    let id = text(document, "id");
    app.text(&format!("select {name} from master_documents where id = '{id}'"))
        .await
}

/// As an operator will do it.
async fn set(app: &TestApp, document: &Value, change: &str) {
    let id = text(document, "id");
    let changed = app
        .execute(&format!("update master_documents set {change} where id = '{id}'"))
        .await;
    assert_eq!(changed, 1);
}

async fn changed_at(app: &TestApp, pro: &Person) -> i64 {
    app.count(&format!("select changed_at from masters where id = '{}'", pro.id))
        .await
}

both_databases! {
    async fn a_pdf_is_kept_byte_for_byte(app: TestApp) {
        let pro = proved_master(&app, "pro@example.com").await;
        let file = pdf("", "");
        let document = send(&app, &pro, &[("kind", "gas_safe"), ("expiresOn", LATER)], &file).await.expect_status(201).json();
        let id = text(&document, "id");
        let url = format!("/api/masters/documents/{id}/file");
        assert_eq!(document, json!({
            "id": id, "kind": "gas_safe", "status": "uploaded", "expiresOn": LATER,
            "uploadedAt": "2026-11-23T10:05:00+00:00", "fileUrl": url,
        }));
        assert_eq!(list(&app, &pro).await, std::slice::from_ref(&document));
        let name = column(&app, &document, "file_id").await.unwrap();
        assert_eq!(files(&app), [name.as_str()]);
        assert_eq!(std::fs::read(app.folder.join("files/pros").join(name)).unwrap(), file);
        assert_eq!(column(&app, &document, "master_id").await, Some(pro.id.clone()));
        assert_eq!(changed_at(&app, &pro).await, app.clock.now());
        assert_eq!(app.count("select count(*) from loose_files").await, 0);
        // A browser downloads it, and runs nothing of it.
        let sent = app.get(&url).bearer(&pro.token).send().await.expect_status(200);
        assert_eq!(sent.body, file);
        assert_eq!(sent.header("content-type"), Some("application/pdf"));
        assert_eq!(sent.header("content-disposition"), Some("attachment; filename=\"document.pdf\""));
        assert_eq!(sent.header("cache-control"), Some("private, no-store"));
        assert_eq!(sent.header("x-content-type-options"), Some("nosniff"));
        let policy = sent.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'none'") && policy.contains("sandbox;"), "{policy}");
    }

    async fn a_photo_is_kept_as_a_plain_jpeg(app: TestApp) {
        let pro = proved_master(&app, "pro@example.com").await;
        for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
            let document = send(&app, &pro, &[("kind", "identity")], &picture(format, 60, 40)).await.expect_status(201).json();
            assert_eq!((document.get("expiresOn"), document.get("reason")), (None, None));
            let sent = app.get(text(&document, "fileUrl")).bearer(&pro.token).send().await.expect_status(200);
            assert_eq!(image::guess_format(&sent.body).unwrap(), ImageFormat::Jpeg);
            assert_eq!(sent.header("content-type"), Some("image/jpeg"));
            assert_eq!(sent.header("content-disposition"), Some("attachment; filename=\"document.jpg\""));
        }
    }

    async fn what_a_file_is_is_seen_in_it(app: TestApp) {
        let pro = proved_master(&app, "pro@example.com").await;
        let whole = pdf("", "");
        let identity = [("kind", "identity")];
        let html = b"<!doctype html><script>alert(1)</script>";
        let problem = send(&app, &pro, &identity, html).await.problem(415, "unsupported_media_type");
        assert_eq!(problem["detail"], "Please choose a PDF, or a JPEG, PNG or WebP photo.");
        for damaged in [
            b"%PDF-1.7\n<!doctype html><script>alert(1)</script>".to_vec(),
            whole[..whole.len() - 20].to_vec(),
            whole[..whole.len() / 2].to_vec(),
            picture(ImageFormat::Jpeg, 60, 40)[..300].to_vec(),
        ] {
            send(&app, &pro, &identity, &damaged).await.invalid_field("file");
        }
        let protected = pdf("", "/Encrypt << /Filter /Standard /V 2 /R 3 /P -3904 >>");
        let message = send(&app, &pro, &identity, &protected).await.invalid_field("file");
        assert!(message.contains("protected by a password"), "{message}");
        let active = pdf("/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>", "");
        let message = send(&app, &pro, &identity, &active).await.invalid_field("file");
        assert!(message.contains("scripts, links or other files"), "{message}");
        for empty in [&b""[..], b"GIF89a\x01\0\x01\0\0\0\0;", b"PK\x03\x04"] {
            assert!(send(&app, &pro, &identity, empty).await.status.is_client_error());
        }
        assert_eq!(app.count("select count(*) from master_documents").await, 0);
        assert_eq!(app.count("select count(*) from loose_files").await, 0);
        assert!(files(&app).is_empty());
        // A PDF that calls itself a photo is a PDF.
        let disguised = [("file", "me.jpg", "image/jpeg", &whole[..])];
        let call = app.post("/api/masters/documents").ip(app.fresh_ip()).bearer(&pro.token);
        let document = call.multipart(&identity, &disguised).send().await.expect_status(201).json();
        assert_eq!(column(&app, &document, "media_type").await.as_deref(), Some("application/pdf"));
    }

    async fn ten_megabytes_are_the_most(app: TestApp) {
        const MOST: usize = 10 * 1024 * 1024;
        let pro = proved_master(&app, "pro@example.com").await;
        for (length, status) in [(MOST, 201), (MOST + 1, 413)] {
            let answer = send(&app, &pro, &[("kind", "other")], &pdf_of(length)).await.expect_status(status);
            if status == 413 {
                answer.problem(413, "too_large");
            }
        }
        send(&app, &pro, &[("kind", "other")], &vec![b' '; MOST + 2 * 1024 * 1024]).await.problem(413, "too_large");
        assert_eq!(files(&app).len(), 1);
    }

    async fn a_wrong_form_keeps_nothing(app: TestApp) {
        let pro = proved_master(&app, "pro@example.com").await;
        let file = pdf("", "");
        for texts in [&[][..], &[("kind", "")], &[("kind", "passport")], &[("kind", "Identity")]] {
            send(&app, &pro, texts, &file).await.invalid_field("kind");
        }
        for kind in ["gas_safe", "electrical"] {
            for day in ["", "2026-11-23", "2026-11-22", "2027-02-29", "24/11/2027", "tomorrow"] {
                send(&app, &pro, &[("kind", kind), ("expiresOn", day)], &file).await.invalid_field("expiresOn");
            }
            app.clock.advance(HOUR);
        }
        for kind in ["identity", "insurance", "other"] {
            send(&app, &pro, &[("kind", kind), ("expiresOn", "2026-11-23")], &file).await.invalid_field("expiresOn");
        }
        let post = || app.post("/api/masters/documents").ip(app.fresh_ip()).bearer(&pro.token);
        post().multipart(&[("kind", "identity")], &[]).send().await.invalid_field("file");
        post().json(&json!({})).send().await.problem(415, "unsupported_media_type");
        assert_eq!(app.count("select count(*) from master_documents").await, 0);
        assert!(files(&app).is_empty());
        // Tomorrow is the first day that will do.
        let tomorrow = [("kind", "electrical"), ("expiresOn", " 2026-11-24 ")];
        let document = send(&app, &pro, &tomorrow, &file).await.expect_status(201).json();
        assert_eq!(document["expiresOn"], "2026-11-24");
    }

    async fn a_newer_one_replaces_what_is_not_verified(app: TestApp) {
        let pro = proved_master(&app, "pro@example.com").await;
        let first = kept(&app, &pro, "identity").await;
        let insurance = kept(&app, &pro, "insurance").await;
        app.clock.advance(1);
        let second = kept(&app, &pro, "identity").await;
        assert_eq!(column(&app, &first, "id").await, None);
        assert_eq!(files(&app).len(), 2);
        set(&app, &second, "rejected_at = 1, reason = 'The photo is too dark.'").await;
        assert_eq!(list(&app, &pro).await[0]["reason"], "The photo is too dark.");
        let third = kept(&app, &pro, "identity").await;
        assert_eq!(column(&app, &second, "id").await, None);
        set(&app, &third, "verified_at = 1").await;
        app.clock.advance(1);
        let fourth = kept(&app, &pro, "identity").await;
        let ids: Vec<_> = list(&app, &pro).await.iter().map(|document| text(document, "id").to_owned()).collect();
        assert_eq!(ids, [&fourth, &third, &insurance].map(|document| text(document, "id").to_owned()));
        assert_eq!(files(&app).len(), 3);
        assert_eq!(app.count("select count(*) from loose_files").await, 0);
        // Another pro's are not touched.
        let other = proved_master(&app, "other@example.com").await;
        kept(&app, &other, "insurance").await;
        assert_eq!(list(&app, &pro).await.len(), 3);
    }

    async fn a_document_and_its_file_are_deleted(app: TestApp) {
        let pro = proved_master(&app, "pro@example.com").await;
        let document = kept(&app, &pro, "identity").await;
        app.clock.advance(1);
        let _ = delete(&app, &pro, &document).await.expect_status(204);
        delete(&app, &pro, &document).await.problem(404, "not_found");
        app.get(text(&document, "fileUrl")).bearer(&pro.token).send().await.problem(404, "not_found");
        assert!(list(&app, &pro).await.is_empty());
        assert!(files(&app).is_empty());
        assert_eq!(app.count("select count(*) from loose_files").await, 0);
        assert_eq!(changed_at(&app, &pro).await, app.clock.now());
    }

    async fn a_verified_one_stays_and_expires(app: TestApp) {
        let pro = proved_master(&app, "pro@example.com").await;
        let document = kept(&app, &pro, "gas_safe").await;
        set(&app, &document, "verified_at = 1").await;
        let before = changed_at(&app, &pro).await;
        app.clock.advance(HOUR);
        delete(&app, &pro, &document).await.problem(409, "document_verified");
        assert_eq!(changed_at(&app, &pro).await, before);
        // Valid through 23 November 2027, its last day.
        for (hours, status) in [(0, "verified"), (365 * 24 + 12, "verified"), (1, "expired")] {
            app.clock.advance(hours * HOUR);
            let pro = signed_in_again(&app, &pro).await;
            assert_eq!(list(&app, &pro).await[0]["status"], status, "{hours}");
        }
        let pro = signed_in_again(&app, &pro).await;
        delete(&app, &pro, &document).await.problem(409, "document_verified");
        assert_eq!(files(&app).len(), 1);
    }

    async fn a_record_without_a_file_has_no_address(app: TestApp) {
        let pro = proved_master(&app, "pro@example.com").await;
        app.execute(&format!(
            "insert into master_documents (id, master_id, kind, uploaded_at, verified_at) values ('document-1', '{}', 'identity', 1, 1)",
            pro.id
        )).await;
        let documents = list(&app, &pro).await;
        assert_eq!((&documents[0]["status"], documents[0].get("fileUrl")), (&json!("verified"), None));
        app.get("/api/masters/documents/document-1/file").bearer(&pro.token).send().await.problem(404, "not_found");
    }

    async fn documents_are_their_pros_only(app: TestApp) {
        let (pro, other) = (proved_master(&app, "pro@example.com").await, proved_master(&app, "other@example.com").await);
        let guest = app.guest().await;
        let client = Person { id: guest.id, token: guest.token };
        let document = kept(&app, &pro, "identity").await;
        let url = text(&document, "fileUrl").to_owned();
        app.get(&url).bearer(&other.token).send().await.problem(404, "not_found");
        delete(&app, &other, &document).await.problem(404, "not_found");
        assert!(list(&app, &other).await.is_empty());
        for call in [
            app.get(&url),
            app.get("/api/masters/documents"),
            app.post("/api/masters/documents").multipart(&[("kind", "identity")], &[]),
            app.call(http::Method::DELETE, url.trim_end_matches("/file")),
        ] {
            call.send().await.problem(401, "unauthorised");
        }
        app.get(&url).bearer(&client.token).send().await.problem(401, "unauthorised");
        send(&app, &client, &[("kind", "identity")], &pdf("", "")).await.problem(401, "unauthorised");
        delete(&app, &client, &document).await.problem(401, "unauthorised");
        // Nor does it have an address among the photos of jobs, or among the pictures of pros.
        let file = column(&app, &document, "file_id").await.unwrap();
        for name in [file.clone(), format!("pros%2F{file}"), text(&document, "id").to_owned()] {
            for token in [&pro.token, &client.token] {
                let answer = app.get(&format!("/api/files/{name}")).bearer(token).send().await;
                assert!([401, 404].contains(&answer.status.as_u16()), "{}", answer.text());
            }
            app.get(&format!("/api/masters/pictures/{name}")).send().await.problem(404, "not_found");
        }
        assert_eq!(list(&app, &pro).await, [document]);
    }

    async fn twenty_uploads_an_hour_and_a_pro(app: TestApp) {
        let (pro, other) = (proved_master(&app, "pro@example.com").await, proved_master(&app, "other@example.com").await);
        for _ in 0..20 {
            kept(&app, &pro, "other").await;
        }
        let refused = send(&app, &pro, &[("kind", "other")], &pdf("", "")).await;
        assert!(refused.header("retry-after").is_some());
        refused.problem(429, "too_many_requests");
        kept(&app, &other, "other").await;
        app.clock.advance(HOUR);
        kept(&app, &pro, "other").await;
        assert_eq!(files(&app).len(), 2);
    }

    async fn documents_wait_until_the_email_is_proved(app: TestApp) {
        let pro = master(&app, "pro@example.com").await;
        send(&app, &pro, &[("kind", "identity")], &pdf("", "")).await.problem(409, "email_not_proved");
        assert!(files(&app).is_empty());
        let pro = master_by_code(&app, "pro@example.com", &pro.token).await;
        kept(&app, &pro, "identity").await;
    }

    async fn sixty_uploads_a_day_from_one_address(app: TestApp) {
        let ip = app.fresh_ip();
        let post = async |pro: &Person| {
            let files = [("file", "paper.pdf", "application/pdf", &b"no paper"[..])];
            app.post("/api/masters/documents").ip(ip).bearer(&pro.token).multipart(&[("kind", "other")], &files).status().await.as_u16()
        };
        for number in 0..3 {
            let pro = proved_master(&app, &format!("pro{number}@example.com")).await;
            for _ in 0..20 {
                assert_eq!(post(&pro).await, 415);
            }
        }
        let pro = proved_master(&app, "last@example.com").await;
        assert_eq!(post(&pro).await, 429);
        kept(&app, &pro, "other").await;
        app.clock.advance(DAY);
        assert_eq!(post(&pro).await, 415);
    }

    async fn sixty_megabytes_a_pro(app: TestApp) {
        let pro = proved_master(&app, "pro@example.com").await;
        let file = pdf("", "");
        let document = kept(&app, &pro, "identity").await;
        assert_eq!(column(&app, &document, "cast(bytes as text)").await, Some(file.len().to_string()));
        let room = |left: usize| format!("verified_at = 1, bytes = {}", 60_000_000 - left);
        set(&app, &document, &room(file.len() - 1)).await;
        send(&app, &pro, &[("kind", "other")], &file).await.problem(409, "too_many_documents");
        set(&app, &document, &room(file.len())).await;
        kept(&app, &pro, "other").await;
    }

    async fn twenty_documents_a_pro(app: TestApp) {
        let pro = proved_master(&app, "pro@example.com").await;
        for number in 1..20 {
            app.execute(&format!(
                "insert into master_documents (id, master_id, kind, uploaded_at, verified_at) values ('document-{number}', '{}', 'other', 1, 1)",
                pro.id
            )).await;
        }
        let twentieth = kept(&app, &pro, "other").await;
        send(&app, &pro, &[("kind", "identity")], &pdf("", "")).await.problem(409, "too_many_documents");
        assert_eq!(list(&app, &pro).await.len(), 20);
        assert_eq!(app.count("select count(*) from loose_files").await, 1, "the refused file is left to the sweep");
        // One that takes another's place is not one more.
        kept(&app, &pro, "other").await;
        assert_eq!(column(&app, &twentieth, "id").await, None);
        assert_eq!(list(&app, &pro).await.len(), 20);
        app.clock.advance(DAY);
        assert_eq!(app.state.documents.sweep().await.unwrap(), (0, 1));
        assert_eq!(files(&app).len(), 1);
        let unlimited = app.restarted(|config| config.rate_limits = Switch::Off).await;
        let pro = signed_in_again(&unlimited, &pro).await;
        kept(&unlimited, &pro, "identity").await;
        unlimited.state.db.close().await;
    }

    async fn rejected_ones_go_after_thirty_days(app: TestApp) {
        let pro = proved_master(&app, "pro@example.com").await;
        let (rejected, waiting) = (kept(&app, &pro, "identity").await, kept(&app, &pro, "insurance").await);
        set(&app, &rejected, &format!("rejected_at = {}", app.clock.now())).await;
        app.clock.advance(30 * DAY);
        assert_eq!(app.state.documents.sweep().await.unwrap(), (0, 0), "exactly 30 days old stays");
        app.clock.advance(1);
        callout_front::jobs::housekeeping::run(&app.state.jobs).await;
        assert_eq!(column(&app, &rejected, "id").await, None);
        assert_eq!(files(&app), [column(&app, &waiting, "file_id").await.unwrap()]);
        assert_eq!(changed_at(&app, &pro).await, app.clock.now());
    }

    async fn files_that_no_row_names_are_swept_after_a_day(app: TestApp) {
        let pro = proved_master(&app, "pro@example.com").await;
        let document = kept(&app, &pro, "identity").await;
        // As if the server had stopped between the file and its row, and before deleting a file that was let go.
        let folder = app.folder.join("files/pros");
        for (name, delete_at) in [("unnamed", app.clock.now() + DAY), ("let-go", app.clock.now())] {
            std::fs::write(folder.join(name), name).unwrap();
            app.execute(&format!("insert into loose_files (id, delete_at) values ('{name}', {delete_at})")).await;
        }
        assert_eq!(app.state.documents.sweep().await.unwrap(), (0, 1));
        assert!(!folder.join("let-go").exists() && folder.join("unnamed").exists());
        app.clock.advance(DAY - 1);
        assert_eq!(app.state.documents.sweep().await.unwrap(), (0, 0));
        app.clock.advance(1);
        assert_eq!(app.state.documents.sweep().await.unwrap(), (0, 1));
        assert_eq!(files(&app), [column(&app, &document, "file_id").await.unwrap()]);
        assert_eq!(app.count("select count(*) from loose_files").await, 0);
    }

    async fn two_uploads_at_once_leave_one(app: TestApp) {
        let pro = proved_master(&app, "pro@example.com").await;
        let (one, another) = tokio::join!(kept(&app, &pro, "identity"), kept(&app, &pro, "identity"));
        assert_ne!(one["id"], another["id"]);
        assert_eq!(list(&app, &pro).await.len(), 1);
        assert_eq!(files(&app).len(), 1);
    }
}

/// The same pro with a new token: the old one has expired after a week.
async fn signed_in_again(app: &TestApp, pro: &Person) -> Person {
    let email = app
        .text(&format!("select email from masters where id = '{}'", pro.id))
        .await;
    let body = json!({ "email": email, "password": crate::people::PASSWORD });
    let call = app.post("/api/masters/login").ip(app.fresh_ip()).json(&body);
    let answer = call.send().await.expect_status(200).json();
    Person {
        id: pro.id.clone(),
        token: text(&answer, "token").to_owned(),
    }
}
