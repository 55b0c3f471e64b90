//! GET /api/public/emergency-pros

use api_tests::{Answer, TestApp, both_databases};

use crate::matching::{after, ready};

async fn near(app: &TestApp, query: &str) -> Answer {
    app.get(&format!("/api/public/emergency-pros?{query}"))
        .send()
        .await
}

both_databases! {
    async fn it_says_whether_anybody_could_be_asked_now(app: TestApp) {
        let leak = async || near(&app, "postcode=SW1A%201AA&problemType=leak").await.expect_status(200).json()["pros"].clone();
        assert_eq!(leak().await, "none");
        ready(&app, "one", 1).await;
        after(&app, 0).await;
        assert_eq!(leak().await, "few");
        for (name, number) in [("two", 2), ("three", 3)] {
            ready(&app, name, number).await;
        }
        after(&app, 0).await;
        assert_eq!(leak().await, "many");
        for others in ["postcode=M1&problemType=leak", "postcode=SW1&problemType=socket", "postcode=SW1A1AA&problemType=leak&gasWork=true"] {
            assert_eq!(near(&app, others).await.expect_status(200).json()["pros"], "none", "{others}");
        }
        near(&app, "postcode=SW1&problemType=dragons").await.invalid_field("problemType");
        near(&app, "postcode=1&problemType=leak").await.invalid_field("postcode");
    }
}
