//! Pros on their way through onboarding.

use api_tests::{Answer, TestApp};
use http::Method;
use serde_json::{Value, json};

use crate::people::{Person, master, master_by_code};

/// A call of a pro that writes.
pub(crate) async fn put(app: &TestApp, pro: &Person, path: &str, body: &Value) -> Answer {
    let call = app.call(Method::PUT, &format!("/api/masters/{path}"));
    call.bearer(&pro.token).json(body).send().await
}

/// The pro's own profile.
pub(crate) async fn me(app: &TestApp, pro: &Person) -> Value {
    let answer = app.get("/api/masters/me").bearer(&pro.token).send().await;
    answer.expect_status(200).json()
}

pub(crate) fn basics() -> Value {
    json!({ "firstName": "Ada", "lastName": "Lovelace", "phone": "07700 900123", "experienceYears": 12,
        "tradingAddress": "1 High Street, London" })
}

pub(crate) fn rates() -> Value {
    json!({ "callOutGBP": 40, "hourlyGBP": 62.5 })
}

pub(crate) fn area() -> Value {
    json!({ "radiusKm": 16, "basePostcode": "SW1A 1AA" })
}

/// A document as an upload leaves it.
pub(crate) async fn upload(app: &TestApp, pro: &Person, kind: &str, expires_on: Option<&str>) {
    let expires_on = expires_on.map_or("null".to_owned(), |day| format!("'{day}'"));
    let number = app.count("select count(*) from master_documents").await;
    let (id, at) = (&pro.id, app.clock.now());
    app.execute(&format!(
        "insert into master_documents (id, master_id, kind, file_id, media_type, expires_on, uploaded_at)
         values ('document-{number}', '{id}', '{kind}', 'file-{number}', 'image/jpeg', {expires_on}, {at})"
    ))
    .await;
}

/// A pro who has told everything, proved the email with the password kept, and uploaded an identity: all but activated.
pub(crate) async fn told(app: &TestApp, email: &str) -> Person {
    let registered = master(app, email).await;
    let pro = master_by_code(app, email, &registered.token).await;
    for (path, body) in [
        ("profile/basics", basics()),
        ("profile/rates", rates()),
        ("profile/area", area()),
        ("skills", json!({ "skills": ["plumber"] })),
    ] {
        let _ = put(app, &pro, path, &body).await.expect_status(200);
    }
    upload(app, &pro, "identity", None).await;
    pro
}

/// A pro who has activated the profile and whom nobody has verified.
pub(crate) async fn activated(app: &TestApp, email: &str) -> Person {
    let pro = told(app, email).await;
    let on = put(app, &pro, "profile/activate", &json!({ "isActive": true })).await;
    let _ = on.expect_status(200);
    pro
}
