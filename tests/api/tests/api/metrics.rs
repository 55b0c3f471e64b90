//! /metrics on its own address; neither it nor the log reveals which client called; the log names requests, bookings, payments and pros by their ids.

use std::io::Write;
use std::sync::{Arc, Mutex};

use api_tests::{TestApp, both_databases};
use callout_base::telemetry;
use serde_json::json;
use tracing::subscriber::DefaultGuard;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::MakeWriter;

use crate::journey::{booked, text};
use crate::people::{PASSWORD, Person, code, enter, login, master, register, verify};

const EMAIL: &str = "canary@example.com";
const OTHER_EMAIL: &str = "finch@example.com";
const PHONE: &str = "07700 900321";
const NORMALISED: &str = "+447700900321";

/// Collects what is logged.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Kept {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Kept {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

/// Collects what is logged in this thread from now on, until the guard goes.
async fn logging(app: &TestApp) -> (Kept, DefaultGuard) {
    // Registers the log call sites first; one that another thread reaches first may be cached as having no subscriber.
    let _ = app.get("/api/nothing").send().await;
    let log = Kept::default();
    // The writer has a thread of its own, where nobody collects: its spans would have no owner there.
    let filter = EnvFilter::new("trace,callout_db=off");
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .without_time()
        .with_ansi(false)
        .with_writer(log.clone())
        .finish();
    let guard = tracing::subscriber::set_default(lines);
    tracing::callsite::rebuild_interest_cache();
    (log, guard)
}

both_databases! {
    async fn what_failed_is_written_down_once_with_its_request_and_booking(app: TestApp) {
        let guest = app.guest().await;
        let made = booked(&app, &guest).await;
        let (booking, link) = (text(&made, "id").to_owned(), text(&made, "guest_token").to_owned());
        let (log, _logging) = logging(&app).await;
        let _ = app.get(&format!("/api/b/{link}")).send().await.expect_status(200);
        app.execute("drop table booking_events").await;
        let answer = app.get(&format!("/api/bookings/{booking}/events")).bearer(&guest.token).send().await;
        let request = answer.header("x-request-id").unwrap().to_owned();
        assert_eq!(answer.problem(500, "internal")["detail"], "Something went wrong on our side. Please try again.");
        let log = log.text();
        let told: Vec<&str> = log.lines().filter(|line| line.contains("failed") && line.contains("booking_events")).collect();
        assert!(!log.contains(&link), "the link opens the booking, and its token begins with the booking's id: {log}");
        let [line] = told.as_slice() else { panic!("{log}") };
        assert!(line.contains(&request) && line.contains(&booking), "{line}");
    }

    async fn neither_logs_nor_metrics_say_who_called(app: TestApp) {
        let (log, _logging) = logging(&app).await;
        let recorder = telemetry::recorder().unwrap().build_recorder();
        let handle = recorder.handle();
        let _metering = metrics::set_default_local_recorder(&recorder);

        let guest = app.guest_with(&json!({ "email": EMAIL, "phone": PHONE }), app.fresh_ip()).await;
        app.get(&format!("/api/files/x?token={}", guest.token)).bearer(&guest.token).send().await;
        app.get(&format!("/b/{}", guest.token)).send().await;
        app.get(&format!("/api/{EMAIL}/{NORMALISED}")).bearer(&guest.token).send().await;
        app.post("/api/clients/ensure-guest").json(&json!({ "email": EMAIL, "phone": 7 })).send().await;
        app.post("/api/clients/ensure-guest").body("text/plain", EMAIL).send().await;
        app.get("/healthz").header("x-request-id", EMAIL).send().await;
        // Sign-ins by both methods, successful and not.
        let mut codes = Vec::new();
        let mut tokens = vec![guest.token.clone()];
        for who in [json!({ "email": EMAIL }), json!({ "phone": PHONE })] {
            let code = code(&app, &who).await;
            verify(&app, &who, "000000", "").await;
            tokens.push(enter(&app, &who, &guest.token).await.token);
            codes.push(code);
        }
        tokens.push(Person::of(&register(&app, OTHER_EMAIL, "").await.json()).token);
        register(&app, OTHER_EMAIL, "").await;
        login(&app, OTHER_EMAIL, "not-the-one", "").await;
        tokens.push(Person::of(&login(&app, OTHER_EMAIL, PASSWORD, "").await.json()).token);
        tokens.push(master(&app, OTHER_EMAIL).await.token);
        app.get(&format!("/api/clients/identifier-exists?email={EMAIL}")).send().await;
        for token in &tokens {
            app.get("/api/clients/me/export").bearer(token).send().await;
            app.call(http::Method::DELETE, "/api/clients/me").bearer(token).send().await;
            app.post("/api/logout").bearer(token).send().await;
        }

        let log = log.text();
        let metrics = handle.render();
        assert!(log.contains("/api/clients/ensure-guest"), "the route's template is logged: {log}");
        assert!(metrics.contains("http_requests_total{"), "{metrics}");
        assert!(metrics.contains("route=\"/api/clients/ensure-guest\""), "{metrics}");
        assert!(metrics.contains("http_request_seconds_bucket{"), "{metrics}");
        assert!(metrics.contains("passwords_total{outcome=\"done\"}"), "{metrics}");
        let secrets = [EMAIL, OTHER_EMAIL, "900321", PASSWORD, "not-the-one", guest.id.as_str(), "client-"];
        for secret in secrets.into_iter().chain(codes.iter().chain(&tokens).map(String::as_str)) {
            assert!(!log.contains(secret), "{secret} is in the log: {log}");
            assert!(!metrics.contains(secret), "{secret} is in the metrics: {metrics}");
        }
    }
}
