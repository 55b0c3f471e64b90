//! `callout admin verify-pro`: an operator vouches for a pro

use api_tests::{TestApp, both_databases};
use callout_domain::clock::MINUTE;
use callout_domain::failure::{Failure, FailureKind};
use callout_domain::master_document::DocumentKind;
use callout_domain::operator::By;
use callout_people::pros::{Vouched, Voucher};
use serde_json::json;

use crate::console_bookings::noted;
use crate::people::{PASSWORD, client, master, master_login, master_status};
use crate::pros::{activated, me, put, upload};

const PRO: &str = "pro@example.com";
const WHY: &str = "Decided on the command line.";

async fn vouch(app: &TestApp, kind: Option<DocumentKind>, expires: Option<&str>) -> Result<Vouched, Failure> {
    let voucher = Voucher {
        email: " PRO@example.com".to_owned(),
        kind,
        expires_on: expires.map(|day| day.parse().unwrap()),
    };
    app.state
        .pros
        .vouch(voucher, WHY, By::command_line(&app.state.keys))
        .await
}

fn vouched(email: bool, documents: &[&str]) -> Vouched {
    Vouched {
        email,
        documents: documents
            .iter()
            .filter_map(|kind| DocumentKind::parse(kind))
            .collect(),
    }
}

/// Kind and last day of each verified document, in order.
async fn verified(app: &TestApp) -> String {
    let count = app
        .count("select count(*) from master_documents where verified_at is not null")
        .await;
    let mut all = Vec::new();
    for row in 0..count {
        let sql = format!(
            "select kind || ' ' || coalesce(expires_on, 'ever') from master_documents where verified_at is not null
             order by 1 limit 1 offset {row}"
        );
        all.push(app.text(&sql).await.unwrap());
    }
    all.join(", ")
}

both_databases! {
    async fn the_email_is_proved_and_all_that_waits_is_verified(app: TestApp) {
        let pro = master(&app, PRO).await;
        upload(&app, &pro, "identity", None).await;
        upload(&app, &pro, "gas_safe", Some("2027-03-01")).await;
        upload(&app, &pro, "insurance", Some("2027-03-01")).await;
        app.execute("update master_documents set rejected_at = 1 where kind = 'insurance'").await;
        app.clock.advance(MINUTE);
        let mut first = vouch(&app, None, None).await.unwrap();
        first.documents.sort();
        assert_eq!(first, vouched(true, &["identity", "gas_safe"]));
        assert_eq!(verified(&app).await, "gas_safe 2027-03-01, identity ever");
        assert_eq!(app.count("select verified_at from master_documents where kind = 'identity'").await, app.clock.now());
        assert_eq!(app.count("select changed_at from masters").await, app.clock.now());
        assert_eq!(me(&app, &pro).await["emailProved"], true);
        // The operator knows the pro: password and session go on.
        let _ = master_login(&app, PRO, PASSWORD).await.expect_status(200);
        assert_eq!(master_status(&app, &pro.token).await, 200);
        // A second time there is nothing left to do.
        assert_eq!(vouch(&app, None, None).await.unwrap(), vouched(false, &[]));
        assert_eq!(verified(&app).await, "gas_safe 2027-03-01, identity ever");
        // What was done is on record once, without a name.
        assert_eq!(noted(&app).await, [json!(["pro_verified", pro.id, WHY])]);
        let after = app.text("select after from audit_log").await.unwrap();
        assert!(after.contains(r#""email_proved":true"#) && after.contains("identity") && !after.contains("@"), "{after}");
    }

    async fn one_kind_alone_is_verified(app: TestApp) {
        let pro = activated(&app, PRO).await;
        upload(&app, &pro, "gas_safe", Some("2027-03-01")).await;
        assert_eq!(vouch(&app, Some(DocumentKind::GasSafe), Some("2027-06-30")).await.unwrap(), vouched(false, &["gas_safe"]));
        assert_eq!(verified(&app).await, "gas_safe 2027-06-30");
        assert_eq!(me(&app, &pro).await["status"], "waiting");
        assert_eq!(vouch(&app, Some(DocumentKind::Identity), None).await.unwrap(), vouched(false, &["identity"]));
        assert_eq!(me(&app, &pro).await["status"], "active");
        assert_eq!(app.count("select count(*) from master_documents where file_id is null").await, 0);
    }

    async fn without_an_upload_a_document_is_recorded_for_a_year(app: TestApp) {
        let pro = activated(&app, PRO).await;
        let _ = put(&app, &pro, "skills", &json!({ "skills": ["electrician"] })).await.expect_status(200);
        app.execute("delete from master_documents").await;
        for (kind, name) in [(DocumentKind::Identity, "identity"), (DocumentKind::Electrical, "electrical")] {
            assert_eq!(vouch(&app, Some(kind), None).await.unwrap(), vouched(false, &[name]));
            // It is there now, so saying it again records nothing.
            assert_eq!(vouch(&app, Some(kind), None).await.unwrap(), vouched(false, &[]));
        }
        assert_eq!(verified(&app).await, "electrical 2027-11-23, identity 2027-11-23");
        assert_eq!(app.count("select count(*) from master_documents where file_id is null and id like 'document-%'").await, 2);
        assert_eq!(me(&app, &pro).await["status"], "active");
        // A later last day is another record, an earlier one is covered.
        assert_eq!(vouch(&app, Some(DocumentKind::Electrical), Some("2027-11-24")).await.unwrap(), vouched(false, &["electrical"]));
        assert_eq!(vouch(&app, Some(DocumentKind::Electrical), Some("2026-11-23")).await.unwrap(), vouched(false, &[]));
        assert_eq!(verified(&app).await, "electrical 2027-11-23, electrical 2027-11-24, identity 2027-11-23");
    }

    async fn nobody_else_is_vouched_for(app: TestApp) {
        // A client of that email is no pro.
        client(&app, PRO).await;
        let unknown = vouch(&app, Some(DocumentKind::Identity), None).await.unwrap_err();
        assert_eq!((unknown.kind, unknown.detail.as_str()), (FailureKind::NotFound, "There is no pro with this email."));
        let pro = master(&app, PRO).await;
        let other = master(&app, "other@example.com").await;
        upload(&app, &other, "identity", None).await;
        let over = vouch(&app, Some(DocumentKind::Identity), Some("2026-11-22")).await.unwrap_err();
        assert!(over.errors.contains_key("expires"));
        assert_eq!(me(&app, &pro).await["emailProved"], false);
        assert_eq!(vouch(&app, None, None).await.unwrap(), vouched(true, &[]));
        assert_eq!(verified(&app).await, "");
        assert_eq!(me(&app, &other).await["emailProved"], false);
    }

    async fn what_is_vouched_for_is_said_in_a_line(app: TestApp) {
        let pro = master(&app, PRO).await;
        assert_eq!(vouch(&app, None, None).await.unwrap().to_string(), "email: proved; documents: none was waiting");
        upload(&app, &pro, "identity", None).await;
        let said = vouch(&app, Some(DocumentKind::Identity), None).await.unwrap().to_string();
        assert_eq!(said, "email: was proved before; documents: identity verified");
    }
}
