//! A real server on its own port, and the guests and quotes that the bench redeems.

use std::net::SocketAddr;
use std::path::PathBuf;

use axum::Router;
use axum::extract::State;
use axum::routing::post;
use callout::web::WebApp;
use callout_domain::clock::Clock;
use callout_domain::config::Config;
use callout_front::extract::Client;
use callout_front::extract::Json;
use callout_front::jobs::Worker;
use callout_front::middleware::{ConnectionLimits, Front};
use callout_front::state::AppState;
use clap::Parser;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::database::make_room;
use super::load::{self, CONNECTIONS, Connection, request};

const POSTCODE: &str = "SW1A 1AA";

/// A server under load.
pub(crate) struct Scene {
    pub(crate) address: SocketAddr,
    state: AppState,
    stop: oneshot::Sender<()>,
    server: JoinHandle<()>,
    worker: Worker,
    folder: tempfile::TempDir,
}

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    config: Config,
}

/// What the bare handler reads and writes: as small as a quote's own fields allow.
#[derive(Deserialize)]
struct BareRequest {
    description: String,
    #[serde(rename = "amountPence")]
    amount_pence: i64,
}

#[derive(Serialize)]
struct BareAnswer {
    id: String,
    #[serde(rename = "amountPence")]
    amount_pence: i64,
    length: usize,
}

/// The yardstick for all figures: JSON in, JSON out, nothing between.
async fn bare(
    State(_): State<AppState>,
    client: Client,
    Json(body): Json<BareRequest>,
) -> axum::Json<BareAnswer> {
    axum::Json(BareAnswer {
        id: client.id,
        amount_pence: body.amount_pence,
        length: body.description.len(),
    })
}

impl Scene {
    /// Serves on `url`, or on a SQLite file on the disk that cargo builds on.
    pub(crate) async fn open(url: Option<String>) -> Self {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
        let url = url.unwrap_or_else(|| format!("sqlite:{}", folder.path().join("bench.db").display()));
        let data: PathBuf = folder.path().to_owned();
        let line = [
            "bench",
            "--database-url",
            &url,
            "--rate-limits",
            "off",
            "--data-dir",
        ];
        let mut config = Line::parse_from(line.iter().map(Into::into).chain([data.into_os_string()])).config;
        config.payments = Some(callout_domain::config::PaymentsMode::Sandbox);
        let state = Box::pin(callout::build_state(config, Clock::System))
            .await
            .expect("the server starts");
        make_room(&state).await;
        let worker = Worker::start(&state.jobs);
        let bench = Router::new()
            .route("/api/bench", post(bare))
            .with_state(state.clone());
        let app = callout::surround(bench, Front::new(&state.config))
            .merge(callout::build_app(state.clone(), WebApp::default()));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("a port");
        let (stop, stopped) = oneshot::channel();
        let limits = ConnectionLimits::new(&state.config);
        let server = tokio::spawn(callout::run(listener, app, limits, async {
            let _ = stopped.await;
        }));
        Self {
            address,
            state,
            stop,
            server,
            worker,
            folder,
        }
    }

    pub(crate) async fn close(self) {
        let _ = self.stop.send(());
        self.server.await.expect("the server stops");
        self.worker.stop().await;
        self.state.db.close().await;
        drop(self.folder);
    }

    /// For each connection: one request to the bare handler and one for a quote, with the same body and its own guest.
    pub(crate) async fn quote_requests(&self) -> (Vec<Vec<u8>>, Vec<Vec<u8>>) {
        let slots = self.slots().await;
        let bodies = self.quoted(CONNECTIONS, &slots).await;
        let as_calls = |path| {
            bodies
                .iter()
                .map(|(token, body)| request("POST", path, token, body))
                .collect()
        };
        (as_calls("/api/bench"), as_calls("/api/quotes"))
    }

    /// Redemptions ready to be sent: each with its own guest, draft and quote, spread over the month's slots.
    pub(crate) async fn cash_bookings(&self, count: usize) -> Vec<Vec<u8>> {
        let slots = self.slots().await;
        let wanted = self.quoted(count, &slots).await;
        let calls = wanted
            .iter()
            .map(|(token, body)| request("POST", "/api/quotes", token, body))
            .collect();
        let (_, quotes) = load::each(self.address, calls, 201).await;
        let redeem = |(index, ((token, _), quote)): (usize, (&(String, Value), Vec<u8>))| {
            let quote: Value = serde_json::from_slice(&quote).expect("a quote");
            let body = json!({
                "quoteId": quote["quoteId"], "signature": quote["signature"], "mode": "CASH",
                "address": {
                    "fullName": "Ada Lovelace", "phone": phone(index), "line1": "10 Downing Street", "city": "London",
                    "postcode": POSTCODE, "entryInfo": "Ring twice",
                },
            });
            request("POST", "/api/bookings", token, &body)
        };
        wanted.iter().zip(quotes).enumerate().map(redeem).collect()
    }

    /// Guests with their tokens, and what each wants, at the right price.
    async fn quoted(&self, count: usize, slots: &[String]) -> Vec<(String, Value)> {
        let calls = (0..count)
            .map(|index| {
                request(
                    "POST",
                    "/api/clients/ensure-guest",
                    "",
                    &json!({ "phone": phone(index) }),
                )
            })
            .collect();
        let (_, guests) = load::each(self.address, calls, 200).await;
        let token = |body: &Vec<u8>| {
            let guest: Value = serde_json::from_slice(body).expect("a guest");
            guest["token"].as_str().expect("a token").to_owned()
        };
        let tokens: Vec<String> = guests.iter().map(token).collect();
        let mut connection = Connection::open(self.address).await;
        let mut priced = Vec::new();
        for slot in slots {
            // A wrong price is answered with the right one.
            let asked = connection
                .send(&request(
                    "POST",
                    "/api/quotes",
                    &tokens[0],
                    &wanted("x", slot, -1),
                ))
                .await;
            let answer: Value = serde_json::from_slice(&asked.body).expect("a problem");
            priced.push((
                slot,
                answer["quote"]["amountPence"].as_i64().expect("the right price"),
            ));
        }
        let body = |(index, token): (usize, String)| {
            let (slot, amount) = priced[index % priced.len()];
            (token, wanted(&format!("draft-{index}"), slot, amount))
        };
        tokens.into_iter().enumerate().map(body).collect()
    }

    async fn slots(&self) -> Vec<String> {
        let mut connection = Connection::open(self.address).await;
        let answer = connection
            .send(&request("GET", "/api/slots?postcode=SW1A", "", &Value::Null))
            .await;
        let slots: Vec<Value> = serde_json::from_slice(&answer.body).expect("slots");
        // Not today's slots: the bench may run late in the evening.
        slots
            .iter()
            .rev()
            .take(100)
            .map(|slot| slot["id"].as_str().expect("an id").to_owned())
            .collect()
    }
}

fn wanted(draft: &str, slot: &str, amount: i64) -> Value {
    json!({
        "description": "Kitchen tap is leaking under the sink", "problemType": "leak", "postcode": "SW1A",
        "amountPence": amount, "currency": "GBP", "tier": "STANDARD", "urgency": "SCHEDULED", "timeslotId": slot,
        "draftId": draft,
    })
}

/// A valid UK mobile for each guest.
fn phone(index: usize) -> String {
    format!("07400{index:06}")
}
