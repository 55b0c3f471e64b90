//! What every form goes through: who acts, what is kept when it is refused, and where it leads.

use std::future::Future;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::response::{IntoResponse as _, Redirect, Response};
use http::request::Parts;
use http::{HeaderValue, StatusCode, header};
use leptos::prelude::{ServerFnError, use_context};
use leptos_axum::ResponseOptions;

use super::cookie;
use super::kept::{self, Kept, NOBODY};
use super::visitor::{Fields, Visitor};
use callout_base::audit;
use callout_domain::failure::{Failure, FailureKind, Fallible};
use callout_domain::keys::Keys;
use callout_domain::operator::By;
use callout_front::extract::device;
use callout_front::state::AppState;
use callout_people::accounts::Browser;
use callout_people::operators::Signed;
use callout_people::passkeys::Answer;
use serde_json::Value;

/// Whoever sends a form.
#[derive(Clone)]
pub struct Acting {
    /// The application.
    pub state: AppState,
    /// The operator, and the form.
    pub by: By,
    /// Name of the operator's session; empty for nobody.
    pub session: String,
    pub(super) fields: Fields,
    pub(super) browser: Browser,
    /// Where the form was sent to.
    path: String,
}

/// Where a form leads once it is done.
#[derive(Debug, Clone)]
pub struct Done {
    to: String,
    kept: Option<Kept>,
    /// Who reads what is kept, where that is not whoever sent the form.
    reader: Option<String>,
    pub(super) cookies: Vec<String>,
}

impl Done {
    /// On after a sign-in with both factors; says how many sessions are open.
    pub(super) async fn signed_in(
        state: &AppState,
        browser: &Browser,
        operator_id: &str,
        token: &str,
        to: &str,
    ) -> Fallible<Self> {
        let to = kept::own_path(to);
        let done = match state.operators.sessions_of(operator_id).await? {
            open if open > 1 => Self::at(
                to,
                format!("{open} sessions of yours are open. End the others under your account."),
            ),
            _ => Self::to(to),
        };
        let devices = state.operators.remembered(operator_id, browser).await?;
        let reader = Some(operator_id.to_owned());
        Ok(Self { reader, ..done }
            .with_cookie(cookie::of_session(state, token))
            .with_cookie(device::cookie(state, &devices)))
    }

    /// To a page, which says so.
    #[must_use]
    pub fn at(to: impl Into<String>, notice: impl Into<String>) -> Self {
        Self {
            kept: Some(Kept::notice(notice)),
            ..Self::to(to)
        }
    }

    /// To a page, without a word.
    #[must_use]
    pub fn to(to: impl Into<String>) -> Self {
        Self {
            to: to.into(),
            kept: None,
            reader: None,
            cookies: Vec::new(),
        }
    }

    /// The same, with lines that are shown once.
    #[must_use]
    pub fn showing(mut self, lines: Vec<String>) -> Self {
        self.kept.get_or_insert_default().shown = lines;
        self
    }

    pub(super) fn with_cookie(mut self, cookie: String) -> Self {
        self.cookies.push(cookie);
        self
    }
}

impl Acting {
    /// A field of the form, for those that a server function does not name.
    #[must_use]
    pub fn field(&self, name: &str) -> &str {
        self.fields.get(name)
    }

    /// Every field of the form, for forms whose fields are not known beforehand.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        self.fields
            .0
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Asks for the second factor once more, from the form's field `factor_code`, or for a passkey in its place: before what is hard to undo.
    ///
    /// # Errors
    /// 422 on `factor_code`; 429 after five wrong ones in 15 minutes.
    pub async fn prove_again(&self) -> Fallible<()> {
        let ceremony = self.fields.get("passkey_ceremony");
        if ceremony.is_empty() {
            let code = self.fields.get("factor_code");
            return self.state.operators.prove(&self.by.id, code).await;
        }
        let answer = passkey_answer(ceremony, self.fields.get("passkey_credential"));
        let proved = self.state.passkeys.prove_again(&self.by.id, answer).await;
        proved.map_err(beside_the_code)
    }

    /// The page that the form stands on.
    #[must_use]
    pub fn back(&self) -> &str {
        kept::own_path(self.fields.get("back"))
    }

    /// Answers a form that was to be answered with a file: back to its page, with what was typed and what is wrong.
    pub async fn refuse(&self, failure: Failure) -> Response {
        failure.log();
        let kept = self.typed().failing(failure);
        let to = match kept.keep(&self.state, self.owner()).await {
            Ok(id) => kept::with_draft(self.back(), &id),
            Err(failure) => {
                failure.log();
                self.back().to_owned()
            }
        };
        Redirect::to(&to).into_response()
    }

    /// What was typed. If nobody is signed in, only the email is kept, so that strangers can't fill the database.
    fn typed(&self) -> Kept {
        let kept = Kept::of(&self.path, &self.fields);
        if self.by.id.is_empty() {
            kept.only_an_email()
        } else {
            kept
        }
    }

    /// Whose drafts are kept.
    fn owner(&self) -> &str {
        if self.by.id.is_empty() {
            NOBODY
        } else {
            &self.by.id
        }
    }

    async fn of_parts(parts: &mut Parts, state: &AppState) -> Fallible<Self> {
        let browser = Browser::from_request_parts(parts, state).await?;
        let visitor = parts.extensions.get::<Visitor>().cloned();
        let visitor = visitor.ok_or_else(|| Failure::internal("a request that did not pass the gate"))?;
        let by = by(visitor.signed.as_ref(), &visitor.fields, &state.keys);
        Ok(Self {
            state: state.clone(),
            by: by?,
            session: visitor.signed.map(|signed| signed.session).unwrap_or_default(),
            fields: visitor.fields,
            browser,
            path: parts.uri.path().to_owned(),
        })
    }
}

/// Who acts, by which form. Nobody is signed in yet where one signs in.
fn by(signed: Option<&Signed>, fields: &Fields, keys: &Arc<Keys>) -> Fallible<By> {
    let form = Some(fields.get("form")).filter(|form| !form.is_empty());
    let seen = fields.get("seen").parse::<i64>().ok();
    let (Some(form), Some(seen)) = (form, seen) else {
        return Err(Failure::conflict(
            "old_form",
            "This form is out of date. Load the page again.",
        ));
    };
    let operator = signed.map(|signed| &signed.operator);
    Ok(By {
        id: operator.map(|operator| operator.id.clone()).unwrap_or_default(),
        email: operator
            .map(|operator| operator.email.clone())
            .unwrap_or_default(),
        role: operator.map_or(callout_domain::operator::OperatorRole::Admin, |operator| {
            operator.role
        }),
        form: Some(form.to_owned()),
        seen: Some(seen),
        keys: Arc::clone(keys),
    })
}

impl FromRequestParts<AppState> for Acting {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Failure> {
        Self::of_parts(parts, state).await
    }
}

/// Runs what a form asks for, and leads on: to where it says, or back to the form with what was typed and what is wrong.
///
/// # Errors
/// Never: a refusal is a page, not an error in an address.
pub async fn act<F, W>(work: F) -> Result<(), ServerFnError>
where
    F: FnOnce(Acting) -> W + Send,
    W: Future<Output = Fallible<Done>> + Send,
{
    let (Some(mut parts), Some(state), Some(response)) = (
        use_context::<Parts>(),
        use_context::<AppState>(),
        use_context::<ResponseOptions>(),
    ) else {
        return Ok(());
    };
    let to = match Acting::of_parts(&mut parts, &state).await {
        Ok(acting) => lead(acting.clone(), Box::pin(work(acting)).await, &response).await,
        Err(failure) => {
            tracing::warn!(%failure, "a form that could not be read");
            "/admin".to_owned()
        }
    };
    if let Ok(to) = HeaderValue::from_str(&to) {
        response.insert_header(header::LOCATION, to);
        response.set_status(StatusCode::SEE_OTHER);
    }
    Ok(())
}

/// Where the form leads after this outcome.
async fn lead(acting: Acting, outcome: Fallible<Done>, response: &ResponseOptions) -> String {
    let mut reader = None;
    let (to, kept) = match outcome {
        Ok(done) => {
            reader = done.reader;
            for cookie in done
                .cookies
                .iter()
                .flat_map(|cookie| HeaderValue::from_str(cookie))
            {
                response.append_header(header::SET_COOKIE, cookie);
            }
            (done.to, done.kept)
        }
        Err(failure) if failure.code == audit::DONE_ALREADY => (
            acting.back().to_owned(),
            Some(Kept::notice("This was done already.")),
        ),
        // Nothing is kept of a stranger's tries beyond the limit: there is no end to them.
        Err(failure) if acting.by.id.is_empty() && failure.kind == FailureKind::TooMany => {
            (kept::with_pair(acting.back(), kept::WAIT, "1"), None)
        }
        Err(failure) => {
            failure.log();
            (acting.back().to_owned(), Some(acting.typed().failing(failure)))
        }
    };
    match kept {
        None => to,
        Some(kept) => match kept
            .keep(&acting.state, reader.as_deref().unwrap_or(acting.owner()))
            .await
        {
            Ok(id) => kept::with_draft(&to, &id),
            Err(failure) => {
                failure.log();
                to
            }
        },
    }
}

/// What the authenticator answers, as a form carries it.
pub(super) fn passkey_answer(ceremony: &str, credential: &str) -> Answer {
    Answer {
        ceremony: ceremony.to_owned(),
        credential: serde_json::from_str(credential).unwrap_or(Value::Null),
    }
}

/// A passkey that is not taken in place of a code is said beside the code.
fn beside_the_code(failure: Failure) -> Failure {
    match failure.kind {
        FailureKind::Unauthorised | FailureKind::Conflict | FailureKind::Invalid => {
            Failure::field("factor_code", failure.detail)
        }
        _ => failure,
    }
}
