//! A stand-in for Stripe's API that keeps intents the way Stripe does.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use callout_domain::clock::Clock;
use http::{HeaderMap, Method, StatusCode, Uri};
use serde_json::{Value, json};

/// The stand-in's intents, and the requests it received.
#[derive(Default)]
pub(crate) struct Account {
    pub intents: HashMap<String, Value>,
    /// How many intents were opened.
    opened: usize,
    pub answers: HashMap<String, (StatusCode, Value)>,
    pub asked: Vec<Asked>,
    pub refunds: Vec<Value>,
    /// Refunds fail as soon as they are made.
    pub refunds_fail: bool,
    /// Accounts of pros, by id.
    pub accounts: HashMap<String, Value>,
    pub transfers: Vec<Value>,
    /// Reversals of transfers.
    pub reversals: Vec<Value>,
    /// Payments that banks took back, by id.
    pub disputes: HashMap<String, Value>,
    /// When things are made; at the beginning of time where it is not set.
    pub clock: Option<Clock>,
    pub is_down: bool,
    /// Does what it is asked, and never answers.
    pub is_mute: bool,
    /// Whether the answers to the next changes are lost after the work was done.
    pub loses: Vec<bool>,
    /// How many were.
    pub lost: usize,
    /// Never answers.
    pub is_silent: bool,
    /// Refuses every change with this code.
    pub refuses: Option<&'static str>,
    /// Refuses whatever is asked at these paths, with a status and a code.
    pub refused: HashMap<String, (u16, &'static str)>,
    /// Accounts of pros that are not connected to ours any more.
    pub gone: HashSet<String>,
}

#[derive(Clone)]
pub(crate) struct Asked {
    pub line: String,
    pub form: HashMap<String, String>,
    pub key: Option<String>,
}

/// The parts of the API that take clients' money; the others pay pros.
const OF_CLIENTS: [&str; 5] = [
    "/v1/payment_intents",
    "/v1/payment_methods",
    "/v1/customers",
    "/v1/refunds",
    "/v1/disputes",
];

pub(crate) type Stripe = Arc<Mutex<Account>>;

pub(crate) async fn serve() -> (Stripe, String) {
    let stripe = Stripe::default();
    let router = Router::new().fallback(answer).with_state(Arc::clone(&stripe));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    (stripe, address)
}

async fn answer(
    State(stripe): State<Stripe>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    if stripe.lock().unwrap().is_silent {
        return std::future::pending().await;
    }
    let (response, is_mute) = {
        let mut account = stripe.lock().unwrap();
        let mut response = account.respond(&method, &uri, &headers, &body);
        if method == Method::POST && !account.loses.is_empty() && account.loses.remove(0) {
            account.lost += 1;
            response = refuse(StatusCode::BAD_GATEWAY, "lost");
        }
        (response, account.is_mute && method == Method::POST)
    };
    if is_mute {
        return std::future::pending().await;
    }
    response
}

fn refuse(status: StatusCode, code: &str) -> Response {
    (
        status,
        axum::body::Body::from(json!({ "error": { "type": "error", "code": code } }).to_string()),
    )
        .into_response()
}

impl Account {
    fn respond(&mut self, method: &Method, uri: &Uri, headers: &HeaderMap, body: &Bytes) -> Response {
        let header = |name: &str| {
            headers
                .get(name)
                .and_then(|value| value.to_str().ok())
                .map(str::to_owned)
        };
        if header("authorization").as_deref() != Some("Bearer sk_test_1")
            || header("stripe-version").is_none()
        {
            return refuse(StatusCode::UNAUTHORIZED, "api_key_invalid");
        }
        if self.is_down {
            return refuse(StatusCode::SERVICE_UNAVAILABLE, "down");
        }
        if let Some((status, code)) = self.refused.get(uri.path()) {
            return refuse(StatusCode::from_u16(*status).unwrap(), code);
        }
        let form: HashMap<String, String> = url::form_urlencoded::parse(body).into_owned().collect();
        let key = header("idempotency-key");
        self.asked.push(Asked {
            line: format!("{method} {}", uri.path()),
            form: form.clone(),
            key: key.clone(),
        });
        if let Some((status, kept)) = key.as_ref().and_then(|key| self.answers.get(key)) {
            return (*status, axum::body::Body::from(kept.to_string())).into_response();
        }
        let query = uri.query().unwrap_or_default();
        let (status, value) = if OF_CLIENTS.iter().any(|part| uri.path().starts_with(part)) {
            self.act(method, uri.path(), query, &form)
        } else {
            self.act_for_pros(method, uri.path(), query, &form)
        };
        if let Some(key) = key {
            self.answers.insert(key, (status, value.clone()));
        }
        (status, axum::body::Body::from(value.to_string())).into_response()
    }

    /// Unix seconds.
    fn now(&self) -> i64 {
        self.clock.as_ref().map_or(0, |clock| clock.now() / 1_000)
    }

    fn act(
        &mut self,
        method: &Method,
        path: &str,
        query: &str,
        form: &HashMap<String, String>,
    ) -> (StatusCode, Value) {
        let parts: Vec<&str> = path.trim_start_matches("/v1/").split('/').collect();
        let error = |code: &str| (StatusCode::BAD_REQUEST, json!({ "error": { "code": code } }));
        if let Some(code) = self.refuses.filter(|_| method == Method::POST) {
            return error(code);
        }
        match (method.as_str(), parts.as_slice()) {
            ("POST", ["payment_intents"]) => {
                self.opened += 1;
                let id = format!("pi_{}", self.opened);
                let is_confirmed = form.contains_key("confirm");
                let intent = json!({
                    "id": id, "object": "payment_intent", "client_secret": format!("{id}_secret_1"),
                    "customer": form.get("customer"), "payment_method": form.get("payment_method"),
                    "status": if is_confirmed { "requires_capture" } else { "requires_payment_method" }, "amount": form["amount"].parse::<i64>().unwrap(),
                    "amount_received": 0, "currency": form["currency"],
                    "created": self.now(), "metadata": metadata(form),
                });
                self.intents.insert(id, intent.clone());
                (StatusCode::OK, intent)
            }
            ("POST", ["customers"]) => (StatusCode::OK, json!({ "id": "cus_1", "object": "customer" })),
            ("POST", ["payment_methods", id, "detach"]) => {
                (StatusCode::OK, json!({ "id": id, "customer": null }))
            }
            ("GET", ["payment_intents"]) => {
                let asked = parameters(query);
                let mut all: Vec<_> = self.intents.values().filter(since(&asked)).cloned().collect();
                all.sort_by_key(|intent| std::cmp::Reverse(intent["id"].as_str().map(str::to_owned)));
                (StatusCode::OK, json!({ "object": "list", "data": all }))
            }
            ("GET", ["payment_intents", id]) => match self.intents.get(*id) {
                Some(intent) => (StatusCode::OK, intent.clone()),
                None => missing(),
            },
            ("POST", ["payment_intents", id, "capture"]) => {
                let Some(intent) = self.intents.get_mut(*id) else {
                    return missing();
                };
                let amount = form["amount_to_capture"].parse::<i64>().unwrap();
                if intent["status"] != "requires_capture" {
                    return error("payment_intent_unexpected_state");
                }
                if amount > intent["amount"].as_i64().unwrap() {
                    return error("amount_too_large");
                }
                intent["status"] = "succeeded".into();
                intent["amount_received"] = amount.into();
                (StatusCode::OK, intent.clone())
            }
            ("POST", ["payment_intents", id, "cancel"]) => {
                let Some(intent) = self.intents.get_mut(*id) else {
                    return missing();
                };
                if intent["status"] == "canceled" || intent["status"] == "succeeded" {
                    return error("payment_intent_unexpected_state");
                }
                intent["status"] = "canceled".into();
                (StatusCode::OK, intent.clone())
            }
            ("POST", ["refunds"]) => {
                let refund = json!({
                    "id": format!("re_{}", self.refunds.len() + 1), "status": if self.refunds_fail { "failed" } else { "succeeded" }, "amount": form["amount"].parse::<i64>().unwrap(),
                    "payment_intent": form["payment_intent"], "created": self.now(), "metadata": metadata(form),
                });
                self.refunds.push(refund.clone());
                (StatusCode::OK, refund)
            }
            ("GET", ["refunds", id]) => match self.refunds.iter().find(|refund| refund["id"] == *id) {
                Some(refund) => (StatusCode::OK, refund.clone()),
                None => missing(),
            },
            ("GET", ["refunds"]) => {
                let asked = parameters(query);
                let of = |refund: &&Value| {
                    let intent = asked.get("payment_intent");
                    refund["payment_intent"].is_null()
                        || intent.is_none_or(|intent| refund["payment_intent"] == intent.as_str())
                };
                let newest = self.refunds.iter().rev().filter(since(&asked));
                page(newest.filter(of), &asked)
            }
            ("GET", ["disputes"]) => {
                let asked = parameters(query);
                let all: Vec<_> = self.disputes.values().filter(since(&asked)).collect();
                (StatusCode::OK, json!({ "object": "list", "data": all }))
            }
            ("GET", ["disputes", id]) => match self.disputes.get(*id) {
                Some(dispute) => (StatusCode::OK, dispute.clone()),
                None => missing(),
            },
            _ => (
                StatusCode::NOT_FOUND,
                json!({ "error": { "type": "invalid_request_error" } }),
            ),
        }
    }

    /// Connect: accounts, the links to their pages, and transfers to them.
    fn act_for_pros(
        &mut self,
        method: &Method,
        path: &str,
        query: &str,
        form: &HashMap<String, String>,
    ) -> (StatusCode, Value) {
        let parts: Vec<&str> = path.trim_start_matches("/v1/").split('/').collect();
        if let Some(code) = self.refuses.filter(|_| method == Method::POST) {
            return (StatusCode::BAD_REQUEST, json!({ "error": { "code": code } }));
        }
        let of_account = match parts.as_slice() {
            ["accounts", id] => Some(*id),
            _ => form.get("account").map(String::as_str),
        };
        if of_account.is_some_and(|id| self.gone.contains(id)) {
            return (
                StatusCode::FORBIDDEN,
                json!({ "error": { "code": "account_invalid" } }),
            );
        }
        if form.get("destination").is_some_and(|id| self.gone.contains(id)) {
            return (
                StatusCode::BAD_REQUEST,
                json!({ "error": { "code": "resource_missing" } }),
            );
        }
        match (method.as_str(), parts.as_slice()) {
            ("POST", ["accounts"]) => {
                let id = format!("acct_{}", self.accounts.len() + 1);
                let account = json!({ "id": id, "object": "account", "payouts_enabled": false, "capabilities": { "transfers": "inactive" },
                    "external_accounts": { "object": "list", "data": [] } });
                self.accounts.insert(id, account.clone());
                (StatusCode::OK, account)
            }
            ("GET", ["accounts", id]) => match self.accounts.get(*id) {
                Some(account) => (StatusCode::OK, account.clone()),
                None => missing(),
            },
            ("POST", ["account_links"]) => {
                let url = format!("https://connect.stripe.test/setup/{}", form["account"]);
                (StatusCode::OK, json!({ "object": "account_link", "url": url }))
            }
            ("POST", ["accounts", id, "login_links"]) => {
                let url = format!("https://connect.stripe.test/express/{id}");
                (StatusCode::OK, json!({ "object": "login_link", "url": url }))
            }
            ("POST", ["transfers"]) => {
                let transfer = json!({ "id": format!("tr_{}", self.transfers.len() + 1), "object": "transfer",
                    "amount": form["amount"].parse::<i64>().unwrap(), "destination": form["destination"],
                    "source_transaction": form.get("source_transaction"), "transfer_group": form.get("transfer_group"),
                    "created": self.now(), "metadata": metadata(form) });
                self.transfers.push(transfer.clone());
                (StatusCode::OK, transfer)
            }
            ("GET", ["transfers"]) => {
                let asked = parameters(query);
                let is_it = |transfer: &&Value| {
                    let named = ["destination", "transfer_group"].into_iter();
                    named
                        .filter_map(|name| Some((name, asked.get(name)?)))
                        .all(|(name, wanted)| transfer[name] == wanted.as_str())
                };
                page(
                    self.transfers.iter().rev().filter(since(&asked)).filter(is_it),
                    &asked,
                )
            }
            ("POST", ["transfers", id, "reversals"]) => self.reverse(id, form),
            ("GET", ["transfers", id, "reversals"]) => {
                let of = |reversal: &&Value| reversal["transfer"] == *id;
                page(self.reversals.iter().filter(of), &parameters(query))
            }
            _ => missing(),
        }
    }

    /// A transfer gives back no more than it has sent.
    fn reverse(&mut self, id: &str, form: &HashMap<String, String>) -> (StatusCode, Value) {
        let amount = form["amount"].parse::<i64>().unwrap();
        let of = |list: &[Value], name: &str| -> i64 {
            let its = list.iter().filter(|one| one[name] == id);
            its.filter_map(|one| one["amount"].as_i64()).sum()
        };
        if of(&self.reversals, "transfer") + amount > of(&self.transfers, "id") {
            let error = json!({ "error": { "type": "invalid_request_error" } });
            return (StatusCode::BAD_REQUEST, error);
        }
        let reversal = json!({ "id": format!("trr_{}", self.reversals.len() + 1), "object": "transfer_reversal",
            "amount": amount, "transfer": id, "metadata": { "reference": form["metadata[reference]"] } });
        self.reversals.push(reversal.clone());
        (StatusCode::OK, reversal)
    }

    /// The pro of this account has given bank details.
    pub(crate) fn make_ready(&mut self, id: &str, bank: &str) {
        let account = self.accounts.get_mut(id).unwrap();
        account["payouts_enabled"] = true.into();
        account["capabilities"]["transfers"] = "active".into();
        account["external_accounts"]["data"] = json!([{ "id": bank }]);
    }

    /// A card is held by this intent until `ends` (Unix milliseconds).
    pub(crate) fn hold(&mut self, id: &str, ends: i64) {
        let intent = self.intents.get_mut(id).unwrap();
        intent["status"] = "requires_capture".into();
        intent["payment_method"] = "pm_1".into();
        let card = json!({ "capture_before": ends / 1_000, "fingerprint": "Xt5EWLLDS7FJjR1c" });
        intent["latest_charge"] = json!({ "id": "ch_1", "payment_method_details": { "card": card } });
    }

    /// What was last sent to this address.
    pub(crate) fn form_of(&self, line: &str) -> HashMap<String, String> {
        let last = self.asked.iter().rev().find(|asked| asked.line == line);
        last.unwrap().form.clone()
    }

    pub(crate) fn refunded(&self) -> i64 {
        self.refunds
            .iter()
            .filter_map(|refund| refund["amount"].as_i64())
            .sum()
    }

    pub(crate) fn set_status(&mut self, id: &str, status: &str) {
        self.intents.get_mut(id).unwrap()["status"] = status.into();
    }
}

fn missing() -> (StatusCode, Value) {
    (
        StatusCode::NOT_FOUND,
        json!({ "error": { "code": "resource_missing" } }),
    )
}

/// What is kept with an object.
fn metadata(form: &HashMap<String, String>) -> Value {
    let kept = form.iter().filter_map(|(name, value)| {
        let name = name.strip_prefix("metadata[")?.strip_suffix(']')?;
        Some((name.to_owned(), json!(value)))
    });
    Value::Object(kept.collect())
}

/// Whether an object is new enough for a list.
fn since(asked: &HashMap<String, String>) -> impl Fn(&&Value) -> bool {
    let since = asked
        .get("created[gte]")
        .and_then(|at| at.parse().ok())
        .unwrap_or(0);
    move |object| object["created"].as_i64().unwrap_or_default() >= since
}

fn parameters(query: &str) -> HashMap<String, String> {
    url::form_urlencoded::parse(query.as_bytes())
        .into_owned()
        .collect()
}

/// One a page, so that pages are turned.
fn page<'a>(all: impl Iterator<Item = &'a Value>, asked: &HashMap<String, String>) -> (StatusCode, Value) {
    let last = asked.get("starting_after");
    let mut rest = all.skip_while(|one| last.is_some_and(|last| one["id"] != last.as_str()));
    if last.is_some() {
        rest.next();
    }
    let page: Vec<_> = rest.by_ref().take(1).collect();
    let has_more = rest.next().is_some();
    (
        StatusCode::OK,
        json!({ "object": "list", "data": page, "has_more": has_more }),
    )
}
