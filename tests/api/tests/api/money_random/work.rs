//! What clients and pros do with bookings.

use callout_booking::bookings::Stop;
use callout_domain::operator::By;
use http::Method;
use pricing_core::BasisPoints;
use serde_json::{Value, json};

use super::world::{ASKS, DECLINED, GOOD, RETURNS, World, answered};
use crate::capture_refused::REFUSES;
use crate::change_orders::{act, extra, suggest};
use crate::journey::text;
use crate::matching::{respond, step};
use crate::matching_proposals::{self as proposals, propose};
use crate::mismatches;
use crate::raise_price::raise;
use crate::scene::{Scene, status};

/// Bookings that were not ended.
const LIVE: &str = "status not in ('completed', 'cancelled')";

/// So many bookings are under way at most, so that they come to an end.
const UNDER_WAY: i64 = 8;

impl World {
    /// A client or a pro does something.
    pub(super) async fn work(&mut self) {
        let live = self
            .app
            .count(&format!("select count(*) from bookings where {LIVE}"))
            .await;
        match self.random.below(108) {
            0..25 if live < UNDER_WAY => self.book().await,
            0..40 => self.accept().await,
            40..68 => self.go_on().await,
            68..71 => self.propose().await,
            71..75 => self.answer_proposal().await,
            75..78 => self.raise().await,
            78..81 => self.reschedule().await,
            81..91 => self.extra().await,
            91..93 => self.withdraw().await,
            93..96 => self.cancel().await,
            96 => self.no_show().await,
            97 => self.retry().await,
            98..101 => Box::pin(self.not_home()).await,
            101 | 102 => self.contest_no_show().await,
            103..107 => Box::pin(self.not_as_booked()).await,
            _ => self.stop().await,
        }
        self.app.execute("delete from slot_places").await;
    }

    async fn accept(&mut self) {
        // Who is not heard of for a while counts as away.
        let now = self.app.clock.now();
        let back = format!("online = 1, seen_at = {now}, changed_at = {now} where online = 0");
        self.app.execute(&format!("update masters set {back}")).await;
        let pro = self.a_pro();
        if let Some(scene) = self.some("status = 'pending'").await {
            answered(&Box::pin(respond(&self.app, &pro, &scene.booking.id, "accept")).await);
        }
    }

    /// A client pays what is due, and a pro takes the next steps of a job.
    async fn go_on(&mut self) {
        if let Some(scene) = self.some("payment_due_until is not null").await {
            self.pay_due(&scene).await;
        }
        let Some((scene, pro)) = self
            .job("status in ('assigned', 'en_route', 'in_progress')")
            .await
        else {
            return self.accept().await;
        };
        loop {
            let status = status(&self.app, &scene).await;
            let next = match status.as_str() {
                "assigned" if self.random.chance(50) => "en_route",
                "assigned" | "en_route" => "in_progress",
                _ => "completed",
            };
            let answer = step(&self.app, &pro, &scene.booking.id, next).await;
            answered(&answer);
            if answer.status != 200 || next == "completed" || self.random.chance(40) {
                return;
            }
            self.run_jobs().await;
        }
    }

    /// A client pays what is asked for: the price again, the rest of it, a raise, extra work, a hold.
    async fn pay_due(&mut self, scene: &Scene) {
        let call = self.app.post("/api/create-payment").bearer(&scene.guest.token);
        let opened = call.json(&json!({ "booking_id": scene.booking.id })).send().await;
        answered(&opened);
        if opened.status != 200 || self.random.chance(10) {
            return;
        }
        let opened = opened.json();
        let cards = [GOOD, GOOD, GOOD, GOOD, RETURNS, REFUSES, DECLINED, ASKS];
        let card = self.random.pick(&cards);
        let (intent, secret) = (text(&opened, "paymentIntentId"), text(&opened, "clientSecret"));
        self.pay(intent, secret, card).await;
    }

    async fn propose(&mut self) {
        let pro = self.a_pro();
        let pounds = self.pence(-5, 40);
        if let Some(scene) = self.some("status = 'pending'").await {
            answered(&propose(&self.app, &pro, &scene.booking.id, &json!(pounds), "Old pipes").await);
        }
    }

    async fn answer_proposal(&mut self) {
        let action = if self.random.chance(70) {
            "approve"
        } else {
            "decline"
        };
        if let Some(scene) = self.some("status = 'accepted'").await {
            answered(&proposals::answer(&self.app, &scene, action).await);
        }
    }

    async fn raise(&mut self) {
        let pounds = self.pence(1, 60);
        if let Some(scene) = self.some("status in ('pending', 'no_response')").await {
            answered(&raise(&self.app, &scene, &json!({ "deltaGBP": pounds })).await);
        }
    }

    /// A client asks for another time, dearer or cheaper; a pro who has the job answers.
    async fn reschedule(&mut self) {
        let day =
            callout_domain::time::day(self.app.clock.now() + self.pence(2, 6) * callout_domain::clock::DAY);
        let slot = format!("{day}-{}", self.pence(1, 4));
        if self.random.chance(60)
            && let Some(scene) = self.some(LIVE).await
        {
            let body = json!({ "timeslotId": slot });
            answered(
                &self
                    .act_on(
                        &scene.booking.id,
                        Method::PATCH,
                        "reschedule",
                        &scene.guest.token,
                        &body,
                    )
                    .await,
            );
        }
        let action = if self.random.chance(70) {
            "accept"
        } else {
            "decline"
        };
        if let Some((scene, pro)) = self.job("status = 'assigned'").await {
            let body = json!({ "action": action });
            answered(
                &self
                    .act_on(
                        &scene.booking.id,
                        Method::POST,
                        "suggested-time",
                        &pro.token,
                        &body,
                    )
                    .await,
            );
        }
    }

    /// Extra work is suggested, and then approved and paid, declined or taken back.
    async fn extra(&mut self) {
        let Some((scene, pro)) = self.job("status = 'in_progress'").await else {
            return self.go_on().await;
        };
        let lines = extra(self.pence(100, 4_000), self.pence(100, 4_000));
        let orders = format!(
            "select count(*) from change_orders where booking_id = '{}'",
            scene.booking.id
        );
        let number = self.app.count(&orders).await;
        let is_open = self.app.count(&format!("{orders} and outcome is null")).await == 1;
        match self.random.below(10) {
            _ if !is_open => answered(&suggest(&self.app, &pro, &scene, &lines).await),
            0..8 => {
                answered(&act(&self.app, &scene.guest.token, &scene, number, "approve").await);
                self.pay_due(&scene).await;
            }
            8 => answered(&act(&self.app, &scene.guest.token, &scene, number, "decline").await),
            _ => answered(&act(&self.app, &pro.token, &scene, number, "withdraw").await),
        }
    }

    /// A pro says that a job is not what was booked; the client takes the other price, ends it or talks, or nobody says anything.
    async fn not_as_booked(&mut self) {
        let Some((scene, pro)) = self.job("status = 'in_progress'").await else {
            return self.go_on().await;
        };
        let id = scene.booking.id.as_str();
        let open = format!("select count(*) from mismatches where booking_id = '{id}' and outcome is null");
        if self.app.count(&open).await == 0 {
            let price = if self.random.chance(80) {
                json!(self.pence(20, 400))
            } else {
                Value::Null
            };
            let body = mismatches::said(&self.app, price).await;
            answered(&mismatches::report(&self.app, &pro, id, &body).await);
        }
        let number = format!("select count(*) from mismatches where booking_id = '{id}'");
        let number = self.app.count(&number).await.max(1);
        let (client, pro) = (scene.guest.token.as_str(), pro.token.as_str());
        let (token, action) = self.random.pick(&[
            (client, "price"),
            (client, "price"),
            (client, "price"),
            (client, "end"),
            (client, "talk"),
            (pro, "withdraw"),
            (pro, "nothing"),
        ]);
        if action == "nothing" {
            return;
        }
        answered(&mismatches::act(&self.app, token, id, number, action).await);
        if action == "price" {
            self.pay_due(&scene).await;
        }
    }

    async fn withdraw(&mut self) {
        if let Some((scene, pro)) = self.job("status in ('assigned', 'en_route')").await {
            let body = json!({ "reason": "My van broke down" });
            answered(
                &self
                    .act_on(&scene.booking.id, Method::POST, "withdraw", &pro.token, &body)
                    .await,
            );
        }
    }

    /// A client cancels, sometimes long after the minutes in which that is free.
    async fn cancel(&mut self) {
        let Some(scene) = self.some(LIVE).await else {
            return;
        };
        if self.random.chance(50) {
            let late = "update bookings set created_at = 0, urgency = 'EMERGENCY' where id";
            self.app
                .execute(&format!("{late} = '{}'", scene.booking.id))
                .await;
        }
        answered(
            &self
                .act_on(
                    &scene.booking.id,
                    Method::PATCH,
                    "cancel",
                    &scene.guest.token,
                    &json!({}),
                )
                .await,
        );
    }

    /// The pro did not come.
    async fn no_show(&mut self) {
        if let Some((scene, _)) = self.job("status in ('assigned', 'en_route')").await {
            let over = "update bookings set slot_end = 1, assigned_at = 1 where id";
            self.app
                .execute(&format!("{over} = '{}'", scene.booking.id))
                .await;
            answered(
                &self
                    .act_on(
                        &scene.booking.id,
                        Method::POST,
                        "no-show",
                        &scene.guest.token,
                        &json!({}),
                    )
                    .await,
            );
        }
    }

    async fn retry(&mut self) {
        if let Some(scene) = self.some("status = 'no_response'").await {
            let body = json!({ "radiusKm": 60 });
            answered(
                &self
                    .act_on(
                        &scene.booking.id,
                        Method::POST,
                        "retry",
                        &scene.guest.token,
                        &body,
                    )
                    .await,
            );
        }
    }

    /// An operator stops a job that has begun; the client pays a share.
    async fn stop(&mut self) {
        let share = u32::try_from(self.pence(0, 10_000)).unwrap();
        if let Some((scene, _)) = self.job("status = 'in_progress'").await {
            let stop = Stop {
                price: None,
                share: BasisPoints(share),
                words: "Half of the work was done.".to_owned(),
            };
            let id = scene.booking.id.clone();
            let _ = self
                .app
                .state
                .bookings
                .stop(id, stop, By::command_line(&self.app.state.keys))
                .await;
        }
    }

    async fn act_on(
        &self,
        id: &str,
        method: Method,
        what: &str,
        token: &str,
        body: &Value,
    ) -> api_tests::Answer {
        let call = self.app.call(method, &format!("/api/bookings/{id}/{what}"));
        call.bearer(token).json(body).send().await
    }
}
