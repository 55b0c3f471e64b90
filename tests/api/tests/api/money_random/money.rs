//! What happens to money when the work is done: clearing, payouts, debts, disputes, and what banks and operators decide.

use std::rc::Rc;

use callout_domain::dispute::{BorneBy, Reason, Statement};
use callout_domain::operator::By;
use callout_domain::payout::Verdict;
use callout_domain::unpaid;
use callout_money::debts;
use callout_money::disputes::{AppealDecision, Complaint, Decision, Outcome};
use callout_money::refunds::Refund;
use callout_outside::providers::sandbox::chargebacks::BankAct;
use callout_store::{ledger, refunds};
use pricing_core::Pence;
use serde_json::json;

use super::world::{GOOD, World, answered};
use crate::capture_refused::REFUSES;
use crate::payouts::{decide_payout, withdraw};
use crate::scene::Scene;

/// Bookings of which a pro was paid something.
const PAID_OUT: &str =
    "id in (select booking_id from clearing join payout_transfers on earning = clearing.reference
    where payout_transfers.status = 'sent')";

impl World {
    /// Somebody does something with money.
    pub(super) async fn money(&mut self) {
        match self.random.below(36) {
            0..4 => self.clear().await,
            4..7 => self.withdraw_money().await,
            7..9 => self.decide_payout().await,
            9 => self.change_bank().await,
            10 => self.friday().await,
            11..13 => self.dispute().await,
            13..15 => self.decide_dispute().await,
            15 | 16 => self.take_back().await,
            17 | 18 => self.decide_as_bank().await,
            19 => self.pay_debt().await,
            20 => self.waive().await,
            21..24 => self.give_back().await,
            24..27 => self.appeal().await,
            27..30 => self.decide_appeal().await,
            30..33 => self.decide_visit().await,
            33 => self.write_off().await,
            34 => self.refund_by_hand().await,
            _ => self.refund_again().await,
        }
    }

    async fn clear(&mut self) {
        let now = self.app.clock.now();
        self.app
            .execute(&format!("update clearing set clears_at = {now}"))
            .await;
        self.app.state.earnings.clear_due().await.unwrap();
    }

    async fn withdraw_money(&mut self) {
        let pro = self.a_pro();
        let body = if self.random.chance(30) {
            json!({})
        } else {
            json!({ "amountPence": self.pence(0, 40_000) })
        };
        // Sometimes the key of the step before.
        let key = format!(
            "k{}",
            self.number - u64::from(self.random.chance(20)).min(self.number)
        );
        answered(&Box::pin(withdraw(&self.app, &pro, &key, &body)).await);
    }

    async fn decide_payout(&mut self) {
        let verdict = self
            .random
            .pick(&[Verdict::Send, Verdict::Send, Verdict::Hold, Verdict::Return]);
        if let Some(id) = self
            .any("id", "payouts where status in ('pending', 'review', 'held')")
            .await
        {
            let _ = decide_payout(&self.app, &id, verdict).await;
        }
    }

    /// A pro's bank begins to refuse, or to pay; the details are old or new.
    async fn change_bank(&mut self) {
        let kind = if self.random.chance(60) { "pays" } else { "refuses" };
        let pro = self.a_pro();
        let account = format!("where master_id = '{}'", pro.id);
        self.app
            .execute(&format!("update sandbox_accounts set kind = '{kind}' {account}"))
            .await;
        if self.random.chance(20) {
            self.app
                .execute(&format!(
                    "update sandbox_accounts set changes = changes + 1 {account}"
                ))
                .await;
        } else {
            self.app
                .execute(&format!(
                    "update payout_accounts set bank_changed_at = 0 {account}"
                ))
                .await;
        }
    }

    async fn friday(&mut self) {
        self.app.execute("update payout_accounts set weekly_at = 0").await;
        self.app.state.payouts.pay_weekly().await.unwrap();
    }

    async fn dispute(&mut self) {
        let Some(scene) = self.ended().await else {
            return;
        };
        let complaint = Complaint {
            reason: Reason::PoorWork,
            statement: Statement {
                text: "The tap still leaks.".to_owned(),
                photo_urls: Vec::new(),
            },
        };
        let _ = self.app.state.disputes.open(&scene.booking.id, complaint).await;
    }

    /// Some job that has ended; rather one that was paid out.
    async fn ended(&mut self) -> Option<Rc<Scene>> {
        if self.random.chance(60)
            && let Some(scene) = self.some(PAID_OUT).await
        {
            return Some(scene);
        }
        self.some("status in ('completed', 'cancelled')").await
    }

    async fn decide_dispute(&mut self) {
        let Some(id) = self.any("id", "disputes where status = 'open'").await else {
            return;
        };
        let part = self.pence(0, 20_000);
        let decision = Decision {
            refund: self.random.chance(70).then_some(Pence(part)),
            borne_by: self.borne_by(),
            words: "The photos show it.".to_owned(),
        };
        let _ = self
            .app
            .state
            .disputes
            .decide(&id, decision, By::command_line(&self.app.state.keys))
            .await;
    }

    /// Client or pro appeals against the decision of some dispute.
    async fn appeal(&mut self) {
        let Some(scene) = self
            .some("id in (select booking_id from disputes where status = 'decided' and appealed_at is null)")
            .await
        else {
            return;
        };
        let of = format!(
            "select master_id from disputes where booking_id = '{}'",
            scene.booking.id
        );
        let pro = self.app.text(&of).await.filter(|_| self.random.chance(60));
        let disputes = &self.app.state.disputes;
        let words = "Look at the photos again.".to_owned();
        let _ = disputes.appeal(&scene.booking.id, pro.as_deref(), words).await;
    }

    async fn decide_appeal(&mut self) {
        let waits = "disputes where appealed_at is not null and appeal_decided_at is null";
        let Some(id) = self.any("id", waits).await else {
            return;
        };
        let amount = Pence(self.pence(0, 4_000));
        let outcome = match self.random.below(4) {
            0 | 1 => Outcome::MadeGood(amount),
            2 => Outcome::MoreBack {
                refund: Some(amount),
                borne_by: BorneBy::Pro,
            },
            _ => Outcome::MoreBack {
                refund: Some(amount),
                borne_by: BorneBy::Callout,
            },
        };
        let words = "The photos show it.".to_owned();
        let decision = AppealDecision { outcome, words };
        let _ = Box::pin(self.app.state.disputes.decide_appeal(
            &id,
            decision,
            By::command_line(&self.app.state.keys),
        ))
        .await;
    }

    /// An operator gives money back without a dispute.
    async fn give_back(&mut self) {
        let Some(scene) = self.ended().await else {
            return;
        };
        let id = scene.booking.id.clone();
        let refund = Refund {
            amount: Pence(self.pence(0, 20_000)),
            borne_by: self.borne_by(),
            words: "The tap still drips.".to_owned(),
        };
        // What nobody has earned goes first, and is borne by nobody; refunds that were refused are the client's already.
        let mut connection = self.app.state.db.read().await.unwrap();
        let refused = refunds::refused_of_booking(&mut connection, &id).await.unwrap();
        let unearned = ledger::of_client(&mut connection, &id).await.unwrap() - refused;
        drop(connection);
        let borne = (refund.amount - unearned.max(Pence::ZERO)).max(Pence::ZERO);
        let borne_by = refund.borne_by.as_str();
        let refunds = self.app.state.refunds.clone();
        if refunds
            .make(id.clone(), refund, By::command_line(&self.app.state.keys))
            .await
            .is_ok()
        {
            self.app
                .execute(&format!(
                    "insert into given_back values ('{id}', '{borne_by}', {})",
                    borne.0
                ))
                .await;
        }
    }

    fn borne_by(&mut self) -> BorneBy {
        if self.random.chance(70) {
            BorneBy::Pro
        } else {
            BorneBy::Callout
        }
    }

    /// The bank of some client, or of a pro who has paid their fees, takes a payment back.
    async fn take_back(&mut self) {
        let of_debts = "captured_pence > 0 and id in (select intent_id from debt_payments)";
        let which = if self.random.chance(20) {
            of_debts
        } else {
            "captured_pence > 0"
        };
        self.as_bank(which, BankAct::Open).await;
    }

    /// A bank decides about a payment that it has taken back.
    async fn decide_as_bank(&mut self) {
        let act = self.random.pick(&[BankAct::Won, BankAct::Lost]);
        let taken_back = "id in (select intent_id from sandbox_chargebacks where status = 'open')";
        self.as_bank(taken_back, act).await;
    }

    async fn as_bank(&mut self, which: &str, act: BankAct) {
        let Some(id) = self.any("id", &format!("sandbox_intents where {which}")).await else {
            return;
        };
        let secret = format!("select client_secret from sandbox_intents where id = '{id}'");
        let secret = self.app.text(&secret).await.unwrap();
        let _ = self.app.state.sandbox.act_as_bank(&id, &secret, act).await;
    }

    /// A pro opens a payment of what they owe, and perhaps makes it.
    async fn pay_debt(&mut self) {
        let pro = self.a_pro();
        let Ok(opened) = Box::pin(self.app.state.payments.open_debt(&pro.id)).await else {
            return;
        };
        let card = if self.random.chance(20) { REFUSES } else { GOOD };
        let (intent, secret) = (&opened.payment_intent_id, &opened.client_secret);
        if self.random.chance(80) {
            self.pay(intent, secret, card).await;
        }
        if self.random.chance(50) {
            let _ = Box::pin(self.app.state.payments.debt_is_paid(&pro.id, intent)).await;
        }
    }

    /// An operator waives the fee of some job, or lets it stand.
    async fn waive(&mut self) {
        let Some(scene) = self
            .some("payment_method = 'cash' and status = 'completed'")
            .await
        else {
            return;
        };
        let verdict = if self.random.chance(70) {
            unpaid::Verdict::Waived
        } else {
            unpaid::Verdict::Upheld
        };
        let words = "The bill shows it.".to_owned();
        let _ = self
            .app
            .state
            .debts
            .decide(
                &scene.booking.id,
                debts::Decision { verdict, words },
                By::command_line(&self.app.state.keys),
            )
            .await;
    }

    /// An operator no longer expects a pro to pay some of what they owe.
    async fn write_off(&mut self) {
        let Some(pro) = self
            .any("master_id", "pro_balances where available_pence < 0")
            .await
        else {
            return;
        };
        let amount = Pence(self.pence(1, 3_000));
        let debts = self.app.state.debts.clone();
        let _ = debts
            .write_off(
                &pro,
                amount,
                "They have moved away.",
                By::command_line(&self.app.state.keys),
            )
            .await;
    }

    /// Somebody gives money back on the provider's own page, half the time what we still have to give.
    async fn refund_by_hand(&mut self) {
        let promised = "refunds where status in ('pending', 'refused')";
        if self.random.chance(50)
            && let Some(reference) = self.any("reference", promised).await
        {
            let of_it =
                |column: &str| format!("select {column} from refunds where reference = '{reference}'");
            let amount = self.app.count(&of_it("amount_pence")).await;
            let id = self.app.text(&of_it("payment_id")).await.unwrap();
            let _ = self.app.state.sandbox.refund_by_hand(&id, amount).await;
        } else if let Some(id) = self.any("id", "sandbox_intents where captured_pence > 0").await {
            let amount = self.pence(1, 10_000);
            let _ = self.app.state.sandbox.refund_by_hand(&id, amount).await;
        }
    }

    /// Refunds that banks have returned are made again; some of these banks take them now.
    async fn refund_again(&mut self) {
        if self.random.chance(50) {
            self.app
                .execute("update sandbox_intents set returns_refunds = 0")
                .await;
        }
        let _ = self
            .app
            .state
            .payments
            .retry_refused_refunds(By::command_line(&self.app.state.keys))
            .await
            .unwrap();
    }
}
