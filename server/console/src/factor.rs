//! The second factor: set up at the first sign-in, shown at each one; and the operator's own account.

use leptos::prelude::*;
use qrcode::QrCode;
use qrcode::types::Color;

use super::acting::{Done, act};
use super::cookie;
use super::field::Button;
use super::kept;
use super::parts::{disclosure, facts, section, text};
use super::passkeys;
use super::sign_in::SignOut;
use super::visit::{Page, Visit};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::operator::Operator;
use callout_front::extract::device;
use callout_people::operators::NewFactor;

pub(super) async fn page(visit: Visit) -> Fallible<Page> {
    let operator = visit.operator()?.clone();
    let body = if operator.factor_secret.is_some() {
        prove(&visit)
    } else {
        set_up(&visit, &operator)?
    };
    let out = visit.entered::<SignOut>("");
    let out = visit.form::<SignOut, _>(&out, Button::quiet("Sign out"), ());
    Ok(Page::new("Second factor", view! { {body} {out} }))
}

fn prove(visit: &Visit) -> AnyView {
    let entered = visit.entered::<ProveFactor>("");
    let to = kept::own_path(visit.query("to")).to_owned();
    let fields = view! {
        {entered.second_factor().view()}
        {entered.hidden("to", to)}
    };
    visit.form::<ProveFactor, _>(&entered, Button::primary("Sign in"), fields)
}

fn set_up(visit: &Visit, operator: &Operator) -> Fallible<AnyView> {
    let entered = visit.entered::<SetFactor>("");
    let operators = &visit.state.operators;
    // After a wrong code, the app already holds the secret of before.
    let factor = match entered.value("sealed", "") {
        sealed if sealed.is_empty() => operators.new_factor(operator)?,
        sealed => operators
            .same_factor(operator, &sealed)
            .or_else(|_| operators.new_factor(operator))?,
    };
    let to = kept::own_path(visit.query("to")).to_owned();
    let picture = picture(&factor)?;
    let fields = view! {
        <p>"Scan this with an app for one-time codes, or type its key into the app."</p>
        {picture}
        <p class="num key"><span class="unseen">"Key: "</span>{factor.secret.clone()}</p>
        {entered.second_factor().hint("Six digits that the app shows now.").view()}
        {entered
            .input("own_password", "Your own password", "password")
            .hint("At least 12 characters. It replaces the one you were given.")
            .view()}
        {entered.hidden("sealed", factor.sealed)}
        {entered.hidden("to", to)}
    };
    Ok(visit.form::<SetFactor, _>(&entered, Button::primary("Set it up"), fields))
}

/// The QR code as a drawing.
fn picture(factor: &NewFactor) -> Fallible<AnyView> {
    let code = QrCode::new(factor.address.as_bytes()).map_err(Failure::internal)?;
    let width = code.width();
    let path: String = code
        .to_colors()
        .iter()
        .enumerate()
        .filter(|(_, color)| **color == Color::Dark)
        .map(|(index, _)| format!("M{} {}h1v1h-1z", index % width + 4, index / width + 4))
        .collect();
    let side = width + 8;
    let view_box = format!("0 0 {side} {side}");
    Ok(view! {
        <svg class="qr" viewBox=view_box role="img" aria-label="QR code of the key below">
            <rect width="100%" height="100%" fill="#fff" />
            <path d=path fill="#000" />
        </svg>
    }
    .into_any())
}

/// Completes a sign-in.
#[server(prefix = "/admin/do", endpoint = "second-factor/prove")]
pub(super) async fn prove_factor(
    #[server(default)] factor_code: String,
    #[server(default)] to: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let id = acting.by.id.clone();
        let token = acting
            .state
            .operators
            .complete(acting.by, &acting.session, &factor_code)
            .await?;
        Done::signed_in(&acting.state, &acting.browser, &id, &token, &to).await
    })
    .await
}

/// Sets up the second factor, and a password of the operator's own.
#[server(prefix = "/admin/do", endpoint = "second-factor/set")]
pub(super) async fn set_factor(
    #[server(default)] sealed: String,
    #[server(default)] factor_code: String,
    #[server(default)] own_password: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let operators = &acting.state.operators;
        let id = acting.by.id.clone();
        let (codes, token) = operators
            .set_factor(acting.by, &acting.session, &sealed, &factor_code, own_password.into())
            .await
            .map_err(own_password_field)?;
        let devices = operators.remembered(&id, &acting.browser).await?;
        let words = "Your second factor is set up. Keep these recovery codes somewhere safe: each signs you in once if you lose your phone.";
        Ok(Done::at("/admin/account", words)
            .showing(codes)
            .with_cookie(cookie::of_session(&acting.state, &token))
            .with_cookie(device::cookie(&acting.state, &devices)))
    })
    .await
}

/// The page calls the field by another name.
fn own_password_field(mut failure: Failure) -> Failure {
    if let Some(message) = failure.errors.remove("password") {
        failure.errors.insert("own_password".to_owned(), message);
    }
    failure
}

/// The operator's own account.
pub(super) async fn account(visit: Visit) -> Fallible<Page> {
    let operator = visit.operator()?.clone();
    let left = visit.state.operators.recovery_left(&operator.id).await?;
    let entered = visit.entered::<ChangePassword>("");
    let fields = view! {
        {entered.input("own_password", "New password", "password").hint("At least 12 characters.").view()}
        {entered.second_factor().view()}
    };
    let form = visit.form::<ChangePassword, _>(&entered, Button::primary("Change password"), fields);
    let passkeys = passkeys::own(&visit, &operator.id).await?;
    let open = visit.state.operators.sessions_of(&operator.id).await?;
    let out = visit.entered::<SignOut>("");
    let body = view! {
        {section("You", facts(vec![
            ("Email", text(operator.email)),
            ("Role", text(operator.role.label())),
            ("Recovery codes left", text(left.to_string())),
        ]))}
        {section("Sessions", sessions(&visit, open))}
        {section("Password", disclosure("Change your password", entered.is_again(), form))}
        {section("Passkeys", passkeys)}
        {visit.form::<SignOut, _>(&out, Button::quiet("Sign out"), ())}
    };
    Ok(Page::new("Your account", body).with_passkeys())
}

/// How many sessions are open, and the end of the others: a sign-in elsewhere ends none by itself.
fn sessions(visit: &Visit, open: i64) -> AnyView {
    if open < 2 {
        return text("This one only");
    }
    let entered = visit.entered::<EndOthers>("");
    let form = visit.form::<EndOthers, _>(&entered, Button::quiet("End the others"), ());
    view! { <p>{format!("{open} sessions")}</p> {form} }.into_any()
}

/// Ends the operator's other sessions.
#[server(prefix = "/admin/do", endpoint = "account/sessions")]
pub(super) async fn end_others() -> Result<(), ServerFnError> {
    act(|acting| async move {
        let operators = &acting.state.operators;
        operators.end_others(acting.by, &acting.session).await?;
        Ok(Done::at("/admin/account", "Your other sessions have ended."))
    })
    .await
}

/// Changes the operator's own password.
#[server(prefix = "/admin/do", endpoint = "account/password")]
pub(super) async fn change_password(#[server(default)] own_password: String) -> Result<(), ServerFnError> {
    act(|acting| async move {
        acting.prove_again().await?;
        let changed = acting
            .state
            .operators
            .change_password(acting.by, &acting.session, own_password.into())
            .await;
        changed.map_err(own_password_field)?;
        Ok(Done::at("/admin/account", "Your password is changed."))
    })
    .await
}
