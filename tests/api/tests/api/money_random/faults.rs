//! What goes wrong at the provider and between us: it is away or unwell, its answer gets lost, a job runs twice or an event comes twice, a
//! hold ends by itself.

use callout_outside::providers::provider::NewRefund;
use callout_store::payouts::transfers;

use super::world::World;

/// What the sandbox keeps; without these tables it cannot be reached.
const TABLES: [&str; 2] = ["sandbox_intents", "sandbox_accounts"];

impl World {
    /// Something goes wrong.
    pub(super) async fn fault(&mut self) {
        match self.random.below(10) {
            0 => Box::pin(self.outage()).await,
            1 => self.hold_ends().await,
            2 => self.refund_is_made_unheard().await,
            3 => self.transfer_is_made_unheard().await,
            4..8 => Box::pin(self.unwell()).await,
            _ => self.jobs_run_again().await,
        }
    }

    /// The provider fails, hangs, or is asked twice, while something is to be done there.
    async fn unwell(&mut self) {
        self.work().await;
        self.money().await;
        self.run_jobs_unwell().await;
    }

    /// Nobody reaches the provider for two steps; what was to be done there is put off.
    async fn outage(&mut self) {
        for table in TABLES {
            self.app
                .execute(&format!("alter table {table} rename to {table}_away"))
                .await;
        }
        for _ in 0..2 {
            self.work().await;
            self.run_jobs().await;
        }
        for table in TABLES {
            self.app
                .execute(&format!("alter table {table}_away rename to {table}"))
                .await;
        }
    }

    /// A bank lets go of a hold, and sometimes the webhook that says so is lost.
    async fn hold_ends(&mut self) {
        if let Some(id) = self.any("id", "payments where status = 'requires_capture'").await {
            let _ = self.app.state.payments.provider().void(&id).await;
            if self.random.chance(30) {
                let told = format!("work like '%sandbox_webhook%' and work like '%{id}%'");
                self.app
                    .execute(&format!("delete from jobs where {told} and done_at is null"))
                    .await;
            }
        }
    }

    /// The provider makes a refund, and we do not hear of it.
    async fn refund_is_made_unheard(&mut self) {
        let Some(reference) = self.any("reference", "refunds where status = 'pending'").await else {
            return;
        };
        let of = |column: &str| format!("select {column} from refunds where reference = '{reference}'");
        let intent = self.app.text(&of("payment_id")).await.unwrap();
        let new = NewRefund {
            intent_id: &intent,
            amount_pence: self.app.count(&of("amount_pence")).await,
            reference: &reference,
            attempt: self.app.count(&of("retries")).await,
        };
        let _ = self.app.state.payments.provider().refund(new).await;
    }

    /// The provider sends a pro money, and we do not hear of it.
    async fn transfer_is_made_unheard(&mut self) {
        let waiting = "payout_transfers where status = 'pending'
           and exists (select 1 from payouts where payouts.id = payout_id and payouts.status = 'pending')";
        let Some(reference) = self.any("reference", waiting).await else {
            return;
        };
        let payouts = &self.app.state.payouts;
        let mut connection = self.app.state.db.read().await.unwrap();
        let transfer = transfers::find(&mut connection, &reference)
            .await
            .unwrap()
            .unwrap();
        let payout = callout_store::payouts::find(&mut connection, &transfer.payout_id)
            .await
            .unwrap();
        drop(connection);
        if let Some(begun) = payouts.begin(&payout.unwrap(), &transfer).await.unwrap() {
            let _ = payouts.provider.transfer(&begun.new).await;
        }
    }

    /// A server ends before it has written down which jobs it did: another one does them again. The provider's events come twice, too.
    async fn jobs_run_again(&mut self) {
        let since = self.app.clock.now() - callout_domain::clock::MINUTE;
        for _ in 0..3 {
            let done = format!(
                "jobs where (pool = 'money' or work like '%sandbox_webhook%') and done_at >= {since}"
            );
            if let Some(id) = self.any("id", &done).await {
                let again = "update jobs set done_at = null, leased_until = null where id";
                self.app.execute(&format!("{again} = '{id}'")).await;
            }
        }
    }
}
