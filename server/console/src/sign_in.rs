//! Signing in and out.

use leptos::prelude::*;

use super::acting::{Done, act};
use super::cookie;
use super::field::Button;
use super::kept;
use super::passkeys;
use super::visit::{Page, Visit};
use callout_domain::failure::Fallible;

pub(super) async fn page(visit: Visit) -> Fallible<Page> {
    let entered = visit.entered::<SignIn>("");
    let to = kept::own_path(visit.query("to")).to_owned();
    let wait = (!visit.query(kept::WAIT).is_empty()).then(|| {
        view! { <p class="problem" role="alert">"Too many tries. Please wait a quarter of an hour, then try again."</p> }
    });
    let fields = view! {
        {wait}
        {entered.input("email", "Email", "email").view()}
        {entered.input("password", "Password", "password").view()}
        {entered.hidden("to", to)}
    };
    let form = visit.form::<SignIn, _>(&entered, Button::primary("Continue"), fields);
    let passkey = passkeys::sign_in_form(&visit);
    Ok(Page::new("Sign in to the console", view! { {form} {passkey} }).with_passkeys())
}

/// Checks email and password; the second factor follows.
#[server(prefix = "/admin/do", endpoint = "sign-in")]
pub(super) async fn sign_in(
    #[server(default)] email: String,
    #[server(default)] password: String,
    #[server(default)] to: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let token = acting
            .state
            .operators
            .sign_in(&email, password.into(), &acting.browser, &acting.session)
            .await?;
        let next = format!("/admin/second-factor?to={}", kept::encode(kept::own_path(&to)));
        Ok(Done::to(next).with_cookie(cookie::of_session(&acting.state, &token)))
    })
    .await
}

/// Ends the session.
#[server(prefix = "/admin/do", endpoint = "sign-out")]
pub(super) async fn sign_out() -> Result<(), ServerFnError> {
    act(|acting| async move {
        acting.state.operators.sign_out(&acting.session).await?;
        Ok(Done::to("/admin/sign-in").with_cookie(cookie::of(&acting.state, "", 0)))
    })
    .await
}
