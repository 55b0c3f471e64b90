//! What a client sees of the search for a pro, and of the pro who was found.

use std::collections::HashMap;

use crate::views::booking::{BookingProgress, BookingView, SharedBooking};
use crate::views::change_order::ChangeOrderView;
use crate::views::dispute::DisputeView;
use crate::views::gas_safe::GasSafe;
use crate::views::invitation::InvitationView;
use crate::views::late::LateView;
use crate::views::mismatch::MismatchView;
use crate::views::photo::picture_url;
use crate::views::place::MasterPlace;
use crate::views::proposal::{ProposalView, StandingProposal};
use crate::views::put_right::PutRightView;
use crate::views::search::{CardView, MatchingView};
use crate::views::slot::slot_of_change;
use crate::views::waiting::{DueReason, PaymentDue, SuggestedTime};
use callout_domain::booking::Booking;
use callout_domain::change::ChangeKind;
use callout_domain::chat::Side;
use callout_domain::failure::Fallible;
use callout_domain::links::{self, Kind};
use callout_domain::new_work;
use callout_domain::pro::Pro;
use callout_domain::put_right;
use callout_domain::review::Author;
use callout_domain::time;
use callout_front::state::AppState;
use callout_store::bookings;
use callout_store::change_orders::ChangeOrder;
use callout_store::changes::Change;

async fn proposal(state: &AppState, booking: &Booking) -> Fallible<Option<ProposalView>> {
    let Some(open) = state.matching.proposal(booking).await? else {
        return Ok(None);
    };
    let pro = state.pros.known(&open.master_id).await?;
    Ok(Some(ProposalView::of(booking, open, pro.as_ref())))
}

/// The change of a booking that waits.
async fn change(state: &AppState, booking: &Booking) -> Fallible<Option<Change>> {
    let facts = booking.facts();
    if !(facts.is_matching || facts.is_unmatched || facts.has_pro) {
        return Ok(None);
    }
    state.matching.open_change(booking).await
}

/// What a payment is for that a change or extra work asks for.
fn paying(change: Option<&Change>, orders: &[ChangeOrder], booking: &Booking, due: PaymentDue) -> PaymentDue {
    if orders.iter().any(|order| order.is_due(booking)) {
        return PaymentDue {
            reason: DueReason::ChangeOrder,
            ..due
        };
    }
    let Some(change) = change.filter(|change| change.waits_for_payment() || change.promised_to().is_some())
    else {
        return due;
    };
    let is_moved = change.slot_start != booking.slot_start || change.slot_end != booking.slot_end;
    PaymentDue {
        reason: match change.kind {
            ChangeKind::Raise => DueReason::Raise,
            ChangeKind::Again => DueReason::Again,
            ChangeKind::Promised => DueReason::Promised,
            ChangeKind::Time | ChangeKind::Suggested => DueReason::Time,
        },
        timeslot: slot_of_change(change).filter(|_| is_moved),
        ..due
    }
}

/// Another time that the pro was asked for.
fn suggested(booking: &Booking, change: &Change) -> Option<SuggestedTime> {
    if change.kind != ChangeKind::Suggested {
        return None;
    }
    Some(SuggestedTime {
        timeslot: slot_of_change(change)?,
        amount_pence: change.amount_pence,
        delta_pence: change.amount_pence - booking.amount_pence,
        accepted: change.answered_at.is_some(),
        until: time::iso(change.until),
    })
}

/// How the search for the pro of a booking goes; none while nobody is looked for, or nothing was decided yet.
pub async fn progress(state: &AppState, booking: &Booking) -> Fallible<Option<MatchingView>> {
    let progress = state.matching.progress(booking).await?;
    // Who alone is asked is known before the first decision.
    let is_for_one = booking.reserved_for.is_some();
    let decided = progress.filter(|(matching, _)| matching.wave > 0 || matching.in_pool || is_for_one);
    let Some((matching, until)) = decided else {
        return Ok(None);
    };
    let only_asked = match booking.reserved_for.as_deref() {
        Some(pro) => state.pros.known(pro).await?.and_then(|pro| pro.short_name()),
        None => None,
    };
    Ok(Some(MatchingView {
        wave: matching.wave,
        asked: matching.asked,
        radius_km: matching.radius_km,
        until: time::iso(until),
        only_asked,
    }))
}

/// Adds the search and the pro to the view of a booking.
pub async fn complete(state: &AppState, booking: &Booking, view: BookingView) -> Fallible<BookingView> {
    let pro = Box::pin(pro_of(state, booking)).await?;
    Box::pin(with(state, booking, pro.as_ref(), view)).await
}

/// The same for a list, in which each pro is read once.
pub async fn complete_all(
    state: &AppState,
    bookings: &[Booking],
    views: Vec<BookingView>,
) -> Fallible<Vec<BookingView>> {
    let mut pros: HashMap<&str, Option<Pro>> = HashMap::new();
    let mut completed = Vec::with_capacity(views.len());
    for (booking, view) in bookings.iter().zip(views) {
        let id = booking.assigned_master_id.as_deref().unwrap_or_default();
        if !pros.contains_key(id) {
            pros.insert(id, Box::pin(pro_of(state, booking)).await?);
        }
        let pro = pros.get(id).and_then(Option::as_ref);
        completed.push(Box::pin(with(state, booking, pro, view)).await?);
    }
    Ok(completed)
}

/// Adds the pro's first name and rating to what a share link shows.
pub async fn complete_shared(
    state: &AppState,
    booking: &Booking,
    view: SharedBooking,
) -> Fallible<SharedBooking> {
    let pro = Box::pin(pro_of(state, booking)).await?;
    Ok(SharedBooking {
        assigned_master_name: pro.as_ref().and_then(Pro::first_name),
        assigned_master_rating: pro.and_then(|pro| pro.stars.rating()),
        ..view
    })
}

async fn pro_of(state: &AppState, booking: &Booking) -> Fallible<Option<Pro>> {
    match booking.assigned_master_id.as_deref() {
        Some(id) if booking.facts().has_pro => state.pros.known(id).await,
        _ => Ok(None),
    }
}

async fn with(
    state: &AppState,
    booking: &Booking,
    pro: Option<&Pro>,
    view: BookingView,
) -> Fallible<BookingView> {
    let basics = pro.and_then(|pro| pro.basics.as_ref());
    let phone = basics.filter(|_| state.matching.may_call(booking));
    let review = Box::pin(state.reviews.own(booking, Author::Client)).await?;
    let standing = Box::pin(state.disputes.of(booking)).await?;
    let glance = Box::pin(state.chat.glance(booking, Side::Client)).await?;
    let change = Box::pin(change(state, booking)).await?;
    let is_renewal =
        view.payment_due.is_some() && Box::pin(state.payments.waits_for_renewal(booking)).await?;
    let orders = Box::pin(state.matching.extras(booking)).await?;
    Ok(BookingView {
        payment_due: view.payment_due.map(|due| match is_renewal {
            true => PaymentDue {
                reason: DueReason::HoldEnds,
                ..due
            },
            false => paying(change.as_ref(), &orders, booking, due),
        }),
        progress: BookingProgress {
            change_orders: orders.into_iter().map(ChangeOrderView::from).collect(),
            put_right: Box::pin(put_right_of(state, booking, view.link)).await?,
            put_right_until: put_right::ask_until(booking).map(time::iso),
            may_suggest: view.progress.may_suggest,
            new_work: Box::pin(new_work_of(state, booking)).await?,
            not_as_booked: Box::pin(state.matching.mismatch(booking))
                .await?
                .map(MismatchView::from),
            suggested_time: change.as_ref().and_then(|change| suggested(booking, change)),
            matching: Box::pin(progress(state, booking)).await?,
            card: Box::pin(state.matching.card_money(booking))
                .await?
                .map(CardView::from),
            proposal: Box::pin(proposal(state, booking)).await?,
            proposals: Box::pin(named_prices(state, booking)).await?,
            assigned_master_name: pro.and_then(Pro::short_name),
            assigned_master_phone: phone.map(|basics| basics.phone.clone()),
            assigned_master_photo: pro.and_then(|pro| pro.avatar_id.as_deref()).map(picture_url),
            assigned_master_rating: pro.and_then(|pro| pro.stars.rating()),
            assigned_master_verified: pro.map(Pro::is_verified),
            assigned_master_insured: pro.map(Pro::is_insured),
            assigned_master_gas_safe: Box::pin(state.matching.gas_safe(booking))
                .await?
                .map(GasSafe::from),
            chat: glance.map(|glance| glance.state),
            unread: glance.map(|glance| glance.unread),
            assigned_master_demo: pro.is_some_and(|pro| pro.is_demo),
            running_late: LateView::of(booking, &Box::pin(state.visits.on_the_way(booking)).await?),
            master_location: Box::pin(state.matching.position(booking))
                .await?
                .map(MasterPlace::from),
            review: review.written.map(Into::into),
            review_until: review.open_until.map(time::iso),
            dispute_until: standing.open_until.map(time::iso),
            disputes: DisputeView::all(standing)?,
        },
        ..view
    })
}

/// What its pro last suggested, with the link to it.
async fn new_work_of(state: &AppState, booking: &Booking) -> Fallible<Option<InvitationView>> {
    let suggested = state.matching.invitation(booking).await?;
    Ok(suggested.map(|seen| {
        let token = new_work::token(&state.keys.link, &seen.invitation.id);
        InvitationView::from(seen).with_token(token)
    }))
}

/// The last visit that was asked for to put it right, with a link to it that shows no more than the viewer's own.
async fn put_right_of(
    state: &AppState,
    booking: &Booking,
    link: Option<Kind>,
) -> Fallible<Option<PutRightView>> {
    let Some(asked) = state.matching.put_right(booking).await? else {
        return Ok(None);
    };
    let visit = match asked.visit_id.as_deref() {
        Some(visit) => bookings::find(&mut state.db.read().await?, visit).await?,
        None => None,
    };
    let token = link
        .zip(visit)
        .and_then(|(kind, visit)| links::token(&state.keys.link, kind, &visit));
    Ok(Some(PutRightView::from(asked).with_token(token)))
}

/// The prices from which the client of a booking can choose, the lowest first.
async fn named_prices(state: &AppState, booking: &Booking) -> Fallible<Vec<StandingProposal>> {
    let mut prices = Vec::new();
    let progress = state.matching.progress(booking).await?;
    let Some((_, until)) = progress.filter(|_| booking.awaits_price()) else {
        return Ok(prices);
    };
    for price in state.matching.named_prices(booking).await? {
        let pro = state.pros.known(&price.master_id).await?;
        prices.push(StandingProposal::of(price, pro.as_ref(), until));
    }
    Ok(prices)
}
