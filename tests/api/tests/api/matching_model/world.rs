//! The application under test beside its model: makes each call, and compares what comes back.

use api_tests::{Answer, Guest, TestApp};
use callout_domain::time;
use http::Method;
use serde_json::{Value, json};

use super::booking::{Booking, DAY, HOUR, Pay};
use super::choose::{Op, window};
use super::model::{self, Model};
use crate::journey::{address_of, ask, book, budget, card, cash, pay, text, wish, with};
use crate::matching::{after, ready, respond, step};
use crate::people::Person;
use crate::scene::read;

/// A booking's id, and whoever made it.
pub(super) struct Made {
    pub(super) id: String,
    pub(super) guest: Guest,
    /// The first payment of a card booking: intent and secret.
    intent: Option<(String, Value)>,
}

/// One sequence. When it fails, it prints what was done.
pub(super) struct World {
    pub(super) app: TestApp,
    pub(super) model: Model,
    pub(super) pros: Vec<Person>,
    pub(super) made: Vec<Made>,
    pub(super) start: i64,
    told: Vec<String>,
    seed: u64,
}

impl Drop for World {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let sequence = self.told.join("\n");
            eprintln!(
                "\nCALLOUT_MODEL_SEED={} repeats this sequence:\n{sequence}\n{:#?}\n",
                self.seed, self.model
            );
        }
    }
}

impl World {
    pub(super) async fn new(app: TestApp, seed: u64) -> Self {
        let mut pros = Vec::new();
        for (name, km) in [("near", 1), ("nearby", 3), ("far", 12)] {
            pros.push(ready(&app, name, km).await);
        }
        let start = app.clock.now();
        Self {
            model: Model::new(start, pros.len()),
            pros,
            made: Vec::new(),
            start,
            told: Vec::new(),
            seed,
            app,
        }
    }

    /// Does it for real and in the model, and compares the answers.
    pub(super) async fn perform(&mut self, op: Op) {
        let number = self.told.len() + 1;
        let minutes = (self.model.now - self.start) / 60_000;
        self.told
            .push(format!("{number:>3}. after {minutes} min: {op:?}"));
        match op {
            Op::Book { pay, slot } => self.book(pay, slot).await,
            Op::Wait { millis } => self.wait(millis).await,
            Op::PayFirst { booking } => self.pay_first(booking).await,
            Op::PayDue { booking } => self.pay_due(booking).await,
            Op::Switch { pro, online } => self.switch(pro, online).await,
            Op::Hours { pro, hours } => self.set_hours(pro, hours).await,
            Op::Away {
                pro,
                from,
                hours,
                day_off,
            } => self.go_away(pro, from, hours, day_off).await,
            Op::Back { pro } => self.come_back(pro).await,
            _ => {
                // What only the tables tell: to whom matching happened to send an offer.
                let (was_offered, has_offer) = self.offered(op).await;
                let expected = self.predict(op, was_offered, has_offer);
                let answer = self.call(op).await;
                self.compare(op, expected, &answer);
            }
        }
        self.tell_status();
    }

    fn tell_status(&mut self) {
        let statuses: Vec<&str> = self.model.bookings.iter().map(|it| it.status.name()).collect();
        let line = self.told.last_mut().unwrap();
        *line = format!("{line} -> {statuses:?}");
    }

    /// What the model says that a call is answered; it changes with it.
    fn predict(&mut self, op: Op, was_offered: bool, has_offer: bool) -> model::Answer {
        let model = &mut self.model;
        match op {
            Op::Accept { pro, booking } => model.accept(pro, booking, None, was_offered),
            Op::Propose { pro, booking, pounds } => model.accept(pro, booking, Some(pounds), was_offered),
            Op::Decline { pro, booking } => model.decline(pro, booking, has_offer),
            Op::Approve { booking } => model.approve(booking),
            Op::Refuse { booking } => model.refuse(booking),
            Op::Raise { booking, pounds } => model.raise(booking, pounds),
            Op::Step { pro, booking, to } => model.step(pro, booking, to),
            Op::Withdraw { pro, booking, .. } => model.withdraw(pro, booking),
            Op::Cancel { booking } => model.cancel(booking),
            Op::Retry { booking, km } => model.retry(booking, km),
            Op::NoShow { booking } => model.report_no_show(booking),
            _ => unreachable!("{op:?} is compared where it is done"),
        }
    }

    async fn call(&self, op: Op) -> Answer {
        let app = &self.app;
        match op {
            Op::Accept { pro, booking } => respond(app, &self.pros[pro], self.id(booking), "accept").await,
            Op::Decline { pro, booking } => respond(app, &self.pros[pro], self.id(booking), "decline").await,
            Op::Propose { pro, booking, pounds } => {
                let body = json!({ "action": "accept", "price_delta": pounds, "message": "Old pipes" });
                let call = app.post(&format!("/api/matching/respond/{}", self.id(booking)));
                call.bearer(&self.pros[pro].token).json(&body).send().await
            }
            Op::Approve { booking } => {
                let body = json!({ "action": "approve" });
                self.by_client(Method::POST, booking, "proposal", &body).await
            }
            Op::Refuse { booking } => {
                let body = json!({ "action": "decline" });
                self.by_client(Method::POST, booking, "proposal", &body).await
            }
            Op::Raise { booking, pounds } => {
                let body = json!({ "deltaGBP": pounds });
                self.by_client(Method::POST, booking, "raise-price", &body).await
            }
            Op::Step { pro, booking, to } => step(app, &self.pros[pro], self.id(booking), to.name()).await,
            Op::Withdraw {
                pro,
                booking,
                by_status,
            } if by_status => step(app, &self.pros[pro], self.id(booking), "cancelled").await,
            Op::Withdraw { pro, booking, .. } => {
                let call = app.post(&format!("/api/bookings/{}/withdraw", self.id(booking)));
                let body = json!({ "reason": "My van broke down" });
                call.bearer(&self.pros[pro].token).json(&body).send().await
            }
            Op::Cancel { booking } => self.by_client(Method::PATCH, booking, "cancel", &json!({})).await,
            Op::Retry { booking, km } => {
                let body = json!({ "radiusKm": km });
                self.by_client(Method::POST, booking, "retry", &body).await
            }
            Op::NoShow { booking } => self.by_client(Method::POST, booking, "no-show", &json!({})).await,
            _ => unreachable!("{op:?} is made where it is compared"),
        }
    }

    async fn by_client(&self, method: Method, booking: usize, what: &str, body: &Value) -> Answer {
        let path = format!("/api/bookings/{}/{what}", self.id(booking));
        let call = self.app.call(method, &path);
        call.bearer(&self.made[booking].guest.token)
            .json(body)
            .send()
            .await
    }

    fn compare(&mut self, op: Op, expected: model::Answer, answer: &Answer) {
        let status = answer.status.as_u16();
        let body: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
        let line = self.told.last_mut().unwrap();
        *line = format!("{line}: {status} {}", body["code"].as_str().unwrap_or_default());
        match expected {
            model::Answer::Well => {
                assert_eq!(status, 200, "{op:?} is allowed: {body}");
                let booking = booking_of(op).map(|id| &self.model.bookings[id]);
                let said = body["status"].as_str();
                assert_eq!(
                    said,
                    booking.map(|it| it.status.name()),
                    "{op:?} leads there: {body}"
                );
            }
            model::Answer::Refused(wanted, code) => {
                assert_eq!(
                    (status, body["code"].as_str()),
                    (wanted, Some(code)),
                    "{op:?}: {body}"
                );
            }
            model::Answer::NotEligible(reason) => {
                let told = (status, body["code"].as_str(), body["reason"].as_str());
                assert_eq!(told, (403, Some("not_eligible"), Some(reason)), "{op:?}: {body}");
            }
            model::Answer::Field(field) => {
                assert_eq!(status, 422, "{op:?}: {body}");
                assert!(
                    body["errors"][field].is_string(),
                    "{op:?} is wrong in {field}: {body}"
                );
            }
        }
    }

    pub(super) fn id(&self, booking: usize) -> &str {
        &self.made[booking].id
    }

    /// Whether this pro ever had an offer for this booking, and has one that can be answered now.
    async fn offered(&self, op: Op) -> (bool, bool) {
        let (Op::Accept { pro, booking } | Op::Propose { pro, booking, .. } | Op::Decline { pro, booking }) =
            op
        else {
            return (false, false);
        };
        let (pro, booking) = (&self.pros[pro].id, self.id(booking));
        let own = format!("booking_id = '{booking}' and master_id = '{pro}'");
        let all = format!("select count(*) from offers where {own}");
        let standing = format!(
            "{all} and answer is null and expires_at > {} and round = (select max(round) from offers where {own})",
            self.model.now
        );
        (
            self.app.count(&all).await > 0,
            self.app.count(&standing).await > 0,
        )
    }

    pub(super) async fn run_jobs(&mut self) {
        self.wait(0).await;
    }

    async fn wait(&mut self, millis: i64) {
        self.model.now += millis;
        after(&self.app, millis).await;
        self.model.run_jobs();
    }

    async fn switch(&mut self, pro: usize, online: bool) {
        let path = "/api/masters/profile/activate";
        let call = self.app.call(Method::PUT, path).bearer(&self.pros[pro].token);
        let _ = call
            .json(&json!({ "isActive": online }))
            .send()
            .await
            .expect_status(200);
        self.model.pros[pro].online = online;
    }

    async fn set_hours(&mut self, pro: usize, hours: Option<(u8, u8)>) {
        let day =
            hours.map(|(from, to)| json!([{ "from": format!("{from:02}:00"), "to": format!("{to:02}:00") }]));
        let body = json!({ "weekly": day.map(|day| vec![day; 7]) });
        let call = self.app.call(Method::PUT, "/api/masters/me/hours");
        let answer = call.bearer(&self.pros[pro].token).json(&body).send().await;
        let _ = answer.expect_status(200);
        self.model.pros[pro].hours = hours;
    }

    /// Jobs that are the pro's stay so, and are told.
    async fn go_away(&mut self, pro: usize, from: i64, hours: i64, day_off: bool) {
        let now = self.model.now;
        let start = now - now.rem_euclid(DAY) + from * HOUR;
        let window = (start, start + hours * HOUR);
        let there = |at| time::london(at).unwrap().to_string();
        let kind = if day_off { "day_off" } else { "block" };
        let body = json!({ "kind": kind, "start": there(window.0), "end": there(window.1) });
        let call = self
            .app
            .call(Method::PUT, "/api/masters/me/times-away/time-away-1");
        let answer = call.bearer(&self.pros[pro].token).json(&body).send().await;
        if window.1 <= now {
            answer.invalid_field("end");
            return;
        }
        let told = answer.expect_status(200).json();
        let mut told: Vec<&str> = told["jobs"]
            .as_array()
            .unwrap()
            .iter()
            .map(|job| text(job, "bookingId"))
            .collect();
        let mut met: Vec<&str> = self
            .model
            .met(pro, window)
            .into_iter()
            .map(|booking| self.id(booking))
            .collect();
        told.sort_unstable();
        met.sort_unstable();
        assert_eq!(told, met, "the jobs that are met");
        self.model.pros[pro].away = Some((window, day_off));
    }

    async fn come_back(&mut self, pro: usize) {
        let call = self
            .app
            .call(Method::DELETE, "/api/masters/me/times-away/time-away-1");
        let _ = call.bearer(&self.pros[pro].token).send().await.expect_status(204);
        self.model.pros[pro].away = None;
    }

    async fn book(&mut self, by: Pay, slot: Option<(i64, u8)>) {
        let guest = self.app.guest().await;
        let wanted = match slot {
            Some(slot) => with(wish(), json!({ "timeslotId": self.slot_id(slot) })),
            None => with(wish(), json!({ "urgency": "EMERGENCY", "timeslotId": null })),
        };
        // The price depends on the time: the right one comes with a quote of its own.
        let answer = ask(&self.app, &guest, &wanted).await;
        let quote = match answer.status.as_u16() {
            201 => answer.json(),
            _ => answer.expect_status(409).json()["quote"].clone(),
        };
        let number = u32::try_from(500 + self.made.len()).unwrap();
        let address = json!({ "address": address_of(number) });
        let made = match by {
            Pay::Card => pay(&self.app, &guest, &with(card(&quote), address)).await,
            Pay::Cash => book(&self.app, &guest, &with(cash(&quote), address)).await,
            Pay::CardBudget => book(&self.app, &guest, &with(budget(&quote, 90), address)).await,
            Pay::CashBudget => {
                let body = with(budget(&quote, 90), json!({ "payment_method": "cash" }));
                book(&self.app, &guest, &with(body, address)).await
            }
        };
        let made = made.expect_status(201).json();
        let is_card = by == Pay::Card;
        let id = text(&made, if is_card { "bookingId" } else { "id" }).to_owned();
        let row = read(&self.app, &id).await;
        let hours = slot.map(|slot| window(self.model.now, self.start, slot));
        assert_eq!(row.slot_start.zip(row.slot_end), hours, "the window of {id}");
        let now = self.model.now;
        let booking = Booking::new(by, row.amount_pence, hours, now);
        self.model.bookings.push(booking);
        let intent = is_card.then(|| {
            let intent = text(&made, "paymentIntentId").to_owned();
            (intent, made["clientSecret"].clone())
        });
        self.made.push(Made { id, guest, intent });
    }

    fn slot_id(&self, slot: (i64, u8)) -> String {
        let (from, _) = window(self.model.now, self.start, slot);
        let midnight = self.start - self.start.rem_euclid(DAY);
        // The tests begin on 23 November.
        let day = 23 + (from - midnight).div_euclid(DAY);
        let (month, day) = if day <= 30 { (11, day) } else { (12, day - 30) };
        format!("2026-{month}-{day:02}-{}", slot.1)
    }

    /// Pays a card booking for the first time; nothing happens to one whose time is over.
    async fn pay_first(&mut self, booking: usize) {
        let is_unpaid = self.model.bookings[booking].status == super::booking::Status::Created;
        let Some((intent, secret)) = self.made[booking].intent.clone() else {
            return;
        };
        if is_unpaid {
            self.confirm(&intent, &secret).await;
            self.model.pay_first(booking);
        }
        self.run_jobs().await;
    }

    /// Opens what is due, and pays it.
    async fn pay_due(&mut self, booking: usize) {
        let expected = self.model.bookings[booking].due();
        let call = self.app.post("/api/create-payment");
        let answer = call
            .bearer(&self.made[booking].guest.token)
            .json(&json!({ "booking_id": self.id(booking) }))
            .send()
            .await;
        let Some(pence) = expected else {
            answer.problem(409, "nothing_due");
            return;
        };
        let due = answer.expect_status(200).json();
        assert_eq!(due["amountPence"], pence, "what is to be paid");
        self.confirm(text(&due, "paymentIntentId"), &due["clientSecret"])
            .await;
        self.model.pay_due(booking);
        self.run_jobs().await;
    }

    async fn confirm(&self, intent: &str, secret: &Value) {
        let path = format!("/api/sandbox/payments/{intent}/confirm");
        let body = json!({ "clientSecret": secret, "cardNumber": "4242 4242 4242 4242" });
        let _ = self.app.post(&path).json(&body).send().await.expect_status(200);
    }
}

/// The booking that a call is about.
fn booking_of(op: Op) -> Option<usize> {
    match op {
        Op::Book { .. }
        | Op::Wait { .. }
        | Op::Switch { .. }
        | Op::Hours { .. }
        | Op::Away { .. }
        | Op::Back { .. } => None,
        Op::PayFirst { booking }
        | Op::Accept { booking, .. }
        | Op::Propose { booking, .. }
        | Op::Decline { booking, .. }
        | Op::Approve { booking }
        | Op::Refuse { booking }
        | Op::PayDue { booking }
        | Op::Raise { booking, .. }
        | Op::Step { booking, .. }
        | Op::Withdraw { booking, .. }
        | Op::Cancel { booking }
        | Op::Retry { booking, .. }
        | Op::NoShow { booking } => Some(booking),
    }
}
