//! What a page gets of the request, and what it gives.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use leptos::form::ActionForm;
use leptos::prelude::*;
use leptos::server_fn::client::Client;
use leptos::server_fn::codec::PostUrl;
use leptos::server_fn::request::ClientReq;
use leptos::server_fn::{Http, ServerFn};
use serde::de::DeserializeOwned;

use super::entered::Entered;
use super::field::Button;
use super::kept::{self, Kept, NOBODY};
use super::visitor::Visitor;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ids;
use callout_domain::operator::{Operator, OperatorRole};
use callout_domain::passkey::Owner;
use callout_front::state::AppState;
use callout_people::operators::Signed;

/// A page: its heading, and what stands below it.
pub struct Page {
    pub(super) title: String,
    pub(super) body: AnyView,
    pub(super) script: Option<&'static str>,
    pub(super) refresh: Option<u32>,
    pub(super) has_passkeys: bool,
}

impl Page {
    /// A page.
    pub fn new(title: impl Into<String>, body: impl IntoAny) -> Self {
        Self {
            title: title.into(),
            body: body.into_any(),
            script: None,
            refresh: None,
            has_passkeys: false,
        }
    }

    /// The same with what signs in by a passkey, or adds one.
    #[must_use]
    pub(super) fn with_passkeys(mut self) -> Self {
        self.has_passkeys = true;
        self
    }

    /// The same with a script of ours, by its address, and the seconds after which a browser without scripts loads it again.
    #[must_use]
    pub fn live(mut self, script: &'static str, refresh: u32) -> Self {
        self.script = Some(script);
        self.refresh = Some(refresh);
        self
    }
}

/// A request for a page.
#[derive(Clone)]
pub struct Visit {
    /// The application.
    pub state: AppState,
    /// The audit log's last row when the page is made.
    pub seen: i64,
    pub(super) path: String,
    pub(super) query: Vec<(String, String)>,
    pub(super) kept: Kept,
    /// A passkey can stand in the place of a code.
    pub(super) takes_passkey: bool,
    /// True once the form that was refused is on the page again, with what is wrong.
    is_kept_shown: Arc<AtomicBool>,
    visitor: Visitor,
}

impl Visit {
    /// Reads what the page needs beside its own subject. `wants_no_factor` says of which forms one without the second factor reads what was typed.
    pub(super) async fn new(
        state: AppState,
        visitor: Visitor,
        path: String,
        query: &str,
        wants_no_factor: fn(&str) -> bool,
    ) -> Fallible<Self> {
        let query: Vec<(String, String)> = url::form_urlencoded::parse(query.as_bytes())
            .into_owned()
            .collect();
        let (seen, _) = callout_store::audit::head(&mut state.db.read().await?).await?;
        let owner = visitor
            .signed
            .as_ref()
            .map_or(NOBODY, |signed| signed.operator.id.as_str());
        let draft = query.iter().find(|(name, _)| name == kept::DRAFT);
        let is_proved = visitor.signed.as_ref().is_none_or(|signed| signed.is_proved);
        // Until the second factor is shown, only what was typed into a form that wants none.
        let may_read = |kept: &Kept| is_proved || wants_no_factor(&kept.form);
        let kept = match draft {
            Some((_, id)) => Kept::find(&state, owner, id, may_read).await?.unwrap_or_default(),
            None => Kept::default(),
        };
        let takes_passkey = match visitor.signed.as_ref().filter(|signed| signed.is_proved) {
            Some(signed) => {
                state
                    .passkeys
                    .has_any(&Owner::operator(&signed.operator.id))
                    .await?
            }
            None => false,
        };
        Ok(Self {
            state,
            seen,
            takes_passkey,
            path,
            query,
            kept,
            is_kept_shown: Arc::default(),
            visitor,
        })
    }

    /// Who is signed in.
    pub(super) fn signed(&self) -> Option<&Signed> {
        self.visitor.signed.as_ref()
    }

    /// The operator; everybody behind a door but the first is one.
    ///
    /// # Errors
    /// 401 where nobody is signed in.
    pub fn operator(&self) -> Fallible<&Operator> {
        let signed = self.visitor.signed.as_ref();
        signed
            .map(|signed| &signed.operator)
            .ok_or_else(Failure::unauthorised)
    }

    /// True for a super admin: what others may not do is not offered to them.
    #[must_use]
    pub fn is_super_admin(&self) -> bool {
        self.operator()
            .is_ok_and(|operator| operator.role == OperatorRole::SuperAdmin)
    }

    /// A part of the path, such as `id`.
    #[must_use]
    pub fn parameter(&self, name: &str) -> &str {
        first(&self.visitor.parameters, name)
    }

    /// A value of the query, or nothing.
    #[must_use]
    pub fn query(&self, name: &str) -> &str {
        first(&self.query, name)
    }

    /// What was typed before into the form of this server function. `key` tells several such forms on a page apart.
    #[must_use]
    pub fn entered<F: ServerFn>(&self, key: &str) -> Entered {
        Entered::new(F::PATH, key, &self.kept)
    }

    /// The same for a form that is answered with a file.
    #[must_use]
    pub fn entered_file(&self, action: &str) -> Entered {
        Entered::new(action, "", &self.kept)
    }

    /// A form that sends its fields to a server function.
    pub fn form<F, O>(&self, entered: &Entered, button: Button, fields: impl IntoAny) -> AnyView
    where
        F: DeserializeOwned + ServerFn<Protocol = Http<PostUrl, O>> + Clone + Send + Sync + 'static,
        <<F::Client as Client<F::Error>>::Request as ClientReq<F::Error>>::FormData:
            From<leptos::web_sys::FormData>,
        F::Output: Send + Sync + 'static,
        F::Error: Send + Sync + 'static,
        F::Client: Client<F::Error>,
        O: 'static,
    {
        let machinery = self.machinery(entered);
        let fields = fields.into_any();
        let button = button.view();
        let action = ServerAction::<F>::new();
        view! {
            <ActionForm action attr:class="form">
                {machinery}
                {fields}
                {button}
            </ActionForm>
        }
        .into_any()
    }

    /// A form that is answered with a file, sent to this address of ours.
    pub fn file_form(&self, action: String, button: Button, fields: impl IntoAny) -> AnyView {
        let machinery = self.machinery(&Entered::new(&action, "", &self.kept));
        let fields = fields.into_any();
        let button = button.view();
        view! {
            <form method="post" action=action class="form">
                {machinery}
                {fields}
                {button}
            </form>
        }
        .into_any()
    }

    /// The fields that every form carries: its own id, the log's last row, where to go back to, and which form of its kind it is.
    fn machinery(&self, entered: &Entered) -> AnyView {
        if entered.is_again() {
            self.is_kept_shown.store(true, Ordering::Relaxed);
        }
        let form = ids::prefixed("form-").unwrap_or_default();
        let back = self.address();
        let key = entered.key.clone();
        view! {
            <input type="hidden" name="form" value=form />
            <input type="hidden" name="seen" value=self.seen.to_string() />
            <input type="hidden" name="back" value=back />
            <input type="hidden" name="key" value=key />
            {entered.summary()}
        }
        .into_any()
    }

    /// What was refused and has no form on this page any more, since somebody else was faster.
    pub(super) fn left_over(&self) -> Option<&Kept> {
        let has_form = self.is_kept_shown.load(Ordering::Relaxed);
        Some(&self.kept).filter(|kept| !has_form && (kept.problem.is_some() || !kept.errors.is_empty()))
    }

    /// This page's address, without the name of what was kept.
    #[must_use]
    pub fn address(&self) -> String {
        let others: Vec<String> = self
            .query
            .iter()
            .filter(|(name, _)| !kept::is_passing(name))
            .map(|(name, value)| format!("{name}={}", kept::encode(value)))
            .collect();
        if others.is_empty() {
            self.path.clone()
        } else {
            format!("{}?{}", self.path, others.join("&"))
        }
    }
}

fn first<'a>(pairs: &'a [(String, String)], name: &str) -> &'a str {
    pairs
        .iter()
        .find(|(known, _)| known == name)
        .map_or("", |(_, value)| value.as_str())
}
