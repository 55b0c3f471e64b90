//! GET /api/public/facts

use api_tests::{TestApp, both_databases};
use callout_domain::clock::MINUTE;
use serde_json::{Value, json};

use crate::journey::{booked, booked_on};

async fn facts(app: &TestApp) -> Value {
    let answer = app.get("/api/public/facts").send().await.expect_status(200);
    assert_eq!(answer.header("cache-control"), Some("public, max-age=300"));
    answer.json()
}

both_databases! {
    async fn completed_bookings_are_counted_now_and_then(app: TestApp) {
        let asked = json!({ "economy": 3, "standard": 5, "priority": 10, "emergency": 10 });
        assert_eq!(facts(&app).await, json!({ "bookingsCompleted": 0, "districts": 2_967, "askedAtOnce": asked }));
        let guest = app.guest().await;
        booked(&app, &guest).await;
        booked_on(&app, &guest, 25).await;
        app.execute("update bookings set status = 'completed' where slot_id like '%-25-%'").await;
        assert_eq!(facts(&app).await["bookingsCompleted"], 0);
        app.clock.advance(5 * MINUTE);
        assert_eq!(facts(&app).await["bookingsCompleted"], 1);
    }
}
