//! A job on a page of its own: with its steps, its disputes, and what its pro says of the client.

use serde_json::json;

use crate::views::dispute::DisputeView;
use crate::views::earned::JobEarned;
use crate::views::event::BookingEvent;
use crate::views::invitation::{InvitationView, WorkType};
use crate::views::job::{JobPage, JobView};
use crate::views::late::LateView;
use crate::views::mismatch::MismatchView;
use crate::views::missed_visit::MissedVisitView;
use crate::views::not_paid::NotPaid;
use crate::views::notes::NotesView;
use crate::views::put_right::PutRightView;
use crate::views::review::ReviewView;
use callout_booking::matching::{JobSeen, Seen};
use callout_domain::booking::Booking;
use callout_domain::booking_event::EventKind;
use callout_domain::failure::Fallible;
use callout_domain::job_step;
use callout_domain::new_work;
use callout_domain::put_right;
use callout_domain::review::Author;
use callout_domain::time;
use callout_front::state::AppState;
use callout_store::events::HAPPENED_AT;

/// A job on a page of its own.
pub async fn whole(state: &AppState, job: JobSeen) -> Fallible<JobView> {
    if job.seen == Seen::Offered {
        return Ok(JobView::from(job));
    }
    let review = state.reviews.own(&job.booking, Author::Pro).await?;
    let standing = Box::pin(state.disputes.of(&job.booking)).await?;
    let unpaid = state.debts.of(&job.booking).await?;
    let missed = state.visits.of(&job.booking).await?;
    let events = steps(state, &job.booking).await?;
    let earned = earned(state, &job.booking).await?;
    Ok(JobView {
        page: JobPage {
            review: review.written.map(ReviewView::from),
            review_until: review.open_until.map(time::iso),
            disputes: DisputeView::all(standing)?,
            not_paid: unpaid.said.map(NotPaid::from),
            not_paid_until: unpaid.open_until.map(time::iso),
            no_show: missed.no_show.map(MissedVisitView::from),
            no_show_until: missed.contest_until.map(time::iso),
            not_home: missed.not_home.map(MissedVisitView::from),
            at_the_door_from: missed.arrive_from.map(time::iso),
            put_right: state
                .matching
                .put_right(&job.booking)
                .await?
                .map(PutRightView::from),
            put_right_until: put_right::ask_until(&job.booking).map(time::iso),
            new_work: state
                .matching
                .invitation(&job.booking)
                .await?
                .map(InvitationView::from),
            new_work_types: state
                .matching
                .work_types(&job.booking)
                .await?
                .into_iter()
                .map(WorkType::from)
                .collect(),
            new_work_until: new_work::suggest_until(&job.booking).map(time::iso),
            not_as_booked: state
                .matching
                .mismatch(&job.booking)
                .await?
                .map(MismatchView::from),
            notes: state.matching.notes(&job.booking).await?.map(NotesView::from),
            running_late: LateView::of(&job.booking, &missed.on_the_way),
            here_at: missed.on_the_way.here_at.map(time::iso),
            events,
            earned,
        },
        ..JobView::from(job)
    })
}

/// How far back the steps of a job are looked for.
const LAST_EVENTS: i64 = 500;

/// The steps of a job since it was given to its pro: what was before that is none of their business.
async fn steps(state: &AppState, booking: &Booking) -> Fallible<Vec<BookingEvent>> {
    let mut connection = state.db.read().await?;
    let before = booking.seq - LAST_EVENTS;
    let events = callout_store::events::after(&mut connection, &booking.id, before, LAST_EVENTS).await?;
    let is_given = |event: &callout_store::events::Event| event.kind == EventKind::Assigned;
    let first = events.iter().rposition(is_given).unwrap_or(events.len());
    let own = events.into_iter().skip(first);
    let steps = own
        .filter(|event| job_step::is_shown_to_pro(event.kind))
        .map(|mut event| {
            if !job_step::is_of_work(event.kind) {
                let when = event.data.get(HAPPENED_AT);
                event.data = when.map_or_else(|| json!({}), |at| json!({ HAPPENED_AT: at }));
            }
            BookingEvent::from(event)
        });
    Ok(steps.collect())
}

/// What a cancelled job has earned its pro; none where that is nothing.
async fn earned(state: &AppState, booking: &Booking) -> Fallible<Option<JobEarned>> {
    if !booking.facts().is_called_off {
        return Ok(None);
    }
    let earned = state.earnings.of_booking(&booking.id).await?;
    let made_good = state.earnings.made_good(&booking.id).await?;
    Ok(JobEarned::of(&earned, made_good))
}
