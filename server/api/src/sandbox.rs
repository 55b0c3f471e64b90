//! The browser's side of the sandbox: what a card provider's library does with a card. Exists only while the sandbox is the
//! provider.

use axum::extract::State;
use callout_domain::failure::{Failure, Fallible};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use callout_domain::intent_status::IntentStatus;
use callout_domain::payment::ProviderName;
use callout_domain::problem::Problem;
use callout_domain::sandbox::TestAccountKind;
use callout_front::extract::{Json, Master, MayPay, Path};
use callout_front::state::AppState;
use callout_outside::providers::sandbox::chargebacks::BankAct;

/// A card for an intent.
#[derive(Deserialize, ToSchema)]
pub struct Confirm {
    /// The intent's secret, proof of the right to pay it.
    #[serde(rename = "clientSecret")]
    client_secret: String,
    /// A test card's number; spaces are ignored.
    #[serde(rename = "cardNumber")]
    card_number: String,
}

/// The cardholder's decision.
#[derive(Deserialize, ToSchema)]
pub struct Authenticate {
    /// The intent's secret.
    #[serde(rename = "clientSecret")]
    client_secret: String,
    /// True to approve.
    approve: bool,
}

/// The state of the intent.
#[derive(Serialize, ToSchema)]
pub struct IntentState {
    /// `requires_capture` once the card is authorised, `requires_action` while the cardholder has to approve.
    status: IntentStatus,
}

/// Pays an intent with a test card: 4242 4242 4242 4242 succeeds, 4000 0000 0000 0002 is declined, 4000 0025 0000 3155 asks the
/// cardholder to approve first, 4000 0000 0000 0341 is authorised and later refuses to be charged, the bank of 4000 0000 0000 5126 returns refunds.
#[utoipa::path(
    post, path = "/api/sandbox/payments/{intent}/confirm", tag = "Payment", request_body = Confirm,
    params(("intent" = String, Path)),
    responses(
        (status = 200, body = IntentState), (status = 402, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem)
    )
)]
pub async fn confirm(
    State(state): State<AppState>,
    _may_pay: MayPay,
    Path(intent): Path<String>,
    Json(body): Json<Confirm>,
) -> Fallible<axum::Json<IntentState>> {
    only_in_the_sandbox(&state)?;
    let status = state
        .sandbox
        .confirm(&intent, &body.client_secret, &body.card_number)
        .await?;
    Ok(axum::Json(IntentState { status }))
}

/// Approves or refuses a payment that needs the cardholder's approval.
#[utoipa::path(
    post, path = "/api/sandbox/payments/{intent}/authenticate", tag = "Payment", request_body = Authenticate,
    params(("intent" = String, Path)),
    responses(
        (status = 200, body = IntentState), (status = 402, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem)
    )
)]
pub async fn authenticate(
    State(state): State<AppState>,
    _may_pay: MayPay,
    Path(intent): Path<String>,
    Json(body): Json<Authenticate>,
) -> Fallible<axum::Json<IntentState>> {
    only_in_the_sandbox(&state)?;
    let status = state
        .sandbox
        .authenticate(&intent, &body.client_secret, body.approve)
        .await?;
    Ok(axum::Json(IntentState { status }))
}

/// What the client's bank does.
#[derive(Deserialize, ToSchema)]
pub struct BankStep {
    /// The intent's secret.
    #[serde(rename = "clientSecret")]
    client_secret: String,
    /// `open` takes the payment back, `won` lets it stand, `lost` decides for the client.
    act: BankAct,
}

/// Has the client's bank take a captured payment back, or decide about it.
#[utoipa::path(
    post, path = "/api/sandbox/payments/{intent}/chargeback", tag = "Payment", request_body = BankStep,
    params(("intent" = String, Path)),
    responses(
        (status = 204), (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)
    )
)]
pub async fn chargeback(
    State(state): State<AppState>,
    _may_pay: MayPay,
    Path(intent): Path<String>,
    Json(body): Json<BankStep>,
) -> Fallible<StatusCode> {
    only_in_the_sandbox(&state)?;
    state
        .sandbox
        .act_as_bank(&intent, &body.client_secret, body.act)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A test account for a pro's payouts.
#[derive(Deserialize, ToSchema)]
pub struct TestAccount {
    /// What it does.
    account: TestAccountKind,
}

/// Chooses what the signed-in pro's account does, where a real provider's page would ask for bank details.
#[utoipa::path(
    post, path = "/api/sandbox/payout-details", tag = "Payment", request_body = TestAccount,
    responses(
        (status = 204), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem)
    )
)]
pub async fn choose_account(
    State(state): State<AppState>,
    _may_pay: MayPay,
    master: Master,
    Json(body): Json<TestAccount>,
) -> Fallible<StatusCode> {
    only_in_the_sandbox(&state)?;
    state.sandbox.choose_account(&master.id, body.account).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn only_in_the_sandbox(state: &AppState) -> Fallible<()> {
    if state.payments.provider().name() == ProviderName::Sandbox {
        Ok(())
    } else {
        Err(Failure::not_found("There is nothing at this address."))
    }
}
