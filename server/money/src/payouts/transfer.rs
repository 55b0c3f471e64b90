//! Sending one transfer of a payout: it is looked for at the provider by its name before it is made.

use pricing_core::Pence;

use super::Payouts;
use super::send::{give_back, note_sent};
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::money_alert::MoneyAlert;
use callout_domain::payout::{self, Found, Made, Name, Unsent};
use callout_domain::time;
use callout_domain::work::Work;
use callout_outside::providers::payouts::NewTransfer;
use callout_outside::providers::provider::ProviderError;
use callout_store::payouts::Payout;
use callout_store::payouts::transfers::{self, Transfer};
use callout_store::{Connection, jobs};

/// The outcome of what is not sent because the provider has something else in its place.
const SENT_BEFORE: &str = "sent_before";

/// A transfer that the provider is asked for.
#[derive(Debug, Clone)]
pub struct Begun {
    /// As it is kept.
    pub transfer: Transfer,
    /// As the provider is asked for it.
    pub new: NewTransfer,
    /// What those of its group are called that we know were sent.
    known: Vec<String>,
}

impl Payouts {
    /// Sends a transfer, unless the provider has it. Does nothing for one that is not to be sent any more.
    ///
    /// # Errors
    /// 502 `payment_unavailable` when the provider cannot be reached; to be tried again.
    pub(super) async fn send_one(&self, payout: &Payout, transfer: &Transfer) -> Fallible<()> {
        let Some(begun) = self.begin(payout, transfer).await? else {
            return Ok(());
        };
        let (name, amount) = (&begun.new.name, Pence(begun.new.amount_pence));
        let made = self.provider.sent(&begun.new).await?;
        match Found::of(name, amount, made, &begun.known) {
            Found::All(id) => self.sent(payout, begun.transfer, id).await,
            Found::Part(made) => self.sent_in_part(payout, begun, made).await,
            Found::Other(sent) => {
                let alert = sent_before(payout, &begun, sent);
                self.refused(payout, begun.transfer, SENT_BEFORE.to_owned(), Some(alert))
                    .await
            }
            Found::Nothing => match self.provider.transfer(&begun.new).await {
                Ok(id) => self.sent(payout, begun.transfer, id).await,
                Err(ProviderError::Refused(code) | ProviderError::Missing(code)) => {
                    self.refused(payout, begun.transfer, code, None).await
                }
                Err(error) => Err(error.into()),
            },
        }
    }

    /// Notes that the provider is asked for a transfer, and gives it its name; none when its job was disputed, or its payout held or
    /// returned, at this very moment.
    pub async fn begin(&self, payout: &Payout, transfer: &Transfer) -> Fallible<Option<Begun>> {
        let (payout, transfer, now) = (payout.clone(), transfer.clone(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move { begin(connection, &payout, &transfer, now).await })
            })
            .await
    }

    async fn sent(&self, payout: &Payout, transfer: Transfer, id: String) -> Fallible<()> {
        let (payout, now) = (payout.clone(), self.clock.now());
        let noted = self.db.write(move |connection| {
            Box::pin(async move { note_sent(connection, &payout, &transfer, &id, now).await })
        });
        noted.await
    }

    /// A part of a transfer was sent before: the rest becomes one of its own, and a person is told.
    async fn sent_in_part(&self, payout: &Payout, begun: Begun, made: Made) -> Fallible<()> {
        let (payout, now) = (payout.clone(), self.clock.now());
        let noted = self.db.write(move |connection| {
            Box::pin(async move {
                if !transfers::split(connection, &begun.transfer, made.amount).await? {
                    return Ok(());
                }
                let sent = Transfer {
                    amount_pence: made.amount.0,
                    ..begun.transfer.clone()
                };
                note_sent(connection, &payout, &sent, &made.id, now).await?;
                let alert = sent_before(&payout, &begun, made.amount);
                jobs::alert(connection, alert, now).await?;
                let rest = Work::SendPayout { payout_id: payout.id };
                Ok::<_, Failure>(jobs::enqueue(connection, &rest, None, now, now).await?)
            })
        });
        noted.await
    }

    /// What the provider does not send is the pro's again.
    pub(super) async fn refused(
        &self,
        payout: &Payout,
        transfer: Transfer,
        code: String,
        alert: Option<MoneyAlert>,
    ) -> Fallible<()> {
        tracing::error!(transfer = %transfer.reference, code, "a transfer to a pro is not sent");
        let (payout, now) = (payout.clone(), self.clock.now());
        let noted = self.db.write(move |connection| {
            Box::pin(async move {
                give_back(connection, &payout, &transfer, Unsent::Refused(&code), now).await?;
                match alert {
                    Some(alert) => Ok(jobs::alert(connection, alert, now).await?),
                    None => Ok(()),
                }
            })
        });
        noted.await
    }
}

async fn begin(
    connection: &mut Connection,
    payout: &Payout,
    transfer: &Transfer,
    now: Millis,
) -> Fallible<Option<Begun>> {
    let (pro, earning) = (payout.master_id.as_str(), transfer.earning.as_deref());
    let sent = transfers::sent_for(connection, pro, transfer).await?;
    let name = Name::new(pro, earning, transfer.payment_id.as_deref(), sent);
    let Some(transfer) = transfers::begin(connection, transfer, &name.reference, now).await? else {
        return Ok(None);
    };
    let known = transfers::names_of_group(connection, pro, &transfer).await?;
    let new = NewTransfer {
        name: transfer
            .named
            .clone()
            .unwrap_or_else(|| transfer.reference.clone()),
        key: transfer.reference.clone(),
        group: transfer.named.is_some().then_some(name.group),
        description: week(payout.asked_at),
        account_id: payout.account_id.clone(),
        amount_pence: transfer.amount_pence,
        intent_id: transfer.payment_id.clone(),
    };
    Ok(Some(Begun { transfer, new, known }))
}

/// `Week of Friday 2026-11-27`: what the provider's pages, which know nothing of jobs, say of a transfer.
fn week(asked_at: Millis) -> String {
    let friday = payout::week(asked_at).and_then(|week| time::london(week.start));
    friday.map_or_else(String::new, |friday| format!("Week of Friday {}", friday.date))
}

fn sent_before(payout: &Payout, begun: &Begun, sent: Pence) -> MoneyAlert {
    MoneyAlert::SentBefore {
        name: begun.new.name.clone(),
        payout_id: payout.id.clone(),
        amount_pence: begun.new.amount_pence,
        sent_pence: sent.0,
    }
}
