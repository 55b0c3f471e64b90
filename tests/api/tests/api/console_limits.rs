//! What an admin gives back in a day of London's: £1,000, whatever it is done by.

use api_tests::{TestApp, both_databases};
use callout_base::audit;
use callout_domain::audit::{Act, AuditRow, Entry, Subject};
use callout_domain::clock::{DAY, MINUTE, Millis};
use callout_domain::failure::Fallible;
use callout_domain::operator::{By, OperatorRole};
use callout_domain::time;
use callout_front::jobs;
use callout_store as store;
use futures_util::future::{join, join_all};
use pricing_core::Pence;

use crate::console_bookings::address;
use crate::disputes::{complaint, dispute, id_of};
use crate::earnings::balances_agree;
use crate::matching::{ready, step};
use crate::matching_jobs::taken;
use crate::operator::{OWN_PASSWORD, admin};
use crate::reviews::done;
use crate::stops::begun;

const CANCEL: &str = "/admin/do/bookings/cancel";
const DECIDE: &str = "/admin/do/disputes/decide";
const REFUND: &str = "/admin/do/bookings/refund";
const STOP: &str = "/admin/do/bookings/stop";
const PROVE: &str = "/admin/do/second-factor/prove";
const TOO_MUCH: &str = "a day. Ask a super admin.";
const WHY: (&str, &str) = ("reason", "Our slip.");

/// An act of nobody who signs in.
fn by(app: &TestApp, id: &str, role: OperatorRole) -> By {
    By {
        id: id.to_owned(),
        email: format!("{id}@callout.example"),
        role,
        ..By::command_line(&app.state.keys)
    }
}

/// Writes down that somebody gave money back, as each such act does.
async fn give(app: &TestApp, by: &By, pence: i64, at: Millis) -> Fallible<()> {
    let entry = Entry::new(Act::BookingRefunded, Subject::Booking("C-1".to_owned())).refunding(Pence(pence));
    let by = by.clone();
    app.state
        .db
        .write(move |connection| Box::pin(async move { audit::note(connection, &by, &entry, at).await }))
        .await
}

/// The same now, for each of several sums.
async fn give_all(app: &TestApp, by: &By, sums: &[i64]) {
    for pence in sums {
        give(app, by, *pence, app.clock.now()).await.unwrap();
    }
}

/// What somebody has given back since then, pence.
async fn given(app: &TestApp, by: &By, since: Millis) -> i64 {
    let mut connection = app.state.db.read().await.unwrap();
    let acts = store::audit::of_operator(&mut connection, &by.id, since)
        .await
        .unwrap();
    acts.iter().map(AuditRow::refund).sum::<Pence>().0
}

/// The next job of a pro may be at the same time.
async fn free_slot(app: &TestApp) {
    app.execute("delete from slot_places").await;
}

both_databases! {
    async fn every_way_of_giving_back_counts_until_the_next_day(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let refunded = done(&app, &pro).await;
        free_slot(&app).await;
        let disputed = done(&app, &pro).await;
        free_slot(&app).await;
        let _ = dispute(&app, &disputed, &complaint()).await.expect_status(201);
        let stopped = begun(&app, &pro).await;
        free_slot(&app).await;
        let other = ready(&app, "other", 1).await;
        let cancelled = taken(&app, &other).await;
        let _ = step(&app, &other, &cancelled.booking.id, "en_route").await.expect_status(200);
        app.clock.advance(6 * MINUTE);
        let ways = [
            (address(&refunded.booking.id), REFUND, vec![("amount", "117"), ("borne_by", "callout"), WHY]),
            (format!("/admin/disputes/{}", id_of(&app, &disputed).await), DECIDE, vec![("refund", "all"), ("borne_by", "callout"), WHY]),
            (address(&stopped.booking.id), STOP, vec![("share", "0"), WHY]),
            // The £40.95 that the rules would cost are waived.
            (address(&cancelled.booking.id), CANCEL, vec![("how", "by_callout"), WHY]),
        ];
        let mut operator = admin(&app).await;
        let own = By { id: operator.id.clone(), ..by(&app, "admin", OperatorRole::Admin) };
        give_all(&app, &own, &[25_000; 4]).await;
        for (page, form, typed) in &ways {
            operator.send(page, form, typed).await.page.says("Nothing was done.").says(TOO_MUCH);
        }
        assert_eq!(given(&app, &own, 0).await, 100_000);

        let midnight = time::day_began(app.clock.now() + DAY).unwrap();
        app.clock.advance(midnight - app.clock.now());
        operator.give_password(OWN_PASSWORD).await;
        let code = operator.code();
        let _ = operator.send("/admin/second-factor", PROVE, &[("factor_code", &code)]).await;
        for (page, form, typed) in &ways {
            operator.send(page, form, typed).await.page.lacks("Nothing was done.");
        }
        assert_eq!(given(&app, &own, midnight).await, 3 * 11_700 + 4_095);
        give_all(&app, &own, &[25_000, 25_000, 10_805]).await;
        assert_eq!(give(&app, &own, 1, app.clock.now()).await.unwrap_err().code, "super_admin_only");
        for _ in 0..3 {
            let _ = jobs::run_due(&app.state.jobs).await.unwrap();
        }
        balances_agree(&app).await;
    }

    async fn the_day_is_londons_and_a_super_admin_has_no_limit(app: TestApp) {
        // The end of 1 July 2027 in London, whose clocks are an hour ahead then.
        let midnight = 1_814_482_800_000;
        let own = by(&app, "own", OperatorRole::Admin);
        give(&app, &own, 25_000, midnight - DAY - 1).await.unwrap();
        for at in [midnight - DAY, midnight - 2, midnight - 2, midnight - 1] {
            give(&app, &own, 25_000, at).await.unwrap();
        }
        assert_eq!(give(&app, &own, 1, midnight - 1).await.unwrap_err().code, "super_admin_only");
        give(&app, &by(&app, "colleague", OperatorRole::Admin), 25_000, midnight - 1).await.unwrap();
        give(&app, &own, 25_000, midnight).await.unwrap();
        for _ in 0..2 {
            give(&app, &by(&app, "chief", OperatorRole::SuperAdmin), 100_000, midnight - 1).await.unwrap();
        }
        assert_eq!(given(&app, &own, midnight - DAY).await, 125_000, "what was refused is not on record");
    }

    async fn what_is_given_back_at_the_same_moment_counts(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let one = done(&app, &pro).await;
        free_slot(&app).await;
        let two = done(&app, &pro).await;
        free_slot(&app).await;
        let operator = admin(&app).await;
        let own = By { id: operator.id.clone(), ..by(&app, "admin", OperatorRole::Admin) };
        give_all(&app, &own, &[25_000, 25_000, 25_000, 13_000]).await;
        let pages = (operator.page(&address(&one.booking.id)).await, operator.page(&address(&two.booking.id)).await);
        let typed = [("amount", "117"), ("borne_by", "callout"), WHY];
        let led = join(operator.fill(pages.0, REFUND, &[], &typed), operator.fill(pages.1, REFUND, &[], &typed)).await;
        let texts = [led.0.page.text(), led.1.page.text()];
        let has = |words: &str| texts.iter().filter(|text| text.contains(words)).count();
        assert_eq!((has("£117 goes back to the client."), has(TOO_MUCH)), (1, 1), "{texts:?}");
        assert_eq!(given(&app, &own, 0).await, 88_000 + 11_700);

        let busy = by(&app, "busy", OperatorRole::Admin);
        let now = app.clock.now();
        let all = join_all((0..8).map(|_| give(&app, &busy, 25_000, now))).await;
        assert_eq!(all.iter().filter(|given| given.is_ok()).count(), 4, "{all:?}");
        audit::verify(&app.state.db, &[&app.state.keys.audit], None).await.unwrap();
    }
}
