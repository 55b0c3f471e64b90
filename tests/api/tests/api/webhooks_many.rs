//! Many webhooks of many payments, each sent five times and shuffled: one effect each.
//!
//! `CALLOUT_WEBHOOKS` says how many at least; `just webhooks` sends 10,000.

use api_tests::{TestApp, both_databases};
use callout_front::jobs;
use callout_money::payments::refund;
use callout_outside::providers::sandbox::chargebacks::BankAct;
use futures_util::future::join_all;
use serde_json::Value;

use crate::earnings::balances_agree;
use crate::journey::text;
use crate::money_random::setting;
use crate::payouts::pro;
use crate::people::outbox;
use crate::random::Random;
use crate::reviews::done;
use crate::scene::{Scene, created, pay};
use crate::webhook::signed;

const WEBHOOKS: u64 = 200;
const AT_ONCE: usize = 50;

/// How often each is sent: while its payment stands there, and when all is over.
const TIMES_AT_ONCE: usize = 3;
const TIMES_LATER: usize = 2;

const OPERATOR: &str = "money@callout.example";
const GOOD: &str = "4242 4242 4242 4242";
const RETURNS: &str = "4000 0000 0000 5126";

/// A refund of £7, promised once for each payment that is refunded.
const REFUND: i64 = 700;

/// What becomes of a payment, by its place among all.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    HoldEnds,
    BankTakesItBack { and_keeps_it: bool },
    RefundComesBack,
    Nothing,
}

impl Fate {
    fn of(place: usize) -> Self {
        match place % 4 {
            0 => Self::HoldEnds,
            1 => Self::BankTakesItBack {
                and_keeps_it: place % 8 == 1,
            },
            2 => Self::RefundComesBack,
            _ => Self::Nothing,
        }
    }
}

/// The payments, and every webhook that the provider has sent about them.
struct Storm {
    app: TestApp,
    random: Random,
    scenes: Vec<Scene>,
    bodies: Vec<String>,
}

impl Storm {
    /// Takes what the provider would send now, so that nobody hears of it yet.
    async fn intercept(&mut self) -> Vec<String> {
        let waiting = "from jobs where work like '%sandbox_webhook%' and done_at is null";
        let all = self
            .app
            .text(&format!("select string_agg(work, '\n') {waiting}"))
            .await;
        self.app.execute(&format!("delete {waiting}")).await;
        let body = |work: &str| {
            let work: Value = serde_json::from_str(work).unwrap();
            text(&work, "body").to_owned()
        };
        let sent: Vec<String> = all.unwrap_or_default().lines().map(body).collect();
        self.bodies.extend(sent.iter().cloned());
        sent
    }

    /// Sends each of these so often, shuffled, many at once, and does what follows from them.
    async fn send(&mut self, bodies: &[String], times: usize) {
        let mut all: Vec<&String> = bodies
            .iter()
            .flat_map(|body| std::iter::repeat_n(body, times))
            .collect();
        for place in (1..all.len()).rev() {
            all.swap(place, self.random.below(place + 1));
        }
        for some in all.chunks(AT_ONCE) {
            let sent = some
                .iter()
                .map(|body| signed(&self.app, body, self.app.clock.now()).send());
            for answer in join_all(sent).await {
                let _ = answer.expect_status(200);
            }
        }
    }

    /// The provider does what it does; each webhook of it is sent three times, and its jobs run.
    async fn hear(&mut self) {
        let sent = self.intercept().await;
        self.send(&sent, TIMES_AT_ONCE).await;
        while jobs::run_due(&self.app.state.jobs).await.unwrap() > 0 {}
    }

    async fn book(&mut self, payments: usize) {
        for place in 0..payments {
            let scene = created(&self.app).await;
            let returns = Fate::of(place) == Fate::RefundComesBack;
            let paid = pay(&self.app, &scene, if returns { RETURNS } else { GOOD }).await;
            let _ = paid.expect_status(200);
            self.app.execute("delete from slot_places").await;
            self.scenes.push(scene);
        }
    }

    /// Holds end, or are charged.
    async fn charge(&mut self) {
        let provider = self.app.state.payments.provider();
        for (place, scene) in self.scenes.iter().enumerate() {
            if Fate::of(place) == Fate::HoldEnds {
                provider.void(scene.id()).await.unwrap();
            } else {
                provider.capture(scene.id(), 11_700).await.unwrap();
            }
        }
    }

    /// Banks take payments back, and return refunds.
    async fn give_back(&mut self) {
        for (place, scene) in self.scenes.iter().enumerate() {
            match Fate::of(place) {
                Fate::BankTakesItBack { .. } => self.as_bank(scene, BankAct::Open).await,
                Fate::RefundComesBack => {
                    let (id, now) = (scene.id().to_owned(), self.app.clock.now());
                    let promised = self.app.state.db.write(move |connection| {
                        Box::pin(async move {
                            refund::promise(connection, &id, &format!("goodwill:{id}"), REFUND, now).await
                        })
                    });
                    promised.await.unwrap();
                    let reference = format!("goodwill:{}", scene.id());
                    self.app.state.payments.make_refund(&reference).await.unwrap();
                }
                Fate::HoldEnds | Fate::Nothing => {}
            }
        }
    }

    /// Banks decide.
    async fn decide(&mut self) {
        for (place, scene) in self.scenes.iter().enumerate() {
            if let Fate::BankTakesItBack { and_keeps_it } = Fate::of(place) {
                let act = if and_keeps_it { BankAct::Lost } else { BankAct::Won };
                self.as_bank(scene, act).await;
            }
        }
    }

    async fn as_bank(&self, scene: &Scene, act: BankAct) {
        let secret = &scene.intent.client_secret;
        self.app
            .state
            .sandbox
            .act_as_bank(scene.id(), secret, act)
            .await
            .unwrap();
    }

    /// How many have this fate.
    fn count(&self, fate: impl Fn(Fate) -> bool) -> i64 {
        let fates = (0..self.scenes.len()).map(Fate::of);
        i64::try_from(fates.filter(|known| fate(*known)).count()).unwrap()
    }

    /// One effect each: in the ledger, in the events of the bookings, and in what people are told.
    async fn check(&self, jobs_done: i64) {
        let payments = self.count(|_| true);
        let ended = self.count(|fate| fate == Fate::HoldEnds);
        let returned = self.count(|fate| fate == Fate::RefundComesBack);
        let lost = self.count(|fate| fate == Fate::BankTakesItBack { and_keeps_it: true });
        let won = self.count(|fate| fate == Fate::BankTakesItBack { and_keeps_it: false });
        for (kind, times) in [
            ("authorise", payments + jobs_done),
            ("void", ended),
            ("capture", payments - ended + jobs_done),
            ("chargeback", lost + won + jobs_done),
            ("chargeback_lost", lost),
            ("chargeback_won", won),
            ("refund", returned),
            ("refund_returned", returned),
            ("frozen", jobs_done),
        ] {
            let posted = format!("select count(*) from ledger_transactions where kind = '{kind}'");
            assert_eq!(self.app.count(&posted).await, times, "{kind}");
        }
        for kind in ["created", "paid", "pending"] {
            let events = format!("select count(*) from booking_events where type = '{kind}'");
            assert_eq!(self.app.count(&events).await, payments + jobs_done, "{kind}");
        }
        let due = "select count(*) from bookings where payment_due_until is not null";
        assert_eq!(
            self.app.count(due).await,
            ended,
            "those whose hold has ended are asked to pay again"
        );
        let emails = outbox(&self.app, "ada@example.com");
        let told = |words: &str| {
            let of_it = emails
                .iter()
                .filter(|email| email["subject"].as_str().unwrap().contains(words));
            i64::try_from(of_it.count()).unwrap()
        };
        assert_eq!(told("Booking confirmed"), payments + jobs_done);
        assert_eq!(told("was charged to your card"), payments - ended + jobs_done);
        let alerts = outbox(&self.app, OPERATOR);
        let refused = alerts
            .iter()
            .filter(|email| email["subject"].as_str().unwrap().starts_with("Refund refused"));
        assert_eq!(i64::try_from(refused.count()).unwrap(), returned);
        balances_agree(&self.app).await;
    }
}

both_databases! {
    async fn each_has_one_effect(app: TestApp) {
        let app = app.restarted(|config| config.support_email = Some(OPERATOR.into())).await;
        let webhooks = setting("CALLOUT_WEBHOOKS", WEBHOOKS);
        let mut storm = Storm { app: app.clone(), random: Random(webhooks), scenes: Vec::new(), bodies: Vec::new() };
        let pro = pro(&app, "pro").await;
        for _ in 0..4 {
            let job = done(&app, &pro).await;
            app.execute("delete from slot_places").await;
            storm.as_bank(&job, BankAct::Open).await;
        }
        // Of four payments eleven webhooks are sent: each is held and ends or is charged, two go on, one of them twice.
        storm.book(usize::try_from(webhooks.div_ceil(11) * 4).unwrap()).await;
        storm.hear().await;
        storm.charge().await;
        storm.hear().await;
        storm.give_back().await;
        storm.hear().await;
        storm.decide().await;
        storm.hear().await;
        storm.check(4).await;
        let all = storm.bodies.clone();
        assert!(u64::try_from(all.len()).unwrap() >= webhooks, "only {}", all.len());
        let state = "select cast(count(*) as bigint) from jobs";
        let before = app.count(state).await;
        storm.send(&all, TIMES_LATER).await;
        assert_eq!(app.count(state).await, before, "what was heard before leaves nothing to do");
        while jobs::run_due(&app.state.jobs).await.unwrap() > 0 {}
        storm.check(4).await;
        let events = app.count("select count(*) from provider_events where provider = 'sandbox'").await;
        assert!(events >= i64::try_from(all.len()).unwrap());
    }
}
