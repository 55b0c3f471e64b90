//! What happens once a minute: payments and bookings whose own job was lost are settled, and rows that are no longer
//! needed are deleted. Each part may run on several servers at once.

use super::Jobs;
use super::attempt::caught;
use callout_domain::clock::{DAY, MINUTE};
use callout_domain::failure::{Failure, FailureKind, Fallible};
use callout_domain::retention;
use callout_people::operators::DRAFT_LIFE;
use callout_store::bookings::work;
use callout_store::{
    booking_limits, chat, codes, erased_identifiers, idempotency, jobs as rows, master_events, masters,
    notifications, operator_sessions, payments, provider_events, push_subscriptions, readings,
    sealed_receipts, sessions, tax, tickets,
};

/// How many payments or bookings one round handles.
const AT_ONCE: i64 = 50;

/// How long done jobs are kept, milliseconds.
const KEEP_JOBS: i64 = 7 * DAY;

/// How long sessions are kept after they expired: their owner may ask who signed in.
const KEEP_SESSIONS: i64 = 30 * DAY;

/// How long seen events are remembered: a provider repeats one for a few days at most (Stripe: 3).
const KEEP_EVENTS: i64 = 90 * DAY;

/// How long the gate of a phone or network address is kept after its last use.
const KEEP_GATES: i64 = DAY;

/// How long the last position of a pro is kept, milliseconds.
const KEEP_POSITIONS: i64 = DAY;

/// How long a broken stream can be resumed, milliseconds.
const KEEP_NOTIFICATIONS: i64 = 30 * DAY;

/// How long pros' photos of the work are kept after its end, milliseconds: twelve months.
const KEEP_PHOTOS_OF_WORK: i64 = 365 * DAY;

/// How many bookings' photos one round releases.
const LET_GO_AT_ONCE: i64 = 100;

/// How long chats are kept, milliseconds: twelve months.
const KEEP_CHATS: i64 = 365 * DAY;

/// How long a reading leads to its booking, milliseconds: twelve months after the booking's end.
const KEEP_READINGS_LINKED: i64 = 365 * DAY;

/// Deletes what is no longer needed, part by part; a part that fails is logged and tried again next time.
pub async fn run(jobs: &Jobs) {
    let photos = Box::pin(async { jobs.photos.sweep().await.map(|_| ()) });
    let documents = Box::pin(async { jobs.documents.sweep().await.map(|_| ()) });
    let ends = Box::pin(async { jobs.documents.tell_of_ends().await.map(|_| ()) });
    let identities = Box::pin(async { jobs.documents.forget_identities().await.map(|_| ()) });
    let empty_log = async { Ok(jobs.db.empty_log().await?) };
    for (part, result) in [
        ("photos", caught(photos).await),
        ("documents", caught(documents).await),
        ("ends of documents", caught(ends).await),
        ("identities", caught(identities).await),
        ("tidy", caught(Box::pin(tidy(jobs))).await),
        ("gates", caught(forget_gates(jobs)).await),
        ("log", caught(empty_log).await),
    ] {
        if let Err(error) = result {
            tracing::error!(part, %error, "housekeeping failed");
        }
    }
}

/// The safety net under webhooks and timers: takes the decisions of matching that were lost, asks the provider about payments nobody
/// has asked about for a minute, ends bookings whose time to pay is over, gives pros what has become available, makes the weekly payouts, has
/// somebody told of late ones, issues invoices for our fees, renews holds that end soon, and has cards forgotten. A part that fails does
/// not hold up the others.
///
/// # Errors
/// The first failure, when all parts have run: the database fails, or the provider cannot be reached.
pub async fn sweep(jobs: &Jobs) -> Fallible<()> {
    let services = &jobs.services;
    let parts = [
        Box::pin(services.matching.sweep()).await,
        Box::pin(settle(jobs)).await,
        services.earnings.clear_due().await,
        services.payouts.pay_weekly().await,
        services.payouts.alert_late().await,
        Box::pin(services.fee_invoices.issue_due()).await,
        Box::pin(renew_holds(jobs)).await,
        services.payments.forget_cards().await,
    ];
    let mut failures = parts.into_iter().filter_map(Result::err);
    let first = failures.next();
    // Whoever called is told of the first.
    failures.for_each(|failure| failure.log());
    first.map_or(Ok(()), Err)
}

/// Asks the provider about payments of which it has not been heard, and ends bookings whose time to pay is over.
async fn settle(jobs: &Jobs) -> Fallible<()> {
    let now = jobs.clock.now();
    let service = &jobs.services.payments;
    let provider = service.provider().name();
    let quiet = payments::unheard_of(&mut jobs.db.read().await?, provider, now - MINUTE, AT_ONCE).await?;
    for payment in quiet {
        go_on_unless_away(Box::pin(service.settle_now_and_then(&payment)).await)?;
    }
    let overdue = payments::overdue_bookings(&mut jobs.db.read().await?, now - MINUTE, AT_ONCE).await?;
    for booking in overdue {
        go_on_unless_away(Box::pin(service.settle_or_abandon(&booking)).await)?;
    }
    Ok(())
}

async fn renew_holds(jobs: &Jobs) -> Fallible<()> {
    let service = &jobs.services.payments;
    for payment in service.holds_to_renew().await? {
        go_on_unless_away(Box::pin(service.renew_hold(&payment)).await)?;
    }
    Ok(())
}

/// One payment's own failure does not hold up the others; a provider that is down would fail, or hang, for each of them.
fn go_on_unless_away(result: Fallible<()>) -> Fallible<()> {
    match result {
        Err(error) if error.kind == FailureKind::ProviderUnavailable => Err(error),
        Err(error) => {
            tracing::warn!(%error, "a payment cannot be settled yet");
            Ok(())
        }
        Ok(()) => Ok(()),
    }
}

/// Deletes codes and tickets that are too old, browsers whose session is over, what operators typed and searched for and their sessions
/// once the time for them is over, idempotency rows and pros' positions after a day, done jobs after a week, notifications and expired
/// sessions after a month, seen events after three months, chats, pros' photos of the work, readings' links to bookings and the hashes of erased identifiers after a year,
/// and sealed receipts and former pros' tax details when tax law lets go of them.
pub async fn tidy(jobs: &Jobs) -> Fallible<()> {
    let now = jobs.clock.now();
    let deleted = jobs.db.write(move |connection| {
        Box::pin(async move {
            idempotency::purge(connection, now).await?;
            rows::forget_done(connection, now - KEEP_JOBS).await?;
            codes::forget(connection, now).await?;
            sessions::forget(connection, now - KEEP_SESSIONS).await?;
            operator_sessions::forget(connection, now - DRAFT_LIFE).await?;
            operator_sessions::forget_drafts(connection, now).await?;
            provider_events::forget(connection, now - KEEP_EVENTS).await?;
            tickets::forget(connection, now).await?;
            push_subscriptions::forget(connection, now).await?;
            notifications::forget(connection, now - KEEP_NOTIFICATIONS).await?;
            master_events::forget(connection, now - KEEP_NOTIFICATIONS).await?;
            chat::forget(connection, now - KEEP_CHATS).await?;
            readings::unlink(connection, now - KEEP_READINGS_LINKED).await?;
            erased_identifiers::forget(connection, now).await?;
            sealed_receipts::forget(connection, now).await?;
            if let Some(closed_before) = retention::over_before(now) {
                tax::forget(connection, closed_before).await?;
            }
            work::let_go_of_photos(connection, now - KEEP_PHOTOS_OF_WORK, LET_GO_AT_ONCE).await?;
            masters::forget_positions(connection, now - KEEP_POSITIONS).await?;
            Ok::<_, Failure>(())
        })
    });
    deleted.await
}

/// Deletes the gates that nobody has used for a day.
pub async fn forget_gates(jobs: &Jobs) -> Fallible<()> {
    let before = jobs.clock.now() - KEEP_GATES;
    while jobs
        .db
        .write(move |connection| Box::pin(booking_limits::forget_one(connection, before)))
        .await?
    {}
    Ok(())
}
