//! GET /api/masters/{id}/badges.

use api_tests::{TestApp, both_databases};
use serde_json::Value;

use crate::matching::ready;
use crate::people::{Person, master};
use crate::reviews::done;

/// The titles of the badges that a pro has earned.
async fn earned(app: &TestApp, pro: &Person) -> Vec<String> {
    let answer = app.get(&format!("/api/masters/{}/badges", pro.id)).send().await;
    let badges = answer.expect_status(200).json();
    let items = badges["items"].as_array().unwrap();
    assert_eq!(items.len(), 8);
    let has = |badge: &&Value| badge["earned"] == true;
    let title = |badge: &Value| badge["title"].as_str().unwrap().to_owned();
    items.iter().filter(has).map(title).collect()
}

both_databases! {
    async fn badges_follow_the_facts(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let before = earned(&app, &pro).await;
        assert!(before.contains(&"Verified".to_owned()) && !before.contains(&"First job".to_owned()), "{before:?}");
        let _ = done(&app, &pro).await;
        let after = earned(&app, &pro).await;
        assert!(after.contains(&"First job".to_owned()) && !after.contains(&"Ten jobs".to_owned()), "{after:?}");
        app.execute("update master_documents set rejected_at = 1 where kind = 'identity'").await;
        assert!(!earned(&app, &pro).await.contains(&"Verified".to_owned()));
    }

    async fn nobody_else_sees_those_of_a_pro_who_is_not_active(app: TestApp) {
        let pro = master(&app, "new@example.com").await;
        let path = format!("/api/masters/{}/badges", pro.id);
        app.get(&path).send().await.problem(404, "not_found");
        let own = app.get(&path).bearer(&pro.token).send().await.expect_status(200).json();
        assert!(own["items"].as_array().unwrap().iter().all(|badge| badge["earned"] == false));
    }
}
