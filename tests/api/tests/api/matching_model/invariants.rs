//! What must hold in the tables after every step.

use callout_domain::booking::Booking as Row;
use callout_store::{bookings, events, matchings};

use super::booking::{Booking, STEPS, Status};
use super::world::World;

/// A job takes this long, milliseconds.
const JOB: i64 = 2 * super::booking::HOUR;

impl World {
    /// Compares the tables with the model. What jobs do is only there once they `have_run`.
    pub(super) async fn check(&self, have_run: bool) {
        let mut stored = Vec::new();
        for (number, it) in self.model.bookings.iter().enumerate() {
            let id = self.id(number);
            let mut connection = self.app.state.db.read().await.unwrap();
            let row = bookings::find(&mut connection, id).await.unwrap().unwrap();
            let steps = events::after(&mut connection, id, 0, 1_000).await.unwrap();
            let matching = matchings::find(&mut connection, id).await.unwrap();
            drop(connection);
            let told = format!("booking {number} ({id})");
            self.check_row(it, &row, &told);
            let kinds = steps.iter().map(|event| event.kind.as_str());
            let kinds: Vec<&str> = kinds.filter(|kind| *kind != "price_raised").collect();
            let numbers: Vec<i64> = steps.iter().map(|event| event.seq).collect();
            assert_eq!(
                numbers,
                (1..=row.seq).collect::<Vec<_>>(),
                "{told}: events without a gap"
            );
            check_path(&kinds, it.status, &told);
            let next = matching.as_ref().and_then(|matching| matching.next_at);
            let looks = it.status == Status::Pending;
            assert_eq!(
                next.is_some(),
                looks,
                "{told}: a decision is to come exactly while a pro is looked for"
            );
            if have_run {
                self.check_timers(it, id, next, &told).await;
                self.check_money(it, number, &told).await;
            }
            stored.push(row);
        }
        self.check_jobs_of_pros(&stored);
        self.check_places().await;
        self.check_books().await;
        if have_run {
            self.none(
                "jobs where done_at is null and run_at <= {now}",
                "a job is due and does not run",
            )
            .await;
            self.none(
                "jobs where done_at is null and last_error is not null",
                "a job failed",
            )
            .await;
            self.none("refunds where status <> 'done'", "a refund is not made")
                .await;
        }
    }

    fn check_row(&self, it: &Booking, row: &Row, told: &str) {
        let pro = it.pro.map(|pro| self.pros[pro].id.as_str());
        assert_eq!(row.status.as_str(), it.status.name(), "{told}: its status");
        assert_eq!(row.assigned_master_id.as_deref(), pro, "{told}: its pro");
        let must_have = it.status.is_a_job() || it.status == Status::Completed;
        assert!(pro.is_some() || !must_have, "{told}: {row:?} has no pro");
        assert!(
            pro.is_none() || must_have || it.status == Status::Cancelled,
            "{told}: {row:?} has a pro"
        );
        assert_eq!(row.amount_pence, it.price, "{told}: its price");
        assert_eq!(
            row.holds_place,
            it.holds_place(),
            "{told}: whether it holds its place"
        );
        assert_eq!(
            row.ended_at.is_some(),
            it.status.has_ended(),
            "{told}: whether it has ended"
        );
        assert_eq!(
            row.payment_due_until.is_some(),
            row.payment_due_pence.is_some(),
            "{told}: {row:?}"
        );
        assert_eq!(row.payment_due_pence, it.due(), "{told}: what is to be paid");
    }

    /// Whatever waits has a time and a job that comes back to it.
    async fn check_timers(&self, it: &Booking, id: &str, next: Option<i64>, told: &str) {
        let open = self
            .app
            .count(&format!(
                "select count(*) from proposals where booking_id = '{id}' and outcome is null"
            ))
            .await;
        assert_eq!(
            open,
            i64::from(it.proposal.is_some()),
            "{told}: proposals that are open"
        );
        let at = match it.status {
            Status::Pending => next,
            Status::InProgress
            | Status::Completed
            | Status::Cancelled
            | Status::Assigned
            | Status::EnRoute => None,
            Status::Created | Status::Accepted | Status::NoResponse => it.next_moment(),
        };
        if let Some(open) = it.waiting {
            self.comes_back(open.until, id, told).await;
        }
        let Some(at) = at else { return };
        let about = match &it.proposal {
            Some(open) if !open.approved => {
                let sql = format!("select id from proposals where booking_id = '{id}' and outcome is null");
                self.app.text(&sql).await.unwrap()
            }
            _ => id.to_owned(),
        };
        self.comes_back(at, &about, told).await;
    }

    async fn comes_back(&self, at: i64, about: &str, told: &str) {
        assert!(
            at > self.model.now,
            "{told}: its time is over, and nothing happened"
        );
        let timer = format!("jobs where done_at is null and run_at = {at} and work like '%{about}%'");
        let timers = self.app.count(&format!("select count(*) from {timer}")).await;
        assert!(timers > 0, "{told}: nothing comes back to it at {at}");
    }

    async fn check_money(&self, it: &Booking, number: usize, told: &str) {
        let id = self.id(number);
        let sum = async |what: &str| {
            let sql = format!(
                "select cast(coalesce(sum({what}), 0) as bigint) from payments where booking_id = '{id}'"
            );
            self.app.count(&sql).await
        };
        let held = sum("case when status = 'requires_capture' then amount_pence else 0 end").await;
        assert_eq!(held, it.held, "{told}: held on cards");
        assert_eq!(
            sum("captured_pence - refunded_pence").await,
            it.kept,
            "{told}: taken from cards"
        );
        let posted = format!(
            "select count(*) from ledger_transactions where kind = 'completed' and booking_id = '{id}'"
        );
        let is_done = i64::from(it.status == Status::Completed);
        assert_eq!(
            self.app.count(&posted).await,
            is_done,
            "{told}: what it earned is posted once"
        );
        if it.status.has_ended() {
            let client = &self.made[number].guest.id;
            assert_eq!(
                self.balance(&format!("client:{client}")).await,
                0,
                "{told}: client and books are even"
            );
        }
    }

    async fn balance(&self, account: &str) -> i64 {
        let of = format!("from ledger_entries where account = '{account}'");
        let sql = format!("select cast(coalesce(sum(amount_pence), 0) as bigint) {of}");
        self.app.count(&sql).await
    }

    /// No pro has two jobs at one time.
    fn check_jobs_of_pros(&self, stored: &[Row]) {
        for pro in &self.pros {
            let own = |row: &&Row| {
                row.assigned_master_id.as_ref() == Some(&pro.id)
                    && matches!(row.status.as_str(), "assigned" | "en_route" | "in_progress")
            };
            let mut jobs: Vec<(i64, i64)> = stored.iter().filter(own).map(hours).collect();
            jobs.sort_unstable();
            let clash = jobs.windows(2).find(|pair| pair[1].0 < pair[0].1);
            assert!(clash.is_none(), "{} has two jobs at once: {jobs:?}", pro.id);
        }
    }

    async fn check_places(&self) {
        let held = "select count(*) from bookings where holds_place = 1 and bookings.area = slot_places.area
            and bookings.slot_start = slot_places.slot_start and bookings.slot_end = slot_places.slot_end";
        let kept = "select count(*) from changes join bookings on bookings.id = changes.booking_id
            where changes.holds_place = 1 and bookings.area = slot_places.area
            and changes.slot_start = slot_places.slot_start and changes.slot_end = slot_places.slot_end";
        self.none(
            &format!("slot_places where taken <> ({held}) + ({kept})"),
            "a slot's places are not its bookings'",
        )
        .await;
        let taken = "select cast(coalesce(sum(taken), 0) as bigint) from slot_places";
        let bookings = "select (select count(*) from bookings where holds_place = 1)
            + (select count(*) from changes where holds_place = 1)";
        assert_eq!(
            self.app.count(taken).await,
            self.app.count(bookings).await,
            "places taken"
        );
    }

    async fn check_books(&self) {
        let uneven = "(select reference from ledger_entries group by reference having sum(amount_pence) <> 0) as uneven";
        self.none(uneven, "a transaction of the ledger does not sum to zero")
            .await;
        let adrift =
            "pro_balances where available_pence <> (select cast(coalesce(-sum(amount_pence), 0) as bigint)
            from ledger_entries where account = 'pro:' || master_id)
            or clearing_pence <> (select cast(coalesce(-sum(amount_pence), 0) as bigint)
            from ledger_entries where account = 'pro:' || master_id || ':clearing')";
        self.none(adrift, "a pro's balance is not what the ledger says")
            .await;
        let beyond = "payments where refunded_pence > captured_pence or captured_pence > amount_pence";
        self.none(beyond, "more was taken or given back than there is")
            .await;
        let holds = "select cast(coalesce(sum(amount_pence), 0) as bigint) from payments where status = 'requires_capture'";
        assert_eq!(
            self.balance("provider:holds").await,
            self.app.count(holds).await,
            "holds in the ledger"
        );
        let captured = "select cast(coalesce(sum(captured_pence), 0) as bigint) from payments";
        let refunded =
            "select cast(coalesce(sum(amount_pence), 0) as bigint) from refunds where status = 'done'";
        let cash = self.app.count(captured).await - self.app.count(refunded).await;
        assert_eq!(self.balance("provider:cash").await, cash, "cash in the ledger");
        let twice = "(select booking_id from proposals where outcome is null group by booking_id having count(*) > 1) as twice";
        self.none(twice, "a booking has two open proposals").await;
        self.none("jobs where dead_at is not null", "a job was given up")
            .await;
    }

    async fn none(&self, what: &str, wrong: &str) {
        let what = what.replace("{now}", &self.model.now.to_string());
        let count = self.app.count(&format!("select count(*) from {what}")).await;
        assert_eq!(count, 0, "{wrong}");
    }

    /// Each pro's own list shows the jobs that the model says they have.
    pub(super) async fn check_lists(&self) {
        for (number, pro) in self.pros.iter().enumerate() {
            let listed = crate::matching::jobs(&self.app, pro, "active").await;
            let mut listed: Vec<&str> = listed.iter().filter_map(|job| job["id"].as_str()).collect();
            let own = |(_, it): &(usize, &Booking)| it.status.is_a_job() && it.pro == Some(number);
            let bookings = self.model.bookings.iter().enumerate().filter(own);
            let mut expected: Vec<&str> = bookings.map(|(booking, _)| self.id(booking)).collect();
            listed.sort_unstable();
            expected.sort_unstable();
            assert_eq!(listed, expected, "the jobs of pro {number}");
        }
    }
}

fn hours(row: &Row) -> (i64, i64) {
    let at_once = || {
        let since = row.assigned_at.unwrap();
        (since, since + JOB)
    };
    row.slot_start.zip(row.slot_end).unwrap_or_else(at_once)
}

/// Every step is one of the table, and the last one led where the booking stands.
fn check_path(kinds: &[&str], status: Status, told: &str) {
    assert_eq!(kinds.first(), Some(&"created"), "{told}: {kinds:?}");
    assert_eq!(kinds.last(), Some(&status.name()), "{told}: {kinds:?}");
    for pair in kinds.windows(2) {
        let ways = STEPS.iter().find(|(from, _)| *from == pair[0]);
        let is_legal = ways.is_some_and(|(_, ends)| ends.contains(&pair[1]));
        assert!(is_legal, "{told}: {} -> {} in {kinds:?}", pair[0], pair[1]);
    }
}
