//! Visits that come to nothing: a pro contests that they did not come, a client is not at home, and an operator decides.

use callout_booking::visits::Outcome;
use callout_domain::clock::{HOUR, MINUTE};
use callout_domain::operator::By;
use pricing_core::BasisPoints;

use super::world::{World, answered};
use crate::missed_visits::{WHY, contest};
use crate::not_home::{arrive, report};

const BECAUSE: &str = "A neighbour remembers it.";

impl World {
    /// A pro says that they did come.
    pub(super) async fn contest_no_show(&mut self) {
        if let Some((scene, pro)) = self.job("cancel_reason = 'pro_no_show'").await {
            answered(&contest(&self.app, &pro, &scene.booking.id, WHY).await);
        }
    }

    /// Nobody opens to a pro, who waits long enough or does not.
    pub(super) async fn not_home(&mut self) {
        let Some((scene, pro)) = self.job("status in ('assigned', 'en_route')").await else {
            return;
        };
        let now = self.app.clock.now();
        let window = format!("slot_start = {now}, slot_end = {now} + {}", 2 * HOUR);
        self.app
            .execute(&format!(
                "update bookings set {window} where id = '{}'",
                scene.booking.id
            ))
            .await;
        answered(&arrive(&self.app, &pro, &scene).await);
        if self.random.chance(90) {
            self.wait(15 * MINUTE).await;
        }
        answered(&report(&self.app, &pro, &scene, WHY).await);
    }

    /// An operator decides about some visit.
    pub(super) async fn decide_visit(&mut self) {
        let waiting = "missed_visits where verdict is null and reported_at is not null and closed_at is null";
        let Some(id) = self.any("id", waiting).await else {
            return;
        };
        let kind = self
            .app
            .text(&format!("select kind from missed_visits where id = '{id}'"))
            .await;
        let visits = self.app.state.visits.clone();
        let (counts, share) = (
            self.random.chance(70),
            u32::try_from(self.pence(0, 5_500)).unwrap(),
        );
        let by = By::command_line(&self.app.state.keys);
        if kind.as_deref() == Some("no_show") {
            let _ = visits.decide_no_show(&id, counts, BECAUSE, by).await;
        } else {
            let outcome = if counts {
                Outcome::Charged(BasisPoints(share))
            } else {
                Outcome::GoesOn
            };
            let _ = visits.decide_not_home(&id, outcome, BECAUSE, by).await;
        }
    }
}
