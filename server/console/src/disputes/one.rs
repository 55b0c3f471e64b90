//! One dispute: what both sides say, what the job earned, and what an operator decides.

use leptos::prelude::*;
use pricing_core::Pence;

use super::super::acting::{Done, act};
use super::super::entered::Entered;
use super::super::field::Button;
use super::super::parts::{badge, disclosure, facts, history, link, section, table, text};
use super::super::photos::pictures;
use super::super::visit::{Page, Visit};
use super::super::words::{self, when};
use super::{appeal, here, left, pro_said, reason};
use callout_domain::amount;
use callout_domain::audit::{AuditRow, Subject};
use callout_domain::booking::Booking;
use callout_domain::dispute::{BankSays, BorneBy, DisputeStatus, Earned, Origin};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::operator::GRAVE_REFUND;
use callout_front::state::AppState;
use callout_money::disputes::Decision;
use callout_store::disputes::{self, Dispute};
use callout_store::ledger::{self, Posting};
use callout_store::masters::{self, Master};
use callout_store::{audit, bookings, from_json, frozen};

/// Most acts or postings that are shown.
const AT_ONCE: i64 = 200;

pub(super) const REFUNDS: &[(&str, &str)] = &[
    ("none", "Nothing"),
    ("part", "A part"),
    ("all", "Everything that was paid"),
];

const BEARERS: &[(&str, &str)] = &[
    ("pro", "The pro and Callout, in proportion to what each earned"),
    ("callout", "Callout alone: the pro keeps what they earned"),
];

/// What the page shows of a dispute.
struct Known {
    dispute: Dispute,
    booking: Booking,
    master: Option<Master>,
    earned: Earned,
    postings: Vec<Posting>,
    acts: Vec<AuditRow>,
}

pub(in super::super) async fn page(visit: Visit) -> Fallible<Page> {
    let id = visit.parameter("id").to_owned();
    let known = Box::pin(read(&visit.state, &id)).await?;
    let most = visit.state.disputes.refundable(&known.dispute).await?;
    let now = visit.state.clock.now();
    let forms = [
        form(&visit, &known.dispute, most),
        appeal::form(&visit, &known.dispute, most).await?,
    ];
    let forms: Vec<AnyView> = forms.into_iter().flatten().collect();
    let appealed = appeal::said(&known.dispute);
    let title = format!("Dispute of {}", known.booking.id);
    let answer = known.dispute.answer.clone();
    let body = view! {
        <div class="columns">
            <div class="stack">
                {section("What the client says", said(&id, known.dispute.text.clone(), &known.dispute.photos)?)}
                {section("What the pro says", match answer {
                    Some(answer) => said(&id, answer, &known.dispute.answer_photos)?,
                    None => pro_said(&known.dispute, now),
                })}
                {appealed}
                {section("Money of the job", money(known.earned, most, known.postings))}
            </div>
            <div class="stack">
                {section("Dispute", about(known.dispute, known.booking, known.master, now))}
                {forms}
                {section("What operators did", history(known.acts))}
            </div>
        </div>
    };
    Ok(Page::new(title, body))
}

async fn read(state: &AppState, id: &str) -> Fallible<Known> {
    let mut connection = state.db.read().await?;
    let dispute = disputes::find(&mut connection, id).await?;
    let dispute = dispute.ok_or_else(|| Failure::not_found("There is no such dispute."))?;
    let booking = bookings::find(&mut connection, &dispute.booking_id).await?;
    let subject = Subject::Dispute(id.to_owned());
    Ok(Known {
        booking: booking.ok_or_else(|| Failure::internal("a dispute without its booking"))?,
        master: masters::find(&mut connection, &dispute.master_id).await?,
        earned: frozen::earned(&mut connection, &dispute.booking_id).await?,
        postings: ledger::of_booking(&mut connection, &dispute.booking_id, AT_ONCE).await?,
        acts: audit::of_subject(&mut connection, &subject, AT_ONCE).await?,
        dispute,
    })
}

fn said(id: &str, words: String, photos: &str) -> Fallible<AnyView> {
    let photos: Vec<String> = from_json(photos)?;
    let photos = pictures(&here(id), &photos);
    Ok(view! {
        <p class="words">{words}</p>
        {photos}
    }
    .into_any())
}

fn about(dispute: Dispute, booking: Booking, master: Option<Master>, now: i64) -> AnyView {
    let is_open = dispute.status == DisputeStatus::Open;
    let state = if is_open {
        badge("Open", "warn")
    } else {
        badge("Decided", "good")
    };
    let mut pairs = vec![
        ("State", state),
        ("Why", text(reason(dispute.reason))),
        ("Opened", text(when(dispute.opened_at))),
    ];
    if is_open {
        pairs.push(("Left to decide", left(&dispute, now)));
    }
    pairs.extend([
        (
            "Job",
            link(format!("/admin/bookings/{}", booking.id), booking.readable_name),
        ),
        (
            "The work",
            link(
                format!("/admin/bookings/{}#work", booking.id),
                "How it began and ended",
            ),
        ),
        ("Client", text(booking.customer_name)),
        ("Pro", text(words::pro(master))),
    ]);
    if let Some(refund) = dispute.refund_pence {
        let borne_by = if dispute.borne_by == Some(BorneBy::Callout) {
            "borne by us"
        } else {
            "borne by the pro and us"
        };
        pairs.push((
            "Given back",
            text(format!("{}, {borne_by}", words::pounds(refund))),
        ));
    }
    if let Some(says) = dispute.bank_says {
        let says = match says {
            BankSays::TookOver => "Has taken the payment back, and decides instead of us",
            BankSays::Won => "The payment stands",
            BankSays::Lost => "The client keeps the money",
        };
        pairs.push(("The client’s bank", text(says)));
    }
    if let Some(verdict) = dispute.verdict {
        pairs.push(("Decided because", text(verdict)));
    }
    facts(pairs)
}

fn money(earned: Earned, most: Pence, postings: Vec<Posting>) -> AnyView {
    let rows = postings.into_iter().map(|posting| {
        vec![
            text(when(posting.at)),
            text(posting.kind.as_str().replace('_', " ")),
            text(posting.account.to_string()),
            text(words::pounds(posting.amount_pence)),
        ]
    });
    let pairs = vec![
        ("The pro earned", text(earned.pro.to_string())),
        ("Our fee", text(earned.fees.to_string())),
        ("Our coupon", text(earned.promotions.to_string())),
        ("Can be given back", text(most.to_string())),
    ];
    view! {
        {facts(pairs)}
        {table("Ledger", &["When", "What", "Account", "Amount"], rows.collect(), "Nothing in the ledger.")}
    }
    .into_any()
}

/// Nothing for one that is decided, or that the client's bank decides.
fn form(visit: &Visit, dispute: &Dispute, most: Pence) -> Option<AnyView> {
    if dispute.status != DisputeStatus::Open || dispute.origin == Origin::Bank {
        return None;
    }
    let entered = visit.entered::<DecideDispute>("");
    let fields = view! {
        {verdict_fields(&entered, REFUNDS, most_of_it(most), most)}
        {entered.hidden("id", dispute.id.clone())}
    };
    let form = visit.form::<DecideDispute, _>(&entered, Button::primary("Decide"), fields);
    Some(disclosure("Decide the dispute", entered.is_again(), form))
}

/// What the amount may be.
pub(super) fn most_of_it(most: Pence) -> String {
    format!("For a part, at most {most}.")
}

/// What is given back, by whom, and why; `largest` is the most that anybody may get.
pub(super) fn verdict_fields(
    entered: &Entered,
    refunds: &[(&str, &str)],
    amounts: String,
    largest: Pence,
) -> AnyView {
    let factor = (largest > GRAVE_REFUND).then(|| {
        let hint = format!("Only to give back more than {GRAVE_REFUND}.");
        entered.second_factor().optional().hint(hint).view()
    });
    view! {
        {entered.choice("refund", "What the client gets back", refunds).view()}
        {entered.pounds("amount", "How much of it").hint(amounts).optional().view()}
        {entered.choice("borne_by", "Who bears it", BEARERS).hint("Not needed if nothing is given back.").view()}
        {entered.area("reason", "Reason").hint("Client and pro read it, and the audit log keeps it.").view()}
        {factor}
    }
    .into_any()
}

/// Decides a dispute.
#[server(prefix = "/admin/do", endpoint = "disputes/decide")]
pub(super) async fn decide_dispute(
    #[server(default)] id: String,
    #[server(default)] refund: String,
    #[server(default)] amount: String,
    #[server(default)] borne_by: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let disputes = &acting.state.disputes;
        let dispute = disputes::find(&mut acting.state.db.read().await?, &id).await?;
        let dispute = dispute.ok_or_else(|| Failure::not_found("There is no such dispute."))?;
        let most = disputes.refundable(&dispute).await?;
        let back = given_back(&refund, &amount, most)?;
        if back > GRAVE_REFUND {
            acting.prove_again().await?;
        }
        let decision = Decision {
            refund: Some(back),
            borne_by: bearer(&borne_by, back)?,
            words: reason,
        };
        let _ = Box::pin(disputes.decide(&id, decision, acting.by.clone())).await?;
        Ok(Done::at(
            here(&id),
            "The dispute is decided, and both sides are told.",
        ))
    })
    .await
}

/// Who bears what is given back; of nothing, nobody need be chosen.
///
/// # Errors
/// 422 on `borne_by` when nobody was.
pub fn bearer(name: &str, back: Pence) -> Fallible<BorneBy> {
    match name {
        "pro" => Ok(BorneBy::Pro),
        "callout" => Ok(BorneBy::Callout),
        "" if back == Pence::ZERO => Ok(BorneBy::Callout),
        _ => Err(Failure::field("borne_by", "Choose one.")),
    }
}

/// What was chosen, to the penny: so what the second factor is asked for is what is given back.
///
/// # Errors
/// 422 on `refund` when nothing was chosen, and on `amount` for what is none.
pub fn given_back(refund: &str, amount: &str, most: Pence) -> Fallible<Pence> {
    match refund {
        "none" => Ok(Pence::ZERO),
        "all" => Ok(most),
        "part" => amount::read("amount", amount),
        _ => Err(Failure::field("refund", "Choose one.")),
    }
}
