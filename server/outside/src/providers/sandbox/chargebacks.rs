//! What a card's bank does: take a payment back, and decide whether it stands.

use serde::Deserialize;
use subtle::ConstantTimeEq as _;
use utoipa::ToSchema;

use super::{Sandbox, announce_event, missing, random_id};
use crate::providers::provider::{BalanceChange, Chargeback, ChargebackState, ProviderError};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::payment::ChargebackStatus;
use callout_store::sandbox::chargebacks::{self, SandboxChargeback};
use callout_store::sandbox::lock;

/// What a bank is charged for taking a payment back, pence: as much as Stripe asks in the UK.
const FEE: i64 = 2_000;

/// What the test bank does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BankAct {
    /// Takes the payment back.
    Open,
    /// Decides that it stands.
    Won,
    /// Decides for the client.
    Lost,
}

impl Sandbox {
    /// The client's bank takes a captured payment back, or decides about it. The same again changes nothing.
    ///
    /// # Errors
    /// 404 for an unknown intent or a wrong secret; 409 `unexpected_state` when nothing is captured, or nothing was taken back.
    pub async fn act_as_bank(&self, intent_id: &str, secret: &str, act: BankAct) -> Fallible<()> {
        let (intent_id, secret, now) = (intent_id.to_owned(), secret.to_owned(), self.clock.now());
        let new_id = random_id("dp_")?;
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let intent = lock(connection, &intent_id).await?;
                    intent
                        .filter(|intent| bool::from(intent.client_secret.as_bytes().ct_eq(secret.as_bytes())))
                        .ok_or_else(|| Failure::not_found("There is no such payment."))?;
                    if act == BankAct::Open {
                        chargebacks::add(connection, &new_id, &intent_id, now).await?;
                    }
                    let chargeback = chargebacks::of_intent(connection, &intent_id).await?;
                    let chargeback = chargeback.ok_or_else(unexpected)?;
                    let ends = match act {
                        BankAct::Open => None,
                        BankAct::Won => Some(ChargebackStatus::Won),
                        BankAct::Lost => Some(ChargebackStatus::Lost),
                    };
                    let kind = if let Some(status) = ends {
                        chargebacks::end(connection, &chargeback.id, status).await?;
                        "charge.dispute.closed"
                    } else {
                        "charge.dispute.created"
                    };
                    let object = serde_json::json!({ "id": chargeback.id, "object": "dispute", "payment_intent": intent_id });
                    announce_event(connection, kind, object, now).await
                })
            })
            .await
    }

    pub(super) async fn find_chargeback(&self, id: &str) -> Result<Chargeback, ProviderError> {
        let row = chargebacks::find(&mut self.db.read().await?, id).await?;
        Ok(row.ok_or_else(missing)?.into())
    }
}

impl From<SandboxChargeback> for Chargeback {
    fn from(row: SandboxChargeback) -> Self {
        let change = |way: &str, amount_pence, fee_pence| BalanceChange {
            id: format!("txn_{}_{way}", row.id),
            amount_pence,
            fee_pence,
        };
        let mut changes = vec![change("out", -row.amount_pence, FEE)];
        if row.status == ChargebackStatus::Won {
            changes.push(change("in", row.amount_pence, 0));
        }
        Self {
            id: row.id,
            intent_id: row.intent_id,
            amount_pence: row.amount_pence,
            changes,
            state: match row.status {
                ChargebackStatus::Open => ChargebackState::Open,
                ChargebackStatus::Won => ChargebackState::Won,
                ChargebackStatus::Lost => ChargebackState::Lost,
            },
        }
    }
}

fn unexpected() -> Failure {
    Failure::conflict(
        "unexpected_state",
        "There is nothing of this payment to take back.",
    )
}
