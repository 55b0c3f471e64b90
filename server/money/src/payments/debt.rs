//! Paying by card what a pro owes in fees of cash jobs. It is held and charged at once, by whoever hears of the hold first: the browser,
//! the webhook, or the job that ends the time to pay.

use std::time::Duration;

use pricing_core::Pence;
use tokio::time::Instant;

use super::open::{Intent, answer_by};
use super::{Payments, costs};
use callout_domain::clock::{MINUTE, Millis};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ids;
use callout_domain::intent_status::IntentStatus;
use callout_domain::ledger::{Account, Credit, Debit, Kind, NegativeTransfer, Transaction};
use callout_domain::money_alert::MoneyAlert;
use callout_domain::payment::LEAST_BY_CARD;
use callout_domain::work::Work;
use callout_outside::providers::provider::{NewIntent, ProviderError, ProviderIntent, known};
use callout_store::debt_payments::{self, DebtPayment};
use callout_store::{Connection, jobs, ledger, masters, pro_balances};

/// How long an opened payment can be paid, milliseconds: another one would be for another amount by then.
const TIME_TO_PAY: Millis = 30 * MINUTE;

/// How long after it was opened it is shown again, milliseconds: time enough is left to pay.
const SHOWN_FOR: Millis = 15 * MINUTE;

/// How long a caller waits for a provider that does not answer.
const PATIENCE: Duration = Duration::from_secs(8);

impl Payments {
    /// Opens a payment of everything that a pro owes; the same one for a quarter of an hour, if that has not changed.
    ///
    /// # Errors
    /// 409 `nothing_owed` below 30p; 502 `payment_unavailable` when the provider cannot be reached.
    pub async fn open_debt(&self, master_id: &str) -> Fallible<Intent> {
        let payment = self.debt_to_pay(master_id).await?;
        if let Some(intent) = intent_of(&payment) {
            return Ok(intent);
        }
        let new = NewIntent {
            idempotency_key: payment.id.clone(),
            amount_pence: payment.amount_pence,
            currency: payment.currency.clone(),
            booking_id: None,
            reference: payment.id.clone(),
            keeps_card: false,
        };
        let opened = answer_by(Instant::now() + PATIENCE, self.provider.create(&new)).await?;
        let intent = Intent {
            payment_intent_id: opened.id.clone(),
            client_secret: opened.client_secret.clone(),
            amount_pence: payment.amount_pence,
        };
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    debt_payments::set_intent(connection, &payment.id, &opened.id, &opened.client_secret)
                        .await
                        .map_err(Failure::from)
                })
            })
            .await?;
        Ok(intent)
    }

    /// The payment of what a pro owes now: one that is open, or a new one whose end is set.
    async fn debt_to_pay(&self, master_id: &str) -> Fallible<DebtPayment> {
        let (master, provider, now) = (master_id.to_owned(), self.provider.name(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    // Locked, so that two who ask at once get the same payment.
                    let owed = Pence(-pro_balances::lock(connection, &master).await?.available_pence);
                    if owed < LEAST_BY_CARD {
                        return Err(nothing_owed());
                    }
                    let open = debt_payments::open_of(connection, &master, provider, owed.0, now - SHOWN_FOR)
                        .await?;
                    if let Some(open) = open {
                        return Ok(open);
                    }
                    let payment = DebtPayment {
                        id: ids::prefixed("debt-")?,
                        master_id: master,
                        provider: provider.to_owned(),
                        amount_pence: owed.0,
                        currency: "GBP".to_owned(),
                        intent_id: None,
                        client_secret: None,
                        opened_at: now,
                        ended_at: None,
                        paid_at: None,
                        card_fingerprint: None,
                    };
                    debt_payments::add(connection, &payment).await?;
                    let end = Work::EndDebtPayment {
                        payment_id: payment.id.clone(),
                    };
                    jobs::enqueue(connection, &end, None, now + TIME_TO_PAY, now).await?;
                    Ok(payment)
                })
            })
            .await
    }

    /// Brings a pro's own payment in line with what the provider says, and says whether it is paid.
    ///
    /// # Errors
    /// 404 when it is not this pro's; 502 `payment_unavailable` when the provider cannot be reached.
    pub async fn debt_is_paid(&self, master_id: &str, intent_id: &str) -> Fallible<bool> {
        let payment = self.debt_of(intent_id).await?;
        let own = payment.filter(|payment| payment.master_id == master_id);
        let payment = own.ok_or_else(|| Failure::not_found("There is no such payment."))?;
        self.settle_debt(payment).await
    }

    /// The payment of this intent, if it is one of what a pro owes at the provider in force.
    pub(super) async fn debt_of(&self, intent_id: &str) -> Fallible<Option<DebtPayment>> {
        let payment = debt_payments::by_intent(&mut self.db.read().await?, intent_id).await?;
        Ok(payment.filter(|payment| payment.provider == self.provider.name()))
    }

    /// Ends the time to pay: what is held is charged, and what is not can be paid no more. May be repeated.
    ///
    /// # Errors
    /// 502 `payment_unavailable` when the provider cannot be reached; to be tried again.
    pub async fn end_debt(&self, payment_id: &str) -> Fallible<()> {
        let payment = debt_payments::find(&mut self.db.read().await?, payment_id).await?;
        let open = payment.filter(|payment| payment.ended_at.is_none());
        let Some(payment) = open.filter(|payment| payment.provider == self.provider.name()) else {
            return Ok(());
        };
        let Some(intent_id) = &payment.intent_id else {
            return self.end_unpaid(payment.id).await;
        };
        let intent = known(self.provider.retrieve(intent_id).await)?;
        if intent.is_some_and(|intent| !intent.status.is_authorised()) {
            match self.provider.void(intent_id).await {
                // It was paid at this very moment.
                Ok(_) | Err(ProviderError::Refused(_) | ProviderError::Missing(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        self.settle_debt(payment).await.map(drop::<bool>)
    }

    /// Charges what is held for a payment, and credits the pro with what was charged, once. Says whether it is paid.
    pub(super) async fn settle_debt(&self, payment: DebtPayment) -> Fallible<bool> {
        let Some(intent_id) = payment
            .intent_id
            .as_deref()
            .filter(|_| payment.ended_at.is_none())
        else {
            return Ok(payment.paid_at.is_some());
        };
        let Some(mut intent) = known(self.provider.retrieve(intent_id).await)? else {
            self.debt_unknown(&payment, intent_id).await?;
            return Ok(false);
        };
        if !is_what_was_asked(&payment, &intent) {
            return self.debt_mismatch(&payment, &intent).await.map(|()| false);
        }
        if intent.status == IntentStatus::RequiresCapture {
            intent = match self.provider.capture(intent_id, payment.amount_pence).await {
                Ok(intent) => intent,
                Err(ProviderError::Refused(code)) => {
                    tracing::warn!(payment = %payment.id, code, "a capture was refused");
                    self.provider.void(intent_id).await?
                }
                Err(error) => return Err(error.into()),
            };
        }
        match intent.status {
            IntentStatus::Succeeded => self.credit_debt(payment, intent).await,
            IntentStatus::Canceled => self.end_unpaid(payment.id).await.map(|()| false),
            _ => Ok(false),
        }
    }

    /// A payment that is not what was asked for pays nothing. One that is only held is let go; about one that was charged a person
    /// decides.
    async fn debt_mismatch(&self, payment: &DebtPayment, intent: &ProviderIntent) -> Fallible<()> {
        tracing::error!(payment = %payment.id, "the provider's amount, currency or reference is not the debt's");
        match intent.status {
            IntentStatus::RequiresCapture => {
                let _: ProviderIntent = self.provider.void(&intent.id).await?;
            }
            IntentStatus::Succeeded | IntentStatus::Canceled => {}
            // Nobody has paid it, and its time to pay ends by itself.
            _ => return Ok(()),
        }
        let alert = (intent.status == IntentStatus::Succeeded).then(|| MoneyAlert::Mismatch {
            intent_id: intent.id.clone(),
            paid_for: payment.id.clone(),
            asked_pence: payment.amount_pence,
            charged_pence: intent.captured_pence,
        });
        let (id, now) = (payment.id.clone(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    debt_payments::end(connection, &id, false, now).await?;
                    if let Some(alert) = alert {
                        jobs::alert(connection, alert, now).await?;
                    }
                    Ok(())
                })
            })
            .await
    }

    /// Nothing can be paid by an intent that the provider does not know, and a person is told.
    async fn debt_unknown(&self, payment: &DebtPayment, intent_id: &str) -> Fallible<()> {
        let alert = MoneyAlert::UnknownIntent {
            intent_id: intent_id.to_owned(),
            paid_for: payment.id.clone(),
            amount_pence: payment.amount_pence,
            was_held: false,
        };
        let (id, now) = (payment.id.clone(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    debt_payments::end(connection, &id, false, now).await?;
                    Ok(jobs::alert(connection, alert, now).await?)
                })
            })
            .await
    }

    async fn credit_debt(&self, payment: DebtPayment, intent: ProviderIntent) -> Fallible<bool> {
        let now = self.clock.now();
        self.db
            .write(move |connection| {
                Box::pin(async move { credit(connection, &payment, &intent, now).await })
            })
            .await?;
        Ok(true)
    }

    async fn end_unpaid(&self, id: String) -> Fallible<()> {
        let now = self.clock.now();
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    debt_payments::end(connection, &id, false, now).await?;
                    Ok(())
                })
            })
            .await
    }
}

/// Marks the pro as changed, because matching depends on what they owe. What is paid beyond a debt that has shrunk meanwhile is the
/// pro's.
async fn credit(
    connection: &mut Connection,
    payment: &DebtPayment,
    intent: &ProviderIntent,
    now: Millis,
) -> Fallible<()> {
    masters::touch(connection, &payment.master_id, now).await?;
    if !debt_payments::end(connection, &payment.id, true, now).await? {
        return Ok(());
    }
    if let Some(fingerprint) = &intent.card_fingerprint {
        debt_payments::note_card(connection, &payment.id, fingerprint).await?;
    }
    let posting = Transaction::new(Kind::DebtPaid, &payment.id, &payment.currency)
        .transfer(
            Pence(intent.captured_pence),
            Debit(Account::ProviderCash),
            Credit(Account::Pro(payment.master_id.clone())),
        )
        .map_err(|NegativeTransfer| Failure::internal("less than nothing was charged"))?;
    ledger::post(connection, &posting, now).await?;
    if let Some(cost) = &intent.cost {
        costs::post(connection, cost, None, now).await?;
    }
    let told = Work::DebtPaidEmail {
        payment_id: payment.id.clone(),
    };
    Ok(jobs::enqueue(connection, &told, None, now, now).await?)
}

fn intent_of(payment: &DebtPayment) -> Option<Intent> {
    Some(Intent {
        payment_intent_id: payment.intent_id.clone()?,
        client_secret: payment.client_secret.clone()?,
        amount_pence: payment.amount_pence,
    })
}

fn is_what_was_asked(payment: &DebtPayment, intent: &ProviderIntent) -> bool {
    intent.amount_pence == payment.amount_pence
        && intent.currency.eq_ignore_ascii_case(&payment.currency)
        && intent.reference.as_deref() == Some(&payment.id)
}

fn nothing_owed() -> Failure {
    Failure::conflict(
        "nothing_owed",
        "You owe less than 30p, which a card cannot pay. It comes off your next card earnings.",
    )
}
