//! A person's copy of everything stored about them, and its erasure.

use std::collections::HashMap;

use axum::extract::State;
use http::{HeaderName, StatusCode, header};
use serde::Serialize;
use utoipa::ToSchema;

use crate::views::booking::{self, BookingView};
use crate::views::change_order::ChangeOrderView;
use crate::views::client_profile::ProfileView;
use crate::views::dispute::DisputeView;
use crate::views::event::BookingEvent;
use crate::views::exported::{
    ExportedAct, ExportedBrowser, ExportedChat, ExportedChoice, ExportedIdentifier, ExportedMessage,
    ExportedProposal, ExportedSession,
};
use crate::views::invitation::ExportedInvitation;
use crate::views::mismatch::MismatchView;
use crate::views::missed_visit::MissedVisitView;
use crate::views::not_paid::NotPaid;
use crate::views::put_right::PutRightView;
use crate::views::review::ReviewView;
use callout_base::limits;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::intent_status::IntentStatus;
use callout_domain::payment::ProviderName;
use callout_domain::problem::Problem;
use callout_domain::time;
use callout_front::extract::Client;
use callout_front::state::AppState;
use callout_store::kept::Person;
use callout_store::payments::Payment;
use callout_store::reviews::Review;
use callout_store::unpaid_jobs::UnpaidJob;
use callout_store::{
    Connection, audit, change_orders, chat, clients, disputes, identifiers, invitations, message_choices,
    mismatches, missed_visits, passwords, personal, proposals, push_subscriptions, put_rights, reviews,
    support, unpaid_jobs,
};

/// Everything stored about a person. Times are ISO 8601.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DataExport {
    /// When this copy was made.
    exported_at: String,
    /// When the account was made.
    created_at: String,
    /// The profile.
    profile: ProfileView,
    /// The identifiers that sign in to the account.
    identifiers: Vec<ExportedIdentifier>,
    /// True when there is a password; only its hash is stored.
    has_password: bool,
    /// Consents given.
    consents: Consents,
    /// Bookings with their events, payments and chats.
    bookings: Vec<ExportedBooking>,
    /// The person's own coupons.
    coupons: Vec<ExportedCoupon>,
    /// Notifications shown while signed in.
    notifications: Vec<ExportedNotification>,
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

/// Consents given.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Consents {
    /// Since when marketing may be sent; absent if it may not.
    #[serde(skip_serializing_if = "Option::is_none")]
    marketing_since: Option<String>,
}

/// A booking with everything belonging to it.
#[derive(Serialize, ToSchema)]
pub struct ExportedBooking {
    booking: BookingView,
    events: Vec<BookingEvent>,
    payments: Vec<ExportedPayment>,
    /// Prices that pros proposed.
    proposals: Vec<ExportedProposal>,
    /// Extra work that was suggested.
    change_orders: Vec<ChangeOrderView>,
    /// What the client wrote of the pro.
    #[serde(skip_serializing_if = "Option::is_none")]
    review: Option<ReviewView>,
    /// What the pro answered to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    review_reply: Option<String>,
    disputes: Vec<DisputeView>,
    /// What pros say of visits that came to nothing, and what we decided.
    missed_visits: Vec<MissedVisitView>,
    /// Visits that were asked for to put it right.
    put_rights: Vec<PutRightView>,
    /// Whether its pro may suggest further work.
    may_suggest: bool,
    /// Further work that its pro suggested.
    new_work: Vec<ExportedInvitation>,
    /// What pros say of a job that is not what was booked, and what was chosen.
    not_as_booked: Vec<MismatchView>,
    /// What the pro of a cash job says of its payment, and what we decided about our fee.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_paid: Option<NotPaid>,
    messages: Vec<ExportedChat>,
}

/// A payment.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedPayment {
    id: String,
    provider: ProviderName,
    status: IntentStatus,
    amount_pence: i64,
    captured_pence: i64,
    refunded_pence: i64,
    currency: String,
    /// By what the provider tells the card from others.
    #[serde(skip_serializing_if = "Option::is_none")]
    card_fingerprint: Option<String>,
    at: String,
}

impl From<Payment> for ExportedPayment {
    fn from(payment: Payment) -> Self {
        Self {
            id: payment.id,
            provider: payment.provider,
            status: payment.status,
            amount_pence: payment.amount_pence,
            captured_pence: payment.captured_pence,
            refunded_pence: payment.refunded_pence,
            currency: payment.currency,
            card_fingerprint: payment.card_fingerprint,
            at: time::iso(payment.created_at),
        }
    }
}

/// A coupon.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedCoupon {
    code: String,
    amount_pence: i64,
    granted_at: String,
}

/// A notification.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedNotification {
    booking_id: String,
    #[serde(rename = "type")]
    kind: String,
    at: String,
}

/// Everything that is stored about the caller, as a file. 10 an hour.
#[utoipa::path(
    get, path = "/api/clients/me/export", tag = "Clients",
    responses((status = 200, body = DataExport, description = "An attachment"), (status = 401, body = Problem), (status = 429, body = Problem))
)]
pub async fn export(
    State(state): State<AppState>,
    client: Client,
) -> Fallible<([(HeaderName, &'static str); 1], axum::Json<DataExport>)> {
    state
        .limits
        .count(limits::EXPORTS, &client.id, state.clock.now())?;
    let data = Box::pin(gather(&state, &client.id)).await?;
    let name = "attachment; filename=\"callout-data.json\"";
    Ok(([(header::CONTENT_DISPOSITION, name)], axum::Json(data)))
}

/// Everything that is stored about a client.
///
/// # Errors
/// 401 when the account is closed.
pub async fn gather(state: &AppState, client_id: &str) -> Fallible<DataExport> {
    let mut connection = state.db.read().await?;
    let connection = &mut connection;
    let profile = clients::profile(connection, client_id).await?;
    let profile = profile.ok_or_else(Failure::unauthorised)?;
    let known = identifiers::of_account(connection, client_id).await?;
    let bookings = bookings(connection, client_id).await?;
    let coupons = personal::coupons(connection, client_id).await?;
    let notifications = personal::notifications(connection, client_id).await?;
    let sessions = personal::sessions(connection, client_id).await?;
    let written = support::of_person(connection, client_id).await?;
    let acts = audit::about(connection, Person::Client, client_id).await?;
    let choices = message_choices::of_person(connection, client_id).await?;
    let browsers = push_subscriptions::of_person(connection, client_id).await?;
    Ok(DataExport {
        exported_at: time::iso(state.clock.now()),
        created_at: time::iso(profile.created_at),
        has_password: passwords::exists(connection, client_id).await?,
        consents: Consents {
            marketing_since: profile.marketing_consent_at.map(time::iso),
        },
        profile: ProfileView::new(profile, &known),
        identifiers: known.into_iter().map(ExportedIdentifier::from).collect(),
        bookings,
        coupons: coupons
            .into_iter()
            .map(|(code, amount_pence, granted_at)| ExportedCoupon {
                code,
                amount_pence,
                granted_at: time::iso(granted_at),
            })
            .collect(),
        notifications: notifications
            .into_iter()
            .map(|(booking_id, kind, at)| ExportedNotification {
                booking_id,
                kind,
                at: time::iso(at),
            })
            .collect(),
        support_messages: written.into_iter().map(ExportedMessage::from).collect(),
        acts: acts.into_iter().map(ExportedAct::from).collect(),
        sessions: sessions.into_iter().map(ExportedSession::from).collect(),
        message_choices: choices.into_iter().map(ExportedChoice::from).collect(),
        browsers: browsers.into_iter().map(ExportedBrowser::from).collect(),
    })
}

/// A client's bookings with everything belonging to them, in a few queries regardless of their number.
async fn bookings(connection: &mut Connection, client_id: &str) -> Fallible<Vec<ExportedBooking>> {
    let mut events: HashMap<String, Vec<BookingEvent>> = HashMap::new();
    for (booking_id, event) in personal::events(connection, client_id).await? {
        events.entry(booking_id).or_default().push(event.into());
    }
    let mut payments: HashMap<String, Vec<ExportedPayment>> = HashMap::new();
    for payment in personal::payments(connection, client_id).await? {
        let booking_id = payment.booking_id.clone();
        payments.entry(booking_id).or_default().push(payment.into());
    }
    let mut proposed: HashMap<String, Vec<ExportedProposal>> = HashMap::new();
    for proposal in proposals::of_client(connection, client_id).await? {
        let booking_id = proposal.booking_id.clone();
        proposed.entry(booking_id).or_default().push(proposal.into());
    }
    let mut missed: HashMap<String, Vec<MissedVisitView>> = HashMap::new();
    for visit in missed_visits::of_client(connection, client_id).await? {
        let booking_id = visit.booking_id.clone();
        missed.entry(booking_id).or_default().push(visit.into());
    }
    let mut righted: HashMap<String, Vec<PutRightView>> = HashMap::new();
    for asked in put_rights::of_client(connection, client_id).await? {
        let booking_id = asked.booking_id.clone();
        righted.entry(booking_id).or_default().push(asked.into());
    }
    let mut suggested: HashMap<String, Vec<ExportedInvitation>> = HashMap::new();
    for invitation in invitations::of_client(connection, client_id).await? {
        let booking_id = invitation.booking_id.clone();
        suggested.entry(booking_id).or_default().push(invitation.into());
    }
    let mut mismatched: HashMap<String, Vec<MismatchView>> = HashMap::new();
    for mismatch in mismatches::of_client(connection, client_id).await? {
        let booking_id = mismatch.booking_id.clone();
        mismatched.entry(booking_id).or_default().push(mismatch.into());
    }
    let mut orders: HashMap<String, Vec<ChangeOrderView>> = HashMap::new();
    for order in change_orders::of_client(connection, client_id).await? {
        let booking_id = order.booking_id.clone();
        orders.entry(booking_id).or_default().push(order.into());
    }
    let written = reviews::by_client(connection, client_id).await?;
    let mut written: HashMap<String, Review> = written
        .into_iter()
        .map(|review| (review.booking_id.clone(), review))
        .collect();
    let mut disputed: HashMap<String, Vec<DisputeView>> = HashMap::new();
    for dispute in disputes::of_client(connection, client_id).await? {
        let booking_id = dispute.booking_id.clone();
        let view = DisputeView::of(dispute)?;
        disputed.entry(booking_id).or_default().push(view);
    }
    let unpaid = unpaid_jobs::of_client(connection, client_id).await?;
    let mut unpaid: HashMap<String, UnpaidJob> = unpaid
        .into_iter()
        .map(|job| (job.booking_id.clone(), job))
        .collect();
    let mut messages: HashMap<String, Vec<ExportedChat>> = HashMap::new();
    for message in chat::of_client(connection, client_id).await? {
        let booking_id = message.booking_id.clone();
        messages.entry(booking_id).or_default().push(message.into());
    }
    let bookings = personal::bookings(connection, client_id).await?;
    bookings
        .iter()
        .map(|booking| {
            let review = written.remove(&booking.id);
            Ok(ExportedBooking {
                // Without the links: a downloaded file may end up anywhere.
                booking: booking::without_links(booking)?,
                events: events.remove(&booking.id).unwrap_or_default(),
                payments: payments.remove(&booking.id).unwrap_or_default(),
                proposals: proposed.remove(&booking.id).unwrap_or_default(),
                change_orders: orders.remove(&booking.id).unwrap_or_default(),
                review_reply: review.as_ref().and_then(|review| review.reply.clone()),
                review: review.map(ReviewView::from),
                disputes: disputed.remove(&booking.id).unwrap_or_default(),
                missed_visits: missed.remove(&booking.id).unwrap_or_default(),
                put_rights: righted.remove(&booking.id).unwrap_or_default(),
                may_suggest: booking.may_suggest,
                new_work: suggested.remove(&booking.id).unwrap_or_default(),
                not_as_booked: mismatched.remove(&booking.id).unwrap_or_default(),
                not_paid: unpaid.remove(&booking.id).map(NotPaid::from),
                messages: messages.remove(&booking.id).unwrap_or_default(),
            })
        })
        .collect()
}

/// Erases the caller: profile, identifiers, password, photos and sessions are deleted; bookings are kept anonymously for the
/// books.
#[utoipa::path(
    delete, path = "/api/clients/me", tag = "Clients",
    responses((status = 204), (status = 401, body = Problem),
        (status = 409, body = Problem, description = "`open_bookings` while a booking is open or not settled; `fresh_code_required`: enter a code by `channel` (`email` or `phone`) in this session first"))
)]
pub async fn erase(State(state): State<AppState>, client: Client) -> Fallible<StatusCode> {
    let id = client.id.clone();
    state.accounts.expect_fresh(&client.into()).await?;
    state.accounts.erase(id).await?;
    Ok(StatusCode::NO_CONTENT)
}
