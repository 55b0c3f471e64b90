//! Passkeys of operators: signing in with one, adding and removing one, and showing one in place of a code. A script asks the browser's
//! authenticator and sends its answer with a form of ours; without scripts there are passwords and codes.

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use http::header;
use leptos::prelude::*;
use serde_json::json;

use super::acting::{Acting, Done, act, passkey_answer};
use super::field::Button;
use super::kept;
use super::parts::{disclosure, table, text};
use super::visit::Visit;
use super::words::when;
use callout_domain::failure::Fallible;
use callout_domain::passkey::{self, Holder, MOST, Owner};
use callout_front::extract::Caller;
use callout_front::state::AppState;
use callout_people::passkeys::Asked;
use callout_store::passkeys::Passkey;

/// The script's address.
pub(super) const SCRIPT: &str = "/admin/passkeys.js";
/// Where the script asks what an authenticator is to be asked, before a grave act.
pub(super) const PROVE: &str = "/admin/passkeys/prove";
/// The same at a sign-in.
const SIGN_IN: &str = "/admin/passkeys/sign-in";
/// The same for a new passkey.
const ADD: &str = "/admin/passkeys/add";

/// Answers with the script.
pub(super) async fn script() -> Response {
    (
        [
            (header::CONTENT_TYPE, "text/javascript; charset=utf-8"),
            (header::CACHE_CONTROL, "private, max-age=300"),
        ],
        include_str!("passkeys.js"),
    )
        .into_response()
}

/// The form that signs in with a passkey; the script shows it.
pub(super) fn sign_in_form(visit: &Visit) -> Option<AnyView> {
    if !visit.state.passkeys.are_on() {
        return None;
    }
    let entered = visit.entered::<SignInWithPasskey>("");
    let to = kept::own_path(visit.query("to")).to_owned();
    let fields = view! {
        {entered.hidden("ceremony", "")}
        {entered.hidden("credential", "")}
        {entered.hidden("to", to)}
    };
    let button = Button::quiet("Sign in with a passkey");
    let form = visit.form::<SignInWithPasskey, _>(&entered, button, fields);
    Some(view! { <div data-passkey=SIGN_IN data-act="get" hidden="">{form}</div> }.into_any())
}

/// An operator's passkeys, each with the way to remove it, and the form that adds one.
pub(super) async fn own(visit: &Visit, operator_id: &str) -> Fallible<AnyView> {
    let passkeys = visit.state.passkeys.of(&Owner::operator(operator_id)).await?;
    let count = i64::try_from(passkeys.len()).unwrap_or(MOST);
    let rows = passkeys.into_iter().map(|passkey| row(visit, passkey)).collect();
    let list = table(
        "Your passkeys",
        &["Name", "Added", "Last used", "Remove"],
        rows,
        "You have none. With one, your device or security key signs you in, and stands for a code before a grave act.",
    );
    let more = if !visit.state.passkeys.are_on() {
        say("Passkeys are off: CALLOUT_PUBLIC_URL has no name, or no https.")
    } else if count >= MOST {
        say("That is the most. Remove one to add another.")
    } else {
        add_form(visit)
    };
    Ok(view! { {list} {more} }.into_any())
}

fn say(words: &'static str) -> AnyView {
    view! { <p class="muted">{words}</p> }.into_any()
}

fn row(visit: &Visit, passkey: Passkey) -> Vec<AnyView> {
    let entered = visit.entered::<RemovePasskey>(&passkey.id);
    let button = Button::quiet(format!("Remove {}", passkey.name));
    let form = visit.form::<RemovePasskey, _>(&entered, button, entered.hidden("id", passkey.id));
    vec![
        text(passkey.name),
        text(when(passkey.created_at)),
        text(passkey.used_at.map_or_else(|| "Never".to_owned(), when)),
        form,
    ]
}

fn add_form(visit: &Visit) -> AnyView {
    let entered = visit.entered::<AddPasskey>("");
    let fields = view! {
        {entered.text("name", "Name").hint("Such as “My laptop”.").view()}
        {entered.second_factor().view()}
        {entered.hidden("ceremony", "")}
        {entered.hidden("credential", "")}
    };
    let form = visit.form::<AddPasskey, _>(&entered, Button::primary("Add it"), fields);
    let form = disclosure("Add a passkey", entered.is_again(), form);
    view! {
        <noscript><p class="muted">"Adding one needs scripts."</p></noscript>
        <div data-passkey=ADD data-act="create" hidden="">{form}</div>
    }
    .into_any()
}

/// What the authenticator is asked at a sign-in.
pub(super) async fn begin_sign_in(State(state): State<AppState>, caller: Caller) -> Response {
    asked(
        state
            .passkeys
            .begin_sign_in(Holder::Operator, caller.address())
            .await,
    )
}

/// What it is asked for a new passkey, once the second factor was shown. The name comes first: an authenticator keeps what it has made.
pub(super) async fn begin_adding(State(state): State<AppState>, acting: Acting) -> Response {
    asked(match may_add(&acting).await {
        Ok(()) => state.passkeys.begin_adding_of_operator(&acting.by).await,
        Err(failure) => Err(failure),
    })
}

async fn may_add(acting: &Acting) -> Fallible<()> {
    passkey::name(acting.field("name"))?;
    acting.prove_again().await
}

/// What it is asked before a grave act.
pub(super) async fn begin_proving(State(state): State<AppState>, acting: Acting) -> Response {
    asked(state.passkeys.begin_proving(&acting.by.id).await)
}

fn asked(asked: Fallible<Asked>) -> Response {
    match asked {
        Ok(Asked { ceremony, options }) => {
            axum::Json(json!({ "ceremony": ceremony, "options": options })).into_response()
        }
        Err(failure) => failure.into_response(),
    }
}

/// Signs in with both factors at once.
#[server(prefix = "/admin/do", endpoint = "passkey-sign-in")]
pub(super) async fn sign_in_with_passkey(
    #[server(default)] ceremony: String,
    #[server(default)] credential: String,
    #[server(default)] to: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let state = &acting.state;
        let (id, token) = state
            .passkeys
            .sign_in_operator(
                acting.by,
                &acting.session,
                acting.browser.address(),
                passkey_answer(&ceremony, &credential),
            )
            .await?;
        Done::signed_in(state, &acting.browser, &id, &token, &to).await
    })
    .await
}

/// Adds the passkey that the authenticator made; the second factor was shown before it was asked.
#[server(prefix = "/admin/do", endpoint = "account/add-passkey")]
pub(super) async fn add_passkey(
    #[server(default)] name: String,
    #[server(default)] ceremony: String,
    #[server(default)] credential: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        acting
            .state
            .passkeys
            .add_of_operator(
                acting.by,
                &acting.session,
                &name,
                passkey_answer(&ceremony, &credential),
            )
            .await?;
        Ok(Done::at("/admin/account", "The passkey is added."))
    })
    .await
}

/// Removes one of the operator's own passkeys.
#[server(prefix = "/admin/do", endpoint = "account/remove-passkey")]
pub(super) async fn remove_passkey(#[server(default)] id: String) -> Result<(), ServerFnError> {
    act(|acting| async move {
        acting.state.passkeys.remove_of_operator(acting.by, &id).await?;
        Ok(Done::at("/admin/account", "The passkey is removed."))
    })
    .await
}
