//! An operator in the console: signs in with both factors, opens pages, fills in forms as a browser without scripts does.

use std::sync::Mutex;

use api_tests::{Answer, Call, TestApp};
use callout_domain::clock::SECOND;
use callout_domain::operator::{By, OperatorRole};
use callout_domain::second_factor;
use scraper::{ElementRef, Html, Selector};
use serde_json::{Value, json};

/// What a super admin types for a new operator.
pub(crate) const FIRST_PASSWORD: &str = "first words of many";
/// What the operator then chooses.
pub(crate) const OWN_PASSWORD: &str = "own words, and longer";

/// Somebody signed in to the console.
pub(crate) struct Operator {
    app: TestApp,
    /// The operator's id.
    pub(crate) id: String,
    /// The operator's email.
    pub(crate) email: String,
    /// The session's cookie, as a browser sends it; each step of signing in gives another.
    jar: Mutex<String>,
    /// The cookie of before the second factor was set up.
    pub(crate) first_cookie: String,
    secret: String,
}

/// Where a form led.
pub(crate) struct Led {
    /// The address.
    pub(crate) to: String,
    /// The page there.
    pub(crate) page: Shown,
}

/// A page as it is shown.
pub(crate) struct Shown {
    /// HTTP status.
    pub(crate) status: u16,
    /// The document.
    pub(crate) html: String,
}

impl Shown {
    /// Its text, with spaces as a reader sees them.
    pub(crate) fn text(&self) -> String {
        let document = Html::parse_document(&self.html);
        let body = document.select(&selector("body")).next().expect("a body");
        let words: Vec<&str> = body.text().flat_map(str::split_whitespace).collect();
        words.join(" ")
    }

    /// Fails unless the reader sees these words.
    #[track_caller]
    pub(crate) fn says(&self, words: &str) -> &Self {
        let text = self.text();
        assert!(text.contains(words), "no “{words}” in: {text}");
        self
    }

    /// Fails if the reader sees these words.
    #[track_caller]
    pub(crate) fn lacks(&self, words: &str) -> &Self {
        let text = self.text();
        assert!(!text.contains(words), "“{words}” in: {text}");
        self
    }

    /// The texts of what a CSS selector finds.
    pub(crate) fn all(&self, css: &str) -> Vec<String> {
        let document = Html::parse_document(&self.html);
        document
            .select(&selector(css))
            .map(|found| found.text().collect::<String>().trim().to_owned())
            .collect()
    }

    /// Where the link with these words leads, if it is there.
    pub(crate) fn way(&self, words: &str) -> Option<String> {
        let document = Html::parse_document(&self.html);
        let links = selector("a[href]");
        let found = document
            .select(&links)
            .find(|link| link.text().collect::<String>().trim() == words)?;
        found.value().attr("href").map(str::to_owned)
    }

    /// What the form for `endpoint` would send as it stands; with several, the one whose fields include `having`.
    #[track_caller]
    pub(crate) fn form(&self, action: &str, having: &[(&str, &str)]) -> Vec<(String, String)> {
        let document = Html::parse_document(&self.html);
        let forms = selector("form");
        let found = document
            .select(&forms)
            .filter(|form| form.value().attr("action") == Some(action))
            .map(fields)
            .find(|fields| {
                having.iter().all(|pair| {
                    fields
                        .iter()
                        .any(|(name, value)| (name.as_str(), value.as_str()) == *pair)
                })
            });
        found.unwrap_or_else(|| panic!("no form for {action} with {having:?} in: {}", self.text()))
    }
}

fn selector(css: &str) -> Selector {
    Selector::parse(css).expect("a selector")
}

fn fields(form: ElementRef<'_>) -> Vec<(String, String)> {
    let mut fields = Vec::new();
    for control in form.select(&selector("input, textarea, select")) {
        let element = control.value();
        let name = element.attr("name").unwrap_or_default().to_owned();
        let value = match element.name() {
            "textarea" => control.text().collect(),
            "select" => {
                let options = selector("option");
                let chosen = control
                    .select(&options)
                    .find(|option| option.value().attr("selected").is_some());
                let chosen = chosen.or_else(|| control.select(&options).next());
                chosen
                    .and_then(|option| option.value().attr("value"))
                    .unwrap_or_default()
                    .to_owned()
            }
            _ if element.attr("type") == Some("checkbox") && element.attr("checked").is_none() => continue,
            _ => element.attr("value").unwrap_or_default().to_owned(),
        };
        fields.push((name, value));
    }
    fields
}

/// A new admin, signed in.
pub(crate) async fn admin(app: &TestApp) -> Operator {
    Operator::new(app, "admin@callout.example", OperatorRole::Admin).await
}

/// A new super admin, signed in.
pub(crate) async fn super_admin(app: &TestApp) -> Operator {
    Operator::new(app, "super@callout.example", OperatorRole::SuperAdmin).await
}

impl Operator {
    /// Makes an operator and signs in, by the pages.
    pub(crate) async fn new(app: &TestApp, email: &str, role: OperatorRole) -> Self {
        let made = Box::pin(app.state.operators.create(
            email,
            role,
            FIRST_PASSWORD.into(),
            "They answer for payouts.",
            By::command_line(&app.state.keys),
        ));
        let mut operator = Self {
            app: app.clone(),
            id: made.await.expect("a new operator").id,
            email: email.to_owned(),
            jar: Mutex::default(),
            first_cookie: String::new(),
            secret: String::new(),
        };
        operator.give_password(FIRST_PASSWORD).await;
        operator.first_cookie = operator.cookie();
        let page = operator.open("/admin/second-factor").await;
        operator.secret = page.all(".key").concat().replace("Key: ", "");
        let code = operator.code();
        let fields = [("factor_code", code.as_str()), ("own_password", OWN_PASSWORD)];
        let led = operator
            .fill(page, "/admin/do/second-factor/set", &[], &fields)
            .await;
        assert!(led.to.starts_with("/admin/account?draft="), "{}", led.page.text());
        operator
    }

    /// Signs in with a password alone; what follows asks for the second factor.
    pub(crate) async fn give_password(&mut self, password: &str) {
        let answer = sign_in(&self.app, &self.email, password).await;
        self.keep_cookie(&answer);
        assert!(
            self.cookie().starts_with("callout-operator="),
            "{}",
            answer.text()
        );
    }

    /// A code of the second factor that was not used yet: the clock moves on until there is one.
    pub(crate) fn code(&self) -> String {
        self.app.clock.advance(30 * SECOND);
        second_factor::code_at(&self.secret, self.app.clock.now()).expect("a code")
    }

    /// The session's cookie.
    pub(crate) fn cookie(&self) -> String {
        self.jar.lock().expect("a cookie").clone()
    }

    pub(crate) fn keep_cookie(&self, answer: &Answer) {
        if let Some(cookie) = answer.header("set-cookie") {
            let cookie = cookie.split(';').next().unwrap_or_default();
            cookie.clone_into(&mut self.jar.lock().expect("a cookie"));
        }
    }

    /// Whatever time a test lets go by, the operator was busy; `console_sessions.rs` has what happens otherwise.
    async fn be_busy(&self) {
        let now = self.app.clock.now();
        let busy = format!("update operator_sessions set seen_at = {now} where expires_at > {now}");
        self.app.execute(&busy).await;
    }

    /// Opens a page.
    pub(crate) async fn open(&self, path: &str) -> Shown {
        self.be_busy().await;
        let answer = self.app.get(path).header("cookie", &self.cookie()).send().await;
        Shown {
            status: answer.status.as_u16(),
            html: answer.text(),
        }
    }

    /// Opens a page that must be there.
    pub(crate) async fn page(&self, path: &str) -> Shown {
        let shown = self.open(path).await;
        assert_eq!(shown.status, 200, "{path}: {}", shown.text());
        shown
    }

    /// Opens a page, fills in its form for `action`, and sends it.
    pub(crate) async fn send(&self, path: &str, action: &str, typed: &[(&str, &str)]) -> Led {
        let page = self.page(path).await;
        self.fill(page, action, &[], typed).await
    }

    /// Fills in a form of a page that was opened before, and sends it.
    pub(crate) async fn fill(
        &self,
        page: Shown,
        action: &str,
        having: &[(&str, &str)],
        typed: &[(&str, &str)],
    ) -> Led {
        let mut fields = page.form(action, having);
        for (name, value) in typed {
            fields.retain(|(known, _)| known != name);
            fields.push(((*name).to_owned(), (*value).to_owned()));
        }
        let answer = self.post(action, &fields).await;
        assert_eq!(answer.status, 303, "{}", answer.text());
        let to = answer.header("location").unwrap_or_default().to_owned();
        let page = self.open(&to).await;
        Led { to, page }
    }

    /// Sends fields as a browser does from a page of the console.
    pub(crate) async fn post(&self, action: &str, fields: &[(String, String)]) -> Answer {
        self.be_busy().await;
        let answer = post(&self.app, action, &self.cookie(), fields).await;
        self.keep_cookie(&answer);
        answer
    }
}

/// Sends fields with a cookie, as a browser does from a page of the console.
pub(crate) async fn post(app: &TestApp, action: &str, cookie: &str, fields: &[(String, String)]) -> Answer {
    filled(app, action, cookie, fields).send().await
}

/// The same before it is sent.
pub(crate) fn filled(app: &TestApp, action: &str, cookie: &str, fields: &[(String, String)]) -> Call {
    let body = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(fields)
        .finish();
    app.post(action)
        .header("cookie", cookie)
        .header("accept", "text/html")
        .header("sec-fetch-site", "same-origin")
        .body("application/x-www-form-urlencoded", body)
}

/// Sends the sign-in form.
pub(crate) async fn sign_in(app: &TestApp, email: &str, password: &str) -> Answer {
    let page = app.get("/admin/sign-in").send().await.expect_status(200);
    let shown = Shown {
        status: 200,
        html: page.text(),
    };
    let mut fields = shown.form("/admin/do/sign-in", &[]);
    for (name, value) in [("email", email), ("password", password)] {
        fields.retain(|(known, _)| known != name);
        fields.push((name.to_owned(), value.to_owned()));
    }
    post(app, "/admin/do/sign-in", "", &fields).await
}

/// The audit log's acts, the newest last, each as act, subject and reason.
pub(crate) async fn acts(app: &TestApp) -> Vec<Value> {
    let mut connection = app.state.db.read().await.expect("a connection");
    let rows = callout_store::audit::after(&mut connection, 0, 10_000)
        .await
        .expect("rows");
    rows.iter()
        .map(|row| json!([row.act, row.subject_id, row.reason()]))
        .collect()
}
