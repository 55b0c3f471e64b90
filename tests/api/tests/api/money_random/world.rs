//! One sequence: its application, its people, and the bookings that it has made.

use std::collections::HashMap;
use std::rc::Rc;

use api_tests::{Answer, TestApp};
use callout_base::sessions::NewSession;
use callout_domain::clock::{DAY, HOUR, Millis};
use callout_domain::failure::Failure;
use callout_domain::redemption::Pay;
use callout_front::jobs::{self, housekeeping};
use callout_money::payments::{Intent, IntentFor};
use serde_json::json;

use crate::fee_invoices::registered;
use crate::payouts::{add_bank, pro};
use crate::people::Person;
use crate::random::Random;
use crate::scene::{Order, Scene, add_order, read};

pub(super) const GOOD: &str = "4242 4242 4242 4242";
pub(super) const DECLINED: &str = "4000 0000 0000 0002";
pub(super) const ASKS: &str = "4000 0025 0000 3155";
pub(super) const RETURNS: &str = "4000 0000 0000 5126";

/// Bearer tokens are good for a week.
const SIGN_IN_EVERY: Millis = 5 * DAY;

/// One sequence.
pub(super) struct World {
    pub(super) app: TestApp,
    pub(super) random: Random,
    pub(super) pros: Vec<Person>,
    /// Every booking that was made, by its id.
    scenes: HashMap<String, Rc<Scene>>,
    signed_in_at: Millis,
    /// How many steps have been taken.
    pub(super) number: u64,
}

impl World {
    pub(super) async fn new(app: TestApp, seed: u64) -> Self {
        let app = registered(&app).await;
        // What operators have given back, and who bears how much of it: the product keeps that only in the audit log and the ledger.
        app.execute("create table given_back (booking_id text not null, borne_by text not null, pence bigint not null)")
            .await;
        let mut pros = Vec::new();
        for name in ["near", "middle", "far"] {
            let pro = pro(&app, name).await;
            add_bank(&app, &pro, "pays").await;
            pros.push(pro);
        }
        Self {
            random: Random(seed),
            pros,
            scenes: HashMap::new(),
            signed_in_at: app.clock.now(),
            number: 0,
            app,
        }
    }

    /// Some row of a table, as often one as the other.
    pub(super) async fn any(&mut self, column: &str, from: &str) -> Option<String> {
        let rows = self.app.count(&format!("select count(*) from {from}")).await;
        let rows = usize::try_from(rows).ok().filter(|rows| *rows > 0)?;
        let place = self.random.below(rows);
        let sql = format!("select {column} from {from} order by {column} limit 1 offset {place}");
        self.app.text(&sql).await
    }

    /// Some booking that meets a condition.
    pub(super) async fn some(&mut self, which: &str) -> Option<Rc<Scene>> {
        let id = self.any("id", &format!("bookings where {which}")).await?;
        self.scenes.get(&id).cloned()
    }

    /// Some job that meets a condition, and its pro.
    pub(super) async fn job(&mut self, which: &str) -> Option<(Rc<Scene>, Person)> {
        let scene = self
            .some(&format!("assigned_master_id is not null and {which}"))
            .await?;
        let id = read(&self.app, &scene.booking.id).await.assigned_master_id;
        let pro = self.pros.iter().find(|pro| id.as_ref() == Some(&pro.id));
        Some((scene, pro?.clone()))
    }

    pub(super) fn a_pro(&mut self) -> Person {
        let place = self.random.below(self.pros.len());
        self.pros[place].clone()
    }

    /// An amount from `least` to `most`, pence.
    pub(super) fn pence(&mut self, least: i64, most: i64) -> i64 {
        let span = usize::try_from(most - least + 1).unwrap();
        least + i64::try_from(self.random.below(span)).unwrap()
    }

    /// A client books: by card or in cash, with or without a coupon, for a near day or a far one.
    pub(super) async fn book(&mut self) {
        let is_in_cash = self.random.chance(25);
        let most = if is_in_cash { 50_000 } else { 70_000 };
        let price = self.pence(2_000, most);
        let discount_pence = if self.random.chance(30) {
            self.pence(1, price / 2)
        } else {
            0
        };
        let order = Order {
            amount_pence: price - discount_pence,
            discount_pence,
            pay: if is_in_cash { Pay::Cash } else { Pay::Card },
        };
        let guest = self.app.guest().await;
        let booking = add_order(&self.app, &guest, &order).await;
        // All are for different times, so that a pro can take many.
        let hours = i64::try_from(self.scenes.len() % 40).unwrap() * 3;
        let is_far = self.random.chance(25);
        let start = self.app.clock.now() + if is_far { 9 * DAY } else { DAY } + hours * HOUR;
        let times = format!("slot_start = {start}, slot_end = {start} + {}", 2 * HOUR);
        self.app
            .execute(&format!(
                "update bookings set {times} where id = '{}'",
                booking.id
            ))
            .await;
        self.app.execute("delete from slot_places").await;
        let wanted = IntentFor {
            booking_id: booking.id.clone(),
            quote_id: booking.quote_id.clone(),
            amount_pence: booking.amount_pence,
            currency: "GBP".to_owned(),
            keeps_card: is_far,
        };
        let intent = if is_in_cash {
            None
        } else {
            self.app.state.payments.open_intent(&wanted).await.ok()
        };
        if let Some(intent) = &intent {
            let card = match self.random.below(100) {
                0..6 => DECLINED,
                6..14 => crate::capture_refused::REFUSES,
                14..30 => RETURNS,
                30..40 if is_far => ASKS,
                _ => GOOD,
            };
            self.pay(&intent.payment_intent_id, &intent.client_secret, card)
                .await;
        }
        let intent = intent.unwrap_or_else(|| Intent {
            payment_intent_id: String::new(),
            client_secret: String::new(),
            amount_pence: 0,
        });
        let scene = Scene {
            guest,
            booking,
            intent,
        };
        self.scenes.insert(scene.booking.id.clone(), Rc::new(scene));
    }

    /// A client enters a card, and says yes if the bank asks.
    pub(super) async fn pay(&self, intent: &str, secret: &str, card: &str) {
        let path = format!("/api/sandbox/payments/{intent}");
        let body = json!({ "clientSecret": secret, "cardNumber": card });
        let _ = self.app.post(&format!("{path}/confirm")).json(&body).send().await;
        if card == ASKS {
            let yes = json!({ "clientSecret": secret, "approve": true });
            let _ = self
                .app
                .post(&format!("{path}/authenticate"))
                .json(&yes)
                .send()
                .await;
        }
    }

    /// Time passes, and the server's sweep looks after what is due by then.
    pub(super) async fn wait(&mut self, millis: Millis) {
        self.app.clock.advance(millis);
        if self.app.clock.now() - self.signed_in_at > SIGN_IN_EVERY {
            self.sign_in().await;
        }
        // A provider that is away ends a sweep; the next one goes on.
        let _ = Box::pin(housekeeping::sweep(&self.app.state.jobs)).await;
    }

    pub(super) async fn run_jobs(&self) {
        let _ = Box::pin(jobs::run_due(&self.app.state.jobs)).await.unwrap();
    }

    /// Everybody who may still act has a new token.
    async fn sign_in(&mut self) {
        self.signed_in_at = self.app.clock.now();
        for place in 0..self.pros.len() {
            let id = &self.pros[place].id;
            let session = self.app.state.sessions.of_master(id, String::new()).unwrap();
            self.pros[place].token = self.begin(session).await;
        }
        let open: Vec<String> = self.scenes.keys().cloned().collect();
        for id in open {
            if read(&self.app, &id).await.facts().is_final {
                continue;
            }
            let session = self
                .app
                .state
                .sessions
                .of_guest(&self.scenes[&id].guest.id, None)
                .unwrap();
            let token = self.begin(session).await;
            let scene = &self.scenes[&id];
            let mut guest = scene.guest.clone();
            guest.token = token;
            let (booking, intent) = (scene.booking.clone(), scene.intent.clone());
            self.scenes.insert(
                id,
                Rc::new(Scene {
                    guest,
                    booking,
                    intent,
                }),
            );
        }
    }

    async fn begin(&self, session: NewSession) -> String {
        let token = self.app.state.sessions.sign(&session).unwrap();
        let stored = self.app.state.db.write(move |connection| {
            Box::pin(async move { session.store(connection).await.map_err(Failure::from) })
        });
        stored.await.unwrap();
        token
    }
}

/// Whatever is refused is refused properly.
#[track_caller]
pub(super) fn answered(answer: &Answer) {
    let status = answer.status.as_u16();
    let is_answer = (200..500).contains(&status) && ![400, 401, 405, 429].contains(&status);
    assert!(
        is_answer || [502, 503].contains(&status),
        "{status}: {}",
        answer.text()
    );
}
