//! Extra work in random sequences of what pro, client, bank and time do: after every step the price is what was agreed and paid for, and
//! the books hold. `CALLOUT_EXTRA_CASES=200` makes more of them; a failure prints its seed, which `CALLOUT_EXTRA_SEED` repeats.

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::clock::{MINUTE, SECOND};
use callout_domain::status::{Actor, BookingStatus};
use serde_json::{Value, json};

use crate::capture_refused::REFUSES;
use crate::change_orders::{act, at_work, extra, suggest};
use crate::change_orders_paid::identity;
use crate::journey::text;
use crate::matching::{after, ready, step};
use crate::money_random::setting;
use crate::people::Person;
use crate::random::Random;
use crate::scene::{Scene, read};

const CASES: u64 = 12;
const STEPS: u64 = 25;
const SEED: u64 = 29;

const GOOD: &str = "4242 4242 4242 4242";
const DECLINED: &str = "4000 0000 0000 0002";

/// What somebody does.
#[derive(Clone, Copy)]
enum Op {
    Suggest,
    Approve,
    Decline,
    Withdraw,
    Open,
    /// Enters a card for the payment that was opened last.
    Pay,
    /// The server hears of that payment before its jobs run.
    Hear,
    Jobs,
    Wait,
    Complete,
}

/// A job, and the payment that was opened last for its extra work.
struct Case<'a> {
    app: &'a TestApp,
    pro: &'a Person,
    scene: Scene,
    opened: Option<Value>,
}

impl Case<'_> {
    async fn orders(&self, which: &str) -> i64 {
        let id = &self.scene.booking.id;
        self.app
            .count(&format!(
                "select count(*) from change_orders where booking_id = '{id}' {which}"
            ))
            .await
    }

    async fn sum(&self, what: &str) -> i64 {
        let id = &self.scene.booking.id;
        self.app
            .count(&format!(
                "select cast(coalesce(sum({what}), 0) as bigint) from payments where booking_id = '{id}'"
            ))
            .await
    }

    /// What somebody does with the last change order.
    async fn answer(&self, token: &str, action: &str) -> Answer {
        let number = self.orders("").await.max(1);
        act(self.app, token, &self.scene, number, action).await
    }

    async fn open(&mut self) -> Answer {
        let call = self
            .app
            .post("/api/create-payment")
            .bearer(&self.scene.guest.token);
        let body = json!({ "booking_id": self.scene.booking.id });
        let answer = call.json(&body).send().await;
        if answer.status == 200 {
            self.opened = Some(answer.json());
        }
        answer
    }

    async fn pay(&self, card: &str) {
        if let Some(opened) = &self.opened {
            let path = format!(
                "/api/sandbox/payments/{}/confirm",
                text(opened, "paymentIntentId")
            );
            let body = json!({ "clientSecret": opened["clientSecret"], "cardNumber": card });
            let _ = self.app.post(&path).json(&body).send().await;
        }
    }

    /// What comes next: mostly something that can succeed as things stand, sometimes anything.
    async fn choose(&self, random: &mut Random) -> Op {
        use Op::{Approve, Complete, Decline, Hear, Jobs, Open, Pay, Suggest, Wait, Withdraw};
        if random.chance(25) {
            return random.pick(&[
                Suggest, Approve, Decline, Withdraw, Open, Pay, Hear, Jobs, Wait, Complete,
            ]);
        }
        if self.orders("and outcome is null").await == 0 {
            Suggest
        } else if self.orders("and outcome is null and approved_at is null").await == 1 {
            random.pick(&[Approve, Approve, Approve, Decline, Withdraw])
        } else {
            random.pick(&[Open, Open, Pay, Pay, Pay, Hear, Jobs])
        }
    }

    /// One step.
    async fn go_on(&mut self, random: &mut Random) {
        let (guest, pro) = (self.scene.guest.token.clone(), self.pro.token.clone());
        let answer = match self.choose(random).await {
            Op::Suggest => {
                let price = |random: &mut Random| 100 + 50 * i64::try_from(random.below(60)).unwrap();
                let body = extra(price(random), price(random));
                suggest(self.app, self.pro, &self.scene, &body).await
            }
            Op::Approve => self.answer(&guest, "approve").await,
            Op::Decline => self.answer(&guest, "decline").await,
            Op::Withdraw => self.answer(&pro, "withdraw").await,
            Op::Open => self.open().await,
            Op::Pay => return self.pay(random.pick(&[GOOD, GOOD, DECLINED, REFUSES])).await,
            Op::Hear => return self.hear().await,
            Op::Jobs => return after(self.app, SECOND).await,
            Op::Wait => return self.app.clock.advance(10 * MINUTE),
            Op::Complete => step(self.app, self.pro, &self.scene.booking.id, "completed").await,
        };
        let status = answer.status.as_u16();
        assert!([200, 201, 404, 409, 422].contains(&status), "{}", answer.text());
    }

    /// The provider's news, and the charge, in whatever order the jobs have them.
    async fn hear(&self) {
        if let Some(opened) = &self.opened {
            let intent = text(opened, "paymentIntentId");
            self.app.state.payments.settle(intent).await.unwrap();
            self.app.state.payments.capture_extra(intent).await.unwrap();
        }
    }

    /// What holds after every step.
    async fn check(&self, told: &str) {
        let booking = read(self.app, &self.scene.booking.id).await;
        let id = &booking.id;
        let added = self
            .app
            .count(&format!(
                "select cast(coalesce(sum(sum_pence), 0) as bigint) from change_orders
                 where booking_id = '{id}' and outcome = 'approved'"
            ))
            .await;
        assert_eq!(booking.amount_pence, 11_700 + added, "{told}: its price");
        assert!(added <= 11_700, "{told}: more than the original price was added");
        assert!(
            self.orders("and outcome is null").await <= 1,
            "{told}: two are open"
        );
        let unpaid = "and outcome = 'approved' and not exists (select 1 from payments where payments.id = change_orders.payment_id
             and payments.reference = change_orders.id and payments.captured_pence = change_orders.sum_pence)";
        assert_eq!(
            self.orders(unpaid).await,
            0,
            "{told}: what was not charged was added"
        );
        let lines: i64 = booking.lines.0.iter().map(|line| line.amount.0).sum();
        assert_eq!(lines, booking.amount_pence, "{told}: its lines");
        identity(self.app, &self.scene).await;
    }

    /// Brings the job to an end, and looks at what is left.
    async fn end(&mut self, is_cancelled: bool, told: &str) {
        for _ in 0..2 {
            after(self.app, 31 * MINUTE).await;
        }
        let booking = read(self.app, &self.scene.booking.id).await;
        assert_eq!(
            self.orders("and outcome is null").await,
            0,
            "{told}: one never ends"
        );
        if booking.status == BookingStatus::InProgress && is_cancelled {
            let cancelled =
                self.app
                    .state
                    .bookings
                    .advance(booking, BookingStatus::Cancelled, Actor::Operator);
            assert!(cancelled.await.unwrap());
        } else if booking.status == BookingStatus::InProgress {
            let _ = step(self.app, self.pro, &booking.id, "completed")
                .await
                .expect_status(200);
        }
        after(self.app, SECOND).await;
        let booking = read(self.app, &self.scene.booking.id).await;
        let kept = if booking.facts().is_done {
            booking.amount_pence
        } else {
            0
        };
        assert_eq!(
            self.sum("captured_pence - refunded_pence").await,
            kept,
            "{told}: what is kept"
        );
        let held = "case when status = 'requires_capture' then amount_pence else 0 end";
        assert_eq!(self.sum(held).await, 0, "{told}: what is held");
        assert_eq!(booking.payment_due_until, None, "{told}: what is due");
        self.check(told).await;
    }
}

both_databases! {
    async fn whatever_happens_the_price_is_what_was_agreed_and_paid(app: TestApp) {
        let (cases, seed) = (setting("CALLOUT_EXTRA_CASES", CASES), setting("CALLOUT_EXTRA_SEED", SEED));
        let pro = ready(&app, "pro", 1).await;
        for case in 0..cases {
            let seed = seed + case;
            let mut random = Random(seed);
            app.execute("delete from slot_places").await;
            let mut job = Case { app: &app, pro: &pro, scene: at_work(&app, &pro).await, opened: None };
            for number in 0..STEPS {
                job.go_on(&mut random).await;
                job.check(&format!("step {number} of seed {seed}")).await;
            }
            job.end(random.chance(30), &format!("the end of seed {seed}")).await;
        }
        for outcome in ["approved", "declined", "withdrawn", "expired"] {
            let seen = app.count(&format!("select count(*) from change_orders where outcome = '{outcome}'")).await;
            assert!(cases != CASES || seen > 0, "none was {outcome}: too little is tested");
        }
    }
}
