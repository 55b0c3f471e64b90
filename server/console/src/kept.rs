//! What a form leaves behind for the next page: what was typed and what was wrong with it, or a word that it is done. It is stored
//! sealed; the address only names it.

use std::collections::BTreeMap;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};

use super::visitor::Fields;
use callout_domain::failure::{Failure, Fallible};
use callout_front::state::AppState;

/// Fields that are never kept, and never come back.
const SECRETS: &[&str] = &[
    "password",
    "own_password",
    "factor_code",
    "ceremony",
    "credential",
    "passkey_ceremony",
    "passkey_credential",
];
/// Fields that belong to the form, not to what was typed.
const MACHINERY: &[&str] = &["form", "seen", "back"];

/// Of a query: the name of what is kept.
pub(super) const DRAFT: &str = "draft";
/// Of a query: somebody who is not signed in has tried too often.
pub(super) const WAIT: &str = "wait";

/// Of a query: the page has loaded itself again, which is no sign of its operator.
pub(super) const BY_ITSELF: &str = "by-itself";

/// Longest email that is kept of somebody who is not signed in, bytes.
const EMAIL_LIMIT: usize = 254;

/// Owner of drafts that were typed by somebody who isn't signed in.
pub(super) const NOBODY: &str = "nobody";

/// What is kept.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// Where the form was sent to.
    pub(super) form: String,
    /// Which one of several forms on its page.
    pub(super) key: String,
    /// What was typed.
    pub fields: Vec<(String, String)>,
    /// What is wrong, by field.
    pub(super) errors: BTreeMap<String, String>,
    /// What is wrong as a whole.
    pub(super) problem: Option<String>,
    /// That it is done.
    pub(super) notice: Option<String>,
    /// What is shown once, such as recovery codes.
    pub(super) shown: Vec<String>,
}

impl Kept {
    /// What a form sent, without its secrets.
    #[must_use]
    pub fn of(form: &str, fields: &Fields) -> Self {
        let is_kept = |name: &str| !SECRETS.contains(&name) && !MACHINERY.contains(&name);
        Self {
            form: form.to_owned(),
            key: fields.get("key").to_owned(),
            fields: fields
                .0
                .iter()
                .filter(|(name, _)| is_kept(name))
                .cloned()
                .collect(),
            ..Self::default()
        }
    }

    /// The same without anything but an email of a usual length.
    pub(super) fn only_an_email(mut self) -> Self {
        self.fields
            .retain(|(name, text)| name == "email" && text.len() <= EMAIL_LIMIT);
        self.key.clear();
        self
    }

    /// A word that it is done.
    pub(super) fn notice(words: impl Into<String>) -> Self {
        Self {
            notice: Some(words.into()),
            ..Self::default()
        }
    }

    /// The same with a problem of the whole.
    pub(super) fn saying(mut self, problem: &str) -> Self {
        self.problem = Some(problem.to_owned());
        self
    }

    /// The same with what a failure says.
    pub(super) fn failing(mut self, failure: Failure) -> Self {
        if failure.errors.is_empty() {
            self.problem = Some(failure.detail);
        }
        self.errors = failure.errors;
        self
    }

    /// Stores it for one operator, and gives its name.
    pub(super) async fn keep(&self, state: &AppState, operator_id: &str) -> Fallible<String> {
        let text = serde_json::to_string(self).map_err(Failure::internal)?;
        if operator_id == NOBODY {
            return state.operators.keep_of_nobody(NOBODY, &text).await;
        }
        state.operators.keep(operator_id, &text).await
    }

    /// What is stored under this name for this operator; nothing when it has ended or may not be read. What is shown once is gone with this look.
    pub(super) async fn find(
        state: &AppState,
        operator_id: &str,
        id: &str,
        may_read: impl Fn(&Self) -> bool,
    ) -> Fallible<Option<Self>> {
        let text = state.operators.kept(operator_id, id).await?;
        let kept: Option<Self> = text.and_then(|text| serde_json::from_str(&text).ok());
        match kept.filter(may_read) {
            Some(kept) if !kept.shown.is_empty() => {
                let is_first = state.operators.forget(operator_id, id).await?;
                Ok(is_first.then_some(kept))
            }
            kept => Ok(kept),
        }
    }
}

/// A path of the console, or its first page for anything else.
#[must_use]
pub fn own_path(path: &str) -> &str {
    let (place, _) = path.split_once('?').unwrap_or((path, ""));
    let is_own = place == "/admin" || place.starts_with("/admin/");
    // Browsers follow dots in either spelling, and leave tabs and line breaks out.
    let parts = place
        .split('/')
        .map(|part| part.to_ascii_lowercase().replace("%2e", "."));
    let goes_up = parts.into_iter().any(|part| matches!(part.as_str(), "." | ".."));
    let is_plain = !path.contains("//")
        && !path.contains(['\\', '#'])
        && path.bytes().all(|byte| byte.is_ascii_graphic());
    if is_own && is_plain && !goes_up {
        path
    } else {
        "/admin"
    }
}

/// The path with the name of what is kept, in place of an earlier one.
#[must_use]
pub fn with_draft(path: &str, id: &str) -> String {
    with_pair(path, DRAFT, id)
}

/// The path with this pair in its query, in place of what was said to the last form.
pub(super) fn with_pair(path: &str, name: &str, value: &str) -> String {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let others = query.split('&').filter(|pair| {
        let name = pair.split_once('=').map_or(*pair, |(name, _)| name);
        !name.is_empty() && !is_passing(name)
    });
    let pairs: Vec<String> = others
        .map(str::to_owned)
        .chain([format!("{name}={value}")])
        .collect();
    format!("{path}?{}", pairs.join("&"))
}

/// True for a part of a query that belongs to one look at the page, not to its address.
pub(super) fn is_passing(name: &str) -> bool {
    [DRAFT, WAIT, BY_ITSELF].contains(&name)
}

/// A text as a value of a query.
pub(super) fn encode(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}
