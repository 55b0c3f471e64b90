//! What lets a thief in ends with what throws a thief out; and what an account has before its email is proved does not stay for whoever
//! proves it.

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::audit::Subject;
use callout_domain::clock::MINUTE;
use callout_domain::operator::By;
use callout_front::jobs;
use http::Method;
use serde_json::json;

use crate::journey::text;
use crate::passkeys::{added, adding, list, sign_in};
use crate::people::{Person, master, master_by_code, master_code, master_verify, outbox, signed_in_master};

const PRO: &str = "pro@example.com";

async fn make_link(app: &TestApp, pro: &Person, shows_clients: bool) -> Answer {
    let call = app.post("/api/masters/me/calendar").bearer(&pro.token);
    call.json(&json!({ "showsClients": shows_clients })).send().await
}

/// The path of a new calendar link.
async fn link(app: &TestApp, pro: &Person) -> String {
    let made = make_link(app, pro, false).await.expect_status(201).json();
    let url = text(&made, "url");
    url[url.find("/calendar/").unwrap()..].to_owned()
}

async fn status(app: &TestApp, link: &str) -> u16 {
    app.get(link).send().await.status.as_u16()
}

both_databases! {
    async fn what_a_claimant_left_ends_with_the_first_proof(app: TestApp) {
        let eve = master(&app, PRO).await;
        let link = link(&app, &eve).await;
        assert_eq!(status(&app, &link).await, 200);
        adding(&app, &eve).await.problem(409, "email_not_proved");
        app.post("/api/masters/payouts/details").bearer(&eve.token).send().await.problem(409, "email_not_proved");
        let bob = master_by_code(&app, PRO, "").await;
        assert_eq!(bob.id, eve.id);
        assert_eq!(status(&app, &link).await, 404);
    }

    async fn the_owner_ends_the_calendar_link_and_keeps_the_passkeys(app: TestApp) {
        let pro = master_by_code(&app, PRO, "").await;
        let mut phone = added(&app, &pro, "My phone").await;
        let first = link(&app, &pro).await;
        let out = app.call(Method::DELETE, "/api/masters/me/sessions").bearer(&pro.token);
        let _ = out.send().await.expect_status(204);
        assert_eq!(status(&app, &first).await, 404);
        let second = link(&app, &pro).await;
        let body = json!({ "code": master_code(&app, PRO).await, "password": "drain&tap" });
        let set = app.call(Method::PUT, "/api/masters/me/password").bearer(&pro.token);
        let _ = set.json(&body).send().await.expect_status(204);
        assert_eq!(status(&app, &second).await, 404);
        let _ = sign_in(&app, &mut phone).await.expect_status(200);
    }

    async fn a_pro_hears_of_a_passkey_that_was_added(app: TestApp) {
        let pro = master_by_code(&app, PRO, "").await;
        added(&app, &pro, "My phone").await;
        let _ = jobs::run_due(&app.state.jobs).await.unwrap();
        let heard = outbox(&app, PRO);
        let last = heard.last().unwrap();
        assert_eq!(last["subject"], "A passkey was added to your account");
        assert!(text(last, "text").contains("/master/profile"), "{last}");
    }

    async fn an_operator_ends_every_way_into_a_pros_account(app: TestApp) {
        let pro = master_by_code(&app, PRO, "").await;
        let mut phone = added(&app, &pro, "My phone").await;
        let link = link(&app, &pro).await;
        let by = By::command_line(&app.state.keys);
        app.state.accounts.sign_out_for(Subject::Pro(pro.id.clone()), "A stolen phone.", by).await.unwrap();
        sign_in(&app, &mut phone).await.problem(401, "passkey_unknown");
        assert_eq!(status(&app, &link).await, 404);
        let noted = "select count(*) from audit_log where act = 'person_signed_out' and before like '%\"passkeys\":1%'";
        assert_eq!(app.count(noted).await, 1);
        let again = master_by_code(&app, PRO, "").await;
        assert!(again.id == pro.id && list(&app, &again).await.is_empty());
    }

    async fn a_link_that_shows_clients_wants_a_fresh_code(app: TestApp) {
        let code = master_code(&app, PRO).await;
        let pro = signed_in_master(&app, &master_verify(&app, PRO, &code, "").await.expect_status(200).json()).await;
        let _ = make_link(&app, &pro, true).await.expect_status(201);
        app.clock.advance(10 * MINUTE);
        assert_eq!(make_link(&app, &pro, true).await.problem(409, "fresh_code_required")["channel"], "email");
        let _ = make_link(&app, &pro, false).await.expect_status(201);
        let code = master_code(&app, PRO).await;
        let _ = master_verify(&app, PRO, &code, &pro.token).await.expect_status(200);
        let _ = make_link(&app, &pro, true).await.expect_status(201);
    }
}
