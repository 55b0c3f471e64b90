//! `callout admin`: what the people who run Callout do by hand; their console does the same, and more.

mod dispute;
mod operator;
mod stop;
mod tax;
mod waive;

use std::io::Write as _;

use callout::bookings::NewStart;
use callout::clock::Clock;
use callout::config::Config;
use callout::domain::master_document::DocumentKind;
use callout::domain::operator::By;
use callout::domain::payout::Verdict;
use callout::pros::Voucher;
use callout::store::payouts::Payout;
use clap::{Args, Subcommand};
use pricing_core::calendar::CivilDate;
use pricing_core::{Pence, PricingError};

use dispute::DecideDispute;
use operator::{CreateOperator, ResetTotp};
use stop::StopJob;
use tax::{ReportTax, ResealTax};
use waive::WaiveFee;

/// What the audit log says where no reason is asked for.
const REASON: &str = "Decided on the command line.";

#[derive(Subcommand)]
pub(crate) enum AdminCommand {
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
    /// Seals pros' tax details, and the receipts kept of erased people, anew after the secret was changed.
    ResealTax(Box<ResealTax>),
    /// Makes a new start code for a booking, or lets its pro begin without one; also while the server runs.
    StartCode(Box<StartCode>),
}

#[derive(Args)]
pub(crate) struct VerifyPro {
    /// The pro's email.
    #[arg(long)]
    email: String,
    /// Only this document: identity, insurance, gas_safe, electrical or other. If none waits to be verified, one without a file is
    /// recorded.
    #[arg(long, value_parser = document_kind)]
    kind: Option<DocumentKind>,
    /// The last day the document is valid, as in 2027-11-30; without an upload, a year from today.
    #[arg(long, requires = "kind", value_parser = day)]
    expires: Option<CivilDate>,
    #[command(flatten)]
    config: Config,
}

#[derive(Args)]
pub(crate) struct DecidePayout {
    /// The payout; without it those that wait are listed.
    #[arg(long)]
    id: Option<String>,
    /// What becomes of it.
    #[command(flatten)]
    verdict: VerdictArguments,
    #[command(flatten)]
    config: Config,
}

#[derive(Args)]
#[group(multiple = false, requires = "id")]
struct VerdictArguments {
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

#[derive(Args)]
pub(crate) struct StartCode {
    /// The booking.
    #[arg(long)]
    booking: String,
    /// What becomes of its start code.
    #[command(flatten)]
    new: NewStartArguments,
    #[command(flatten)]
    config: Config,
}

#[derive(Args)]
#[group(multiple = false, required = true)]
struct NewStartArguments {
    /// Makes a new one, which its client's page shows.
    #[arg(long)]
    renew: bool,
    /// Lets the pro begin without it.
    #[arg(long)]
    open: bool,
}

impl NewStartArguments {
    const fn new_start(&self) -> NewStart {
        if self.open {
            NewStart::Opened
        } else {
            NewStart::Renewed
        }
    }
}

impl VerdictArguments {
    const fn verdict(&self) -> Option<Verdict> {
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
    let names = || DocumentKind::ALL.map(DocumentKind::as_str).join(", ");
    DocumentKind::parse(name).ok_or_else(|| format!("use one of: {}", names()))
}

/// A day, or a sentence that says how to write one.
fn day(text: &str) -> Result<CivilDate, String> {
    text.parse().map_err(|error: PricingError| error.message)
}

impl AdminCommand {
    /// Does it.
    pub(crate) async fn run(self) -> Result<(), String> {
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
            Self::StartCode(command) => Box::pin(start_code(*command)).await,
        }
    }
}

async fn verify_pro(command: VerifyPro) -> Result<(), String> {
    let state = Box::pin(callout::build_state(command.config, Clock::System)).await?;
    let voucher = Voucher {
        email: command.email,
        kind: command.kind,
        expires_on: command.expires,
    };
    let vouched = state.pros.vouch(voucher, REASON, By::command_line()).await;
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
    let state = Box::pin(callout::build_state(command.config, Clock::System)).await?;
    let payouts = match decision {
        Some((id, verdict)) => state
            .payouts
            .decide(&id, verdict, REASON, By::command_line())
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
    let state = Box::pin(callout::build_state(command.config, Clock::System)).await?;
    let decided = state
        .bookings
        .new_start(command.booking, new, REASON, By::command_line());
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
    format!(
        "{}  {status}  {amount}  {}  {}{approved}",
        payout.id, payout.master_id, payout.reasons
    )
}

fn print(line: &str) -> Result<(), String> {
    writeln!(std::io::stdout(), "{line}").map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Cli {
        #[command(subcommand)]
        command: AdminCommand,
    }

    fn command(arguments: &str) -> Option<AdminCommand> {
        let line = format!("admin {arguments}");
        Some(Cli::try_parse_from(line.split_whitespace()).ok()?.command)
    }

    fn verify_pro(arguments: &str) -> Option<VerifyPro> {
        let AdminCommand::VerifyPro(command) = command(&format!("verify-pro {arguments}"))? else {
            return None;
        };
        Some(*command)
    }

    #[test]
    fn a_start_code_is_renewed_or_passed_over() {
        let new = |arguments: &str| {
            let AdminCommand::StartCode(command) = command(&format!("start-code {arguments}"))? else {
                return None;
            };
            Some(command.new.new_start())
        };
        assert_eq!(new("--booking C-1 --renew"), Some(NewStart::Renewed));
        assert_eq!(new("--booking C-1 --open"), Some(NewStart::Opened));
        for wrong in ["--booking C-1", "--renew", "--booking C-1 --renew --open"] {
            assert_eq!(new(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_payout_has_one_verdict() {
        let verdict = |arguments: &str| {
            let AdminCommand::Payout(command) = command(&format!("payout {arguments}"))? else {
                return None;
            };
            Some(command.verdict.verdict())
        };
        assert_eq!(verdict(""), Some(None));
        assert_eq!(verdict("--id payout-1 --hold"), Some(Some(Verdict::Hold)));
        assert_eq!(verdict("--id payout-1 --return"), Some(Some(Verdict::Return)));
        for wrong in ["--send", "--id payout-1 --send --hold"] {
            assert_eq!(verdict(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_pro_is_verified_as_a_whole_or_by_kind() {
        let all = verify_pro("--email pro@example.com").unwrap();
        assert_eq!(
            (all.email.as_str(), all.kind, all.expires),
            ("pro@example.com", None, None)
        );
        let one = verify_pro("--email p@x.uk --kind gas_safe --expires 2027-11-30").unwrap();
        assert_eq!(one.kind, Some(DocumentKind::GasSafe));
        assert_eq!(one.expires, CivilDate::new(2027, 11, 30));
        for wrong in [
            "",
            "--email p@x.uk --kind passport",
            "--email p@x.uk --expires 2027-11-30",
            "--email p@x.uk --kind identity --expires 2027-02-29",
        ] {
            assert!(verify_pro(wrong).is_none(), "{wrong}");
        }
    }
}
