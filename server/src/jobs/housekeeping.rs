//! What is looked after once a minute: payments and bookings whose own job was lost, and rows that are of no
//! use any more. Each part may run on several servers at once.

use crate::clock::{DAY, MINUTE};
use crate::domain::failure::{Failure, Fallible};
use crate::state::AppState;
use crate::store::{
    booking_limits, codes, idempotency, jobs, notifications, payments, provider_events, sessions, tickets,
};

/// How many payments or bookings one round looks at.
const AT_ONCE: i64 = 50;

/// How long done jobs are kept, milliseconds.
const KEEP_JOBS: i64 = 7 * DAY;

/// How long sessions are kept after they expired: their owner may ask who signed in.
const KEEP_SESSIONS: i64 = 30 * DAY;

/// How long seen events are remembered: a provider repeats one for a few days at most (Stripe: 3).
const KEEP_EVENTS: i64 = 90 * DAY;

/// How long the gate of a phone or network address is kept after it was passed.
const KEEP_GATES: i64 = DAY;

/// How long a stream that broke can resume, milliseconds.
const KEEP_NOTIFICATIONS: i64 = 30 * DAY;

/// Runs every part; one that fails is told of and tried again the next time.
pub async fn run(state: &AppState) {
    let photos = Box::pin(state.photos.sweep()).await.map(|_| ());
    for (part, result) in [
        ("sweep", sweep(state).await),
        ("photos", photos),
        ("tidy", Box::pin(tidy(state)).await),
        ("gates", forget_gates(state).await),
    ] {
        if let Err(error) = result {
            tracing::error!(part, code = error.code, "housekeeping failed");
        }
    }
}

/// The safety net under webhooks and timers: asks the provider about payments nobody has asked about for a
/// minute, and ends bookings whose time to pay is over.
///
/// # Errors
/// When the database fails; a provider that does not answer is left for the next time.
pub async fn sweep(state: &AppState) -> Fallible<()> {
    let now = state.clock.now();
    let quiet = payments::unheard_of(&mut state.db.read().await?, now - MINUTE, AT_ONCE).await?;
    for payment in quiet {
        Box::pin(state.payments.settle_for_waiting(&payment)).await?;
    }
    let overdue = payments::overdue_bookings(&mut state.db.read().await?, now - MINUTE, AT_ONCE).await?;
    for booking in overdue {
        if let Err(error) = Box::pin(state.payments.settle_or_abandon(&booking)).await {
            tracing::warn!(code = error.code, "cannot end a booking's wait for payment yet");
        }
    }
    Ok(())
}

/// Deletes codes and tickets that are too old, idempotency rows after a day, done jobs after a week, notifications and expired sessions
/// after a month, and seen events after three months.
///
/// # Errors
/// When the database fails.
pub async fn tidy(state: &AppState) -> Fallible<()> {
    let now = state.clock.now();
    let deleted = state.db.write(move |connection| {
        Box::pin(async move {
            idempotency::purge(connection, now).await?;
            jobs::forget_done(connection, now - KEEP_JOBS).await?;
            codes::forget(connection, now).await?;
            sessions::forget(connection, now - KEEP_SESSIONS).await?;
            provider_events::forget(connection, now - KEEP_EVENTS).await?;
            tickets::forget(connection, now).await?;
            notifications::forget(connection, now - KEEP_NOTIFICATIONS).await?;
            Ok::<_, Failure>(())
        })
    });
    deleted.await
}

/// Deletes the gates that nobody has passed for a day.
///
/// # Errors
/// When the database fails.
pub async fn forget_gates(state: &AppState) -> Fallible<()> {
    let before = state.clock.now() - KEEP_GATES;
    while state
        .db
        .write(move |connection| Box::pin(booking_limits::forget_one(connection, before)))
        .await?
    {}
    Ok(())
}
