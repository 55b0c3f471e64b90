//! A booking that a pro has, that another one has had, and pros and operators around it.

use api_tests::TestApp;
use callout_domain::clock::SECOND;
use callout_domain::operator::{By, OperatorRole};
use callout_domain::suspension::SuspensionReason;
use callout_people::suspensions::Grounds;
use serde_json::json;

use super::Object;
use crate::matching::{after, look, ready, respond};
use crate::operator::Operator;
use crate::people::Person;
use crate::pros::put;
use crate::scene::settled;
use crate::uploads::stored;

/// They outlive many worlds.
pub(super) struct Pros {
    /// Has the job.
    pub(super) assigned: Person,
    /// Had it, and withdrew.
    pub(super) former: Person,
    /// Has been suspended since.
    pub(super) suspended: Person,
    /// A token whose time is over.
    pub(super) expired: String,
    /// A super admin and an admin.
    pub(super) operators: [Operator; 2],
    /// The job.
    pub(super) booking: Object,
}

impl Pros {
    pub(super) async fn new(app: &TestApp, number: u32) -> Self {
        let [assigned, former, suspended] =
            ["assigned", "former", "suspended"].map(|name| format!("{name}{number}"));
        let assigned = ready(app, &assigned, 1).await;
        let former = ready(app, &former, 1).await;
        let suspended = ready(app, &suspended, 1).await;
        let scene = settled(app).await;
        let id = scene.booking.id.clone();
        look(app).await;
        let _ = respond(app, &former, &id, "accept").await.expect_status(200);
        let withdraw = app
            .post(&format!("/api/bookings/{id}/withdraw"))
            .bearer(&former.token);
        let _ = withdraw
            .json(&json!({ "reason": "My van broke down" }))
            .send()
            .await
            .expect_status(200);
        // Asked for nothing else: whoever has an offer may see that job.
        let off = json!({ "isActive": false });
        let _ = put(app, &former, "profile/activate", &off)
            .await
            .expect_status(200);
        after(app, 0).await;
        let _ = respond(app, &assigned, &id, "accept").await.expect_status(200);
        let grounds = Grounds {
            reason: SuspensionReason::Quality,
            words: "Three leaks came back.".to_owned(),
        };
        let suspending =
            app.state
                .suspensions
                .suspend(&suspended.id, grounds, By::command_line(&app.state.keys));
        suspending.await.expect("a suspension");
        let operators = [
            Operator::new(
                app,
                &format!("chief{number}@callout.example"),
                OperatorRole::SuperAdmin,
            )
            .await,
            Operator::new(
                app,
                &format!("admin{number}@callout.example"),
                OperatorRole::Admin,
            )
            .await,
        ];
        let links = app
            .get(&format!("/api/bookings/{id}"))
            .bearer(&scene.guest.token)
            .send()
            .await
            .json();
        let link = |name: &str| links[name].as_str().unwrap_or_default().to_owned();
        let photo = stored(app).await;
        let photo = photo.rsplit('/').next().unwrap_or_default().to_owned();
        app.execute(&format!(
            "update uploads set attached_to = '{id}' where id = '{photo}'"
        ))
        .await;
        app.execute(&format!(
            "update bookings set photo_id = '{photo}' where id = '{id}'"
        ))
        .await;
        let booking = Object {
            owner: scene.guest.id.clone(),
            guest_link: link("guest_token"),
            share_link: link("share_token"),
            intent: scene.id().to_owned(),
            photo,
            id,
        };
        let expired = expired(app).await;
        Self {
            assigned,
            former,
            suspended,
            expired,
            operators,
            booking,
        }
    }
}

/// The token of a guest whose time is over.
async fn expired(app: &TestApp) -> String {
    let short = app.restarted(|config| config.token_ttl = Some(1)).await;
    let guest = short.guest().await;
    app.clock.advance(2 * SECOND);
    short.state.db.close().await;
    guest.token
}
