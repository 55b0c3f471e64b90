//! /metrics on its own address, and that neither it nor the log says who called.

use std::io::Write;
use std::sync::{Arc, Mutex};

use api_tests::both_databases;
use callout::telemetry;
use serde_json::json;
use tracing_subscriber::fmt::MakeWriter;

const EMAIL: &str = "canary@example.com";
const PHONE: &str = "07700 900321";
const NORMALISED: &str = "+447700900321";

/// Keeps what is logged.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

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

both_databases! {
    async fn neither_logs_nor_metrics_say_who_called(app: TestApp) {
        let log = Kept::default();
        let lines = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(log.clone()).finish();
        let _logging = tracing::subscriber::set_default(lines);
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

        let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
        let metrics = handle.render();
        assert!(log.contains("/api/clients/ensure-guest"), "the route's template is logged: {log}");
        assert!(metrics.contains("http_requests_total{"), "{metrics}");
        assert!(metrics.contains("route=\"/api/clients/ensure-guest\""), "{metrics}");
        assert!(metrics.contains("http_request_seconds_bucket{"), "{metrics}");
        for secret in [EMAIL, "900321", guest.token.as_str(), guest.id.as_str()] {
            assert!(!log.contains(secret), "{secret} is in the log: {log}");
            assert!(!metrics.contains(secret), "{secret} is in the metrics: {metrics}");
        }
    }
}
