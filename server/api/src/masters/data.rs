//! A pro's copy of everything stored about them, and the end of the account.

use axum::extract::State;
use http::{HeaderName, StatusCode, header};
use serde::Serialize;
use utoipa::ToSchema;

use super::hours::WorkingHoursView;
use crate::views::dispute::DisputeView;
use crate::views::document::DocumentView;
use crate::views::exported::{
    ExportedAct, ExportedBrowser, ExportedChat, ExportedChoice, ExportedIdentifier, ExportedMessage,
    ExportedProposal, ExportedSession,
};
use crate::views::invitation::ExportedInvitation;
use crate::views::job::JobView;
use crate::views::master_profile::MasterProfile;
use crate::views::mismatch::MismatchView;
use crate::views::missed_visit::MissedVisitView;
use crate::views::not_paid::NotPaid;
use crate::views::notes::NotesView;
use crate::views::passkey::PasskeyView;
use crate::views::payout::Payout;
use crate::views::put_right::PutRightView;
use crate::views::review::ReviewView;
use crate::views::suspension::SuspensionView;
use callout_base::limits;
use callout_booking::matching::Filter;
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::matching::answer::OfferAnswer;
use callout_domain::passkey::Owner;
use callout_domain::payment::ProviderName;
use callout_domain::problem::Problem;
use callout_domain::tax::TaxDetails;
use callout_domain::time;
use callout_front::extract::Master as MasterCaller;
use callout_front::state::AppState;
use callout_store::chat::ChatMessage;
use callout_store::disputes::Dispute;
use callout_store::job_notes::JobNotes;
use callout_store::kept::Person;
use callout_store::mismatches::Mismatch;
use callout_store::missed_visits::MissedVisit;
use callout_store::offers::Offer;
use callout_store::payout_accounts::PayoutAccount;
use callout_store::personal_master::{self, LedgerLine};
use callout_store::put_rights::PutRight;
use callout_store::reviews::Review;
use callout_store::unpaid_jobs::UnpaidJob;
use callout_store::{
    audit, chat, disputes, identifiers, invitations, job_notes, masters, message_choices, mismatches,
    missed_visits, passkeys, passwords, payout_accounts, payouts, personal, push_subscriptions, put_rights,
    reviews, support, suspensions, training, unpaid_jobs,
};

/// Everything stored about a pro. Times are ISO 8601, money is in pence.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MasterExport {
    /// When this copy was made.
    exported_at: String,
    /// The profile.
    profile: MasterProfile,
    /// The identifiers that sign in to the account.
    identifiers: Vec<ExportedIdentifier>,
    /// True when there is a password; only its hash is stored.
    has_password: bool,
    /// Passkeys; their keys are not copied.
    passkeys: Vec<PasskeyView>,
    /// Papers; their files are fetched one by one.
    documents: Vec<DocumentView>,
    /// The last position, kept for a day.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<ExportedPosition>,
    /// The pro's jobs, as far as the pro may still see them.
    jobs: Vec<JobView>,
    /// Offers of jobs.
    offers: Vec<ExportedOffer>,
    /// Prices that were proposed.
    proposals: Vec<ExportedProposal>,
    /// Written by the pro.
    reviews_written: Vec<ExportedReview>,
    /// Written by clients, as far as they are shown.
    reviews_received: Vec<ExportedReview>,
    /// Disputes of jobs.
    disputes: Vec<ExportedDispute>,
    /// What the pro says of visits that came to nothing, the newest first.
    missed_visits: Vec<ExportedMissedVisit>,
    /// Visits that were asked for to put jobs right, the newest first.
    put_rights: Vec<ExportedPutRight>,
    /// Further work that the pro suggested, the newest first.
    new_work: Vec<ExportedInvitation>,
    /// What the pro says of jobs that are not what was booked, the newest first.
    not_as_booked: Vec<ExportedMismatch>,
    /// What the pro keeps of jobs for themselves, the newest first.
    job_notes: Vec<ExportedNotes>,
    /// What the pro says of cash jobs that were not paid, and what was decided about the fee, the newest first.
    unpaid_jobs: Vec<ExportedUnpaidJob>,
    /// Suspensions of the account, the newest first.
    suspensions: Vec<SuspensionView>,
    /// When and for what the pro works.
    hours: WorkingHoursView,
    /// Training modules that are completed.
    training: Vec<String>,
    /// Earnings and fees.
    ledger: Vec<ExportedLedgerLine>,
    /// Payouts, the newest first.
    payouts: Vec<Payout>,
    /// Accounts at payment providers, which have the bank details.
    payout_accounts: Vec<ExportedPayoutAccount>,
    /// What the tax office is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    tax: Option<TaxDetails>,
    /// Chats with clients, with the job that each is about.
    chats: Vec<ExportedJobChat>,
    /// Written on the support page under a proved email.
    support_messages: Vec<ExportedMessage>,
    /// What operators did about the person.
    acts: Vec<ExportedAct>,
    /// Sign-ins.
    sessions: Vec<ExportedSession>,
    /// What was said about messages that can be switched off.
    message_choices: Vec<ExportedChoice>,
    /// Browsers that are notified.
    browsers: Vec<ExportedBrowser>,
}

/// A message of the chat about a job.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedJobChat {
    booking_id: String,
    message: ExportedChat,
}

impl From<ChatMessage> for ExportedJobChat {
    fn from(message: ChatMessage) -> Self {
        Self {
            booking_id: message.booking_id.clone(),
            message: message.into(),
        }
    }
}

/// An account at a payment provider.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedPayoutAccount {
    provider: ProviderName,
    account_id: String,
    /// The provider's id of the bank account behind it; absent until it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    bank: Option<String>,
    since: String,
}

impl From<PayoutAccount> for ExportedPayoutAccount {
    fn from(account: PayoutAccount) -> Self {
        Self {
            provider: account.provider,
            account_id: account.account_id,
            bank: account.bank,
            since: time::iso(account.created_at),
        }
    }
}

/// A position.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedPosition {
    lat: f64,
    lng: f64,
    at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    accuracy: Option<f64>,
}

/// An offer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedOffer {
    booking_id: String,
    price_pence: i64,
    at: String,
    expires_at: String,
    /// Absent when there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<OfferAnswer>,
}

impl From<Offer> for ExportedOffer {
    fn from(offer: Offer) -> Self {
        Self {
            booking_id: offer.booking_id,
            price_pence: offer.price_pence,
            at: time::iso(offer.made_at),
            expires_at: time::iso(offer.expires_at),
            answer: offer.answer,
        }
    }
}

/// A review with the job it is about.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedReview {
    booking_id: String,
    review: ReviewView,
    /// What the pro answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    reply: Option<String>,
}

impl From<Review> for ExportedReview {
    fn from(review: Review) -> Self {
        Self {
            booking_id: review.booking_id.clone(),
            reply: review.reply.clone(),
            review: review.into(),
        }
    }
}

/// A line of the ledger.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedLedgerLine {
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    booking_id: Option<String>,
    account: String,
    /// Positive when owed by the pro, negative when earned.
    amount_pence: i64,
    currency: String,
    at: String,
}

impl From<LedgerLine> for ExportedLedgerLine {
    fn from(line: LedgerLine) -> Self {
        Self {
            kind: line.kind,
            booking_id: line.booking_id,
            account: line.account,
            amount_pence: line.amount_pence,
            currency: line.currency,
            at: time::iso(line.at),
        }
    }
}

/// What the pro says of a visit that came to nothing.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedMissedVisit {
    booking_id: String,
    visit: MissedVisitView,
}

impl From<MissedVisit> for ExportedMissedVisit {
    fn from(visit: MissedVisit) -> Self {
        Self {
            booking_id: visit.booking_id.clone(),
            visit: visit.into(),
        }
    }
}

/// A visit that was asked for to put a job right.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedPutRight {
    booking_id: String,
    visit: PutRightView,
}

impl From<PutRight> for ExportedPutRight {
    fn from(asked: PutRight) -> Self {
        Self {
            booking_id: asked.booking_id.clone(),
            visit: asked.into(),
        }
    }
}

/// What the pro says of a job that is not what was booked.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedMismatch {
    booking_id: String,
    report: MismatchView,
}

impl From<Mismatch> for ExportedMismatch {
    fn from(mismatch: Mismatch) -> Self {
        Self {
            booking_id: mismatch.booking_id.clone(),
            report: mismatch.into(),
        }
    }
}

/// What the pro keeps of a job for themselves.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedNotes {
    booking_id: String,
    notes: NotesView,
}

impl From<JobNotes> for ExportedNotes {
    fn from(notes: JobNotes) -> Self {
        Self {
            booking_id: notes.booking_id.clone(),
            notes: notes.into(),
        }
    }
}

/// What the pro says of a cash job that was not paid.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedUnpaidJob {
    booking_id: String,
    report: NotPaid,
}

impl From<UnpaidJob> for ExportedUnpaidJob {
    fn from(job: UnpaidJob) -> Self {
        Self {
            booking_id: job.booking_id.clone(),
            report: job.into(),
        }
    }
}

/// A dispute of a job.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedDispute {
    booking_id: String,
    dispute: DisputeView,
}

impl ExportedDispute {
    fn of(dispute: Dispute) -> Fallible<Self> {
        Ok(Self {
            booking_id: dispute.booking_id.clone(),
            dispute: DisputeView::of(dispute)?,
        })
    }
}

/// Everything that is stored about the caller, as a file. 10 an hour.
#[utoipa::path(
    get, path = "/api/masters/me/export", tag = "Masters",
    responses((status = 200, body = MasterExport, description = "An attachment"), (status = 401, body = Problem), (status = 429, body = Problem))
)]
pub async fn export(
    State(state): State<AppState>,
    caller: MasterCaller,
) -> Fallible<([(HeaderName, &'static str); 1], axum::Json<MasterExport>)> {
    state
        .limits
        .count(limits::EXPORTS, &caller.id, state.clock.now())?;
    let data = Box::pin(gather(&state, &caller.id)).await?;
    let name = "attachment; filename=\"callout-data.json\"";
    Ok(([(header::CONTENT_DISPOSITION, name)], axum::Json(data)))
}

/// Everything that is stored about a pro.
///
/// # Errors
/// 401 when the account is closed.
pub async fn gather(state: &AppState, id: &str) -> Fallible<MasterExport> {
    let now = state.clock.now();
    let profile = state.pros.profile(id).await?;
    let documents = state.documents.of(id).await?;
    let tax = state.tax.of(id).await?;
    let jobs = Box::pin(jobs(state, id)).await?;
    let hours = state.matching.diary_ever(id).await?;
    let mut connection = state.db.read().await?;
    let connection = &mut connection;
    let position = masters::position(connection, id).await?;
    let disputed = disputes::of_master(connection, id).await?;
    let disputed = disputed
        .into_iter()
        .map(ExportedDispute::of)
        .collect::<Fallible<_>>()?;
    let received = reviews::of_master(connection, id, now, (Millis::MAX, ""), i64::MAX).await?;
    Ok(MasterExport {
        exported_at: time::iso(now),
        profile: profile.into(),
        identifiers: all(identifiers::of_account(connection, id).await?),
        has_password: passwords::exists(connection, id).await?,
        passkeys: all(passkeys::of(connection, &Owner::pro(id)).await?),
        documents: documents
            .into_iter()
            .map(|document| DocumentView::of(document, now))
            .collect(),
        position: position.map(|kept| ExportedPosition {
            lat: kept.place.lat,
            lng: kept.place.lng,
            at: time::iso(kept.at),
            accuracy: kept.accuracy,
        }),
        jobs,
        offers: all(personal_master::offers(connection, id).await?),
        proposals: all(personal_master::proposals(connection, id).await?),
        reviews_written: all(reviews::by_master(connection, id).await?),
        reviews_received: all(received),
        disputes: disputed,
        missed_visits: all(missed_visits::of_master(connection, id).await?),
        put_rights: all(put_rights::of_master(connection, id).await?),
        new_work: all(invitations::of_master(connection, id).await?),
        not_as_booked: all(mismatches::of_master(connection, id).await?),
        job_notes: all(job_notes::of_master(connection, id).await?),
        unpaid_jobs: all(unpaid_jobs::of_master(connection, id).await?),
        suspensions: all(suspensions::of_master(connection, id).await?),
        hours: hours.into(),
        training: training::completed(connection, id).await?,
        ledger: all(personal_master::ledger(connection, id).await?),
        payouts: all(payouts::of_master(connection, id, i64::MAX).await?),
        payout_accounts: all(payout_accounts::of_master(connection, id).await?),
        tax,
        chats: all(chat::of_pro(connection, id).await?),
        support_messages: all(support::of_person(connection, id).await?),
        acts: all(audit::about(connection, Person::Pro, id).await?),
        sessions: all(personal::sessions(connection, id).await?),
        message_choices: all(message_choices::of_person(connection, id).await?),
        browsers: all(push_subscriptions::of_person(connection, id).await?),
    })
}

fn all<Row, View: From<Row>>(rows: Vec<Row>) -> Vec<View> {
    rows.into_iter().map(View::from).collect()
}

async fn jobs(state: &AppState, id: &str) -> Fallible<Vec<JobView>> {
    let mut jobs = Vec::new();
    for filter in [Filter::Active, Filter::Completed, Filter::Cancelled] {
        let of_filter = state.matching.jobs(id, filter, None, i64::MAX);
        jobs.extend(Box::pin(of_filter).await?.into_iter().map(JobView::from));
    }
    Ok(jobs)
}

/// Closes the caller's account: profile, papers, pictures, identifiers, password, passkeys and sessions are deleted; jobs stay without a name,
/// for the books.
#[utoipa::path(
    delete, path = "/api/masters/me", tag = "Masters",
    responses((status = 204), (status = 401, body = Problem),
        (status = 409, body = Problem, description = "`open_jobs` while a job is not done, `balance_not_zero` while money is owed on either side; `fresh_code_required`: enter a code by `channel` (`email`) in this session first"))
)]
pub async fn close(State(state): State<AppState>, caller: MasterCaller) -> Fallible<StatusCode> {
    let id = caller.id.clone();
    state.accounts.expect_fresh(&caller.into()).await?;
    state.accounts.close_master(id).await?;
    Ok(StatusCode::NO_CONTENT)
}
