//! VAT invoices for our fees: when a month is over, each pro gets one for the fees that were charged, and a credit note for those that
//! were given back. Until then the fees stand in the books as they were charged; the invoice moves the VAT out of them, so that it is
//! rounded once, and refunds need no rule of their own.

use pricing_core::Pence;
use url::Url;

use callout_domain::clock::{Clock, HOUR, Millis};
use callout_domain::config::Config;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::fee_invoice::{Content, Kind, Line, VatNumber, vat_in};
use callout_domain::ledger::{self as domain, Account, Credit, Debit, NegativeTransfer, Transaction};
use callout_domain::statement::{Month, NoMonth};
use callout_domain::time;
use callout_domain::work::Work;
use callout_outside::mail::fee_invoices as mail;
use callout_outside::notify::Notifier;
use callout_store::fee_invoices::{self, FeeInvoice, JobFees};
use callout_store::{Connection, Db, jobs, ledger, masters, number_series, to_json};

/// How long after a month's end its invoices are issued, milliseconds: what was begun before midnight is in the books by then.
const COMMITTED_WITHIN: Millis = HOUR;

/// Who charges VAT.
#[derive(Debug, Clone)]
pub struct Issuer {
    /// Our name and address.
    pub trader: String,
    /// Our VAT number.
    pub vat_number: VatNumber,
    /// The first month with VAT; the first with a fee where it is not said.
    pub since: Option<Month>,
}

impl Issuer {
    /// None as long as there is no VAT number in the settings.
    ///
    /// # Errors
    /// A sentence for the operator when a setting is wrong.
    pub fn of(config: &Config) -> Result<Option<Self>, String> {
        let Some(number) = &config.vat.vat_number else {
            return Ok(None);
        };
        let since = config.vat.vat_since.as_deref().map(str::parse).transpose();
        Ok(Some(Self {
            trader: config.trader.clone(),
            vat_number: number
                .parse()
                .map_err(|error| format!("CALLOUT_VAT_NUMBER: {error}"))?,
            since: since.map_err(|NoMonth| "CALLOUT_VAT_SINCE: use a month like 2026-12".to_owned())?,
        }))
    }
}

/// Issues invoices; cloning it is cheap.
#[derive(Clone)]
pub struct FeeInvoices {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// How messages are sent.
    pub notifier: Notifier,
    /// Where people reach the server.
    pub base: Url,
    /// None as long as we are not registered for VAT.
    pub issuer: Option<Issuer>,
}

impl FeeInvoices {
    /// Issues the invoices of every month that is over, once. To be called once a minute.
    ///
    /// # Errors
    /// When the database fails; the next call goes on where this one stopped.
    pub async fn issue_due(&self) -> Fallible<()> {
        let Some(issuer) = &self.issuer else {
            return Ok(());
        };
        for month in self.months_due(issuer).await? {
            Box::pin(self.issue(issuer, month)).await?;
        }
        Ok(())
    }

    /// The months that are over and not invoiced, the oldest first.
    async fn months_due(&self, issuer: &Issuer) -> Fallible<Vec<Month>> {
        let mut connection = self.db.read().await?;
        let now = Month::of(self.clock.now() - COMMITTED_WITHIN).ok_or_else(outside)?;
        // Months are issued in their order.
        if fee_invoices::is_done(&mut connection, &now.previous().to_string()).await? {
            return Ok(Vec::new());
        }
        let first = fee_invoices::first_fee(&mut connection)
            .await?
            .and_then(Month::of);
        let Some(first) = first else {
            return Ok(Vec::new());
        };
        let mut due = Vec::new();
        for month in first.max(issuer.since.unwrap_or(first)).through(now) {
            if month != now && !fee_invoices::is_done(&mut connection, &month.to_string()).await? {
                due.push(month);
            }
        }
        due.reverse();
        Ok(due)
    }

    async fn issue(&self, issuer: &Issuer, month: Month) -> Fallible<()> {
        let bounds = month.begins().zip(month.next().begins());
        let (from, until) = bounds.ok_or_else(outside)?;
        let now = self.clock.now();
        let fees = fee_invoices::fees(&mut self.db.read().await?, from, until).await?;
        for own in fees.chunk_by(|one, other| one.master_id == other.master_id) {
            let (own, issuer) = (own.to_vec(), issuer.clone());
            self.db
                .write(move |connection| {
                    Box::pin(async move { issue_to(connection, &own, &issuer, month, now).await })
                })
                .await?;
        }
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    fee_invoices::note_done(connection, &month.to_string(), now)
                        .await
                        .map_err(Failure::from)
                })
            })
            .await
    }

    /// A pro's invoices, the newest first.
    pub async fn of(&self, master_id: &str) -> Fallible<Vec<FeeInvoice>> {
        Ok(fee_invoices::of_master(&mut self.db.read().await?, master_id).await?)
    }

    /// A pro's own invoice of this number.
    ///
    /// # Errors
    /// 404 when the pro has none of this number.
    pub async fn find(&self, master_id: &str, number: &str) -> Fallible<FeeInvoice> {
        let invoice = fee_invoices::find(&mut self.db.read().await?, number).await?;
        invoice
            .filter(|invoice| invoice.master_id == master_id)
            .ok_or_else(|| Failure::not_found("There is no such invoice."))
    }

    /// Tells a pro that there is an invoice; nobody once the account is closed.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn tell(&self, number: &str) -> Fallible<()> {
        let mut connection = self.db.read().await?;
        let Some(invoice) = fee_invoices::find(&mut connection, number).await? else {
            return Ok(());
        };
        let master = masters::find(&mut connection, &invoice.master_id).await?;
        drop(connection);
        let base = self.base.as_str().trim_end_matches('/');
        let link = format!("{base}/master/payouts/invoices/{number}");
        match master.filter(|master| !master.email.is_empty()) {
            Some(master) => {
                let message = mail::issued(&master.email, &invoice, link);
                self.notifier.send_for_job(&message).await
            }
            None => Ok(()),
        }
    }
}

/// Issues what one pro gets for a month, and posts the VAT, once.
async fn issue_to(
    connection: &mut Connection,
    fees: &[JobFees],
    issuer: &Issuer,
    month: Month,
    now: Millis,
) -> Fallible<()> {
    for kind in [Kind::Invoice, Kind::CreditNote] {
        let lines = lines(fees, kind);
        if let (Some(first), false) = (fees.first(), lines.is_empty()) {
            add(connection, kind, &first.master_id, lines, issuer, month, now).await?;
        }
    }
    Ok(())
}

fn lines(fees: &[JobFees], kind: Kind) -> Vec<Line> {
    let all = fees.iter().map(|job| Line {
        booking_id: job.booking_id.clone(),
        readable_name: job.readable_name.clone(),
        fee_pence: match kind {
            Kind::Invoice => job.charged_pence,
            Kind::CreditNote => job.returned_pence,
        },
    });
    all.filter(|line| line.fee_pence > 0).collect()
}

async fn add(
    connection: &mut Connection,
    kind: Kind,
    master_id: &str,
    lines: Vec<Line>,
    issuer: &Issuer,
    month: Month,
    now: Millis,
) -> Fallible<()> {
    let year = time::london(now).ok_or_else(outside)?.date.year();
    let is_issued = fee_invoices::of_month(connection, master_id, &month.to_string(), kind).await?;
    if is_issued.is_some() {
        return Ok(());
    }
    let count = number_series::next(connection, &format!("{}-{year}", kind.series())).await?;
    let master = masters::find(connection, master_id).await?;
    let fees = Pence(lines.iter().map(|line| line.fee_pence).sum());
    let vat = vat_in(fees);
    let content = Content {
        issuer: issuer.trader.clone(),
        vat_number: issuer.vat_number.to_string(),
        name: master
            .as_ref()
            .and_then(|master| master.legal_name.clone())
            .unwrap_or_default(),
        address: master
            .and_then(|master| master.trading_address)
            .unwrap_or_default(),
        lines,
    };
    let invoice = FeeInvoice {
        number: kind.number(year, count),
        kind,
        master_id: master_id.to_owned(),
        month: month.to_string(),
        issued_at: now,
        fee_pence: fees.0,
        vat_pence: vat.0,
        content: to_json(&content)?,
    };
    fee_invoices::add(connection, &invoice).await?;
    post_vat(connection, kind, &invoice.number, vat, now).await?;
    let told = Work::FeeInvoiceEmail {
        number: invoice.number,
    };
    Ok(jobs::enqueue(connection, &told, None, now, now).await?)
}

async fn post_vat(
    connection: &mut Connection,
    kind: Kind,
    number: &str,
    vat: Pence,
    now: Millis,
) -> Fallible<()> {
    let (from, to) = match kind {
        Kind::Invoice => (Account::PlatformFees, Account::PlatformVat),
        Kind::CreditNote => (Account::PlatformVat, Account::PlatformFees),
    };
    let posting = Transaction::new(domain::Kind::FeeInvoice, number, "GBP")
        .transfer(vat, Debit(from), Credit(to))
        .map_err(|NegativeTransfer| Failure::internal("VAT of less than nothing"))?;
    if vat > Pence::ZERO {
        ledger::post(connection, &posting, now).await?;
    }
    Ok(())
}

fn outside() -> Failure {
    Failure::internal("a month outside the calendar")
}
