//! `callout admin`: what the people who run Callout do by hand; their console does the same, and more.

mod dispute;
mod emails;
mod operator;
mod stop;
mod tax;
mod waive;

use std::io::Write as _;

use callout_booking::bookings::NewStart;
use callout_domain::clock::Clock;
use callout_domain::config::Config;
use callout_domain::master_document::DocumentKind;
use callout_domain::operator::By;
use callout_domain::payout::Verdict;
use callout_people::pros::Voucher;
use callout_store::payouts::Payout;
use clap::{Args, Subcommand};
use pricing_core::calendar::CivilDate;
use pricing_core::{Pence, PricingError};

use dispute::DecideDispute;
use emails::CleanEmails;
use operator::{CreateOperator, ResetTotp};
use stop::StopJob;
use tax::{ReportTax, ResealTax};
use waive::WaiveFee;

/// What the audit log says where no reason is asked for.
const REASON: &str = "Decided on the command line.";

/// What is done.
#[derive(Subcommand)]
pub enum AdminCommand {
    /// Adds an operator of the console; the first password is read from the standard input.
    Create(Box<CreateOperator>),
    /// Lets an operator who has lost the second factor and its recovery codes set up a new one.
    ResetTotp(Box<ResetTotp>),
    /// Says that a pro's email is theirs and that what they uploaded is good; also while the server runs.
    VerifyPro(Box<VerifyPro>),
    /// Lists the payouts that wait for a decision, or decides about one; the running server sends it.
    Payout(Box<DecidePayout>),
    /// Lists the open disputes, or decides one; the running server makes the refund and tells both sides.
    Dispute(Box<DecideDispute>),
    /// Lists the jobs whose clients ask to stop them, or stops one; the running server charges the card and tells both sides.
    Stop(Box<StopJob>),
    /// Lists the cash jobs that were not paid, or waives the fee of one; the running server tells the pro.
    Waive(Box<WaiveFee>),
    /// Prints what the tax office is told of pros for a quarter, as CSV with their unsealed details.
    Tax(Box<ReportTax>),
    /// Seals pros' tax details, the receipts kept of erased people, and operators' second factors anew after the secret was changed.
    ResealTax(Box<ResealTax>),
    /// Gives every stored email the spelling under which it is looked up, and lists those that a person must look at; once after the
    /// upgrade to a version that cleans what people type, also while the server runs.
    CleanEmails(Box<CleanEmails>),
    /// Makes a new start code for a booking, or lets its pro begin without one; also while the server runs.
    StartCode(Box<StartCode>),
}

/// Whose email and papers are good.
#[derive(Args)]
pub struct VerifyPro {
    /// The pro's email.
    #[arg(long)]
    pub email: String,
    /// Only this document: identity, insurance, gas_safe, electrical or other. If none waits to be verified, one without a file is
    /// recorded.
    #[arg(long, value_parser = document_kind)]
    pub kind: Option<DocumentKind>,
    /// The last day the document is valid, as in 2027-11-30; without an upload, a year from today.
    #[arg(long, requires = "kind", value_parser = day)]
    pub expires: Option<CivilDate>,
    #[command(flatten)]
    config: Config,
}

/// Which payout, and what becomes of it.
#[derive(Args)]
pub struct DecidePayout {
    /// The payout; without it those that wait are listed.
    #[arg(long)]
    id: Option<String>,
    /// What becomes of it.
    #[command(flatten)]
    pub verdict: VerdictArguments,
    #[command(flatten)]
    config: Config,
}

/// What becomes of a payout.
#[derive(Args)]
#[group(multiple = false, requires = "id")]
pub struct VerdictArguments {
    /// Sends it to the pro's bank.
    #[arg(long)]
    send: bool,
    /// Keeps it until it is sent or returned.
    #[arg(long)]
    hold: bool,
    /// Puts it back into the pro's balance.
    #[arg(long = "return")]
    give_back: bool,
}

/// Which start code, and what becomes of it.
#[derive(Args)]
pub struct StartCode {
    /// The booking.
    #[arg(long)]
    booking: String,
    /// What becomes of its start code.
    #[command(flatten)]
    pub new: NewStartArguments,
    #[command(flatten)]
    config: Config,
}

/// What becomes of a start code.
#[derive(Args)]
#[group(multiple = false, required = true)]
pub struct NewStartArguments {
    /// Makes a new one, which its client's page shows.
    #[arg(long)]
    renew: bool,
    /// Lets the pro begin without it.
    #[arg(long)]
    open: bool,
}

impl NewStartArguments {
    /// What was chosen.
    #[must_use]
    pub const fn new_start(&self) -> NewStart {
        if self.open {
            NewStart::Opened
        } else {
            NewStart::Renewed
        }
    }
}

impl VerdictArguments {
    /// What was chosen; none for a list.
    #[must_use]
    pub const fn verdict(&self) -> Option<Verdict> {
        match (self.send, self.hold, self.give_back) {
            (true, _, _) => Some(Verdict::Send),
            (_, true, _) => Some(Verdict::Hold),
            (_, _, true) => Some(Verdict::Return),
            _ => None,
        }
    }
}

/// A kind of document, or a sentence that names them.
fn document_kind(name: &str) -> Result<DocumentKind, String> {
    DocumentKind::parse(name).ok_or_else(|| {
        let names: Vec<&str> = DocumentKind::ALL.iter().map(|kind| kind.as_str()).collect();
        format!("use one of: {}", names.join(", "))
    })
}

/// A day, or a sentence that says how to write one.
fn day(text: &str) -> Result<CivilDate, String> {
    text.parse().map_err(|error: PricingError| error.message)
}

impl AdminCommand {
    /// Does it.
    ///
    /// # Errors
    /// A sentence for whoever typed the command.
    pub async fn run(self) -> Result<(), String> {
        match self {
            Self::Create(command) => Box::pin(operator::create(*command)).await,
            Self::ResetTotp(command) => Box::pin(operator::reset_totp(*command)).await,
            Self::VerifyPro(command) => verify_pro(*command).await,
            Self::Payout(command) => Box::pin(payout(*command)).await,
            Self::Dispute(command) => Box::pin(dispute::decide(*command)).await,
            Self::Waive(command) => Box::pin(waive::waive(*command)).await,
            Self::Tax(command) => Box::pin(tax::report(*command)).await,
            Self::ResealTax(command) => Box::pin(tax::reseal(*command)).await,
            Self::Stop(command) => Box::pin(stop::stop(*command)).await,
            Self::CleanEmails(command) => Box::pin(emails::clean(*command)).await,
            Self::StartCode(command) => Box::pin(start_code(*command)).await,
        }
    }
}

async fn verify_pro(command: VerifyPro) -> Result<(), String> {
    let state = Box::pin(crate::build_state(command.config, Clock::System)).await?;
    let voucher = Voucher {
        email: command.email,
        kind: command.kind,
        expires_on: command.expires,
    };
    let vouched = state
        .pros
        .vouch(voucher, REASON, By::command_line(&state.keys))
        .await;
    state.db.close().await;
    let vouched = vouched.map_err(|failure| failure.detail)?;
    print(&vouched.to_string())
}

async fn payout(command: DecidePayout) -> Result<(), String> {
    let verdict = command.verdict.verdict();
    let decision = match (command.id, verdict) {
        (Some(id), Some(verdict)) => Some((id, verdict)),
        (Some(_), None) => return Err("say what becomes of it: --send, --hold or --return".to_owned()),
        (None, _) => None,
    };
    let state = Box::pin(crate::build_state(command.config, Clock::System)).await?;
    let payouts = match decision {
        Some((id, verdict)) => state
            .payouts
            .decide(&id, verdict, REASON, By::command_line(&state.keys))
            .await
            .map(|payout| vec![payout]),
        None => state.payouts.to_decide().await,
    };
    state.db.close().await;
    for payout in payouts.map_err(|failure| failure.detail)? {
        print(&line(&payout))?;
    }
    Ok(())
}

async fn start_code(command: StartCode) -> Result<(), String> {
    let new = command.new.new_start();
    let state = Box::pin(crate::build_state(command.config, Clock::System)).await?;
    let decided = state
        .bookings
        .new_start(command.booking, new, REASON, By::command_line(&state.keys));
    let made = Box::pin(decided).await;
    state.db.close().await;
    let booking = made.map_err(|failure| failure.detail)?;
    tracing::info!(booking = %booking.id, ?new, "an operator has decided about a start code");
    print(match new {
        NewStart::Opened => "The pro may begin without the code.",
        NewStart::Renewed | NewStart::IfLocked => "The client's page shows a new code.",
    })
}

/// `payout-…  review  £120.00  master-…  ["first"]`
fn line(payout: &Payout) -> String {
    let (status, amount) = (payout.status.as_str(), Pence(payout.amount_pence));
    let approved = match payout.approved_by {
        Some(_) => "  approved once; another super admin must approve it, too",
        None => "",
    };
    let reasons = serde_json::json!(payout.reasons.0);
    format!(
        "{}  {status}  {amount}  {}  {reasons}{approved}",
        payout.id, payout.master_id
    )
}

fn print(line: &str) -> Result<(), String> {
    writeln!(std::io::stdout(), "{line}").map_err(|error| error.to_string())
}
