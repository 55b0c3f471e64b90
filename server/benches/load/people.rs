//! The people of a load: guests with their bookings, and pros who may work.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use callout_domain::master_document::DocumentKind;
use callout_domain::operator::By;
use callout_front::state::AppState;
use callout_people::pros::Voucher;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use super::api::{self, Answer, Api, Call};
use super::figure::now;
use super::server::Place;

/// How many pros register at once: passwords wait in a short queue.
const AT_ONCE: usize = 8;

/// How long something that is waited for may take.
pub(crate) const WAIT: Duration = Duration::from_secs(30);

/// A pro who may take jobs.
#[derive(Clone)]
pub(crate) struct Pro {
    pub(crate) id: String,
    pub(crate) token: String,
}

impl Pro {
    /// The path of the pro's own stream.
    pub(crate) fn stream(&self) -> String {
        format!("/api/events/stream/master/{}", self.id)
    }
}

/// A booking that was just made.
pub(crate) struct Booked {
    pub(crate) id: String,
    /// The guest's bearer token.
    pub(crate) token: String,
    pub(crate) guest_link: String,
    pub(crate) share_link: String,
}

/// The windows that can be booked, with their prices, and who comes next. Clones count together.
#[derive(Clone)]
pub(crate) struct Town {
    pub(crate) api: Api,
    slots: Arc<Vec<(String, i64)>>,
    guests: Arc<AtomicUsize>,
}

impl Town {
    /// Asks for the windows, and for the price of each.
    pub(crate) async fn visit(api: Api) -> Self {
        let guests = Arc::new(AtomicUsize::new(0));
        let first = guests.fetch_add(1, Ordering::Relaxed);
        let token = api.must(api::ensure_guest(first)).await.text("token");
        let listed = Call::new("slots", 200, Method::GET, "/api/slots?postcode=SW1A");
        let listed = api.must(listed).await;
        let mut slots = Vec::new();
        // Not those of the next days: the bench may run late in the evening, and matching ends 12 hours before a window.
        for slot in listed.body.as_array().expect("slots").iter().rev().take(100) {
            let id = slot["id"].as_str().expect("an id");
            let wrong = api::quote(&token, first, id, -1);
            let answer = api.send(&wrong).await.expect("the server answers");
            let right = answer.body["quote"]["amountPence"].as_i64();
            slots.push((id.to_owned(), right.expect("the right price")));
        }
        Self {
            api,
            slots: Arc::new(slots),
            guests,
        }
    }

    /// A number for the next guest.
    pub(crate) fn next(&self) -> usize {
        self.guests.fetch_add(1, Ordering::Relaxed)
    }

    /// What this guest asks a quote for: the windows take turns.
    pub(crate) fn quote(&self, number: usize, token: &str) -> Call {
        let (slot, pence) = &self.slots[number % self.slots.len()];
        api::quote(token, number, slot, *pence)
    }

    /// A guest with a quote.
    async fn quoted(&self, number: usize) -> (String, Answer) {
        let token = self.api.must(api::ensure_guest(number)).await.text("token");
        let quote = self.api.must(self.quote(number, &token)).await;
        (token, quote)
    }

    /// A new guest's cash booking, for which a pro is looked for at once.
    pub(crate) async fn book_in_cash(&self) -> Booked {
        let number = self.next();
        let (token, quote) = self.quoted(number).await;
        let made = self.api.must(api::book_in_cash(&token, number, &quote)).await;
        Booked {
            id: made.text("id"),
            guest_link: made.text("guest_token"),
            share_link: made.text("share_token"),
            token,
        }
    }

    /// A new guest's card booking, still to be paid: its id, and the payment.
    pub(crate) async fn book_by_card(&self) -> (String, Answer) {
        let number = self.next();
        let (token, quote) = self.quoted(number).await;
        let made = self.api.must(api::book_by_card(&token, number, &quote)).await;
        (made.text("bookingId"), made)
    }

    /// As many pros at the same place, verified and online.
    pub(crate) async fn pros(&self, place: &Place, count: usize) -> Vec<Pro> {
        let state = place.state().await;
        let mut pros = Vec::with_capacity(count);
        let numbers: Vec<usize> = (0..count).collect();
        for some in numbers.chunks(AT_ONCE) {
            pros.extend(join_all(some.iter().map(|&number| self.pro(&state, number))).await);
        }
        state.db.close().await;
        pros
    }

    async fn pro(&self, state: &AppState, number: usize) -> Pro {
        let email = format!("pro-{number}@example.com");
        let register = Call::new("register", 201, Method::POST, "/api/masters/register")
            .json(json!({ "email": email, "password": "tap&drain" }));
        let token = self.api.must(register).await.text("token");
        for (path, body) in [
            (
                "profile/basics",
                json!({ "firstName": "Ada", "lastName": "Lovelace", "phone": "07700 900123", "experienceYears": 12,
                    "tradingAddress": "1 High Street, London" }),
            ),
            ("profile/rates", json!({ "callOutGBP": 40, "hourlyGBP": 62.5 })),
            (
                "profile/area",
                json!({ "radiusKm": 60, "basePostcode": "SW1A 1AA" }),
            ),
            ("skills", json!({ "skills": ["plumber"] })),
        ] {
            self.tell(&token, path, body).await;
        }
        let voucher = Voucher {
            email,
            kind: Some(DocumentKind::Identity),
            expires_on: None,
        };
        let reason = "A pro of the load test";
        let vouched = state
            .pros
            .vouch(voucher, reason, By::command_line(&state.keys))
            .await;
        assert!(vouched.is_ok(), "the operator vouches for the pro");
        self.tell(&token, "profile/activate", json!({ "isActive": true }))
            .await;
        let me = Call::new("me", 200, Method::GET, "/api/masters/me").bearer(&token);
        Pro {
            id: self.api.must(me).await.text("masterId"),
            token,
        }
    }

    async fn tell(&self, token: &str, path: &str, body: Value) {
        let call = Call::new("profile", 200, Method::PUT, format!("/api/masters/{path}"));
        let _ = self.api.must(call.bearer(token).json(body)).await;
    }

    /// Waits until matching could ask as many pros.
    pub(crate) async fn until_reachable(&self, count: usize) {
        let probe = self.book_in_cash().await;
        let path = format!("/api/bookings/{}/reach?radiusKm=10", probe.id);
        let reach = Call::new("reach", 200, Method::GET, path).bearer(&probe.token);
        let began = now();
        while self.api.must(reach.clone()).await.body["pros"] != json!(count) {
            assert!(began.elapsed() < WAIT, "the pros are not on the map");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        let _ = self.api.must(api::cancel(&probe.token, &probe.id)).await;
    }
}
