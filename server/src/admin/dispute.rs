//! `callout admin dispute`.

use callout_domain::clock::Clock;
use callout_domain::config::Config;
use callout_domain::dispute::BorneBy;
use callout_domain::operator::By;
use callout_money::disputes::Decision;
use callout_store::disputes::Dispute;
use clap::Args;
use pricing_core::Pence;

use super::print;

/// Which dispute, and what becomes of it.
#[derive(Args)]
pub struct DecideDispute {
    /// The dispute; without it the open ones are listed.
    #[arg(long)]
    id: Option<String>,
    #[command(flatten)]
    refund: RefundArguments,
    /// Callout bears the refund, and the pro keeps what was earned.
    #[arg(long, requires = "id")]
    borne_by_callout: bool,
    /// Why, for both sides to read.
    #[arg(long, requires = "id")]
    reason: Option<String>,
    #[command(flatten)]
    config: Config,
}

#[derive(Args)]
#[group(multiple = false, requires = "id")]
struct RefundArguments {
    /// Gives back everything that was paid.
    #[arg(long)]
    refund_all: bool,
    /// Gives back this much, pence.
    #[arg(long)]
    refund_pence: Option<i64>,
    /// Gives back nothing.
    #[arg(long)]
    no_refund: bool,
}

impl DecideDispute {
    /// The dispute and what becomes of it; none for a list.
    ///
    /// # Errors
    /// A sentence that says what is missing.
    pub fn decision(&self) -> Result<Option<(String, Decision)>, String> {
        let Some(id) = self.id.clone() else {
            return Ok(None);
        };
        let refund = match (
            self.refund.refund_all,
            self.refund.refund_pence,
            self.refund.no_refund,
        ) {
            (true, _, _) => None,
            (_, Some(pence), _) => Some(Pence(pence)),
            (_, _, true) => Some(Pence::ZERO),
            _ => {
                return Err("say what is given back: --refund-all, --refund-pence or --no-refund".to_owned());
            }
        };
        let words = self.reason.clone();
        Ok(Some((
            id,
            Decision {
                refund,
                borne_by: if self.borne_by_callout {
                    BorneBy::Callout
                } else {
                    BorneBy::Pro
                },
                words: words.ok_or("say why: --reason, which both sides read")?,
            },
        )))
    }
}

pub(super) async fn decide(command: DecideDispute) -> Result<(), String> {
    let decision = command.decision()?;
    let state = Box::pin(crate::build_state(command.config, Clock::System)).await?;
    let disputes = match decision {
        Some((id, decision)) => {
            let decided = Box::pin(
                state
                    .disputes
                    .decide(&id, decision, By::command_line(&state.keys)),
            )
            .await;
            decided.map(|dispute| vec![dispute])
        }
        None => state.disputes.to_decide().await,
    };
    state.db.close().await;
    for dispute in disputes.map_err(|failure| failure.detail)? {
        print(&line(&dispute))?;
    }
    Ok(())
}

/// `dispute-…  open  C-…  poor_work  The tap still leaks.  (no answer yet)`
fn line(dispute: &Dispute) -> String {
    let (status, reason) = (dispute.status.as_str(), dispute.reason.as_str());
    let answer = dispute.answer.as_deref().unwrap_or("(no answer yet)");
    format!(
        "{}  {status}  {}  {reason}  {}  {answer}",
        dispute.id, dispute.booking_id, dispute.text
    )
}
