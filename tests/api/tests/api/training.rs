//! GET /api/masters/{id}/training, and the modules.

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::training::{Module, all};
use serde_json::{Value, json};

use crate::matching::ready;
use crate::people::Person;

fn right(module: &Module) -> Vec<usize> {
    module.questions.iter().map(|question| question.answer).collect()
}

async fn answer(app: &TestApp, pro: &Person, module: &str, body: &Value) -> Answer {
    let call = app.post(&format!("/api/masters/{}/trainings/{module}/complete", pro.id));
    call.bearer(&pro.token).json(body).send().await
}

async fn completed(app: &TestApp, pro: &Person) -> Vec<bool> {
    let list = app
        .get(&format!("/api/masters/{}/training", pro.id))
        .bearer(&pro.token)
        .send()
        .await;
    let list = list.expect_status(200).json();
    let items = list["items"].as_array().unwrap();
    items.iter().map(|module| module["completed"] == true).collect()
}

both_databases! {
    async fn a_module_is_completed_by_reading_and_four_right_answers(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let module = &all()[0];
        let (id, sections) = (module.id.as_str(), module.sections.len());
        let shown = app.get(&format!("/api/masters/{}/trainings/{id}", pro.id)).bearer(&pro.token).send().await;
        let shown = shown.expect_status(200).json();
        assert_eq!((&shown["title"], shown["sections"].as_array().unwrap().len()), (&json!(module.title), sections));
        assert!(shown["questions"][0].get("answer").is_none() && shown["questions"][0].get("why").is_none(), "{shown}");

        answer(&app, &pro, id, &json!({ "sections": sections - 1, "answers": right(module) })).await.invalid_field("sections");
        answer(&app, &pro, id, &json!({ "sections": sections, "answers": [0] })).await.invalid_field("answers");
        answer(&app, &pro, id, &json!({ "sections": sections, "answers": [9, 9, 9, 9, 9] })).await.invalid_field("answers");
        let mut three = right(module);
        for answer in &mut three[..2] {
            *answer = usize::from(*answer == 0);
        }
        let failed = answer(&app, &pro, id, &json!({ "sections": sections, "answers": three })).await.expect_status(200).json();
        assert_eq!((&failed["completed"], &failed["right"], &failed["needed"]), (&json!(false), &json!(3), &json!(4)));
        assert_eq!(failed["answers"][0], json!({ "right": false, "why": module.questions[0].why }));
        assert!(completed(&app, &pro).await.iter().all(|is| !is));

        let mut four = right(module);
        four[0] = usize::from(four[0] == 0);
        for _ in 0..2 {
            let passed = answer(&app, &pro, id, &json!({ "sections": sections, "answers": four })).await.expect_status(200).json();
            assert_eq!((&passed["completed"], &passed["right"]), (&json!(true), &json!(4)));
        }
        assert_eq!(completed(&app, &pro).await, [true, false, false, false]);
        let failed = answer(&app, &pro, id, &json!({ "sections": sections, "answers": three })).await.expect_status(200).json();
        assert_eq!(failed["completed"], true, "once is enough");
    }

    async fn all_modules_make_a_badge(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let is_trained = async || {
            let badges = app.get(&format!("/api/masters/{}/badges", pro.id)).send().await.expect_status(200).json();
            badges["items"].as_array().unwrap().iter().any(|badge| badge["title"] == "Trained" && badge["earned"] == true)
        };
        for module in all() {
            assert!(!is_trained().await);
            let body = json!({ "sections": module.sections.len(), "answers": right(module) });
            let _ = answer(&app, &pro, &module.id, &body).await.expect_status(200);
        }
        assert!(is_trained().await);
    }

    async fn training_is_the_pros_own(app: TestApp) {
        let (pro, other) = (ready(&app, "pro", 1).await, ready(&app, "other", 2).await);
        for path in ["training", "trainings/isolating-water"] {
            let call = app.get(&format!("/api/masters/{}/{path}", other.id)).bearer(&pro.token);
            call.send().await.problem(404, "not_found");
        }
        answer(&app, &pro, "nothing", &json!({ "sections": 1, "answers": [] })).await.problem(404, "not_found");
        let call = app.post(&format!("/api/masters/{}/trainings/{}/complete", other.id, all()[0].id)).bearer(&pro.token);
        let body = json!({ "sections": 9, "answers": right(&all()[0]) });
        call.json(&body).send().await.problem(404, "not_found");
        assert_eq!(app.count("select count(*) from training").await, 0);
    }
}
