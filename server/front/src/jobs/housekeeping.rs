//! What happens once a minute: payments and bookings whose own job was lost are settled, and rows that are no longer
//! needed are deleted. Each part may run on several servers at once.

use super::Jobs;
use super::attempt::caught;
use callout_domain::clock::{DAY, MINUTE};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::retention;
use callout_domain::texts::hour_of;
use callout_outside::providers::provider::UNREACHABLE;
use callout_store::{booking_limits, kept, payments, push_subscriptions, readings, tax, texts};

/// How many payments or bookings one round handles.
const AT_ONCE: i64 = 50;

/// How long the gate of a phone or network address is kept after its last use.
const KEEP_GATES: i64 = DAY;

/// How long a reading leads to its booking, milliseconds: twelve months after the booking's end.
const KEEP_READINGS_LINKED: i64 = 365 * DAY;

/// Deletes what is no longer needed, part by part; a part that fails is logged and tried again next time.
pub async fn run(jobs: &Jobs) {
    let keeping = &jobs.services.keeping;
    let photos = Box::pin(async { jobs.photos.sweep().await.map(|_| ()) });
    let documents = Box::pin(async { jobs.documents.sweep().await.map(|_| ()) });
    let ends = Box::pin(async { jobs.documents.tell_of_ends().await.map(|_| ()) });
    let identities = Box::pin(async { jobs.documents.forget_files(keeping.is_on).await.map(|_| ()) });
    let empty_log = async { Ok(jobs.db.empty_log().await?) };
    for (part, result) in [
        ("photos", caught(photos).await),
        ("documents", caught(documents).await),
        ("ends of documents", caught(ends).await),
        ("identities", caught(identities).await),
        ("tidy", caught(Box::pin(tidy(jobs))).await),
        ("gates", caught(forget_gates(jobs)).await),
        ("keeping", caught(Box::pin(keeping.sweep())).await),
        ("audit log", caught(Box::pin(keeping.tell_of_audit_log())).await),
        ("log", caught(empty_log).await),
    ] {
        if let Err(error) = result {
            tracing::error!(part, %error, "housekeeping failed");
        }
    }
}

/// The safety net under webhooks and timers: takes the decisions of matching that were lost, asks the provider about payments nobody
/// has asked about for a minute, ends bookings whose time to pay is over, gives pros what has become available, makes the weekly payouts, has
/// somebody told of late ones, issues invoices for our fees, renews holds that end soon, has cards forgotten, and looks for a restored backup until the provider has answered. A part that fails does
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
        services.restore.look().await,
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

/// One payment's own failure, or the provider's refusal of it, does not hold up the others; a provider that is down would fail, or hang,
/// for each of them.
fn go_on_unless_away(result: Fallible<()>) -> Fallible<()> {
    match result {
        Err(error) if error.code == UNREACHABLE => Err(error),
        Err(error) => {
            tracing::warn!(%error, "a payment cannot be settled yet");
            Ok(())
        }
        Ok(()) => Ok(()),
    }
}

/// Deletes the rows whose own time is over (`callout_store::kept` says when), browsers whose session is over, readings' links to bookings
/// after a year, and former pros' tax details when tax law lets go of them.
pub async fn tidy(jobs: &Jobs) -> Fallible<()> {
    let now = jobs.clock.now();
    let deleted = jobs.db.write(move |connection| {
        Box::pin(async move {
            kept::forget(connection, now).await?;
            push_subscriptions::forget(connection, now).await?;
            texts::forget(connection, hour_of(now)).await?;
            readings::unlink(connection, now - KEEP_READINGS_LINKED).await?;
            if let Some(closed_before) = retention::over_before(now) {
                tax::forget(connection, closed_before).await?;
            }
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
