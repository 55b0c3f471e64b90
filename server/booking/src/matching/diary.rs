//! When and for what a pro works, as they say it: weekly hours, times away, clients they do not work for. What is agreed stays agreed: a day
//! off over a job that is theirs moves nothing, the pro is told of it.

use pricing_core::Pence;

use super::leaving::is_under_way_with;
use super::{Matching, candidates, job, not_found};
use callout_domain::booking::{Booking, Json};
use callout_domain::clock::{DAY, Millis};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::matching::diary::{Away, Diary};
use callout_domain::matching::eligible::When;
use callout_domain::matching::rules::MatchingRules;
use callout_domain::pro::diary::{MOST_AWAY, MOST_BLOCKED, TimeAway, WorkingHours, away_id};
use callout_store as store;
use callout_store::candidates::Which;
use callout_store::diaries::{self, BlockedClientRow, BlockedSeen, DiaryRow, TimeAwayRow};
use callout_store::{Connection, masters};

/// How long a time away is kept after its end, milliseconds.
const KEEP_AWAY: Millis = 30 * DAY;

/// What a pro has said, as it is shown to them.
#[derive(Debug, Clone)]
pub struct DiarySeen {
    /// Hours and prices.
    pub hours: WorkingHours,
    /// Times away that are not over, the earliest first.
    pub away: Vec<TimeAwayRow>,
    /// Clients they do not work for, the newest first.
    pub blocked: Vec<BlockedSeen>,
}

impl Matching {
    /// What a pro has said of when and for what they work.
    pub async fn diary(&self, master_id: &str) -> Fallible<DiarySeen> {
        let now = self.clock.now();
        read(&mut self.db.read().await?, master_id, now).await
    }

    /// The same with the times away that are over and not deleted yet.
    pub async fn diary_ever(&self, master_id: &str) -> Fallible<DiarySeen> {
        read(&mut self.db.read().await?, master_id, Millis::MIN).await
    }

    /// Keeps what a pro says of their hours and prices, in place of what they said before.
    ///
    /// # Errors
    /// 401 when the account is closed.
    pub async fn set_hours(&self, master_id: &str, hours: WorkingHours) -> Fallible<DiarySeen> {
        let (master, now) = (master_id.to_owned(), self.clock.now());
        let seen = self.db.write(move |connection| {
            Box::pin(async move {
                touch(connection, &master, now).await?;
                let row = DiaryRow {
                    master_id: master.clone(),
                    weekly: Json(hours.weekly),
                    emergencies_any_time: hours.emergencies_any_time,
                    minimum_pence: hours.minimum.map(|minimum| minimum.0),
                    quiet_at_night: hours.quiet_at_night,
                    changed_at: now,
                };
                diaries::put(connection, &row).await?;
                read(connection, &master, now).await
            })
        });
        let seen: DiarySeen = seen.await?;
        self.index.reload(master_id).await?;
        Ok(seen)
    }

    /// Keeps a time away, in place of the one of the same id, and gives the pro's jobs for which no time is left beside it: they stay.
    ///
    /// # Errors
    /// 401 when the account is closed; 409 `too_many_times_away`; 422 on `id`.
    pub async fn put_away(&self, master_id: &str, id: &str, time: TimeAway) -> Fallible<Vec<Booking>> {
        away_id(id)?;
        let (master, rules, now) = (master_id.to_owned(), self.rules.clone(), self.clock.now());
        let row = TimeAwayRow {
            master_id: master.clone(),
            id: id.to_owned(),
            kind: time.away.kind,
            starts_at: time.away.window.start,
            ends_at: time.away.window.end,
            note: time.note,
        };
        let met = self.db.write(move |connection| {
            Box::pin(async move {
                touch(connection, &master, now).await?;
                diaries::forget_away(connection, &master, now - KEEP_AWAY).await?;
                diaries::put_away(connection, &row).await?;
                let all = diaries::times_away(connection, &master, Millis::MIN).await?;
                if i64::try_from(all.len()).unwrap_or(i64::MAX) > MOST_AWAY {
                    return Err(Failure::conflict(
                        "too_many_times_away",
                        "Delete days off or blocked times that you no longer need first.",
                    ));
                }
                jobs_met(connection, &master, candidates::away(&row), &rules, now).await
            })
        });
        let met = met.await?;
        self.index.reload(master_id).await?;
        Ok(met)
    }

    /// Deletes a time away; nothing when there is none of this id.
    ///
    /// # Errors
    /// 401 when the account is closed.
    pub async fn delete_away(&self, master_id: &str, id: &str) -> Fallible<()> {
        let (master, id, now) = (master_id.to_owned(), id.to_owned(), self.clock.now());
        let deleted: Fallible<()> = self
            .db
            .write(move |connection| {
                Box::pin(async move {
                    touch(connection, &master, now).await?;
                    Ok(diaries::delete_away(connection, &master, &id).await?)
                })
            })
            .await;
        deleted?;
        self.index.reload(master_id).await
    }

    /// Notes that a pro does not work for the client of this booking any more, which was their job and is over.
    ///
    /// # Errors
    /// 401 when the account is closed; 404 for a booking that was not theirs; 409 `job_not_over`, `too_many_blocked`.
    pub async fn block_client(&self, master_id: &str, booking_id: &str) -> Fallible<()> {
        let (master, id, now) = (master_id.to_owned(), booking_id.to_owned(), self.clock.now());
        let blocked: Fallible<()> = self
            .db
            .write(move |connection| {
                Box::pin(async move {
                    touch(connection, &master, now).await?;
                    let booking = store::bookings::find(connection, &id).await?;
                    let own =
                        booking.filter(|booking| booking.assigned_master_id.as_deref() == Some(&master));
                    if !own.ok_or_else(not_found)?.facts().is_final {
                        let detail = "You can block a client once the job is over.";
                        return Err(Failure::conflict("job_not_over", detail));
                    }
                    let row = BlockedClientRow {
                        master_id: master.clone(),
                        booking_id: id,
                        blocked_at: now,
                    };
                    diaries::block(connection, &row).await?;
                    let all = diaries::blocked(connection, &master).await?;
                    if i64::try_from(all.len()).unwrap_or(i64::MAX) > MOST_BLOCKED {
                        let detail = "Unblock a client first: you have blocked as many as you can.";
                        return Err(Failure::conflict("too_many_blocked", detail));
                    }
                    Ok(())
                })
            })
            .await;
        blocked?;
        self.index.reload(master_id).await
    }

    /// Takes that back; nothing when they were not blocked.
    ///
    /// # Errors
    /// 401 when the account is closed.
    pub async fn unblock_client(&self, master_id: &str, booking_id: &str) -> Fallible<()> {
        let (master, id, now) = (master_id.to_owned(), booking_id.to_owned(), self.clock.now());
        let unblocked: Fallible<()> = self
            .db
            .write(move |connection| {
                Box::pin(async move {
                    touch(connection, &master, now).await?;
                    Ok(diaries::unblock(connection, &master, &id).await?)
                })
            })
            .await;
        unblocked?;
        self.index.reload(master_id).await
    }
}

/// Locks the pro, as an accept does, so that one is judged either before or after what follows.
async fn touch(connection: &mut Connection, master_id: &str, now: Millis) -> Fallible<()> {
    if masters::touch(connection, master_id, now).await? {
        Ok(())
    } else {
        Err(Failure::unauthorised())
    }
}

async fn read(connection: &mut Connection, master_id: &str, now: Millis) -> Fallible<DiarySeen> {
    let hours = diaries::find(connection, master_id).await?;
    Ok(DiarySeen {
        hours: hours.map(hours_of).unwrap_or_default(),
        away: diaries::times_away(connection, master_id, now).await?,
        blocked: diaries::blocked(connection, master_id).await?,
    })
}

fn hours_of(row: DiaryRow) -> WorkingHours {
    WorkingHours {
        weekly: row.weekly.0,
        emergencies_any_time: row.emergencies_any_time,
        minimum: row.minimum_pence.map(Pence),
        quiet_at_night: row.quiet_at_night,
    }
}

/// The jobs of a pro that have not begun and for which no time is left beside a time away.
async fn jobs_met(
    connection: &mut Connection,
    master_id: &str,
    away: Away,
    rules: &MatchingRules,
    now: Millis,
) -> Fallible<Vec<Booking>> {
    let diary = Diary {
        away: vec![away],
        ..Diary::default()
    };
    let is_met = |booking: &Booking| {
        let since = booking.assigned_at.unwrap_or(now);
        let when = When::of(job::work(booking, since, rules), false);
        diary.against_time(&when, &[]).is_some()
    };
    let jobs = store::candidates::jobs(connection, Which::One(master_id)).await?;
    let own = jobs
        .into_iter()
        .filter(|job| is_under_way_with(job, master_id) && !job.facts().is_at_work);
    Ok(own.filter(is_met).collect())
}
