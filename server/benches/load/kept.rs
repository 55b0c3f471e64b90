//! What must be in the tables after the server was killed: all that was acknowledged, once, and timers that go on.

use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use callout_domain::clock::{Clock, SECOND};
use callout_store::Db;

use super::figure::{self, now, tell};
use super::kills::{Acknowledged, Carried, locked};
use super::people::WAIT;
use super::server::{Place, number, rows};

/// A decision or a job that is this late is overdue, milliseconds.
const LATE: i64 = 3 * SECOND;
/// Within how many seconds of the last start nothing of matching may be overdue, and nothing else.
const MATCHING_WITHIN: f64 = 10.0;
const OTHERS_WITHIN: f64 = 30.0;

/// What is left after the kills.
pub(crate) struct Left<'a> {
    pub(crate) place: &'a Place,
    pub(crate) acknowledged: &'a [Acknowledged],
    pub(crate) carried: &'a [Mutex<Carried>],
}

/// A booking in the tables.
struct Row {
    id: String,
    status: String,
    pro: String,
    seq: i64,
}

impl Left<'_> {
    pub(crate) async fn judge(&self) -> bool {
        let tables = self.place.tables().await;
        let mut holds = self.timers(&tables).await;
        holds &= self.bookings(&tables).await;
        holds &= self.chats(&tables).await;
        holds &= self.of_pros(&tables).await;
        holds &= self.streams(&tables).await;
        holds &= self.alone(&tables).await;
        tables.close().await;
        holds
    }

    fn name(&self, what: &str) -> String {
        format!("kills on {}: {what}", self.place.name())
    }

    /// Waits until nothing is overdue.
    async fn timers(&self, tables: &Db) -> bool {
        let began = now();
        let matching = "select count(*) from matchings where next_at is not null and next_at <";
        let jobs = "select count(*) from jobs where done_at is null and dead_at is null and run_at <";
        let (matching, others) = (
            until_none(tables, matching, began).await,
            until_none(tables, jobs, began).await,
        );
        let mut holds = figure::at_most(
            &self.name("until no decision of matching was overdue"),
            matching,
            "s",
            MATCHING_WITHIN,
        );
        holds &= figure::at_most(&self.name("until no job was overdue"), others, "s", OTHERS_WITHIN);
        let of_alone = "booking_id in (select id from bookings where status = 'pending')";
        let asked = format!("select count(*) from matchings where wave > 0 and {of_alone}");
        let alone = format!("select count(*) from matchings where {of_alone}");
        let (asked, alone) = (number(tables, &asked).await, number(tables, &alone).await);
        tell(&self.name(&format!(
            "of {alone} bookings that nobody takes {asked} had waves"
        )));
        let again = "select count(*) from matchings where wave > 1";
        let again = usize::try_from(number(tables, again).await).expect("a count");
        holds & figure::some(&self.name("bookings with a second wave, by their timer"), again)
    }

    /// Bookings, accepts and steps: each that was acknowledged is there, none twice, and their events have no gap.
    async fn bookings(&self, tables: &Db) -> bool {
        let mut by_draft: HashMap<String, Vec<Row>> = HashMap::new();
        let found: Vec<(String, String, String, String, i64)> = rows(
            tables,
            "select draft_id, id, status, coalesce(assigned_master_id, ''), seq from bookings",
        )
        .await;
        for (draft, id, status, pro, seq) in found {
            by_draft
                .entry(draft)
                .or_default()
                .push(Row { id, status, pro, seq });
        }
        let kinds = kinds_of_events(tables).await;
        let (mut lost, mut twice, mut accepts, mut steps, mut stuck) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for known in self.acknowledged {
            let row = by_draft
                .get(&known.draft)
                .and_then(|rows| rows.iter().find(|row| row.id == known.booking));
            let Some(row) = row else {
                lost.push(known.booking.clone());
                continue;
            };
            if known.pros.len() > 1 || known.pros.iter().any(|pro| *pro != row.pro) {
                accepts.push(known.booking.clone());
            }
            let told = kinds.get(&row.id).map(Vec::as_slice).unwrap_or_default();
            let is_there = |step: &&str| told.iter().filter(|kind| *kind == step).count() == 1;
            if !known.steps.iter().all(is_there) {
                steps.push(format!("{} {told:?}", known.booking));
            }
            let end = known.steps.last().copied().unwrap_or("pending");
            if row.status != end {
                stuck.push(format!("{} is {} instead of {end}", known.booking, row.status));
            }
        }
        let (mut gaps, mut repeated) = (Vec::new(), Vec::new());
        for (draft, rows) in &by_draft {
            if rows.len() > 1 {
                twice.push(draft.clone());
            }
            for row in rows {
                let told = kinds.get(&row.id).map(Vec::as_slice).unwrap_or_default();
                if i64::try_from(told.len()) != Ok(row.seq) {
                    gaps.push(row.id.clone());
                }
                let counts = counted(told.iter().cloned());
                if counts.values().any(|count| *count > 1) {
                    repeated.push(format!("{} {told:?}", row.id));
                }
            }
        }
        let mut holds = figure::none(&self.name("acknowledged bookings that are lost"), &lost);
        holds &= figure::none(&self.name("drafts booked twice"), &twice);
        holds &= figure::none(&self.name("acknowledged accepts that are lost, or two"), &accepts);
        holds &= figure::none(&self.name("bookings with a step lost, or there twice"), &steps);
        holds &= figure::none(&self.name("bookings that stand elsewhere"), &stuck);
        holds &= figure::none(&self.name("bookings whose events have a gap"), &gaps);
        holds & figure::none(&self.name("bookings with a status told twice"), &repeated)
    }

    /// Messages: each that was acknowledged is there once, in the order in which its sender wrote.
    async fn chats(&self, tables: &Db) -> bool {
        let mut written: HashMap<(String, String), Vec<String>> = HashMap::new();
        let found: Vec<(String, String, String)> = rows(
            tables,
            "select booking_id, sender, client_key from chat_messages order by booking_id, master_id, seq",
        )
        .await;
        for (booking, sender, name) in found {
            written.entry((booking, sender)).or_default().push(name);
        }
        let (mut count, mut wrong) = (0, Vec::new());
        for known in self.acknowledged {
            for (sender, names) in [("client", &known.by_client), ("pro", &known.by_pro)] {
                let there = written.remove(&(known.booking.clone(), sender.to_owned()));
                let there = there.unwrap_or_default();
                count += names.len();
                if there != *names {
                    wrong.push(format!("{} {sender} {there:?}", known.booking));
                }
            }
        }
        let gaps = "select count(*) from chat_threads where last_seq <>
               (select count(*) from chat_messages where chat_messages.booking_id = chat_threads.booking_id
                  and chat_messages.master_id = chat_threads.master_id)";
        let gaps = usize::try_from(number(tables, gaps).await).expect("a count");
        let mut holds = figure::some(&self.name("acknowledged messages"), count);
        holds &= figure::none(
            &self.name("senders whose messages are lost, there twice or in another order"),
            &wrong,
        );
        holds & figure::exactly(&self.name("chats with a gap"), gaps, 0)
    }

    /// What pros were told: without a gap, one `assigned` for each assignment, one `booking` for each offer.
    async fn of_pros(&self, tables: &Db) -> bool {
        let told: Vec<(String, String, String)> =
            rows(tables, "select master_id, kind, booking_id from master_events").await;
        let of_kind = |wanted: &str| {
            counted(
                told.iter()
                    .filter(|(_, kind, _)| kind == wanted)
                    .map(|(pro, _, booking)| (pro.clone(), booking.clone())),
            )
        };
        let pairs = |found: Vec<(String, String)>| counted(found);
        let offers = pairs(rows(tables, "select master_id, booking_id from offers").await);
        let assigned = pairs(
            rows(
                tables,
                "select coalesce(bookings.assigned_master_id, 'nobody'), booking_events.booking_id from booking_events
                 join bookings on bookings.id = booking_events.booking_id where booking_events.type = 'assigned'",
            )
            .await,
        );
        tell(&self.name(&format!(
            "{} offers, {} assignments, {} events of pros",
            offers.len(),
            assigned.len(),
            told.len()
        )));
        let mut holds = figure::none(
            &self.name("offers and their events that differ"),
            &differing(&offers, &of_kind("booking")),
        );
        holds &= figure::none(
            &self.name("assignments and their events that differ"),
            &differing(&assigned, &of_kind("assigned")),
        );
        let mut none = async |what: &str, sql: &str| {
            let found: Vec<(String,)> = rows(tables, sql).await;
            let found: Vec<String> = found.into_iter().map(|(id,)| id).collect();
            holds &= figure::none(&self.name(what), &found);
        };
        none(
            "pros whose events have a gap",
            "select id from masters where notified <> (select count(*) from master_events where master_id = masters.id)
               or notified <> (select coalesce(max(seq), 0) from master_events where master_id = masters.id)",
        )
        .await;
        none(
            "clients whose notifications have a gap",
            "select id from clients where notified <> (select count(*) from notifications where client_id = clients.id)
               or notified <> (select coalesce(max(seq), 0) from notifications where client_id = clients.id)",
        )
        .await;
        none(
            "offers accepted twice",
            "select booking_id from offers where answer = 'accepted' group by booking_id having count(*) > 1",
        )
        .await;
        holds
    }

    /// What the streams carried while the server died again and again: nothing twice, all of it in the tables, and nothing left out
    /// but offers that had ended.
    async fn streams(&self, tables: &Db) -> bool {
        let began = now();
        let (mut wrong, mut missing) = self.compare(tables).await;
        while !missing.is_empty() && began.elapsed() < WAIT {
            tokio::time::sleep(Duration::from_millis(200)).await;
            (wrong, missing) = self.compare(tables).await;
        }
        let count: usize = self
            .carried
            .iter()
            .map(|carried| locked(carried).events.len())
            .sum();
        let mut holds = figure::some(&self.name("events on the streams of pros"), count);
        holds &= figure::none(
            &self.name("events that streams carried twice or that are lost"),
            &wrong,
        );
        holds & figure::none(&self.name("events that streams left out"), &missing)
    }

    async fn compare(&self, tables: &Db) -> (Vec<String>, Vec<String>) {
        let mut told: HashMap<(String, i64), (String, String)> = HashMap::new();
        let found: Vec<(String, i64, String, String)> = rows(
            tables,
            "select master_id, seq, kind, booking_id from master_events",
        )
        .await;
        for (pro, seq, kind, booking) in found {
            told.insert((pro, seq), (kind, booking));
        }
        let mut wrong = Vec::new();
        for carried in self.carried {
            let carried = locked(carried);
            let mut last = 0;
            for event in &carried.events {
                let seq = event.seq.unwrap_or_default();
                let row = told.remove(&(carried.pro.clone(), seq));
                let is_row = row == Some((event.kind.clone(), event.booking.clone()));
                if seq <= last || !is_row {
                    wrong.push(format!("{} {seq} {}", carried.pro, event.kind));
                }
                last = seq;
            }
        }
        let missing = told
            .into_iter()
            .filter(|(_, (kind, _))| kind != "booking")
            .map(|((pro, seq), (kind, _))| format!("{pro} {seq} {kind}"));
        (wrong, missing.collect())
    }

    /// What the tables say of themselves: the money, the jobs that were given up, and SQLite's file.
    async fn alone(&self, tables: &Db) -> bool {
        let uncaptured =
            "select count(*) from bookings left join payments on payments.id = bookings.payment_id
             where bookings.status = 'completed' and bookings.payment_method = 'card'
               and (payments.captured_pence is null or payments.captured_pence <> bookings.amount_pence)";
        let began = now();
        while number(tables, uncaptured).await > 0 && began.elapsed() < WAIT {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        let mut holds = true;
        for (what, sql) in [
            ("done jobs whose card was not charged", uncaptured),
            (
                "postings that do not add up",
                "select count(*) from (select reference from ledger_entries group by reference having sum(amount_pence) <> 0) bad",
            ),
            (
                "done jobs without their one posting",
                "select count(*) from bookings where status = 'completed' and 1 <> (select count(*) from ledger_transactions
                   where ledger_transactions.booking_id = bookings.id and kind = 'completed')",
            ),
            ("jobs given up", "select count(*) from jobs where dead_at is not null"),
        ] {
            let count = usize::try_from(number(tables, sql).await).expect("a count");
            holds &= figure::exactly(&self.name(what), count, 0);
        }
        if !tables.is_postgres() {
            let said: Vec<(String,)> = rows(tables, "pragma integrity_check").await;
            let bad: Vec<String> = said
                .into_iter()
                .map(|(line,)| line)
                .filter(|line| line != "ok")
                .collect();
            holds &= figure::none(&self.name("faults in SQLite's file"), &bad);
        }
        holds
    }
}

/// Seconds until a count of what was due before a time is 0; endless when that does not come.
async fn until_none(tables: &Db, count: &str, began: Instant) -> f64 {
    loop {
        let late = Clock::System.now() - LATE;
        if number(tables, &format!("{count} {late}")).await == 0 {
            return began.elapsed().as_secs_f64();
        }
        if began.elapsed() > 2 * WAIT {
            return f64::INFINITY;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

/// The kinds of each booking's events in order, up to the first gap.
async fn kinds_of_events(tables: &Db) -> HashMap<String, Vec<String>> {
    let found: Vec<(String, i64, String)> = rows(
        tables,
        "select booking_id, seq, type from booking_events order by booking_id, seq",
    )
    .await;
    let mut kinds: HashMap<String, Vec<String>> = HashMap::new();
    for (booking, seq, kind) in found {
        let told = kinds.entry(booking).or_default();
        if i64::try_from(told.len() + 1) == Ok(seq) {
            told.push(kind);
        }
    }
    kinds
}

fn counted<T: Ord>(all: impl IntoIterator<Item = T>) -> BTreeMap<T, usize> {
    let mut counts = BTreeMap::new();
    for one in all {
        *counts.entry(one).or_default() += 1;
    }
    counts
}

/// Pairs of pro and booking that two counts disagree on.
fn differing(
    one: &BTreeMap<(String, String), usize>,
    other: &BTreeMap<(String, String), usize>,
) -> Vec<String> {
    let both = one.keys().chain(other.keys());
    let mut found: Vec<String> = both
        .filter(|pair| one.get(*pair) != other.get(*pair))
        .map(|(pro, booking)| format!("{pro} {booking}"))
        .collect();
    found.sort();
    found.dedup();
    found
}
