//! A provider that is not well: it fails before it acts, acts and then never answers (we stop waiting), or is asked twice.

use std::sync::{Arc, Mutex};

use callout_domain::clock::Millis;
use callout_domain::payment::ProviderName;
use callout_domain::payout::Made;
use callout_domain::renewal::SavedCard;
use callout_front::jobs::{self, Jobs};
use callout_money::payments::Payments;
use callout_outside::providers::payouts::{
    AccountNews, AccountState, NewAccount, NewReversal, NewTransfer, PayoutProvider, WayBack,
};
use callout_outside::providers::provider::{
    Answer, BadWebhook, BrowserConfig, Chargeback, MadeRefund, NewIntent, NewRefund, Provider, ProviderError,
    ProviderEvent, ProviderIntent,
};
use callout_outside::providers::sandbox::Sandbox;
use url::Url;

use super::world::World;
use crate::random::Random;

/// What a call comes to.
#[derive(Clone, Copy)]
enum Course {
    /// An error of the provider's, before anything was done.
    Fails,
    /// It is done, and we hear nothing of it.
    Hangs,
    /// It is asked and done, and asked again.
    Repeats,
    /// As always.
    Works,
}

/// The sandbox on a bad day.
struct Unwell {
    sandbox: Sandbox,
    random: Mutex<Random>,
}

impl Unwell {
    /// Calls the sandbox, as the day has it.
    fn call<'a, T: Send + 'a>(
        &'a self,
        call: impl Fn() -> Answer<'a, T> + Send + Sync + 'a,
    ) -> Answer<'a, T> {
        let courses = [
            Course::Fails,
            Course::Hangs,
            Course::Hangs,
            Course::Repeats,
            Course::Works,
        ];
        let course = self.random.lock().unwrap().pick(&courses);
        Box::pin(async move {
            match course {
                Course::Fails => Err(unavailable("500")),
                Course::Hangs => {
                    let _ = call().await;
                    Err(unavailable("timed out"))
                }
                Course::Repeats => {
                    let _ = call().await;
                    call().await
                }
                Course::Works => call().await,
            }
        })
    }
}

fn unavailable(cause: &str) -> ProviderError {
    ProviderError::Unavailable(cause.to_owned())
}

impl Provider for Unwell {
    fn name(&self) -> ProviderName {
        Provider::name(&self.sandbox)
    }

    fn browser_config(&self) -> BrowserConfig {
        self.sandbox.browser_config()
    }

    fn signature_header(&self) -> &'static str {
        self.sandbox.signature_header()
    }

    fn create<'a>(&'a self, new: &'a NewIntent) -> Answer<'a, ProviderIntent> {
        self.call(|| self.sandbox.create(new))
    }

    fn renew<'a>(&'a self, new: &'a NewIntent, card: &'a SavedCard) -> Answer<'a, ProviderIntent> {
        self.call(|| self.sandbox.renew(new, card))
    }

    fn forget_card<'a>(&'a self, card: &'a SavedCard) -> Answer<'a, ()> {
        self.call(|| self.sandbox.forget_card(card))
    }

    fn retrieve<'a>(&'a self, id: &'a str) -> Answer<'a, ProviderIntent> {
        self.call(|| self.sandbox.retrieve(id))
    }

    fn capture<'a>(&'a self, id: &'a str, amount_pence: i64) -> Answer<'a, ProviderIntent> {
        self.call(move || self.sandbox.capture(id, amount_pence))
    }

    fn void<'a>(&'a self, id: &'a str) -> Answer<'a, ProviderIntent> {
        self.call(|| self.sandbox.void(id))
    }

    fn refund<'a>(&'a self, new: NewRefund<'a>) -> Answer<'a, ()> {
        self.call(move || self.sandbox.refund(new))
    }

    fn made_refund<'a>(&'a self, id: &'a str) -> Answer<'a, MadeRefund> {
        self.call(|| self.sandbox.made_refund(id))
    }

    fn refunds_of<'a>(&'a self, intent_id: &'a str) -> Answer<'a, Vec<MadeRefund>> {
        self.call(|| self.sandbox.refunds_of(intent_id))
    }

    fn chargeback<'a>(&'a self, id: &'a str) -> Answer<'a, Chargeback> {
        self.call(|| self.sandbox.chargeback(id))
    }

    fn parse_webhook(&self, body: &[u8], signature: &str, now: Millis) -> Result<ProviderEvent, BadWebhook> {
        self.sandbox.parse_webhook(body, signature, now)
    }
}

impl PayoutProvider for Unwell {
    fn name(&self) -> ProviderName {
        PayoutProvider::name(&self.sandbox)
    }

    fn open_account<'a>(&'a self, new: &'a NewAccount) -> Answer<'a, String> {
        self.call(|| self.sandbox.open_account(new))
    }

    fn account<'a>(&'a self, id: &'a str) -> Answer<'a, AccountState> {
        self.call(|| self.sandbox.account(id))
    }

    fn details_page<'a>(&'a self, id: &'a str, back: &'a WayBack) -> Answer<'a, Url> {
        self.call(|| self.sandbox.details_page(id, back))
    }

    fn account_page<'a>(&'a self, id: &'a str, back: &'a WayBack) -> Answer<'a, Url> {
        self.call(|| self.sandbox.account_page(id, back))
    }

    fn sent<'a>(&'a self, new: &'a NewTransfer) -> Answer<'a, Vec<Made>> {
        self.call(|| self.sandbox.sent(new))
    }

    fn transfer<'a>(&'a self, new: &'a NewTransfer) -> Answer<'a, String> {
        self.call(|| self.sandbox.transfer(new))
    }

    fn reverse<'a>(&'a self, new: &'a NewReversal) -> Answer<'a, String> {
        self.call(|| self.sandbox.reverse(new))
    }

    fn parse_account_event(
        &self,
        body: &[u8],
        signature: &str,
        now: Millis,
    ) -> Result<AccountNews, BadWebhook> {
        self.sandbox.parse_account_event(body, signature, now)
    }
}

impl World {
    /// The jobs that are due run against a provider that is not well.
    pub(super) async fn run_jobs_unwell(&mut self) {
        let state = &self.app.state;
        let seed = u64::try_from(self.random.below(usize::MAX)).unwrap();
        let unwell = Arc::new(Unwell {
            sandbox: state.sandbox.clone(),
            random: Mutex::new(Random(seed)),
        });
        let mut services = state.jobs.services.clone();
        services.payments = Payments::new(
            state.db.clone(),
            state.clock.clone(),
            Arc::clone(&state.keys),
            state.books.clone(),
            state.bookings.clone(),
            state.matching.clone(),
            Arc::<Unwell>::clone(&unwell),
        );
        services.disputes.provider = Arc::<Unwell>::clone(&unwell);
        services.payouts.provider = unwell;
        let jobs = Jobs {
            services,
            ..state.jobs.clone()
        };
        let _ = Box::pin(jobs::run_due(&jobs)).await.unwrap();
    }
}
