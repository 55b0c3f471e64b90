//! An appeal against a decision: either side may, once, and a super admin decides. The decision stands, or the client gets more back, or
//! a pro is made good. What the pro bears is taken from wherever they have it by then.

use pricing_core::Pence;

use super::decide::{shares, within};
use super::notices::tell;
use super::{Disputes, not_found, note};
use crate::refunds::{self, promise};
use callout_base::audit;
use callout_base::goodwill;
use callout_base::words::words;
use callout_domain::appeal::{self, Appellant};
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::booking::Booking;
use callout_domain::booking_event::EventKind;
use callout_domain::clock::Millis;
use callout_domain::dispute::{BorneBy, News, Origin};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ledger::{Account, Credit, Debit, Kind, NegativeTransfer, Transaction};
use callout_domain::operator::By;
use callout_store::audit::concerns;
use callout_store::disputes::{self, Dispute, Verdict};
use callout_store::{Connection, bookings, frozen, ledger, masters, operators, payments};

/// What becomes of an appeal.
#[derive(Debug, Clone, Copy)]
pub enum Outcome {
    /// The client gets more back; nothing more where the first decision stands.
    MoreBack {
        /// How much; everything that was paid and is not back yet where it is not said.
        refund: Option<Pence>,
        /// Who bears it.
        borne_by: BorneBy,
    },
    /// The pro gets so much back of what the first decision took.
    MadeGood(Pence),
}

impl Outcome {
    /// Its word in the audit log.
    const fn as_str(self) -> &'static str {
        match self {
            Self::MoreBack { .. } => "more_back",
            Self::MadeGood(_) => "made_good",
        }
    }
}

/// The decision of an appeal.
#[derive(Debug, Clone)]
pub struct AppealDecision {
    /// What becomes of it.
    pub outcome: Outcome,
    /// Why, for both sides to read.
    pub words: String,
}

/// How many appeals a list shows.
const AT_ONCE: i64 = 200;

impl Disputes {
    /// The appeals that wait for a decision, the oldest first.
    pub async fn appeals(&self) -> Fallible<Vec<Dispute>> {
        Ok(disputes::appealed(&mut self.db.read().await?, AT_ONCE).await?)
    }

    /// Keeps the appeal of a job's client, or of its pro, where `master_id` says who asks. The same again changes nothing.
    ///
    /// # Errors
    /// 404 when there is no dispute of theirs; 409 `not_decided`, `already_appealed`, `dispute_closed` once the time is over.
    pub async fn appeal(&self, booking_id: &str, master_id: Option<&str>, text: String) -> Fallible<Dispute> {
        let (id, master, now) = (
            booking_id.to_owned(),
            master_id.map(str::to_owned),
            self.clock.now(),
        );
        let appellant = match master {
            Some(_) => Appellant::Pro,
            None => Appellant::Client,
        };
        let appealed = self.db.write(move |connection| {
            Box::pin(async move {
                let booking = bookings::lock(connection, &id).await?;
                let _ = booking.ok_or_else(not_found)?;
                let all = disputes::of_booking(connection, &id).await?;
                let own = |dispute: &Dispute| {
                    dispute.origin == Origin::Client
                        && master.as_ref().is_none_or(|master| dispute.master_id == *master)
                };
                let dispute = all.into_iter().find(own).ok_or_else(not_found)?;
                if let Some(said) = &dispute.appeal {
                    let is_same = *said == text && dispute.appealed_by == Some(appellant);
                    return is_same.then_some(dispute).ok_or_else(already_appealed);
                }
                let decided_at = dispute.decided_at.ok_or_else(not_decided)?;
                if now >= appeal::open_until(decided_at) {
                    return Err(closed());
                }
                if !disputes::appeal(connection, &dispute.id, appellant, &text, now).await? {
                    return Err(already_appealed());
                }
                note(connection, &dispute, EventKind::DisputeAppealed, now).await?;
                tell(connection, &dispute, News::Appealed, now).await?;
                disputes::find(connection, &dispute.id)
                    .await?
                    .ok_or_else(not_found)
            })
        });
        appealed.await
    }

    /// True when the appeal of a dispute is not for this operator, who decided the dispute, but for another super admin.
    pub async fn is_for_another(&self, dispute: &Dispute, operator_id: &str) -> Fallible<bool> {
        is_for_another(&mut self.db.read().await?, dispute, operator_id, self.clock.now()).await
    }

    /// The most that the pro of a dispute can be given back by its appeal: what its decision took from them, where they appealed.
    pub async fn most_made_good(&self, dispute: &Dispute) -> Fallible<Pence> {
        most_made_good(&mut self.db.read().await?, dispute).await
    }

    /// Decides an appeal: the client gets more back, or the pro is given what the first decision took, or that stands. The running server
    /// makes the refund and tells both sides.
    ///
    /// # Errors
    /// 404 when there is no such dispute; 403 `super_admin_only`; 409 `same_operator` for whoever decided the dispute, as long as
    /// another super admin could decide the appeal, `no_appeal` when none waits, `refund_too_large`, `disputed` while the client's bank
    /// decides; 422 on `amount` beyond what was taken from the pro, and on `reason`; those of [`audit::note`].
    pub async fn decide_appeal(&self, id: &str, decision: AppealDecision, by: By) -> Fallible<Dispute> {
        by.require_super_admin("decide an appeal")?;
        let decision = AppealDecision {
            words: words("reason", &decision.words)?,
            ..decision
        };
        let (id, now) = (id.to_owned(), self.clock.now());
        let decided = self.db.write(move |connection| {
            Box::pin(async move {
                let dispute = disputes::find(connection, &id).await?.ok_or_else(not_found)?;
                let entry = Entry::new(Act::AppealDecided, Subject::Dispute(id.clone()));
                audit::check(connection, &by, &entry).await?;
                if let Some(operator) = by.operator_id() {
                    if is_for_another(connection, &dispute, operator, now).await? {
                        return Err(same_operator());
                    }
                    // Whoever was added lately is no second pair of eyes.
                    if dispute
                        .decided_by
                        .as_deref()
                        .is_some_and(|first| first != operator)
                    {
                        let operator = operators::find(connection, operator).await?;
                        operator.ok_or_else(Failure::unauthorised)?.require_trust(now)?;
                    }
                }
                let (amount, borne_by) = Box::pin(carry_out(connection, &dispute, &decision, now)).await?;
                let entry = entry
                    .is("booking", dispute.booking_id)
                    .is("outcome", decision.outcome.as_str())
                    .is("borne_by", borne_by.as_str())
                    .refunding(amount)
                    .because(&decision.words);
                audit::note(connection, &by, &entry, now).await?;
                disputes::find(connection, &id).await?.ok_or_else(not_found)
            })
        });
        let dispute = decided.await?;
        tracing::info!(dispute = %dispute.id, refund = dispute.appeal_refund_pence, "an appeal is decided");
        Ok(dispute)
    }
}

async fn is_for_another(
    connection: &mut Connection,
    dispute: &Dispute,
    operator_id: &str,
    now: Millis,
) -> Fallible<bool> {
    let another = another_could(connection, dispute, operator_id, now).await?;
    Ok(appeal::is_for_another(
        dispute.decided_by.as_deref(),
        operator_id,
        another,
    ))
}

/// True when there is another super admin, not added lately, and it is not their own case.
async fn another_could(
    connection: &mut Connection,
    dispute: &Dispute,
    but: &str,
    now: Millis,
) -> Fallible<bool> {
    let subject = Subject::Dispute(dispute.id.clone());
    for operator in operators::super_admins(connection).await? {
        let may = operator.id != but && operator.trusted_from <= now;
        if may && !concerns(connection, &subject, &operator.email).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

async fn most_made_good(connection: &mut Connection, dispute: &Dispute) -> Fallible<Pence> {
    if dispute.appealed_by != Some(Appellant::Pro) {
        return Ok(Pence::ZERO);
    }
    Ok(frozen::taken_by(connection, &dispute.id).await?)
}

/// Gives what one side gets by it, and who bears that.
async fn carry_out(
    connection: &mut Connection,
    dispute: &Dispute,
    decision: &AppealDecision,
    now: Millis,
) -> Fallible<(Pence, BorneBy)> {
    // Payments are locked first, then the pro, then the booking.
    let charged = payments::lock_of_booking(connection, &dispute.booking_id, now).await?;
    masters::touch(connection, &dispute.master_id, now).await?;
    let booking = bookings::lock(connection, &dispute.booking_id).await?;
    let booking = booking.ok_or_else(|| Failure::internal("a dispute without its booking"))?;
    if refunds::is_disputed(connection, &dispute.booking_id).await? {
        return Err(refunds::disputed());
    }
    let (refund, borne_by, made_good) = match decision.outcome {
        Outcome::MoreBack { refund, borne_by } => (within(refund, &charged)?, borne_by, Pence::ZERO),
        Outcome::MadeGood(amount) => (Pence::ZERO, BorneBy::Callout, amount),
    };
    let verdict = Verdict {
        refund_pence: refund.0,
        borne_by,
        words: &decision.words,
    };
    if !disputes::decide_appeal(connection, &dispute.id, verdict, made_good.0, now).await? {
        return Err(no_appeal());
    }
    match decision.outcome {
        Outcome::MoreBack { .. } => {
            give_back(connection, dispute, &booking, borne_by, refund, now).await?;
            promise(connection, &subject(dispute), &charged, refund, now).await?;
        }
        Outcome::MadeGood(amount) => make_good(connection, dispute, amount, now).await?,
    }
    note(connection, dispute, EventKind::AppealDecided, now).await?;
    tell(connection, dispute, News::AppealDecided, now).await?;
    Ok((refund + made_good, borne_by))
}

/// Names what an appeal gives back: what the first decision has posted and promised is not done again under the same name.
fn subject(dispute: &Dispute) -> String {
    format!("{}:appeal", dispute.id)
}

/// Makes the refund the client's, from whoever bears it.
async fn give_back(
    connection: &mut Connection,
    dispute: &Dispute,
    booking: &Booking,
    borne_by: BorneBy,
    refund: Pence,
    now: Millis,
) -> Fallible<()> {
    let subject = subject(dispute);
    match shares(connection, dispute, borne_by, refund).await? {
        Some(shares) => refunds::take_back(connection, booking, shares, &subject, now).await,
        None => {
            let client = Account::Client(booking.made_by.clone());
            goodwill::give(connection, &subject, &dispute.booking_id, refund, client, now).await
        }
    }
}

/// The platform gives the pro what the first decision took, or a part of it, at once available. The client keeps the refund.
async fn make_good(
    connection: &mut Connection,
    dispute: &Dispute,
    amount: Pence,
    now: Millis,
) -> Fallible<()> {
    let most = most_made_good(connection, dispute).await?;
    if amount <= Pence::ZERO || amount > most {
        return Err(Failure::field("amount", wrong_amount(most)));
    }
    let posting = Transaction::new(Kind::MadeGood, &dispute.id, "GBP")
        .about_booking(&dispute.booking_id)
        .transfer(
            amount,
            Debit(Account::PlatformGoodwill),
            Credit(Account::Pro(dispute.master_id.clone())),
        )
        .map_err(|NegativeTransfer| Failure::internal("less than nothing made good"))?;
    ledger::post(connection, &posting, now).await?;
    Ok(())
}

fn wrong_amount(most: Pence) -> String {
    if most == Pence::ZERO {
        "Nothing can be given back to the pro: they did not appeal, or the decision took nothing from them."
            .to_owned()
    } else {
        format!("Enter £0.01 to {most}: the decision took no more from the pro.")
    }
}

fn not_decided() -> Failure {
    Failure::conflict("not_decided", "This dispute is not decided yet.")
}

fn already_appealed() -> Failure {
    Failure::conflict(
        "already_appealed",
        "Somebody has appealed against this decision already.",
    )
}

fn closed() -> Failure {
    Failure::conflict("dispute_closed", "The time for this is over.")
}

fn same_operator() -> Failure {
    Failure::conflict(
        "same_operator",
        "You decided this dispute: another super admin decides the appeal.",
    )
}

fn no_appeal() -> Failure {
    Failure::conflict("no_appeal", "No appeal waits here for a decision.")
}
