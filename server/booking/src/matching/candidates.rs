//! Pros as matching knows them, put together from the tables.

use std::collections::HashMap;

use pricing_core::Pence;

use super::job;
use callout_domain::booking::Booking;
use callout_domain::clock::Millis;
use callout_domain::districts::Location;
use callout_domain::failure::Fallible;
use callout_domain::master_document::DocumentKind;
use callout_domain::matching::candidate::{Candidate, Papers, Position, Presence, valid_until};
use callout_domain::matching::diary::{Away, BlockedClient, Diary};
use callout_domain::matching::overlap::Work;
use callout_domain::matching::rules::{KILOMETRE, MatchingRules};
use callout_domain::time::Window;
use callout_store::Connection;
use callout_store::candidates::{self, PaperRow, ProRow, Which};
use callout_store::diaries::{DiaryRow, Said, TimeAwayRow};

/// A pro who was read.
pub(super) struct Read {
    /// The pro's id.
    pub(super) id: String,
    /// When profile or papers last changed, Unix milliseconds.
    pub(super) changed_at: Millis,
    /// None while the profile says too little to get jobs.
    pub(super) candidate: Option<Candidate>,
    /// Nobody is behind it.
    pub(super) is_demo: bool,
}

/// The pro of this id; none when there is no such account, or it says too little to get jobs.
pub(super) async fn one(
    connection: &mut Connection,
    id: &str,
    rules: &MatchingRules,
) -> Fallible<Option<Candidate>> {
    // Boxed: it asks five things, and each caller's future would hold them all.
    let read = Box::pin(read(connection, Which::One(id), rules)).await?;
    Ok(read.into_iter().find_map(|read| read.candidate))
}

/// The pros that are meant.
pub(super) async fn read(
    connection: &mut Connection,
    which: Which<'_>,
    rules: &MatchingRules,
) -> Fallible<Vec<Read>> {
    let pros = candidates::pros(connection, which).await?;
    let mut papers = papers(connection, which).await?;
    let mut diaries = diaries(candidates::diaries(connection, which).await?);
    let mut busy = busy(connection, which, "", rules).await?;
    let debts: HashMap<String, i64> = candidates::debts(connection, which).await?.into_iter().collect();
    let read = |row: ProRow| {
        let id = row.id.clone();
        let papers = papers.remove(&id).unwrap_or_default();
        let busy = busy.remove(&id).unwrap_or_default();
        Read {
            id: id.clone(),
            changed_at: row.changed_at,
            is_demo: row.is_demo,
            candidate: candidate(row, papers, busy, debts.get(&id).copied()).map(|pro| Candidate {
                diary: diaries.remove(&id).map(Box::new),
                ..pro
            }),
        }
    };
    Ok(pros.into_iter().map(read).collect())
}

/// The pros of these ids as far as papers, area and hours are concerned: not what they have to do, nor what they owe.
pub(super) async fn free(connection: &mut Connection, ids: &[String]) -> Fallible<Vec<Candidate>> {
    let which = Which::These(ids);
    let pros = candidates::pros(connection, which).await?;
    let mut papers = papers(connection, which).await?;
    let mut diaries = diaries(candidates::diaries(connection, which).await?);
    let free = |row: ProRow| {
        let (id, papers) = (row.id.clone(), papers.remove(&row.id).unwrap_or_default());
        let pro = candidate(row, papers, Vec::new(), None)?;
        Some(Candidate {
            diary: diaries.remove(&id).map(Box::new),
            ..pro
        })
    };
    Ok(pros.into_iter().filter_map(free).collect())
}

async fn papers(connection: &mut Connection, which: Which<'_>) -> Fallible<HashMap<String, Papers>> {
    let mut papers: HashMap<String, Papers> = HashMap::new();
    for paper in candidates::papers(connection, which).await? {
        add(papers.entry(paper.master_id.clone()).or_default(), &paper);
    }
    Ok(papers)
}

/// What pros have said of when and for what they work, by pro; nothing for those who have said nothing.
fn diaries(said: Said) -> HashMap<String, Diary> {
    let mut diaries: HashMap<String, Diary> = HashMap::new();
    for row in said.hours {
        let diary = diaries.entry(row.master_id.clone()).or_default();
        *diary = hours(row, std::mem::take(diary));
    }
    for row in said.away {
        let diary = diaries.entry(row.master_id.clone()).or_default();
        diary.away.push(away(&row));
    }
    for (pro, client, phone) in said.blocked {
        let diary = diaries.entry(pro).or_default();
        diary.blocked.push(BlockedClient { client, phone });
    }
    diaries.retain(|_, diary| !diary.is_blank());
    diaries
}

fn hours(row: DiaryRow, diary: Diary) -> Diary {
    Diary {
        weekly: row.weekly.0,
        emergencies_any_time: row.emergencies_any_time,
        minimum: row.minimum_pence.map(Pence),
        is_quiet_at_night: row.quiet_at_night,
        ..diary
    }
}

/// A time away as matching knows it.
pub(super) fn away(row: &TimeAwayRow) -> Away {
    Away {
        kind: row.kind,
        window: Window {
            start: row.starts_at,
            end: row.ends_at,
        },
    }
}

/// A pro apart from this booking, which stands in its own way nowhere; none when there is no such account.
pub(super) async fn besides(
    connection: &mut Connection,
    id: &str,
    booking_id: &str,
    rules: &MatchingRules,
) -> Fallible<Option<Candidate>> {
    let Some(pro) = one(connection, id, rules).await? else {
        return Ok(None);
    };
    let busy = busy(connection, Which::One(id), booking_id, rules).await?;
    let busy = busy.into_values().flatten().collect();
    Ok(Some(Candidate { busy, ..pro }))
}

/// What the pros have to do, apart from one booking: jobs, and what is kept free for open proposals and suggested times.
async fn busy(
    connection: &mut Connection,
    which: Which<'_>,
    except: &str,
    rules: &MatchingRules,
) -> Fallible<HashMap<String, Vec<Work>>> {
    let mut busy: HashMap<String, Vec<Work>> = HashMap::new();
    let mut add = |pro: String, booking: &Booking, since: Millis| {
        if booking.id != except {
            let work = job::work(booking, since, rules);
            busy.entry(pro).or_default().push(work);
        }
    };
    for booking in candidates::jobs(connection, which).await? {
        let since = booking.assigned_at.unwrap_or(booking.created_at);
        add(
            booking.assigned_master_id.clone().unwrap_or_default(),
            &booking,
            since,
        );
    }
    for (pro, booking) in candidates::proposed(connection, which).await? {
        add(pro, &booking, booking.updated_at);
    }
    for (pro, booking) in candidates::suggested(connection, which).await? {
        add(pro, &booking, booking.updated_at);
    }
    Ok(busy)
}

/// Notes a paper; of two of one kind the one that is valid longer counts.
fn add(papers: &mut Papers, paper: &PaperRow) {
    let until = paper.expires_on.as_deref().map_or(Some(Millis::MAX), valid_until);
    match paper.kind {
        DocumentKind::Identity => papers.identity = true,
        DocumentKind::GasSafe => papers.gas_safe = papers.gas_safe.max(until),
        DocumentKind::Electrical => papers.electrical = papers.electrical.max(until),
        DocumentKind::Insurance | DocumentKind::Other => {}
    }
}

#[expect(clippy::cast_precision_loss, reason = "a radius is at most 97 km")]
fn candidate(row: ProRow, papers: Papers, busy: Vec<Work>, debt: Option<i64>) -> Option<Candidate> {
    let base = row.base_lat.zip(row.base_lng);
    let ((lat, lng), radius) = base.zip(row.radius_km)?;
    let place = row.place_lat.zip(row.place_lng).zip(row.place_at);
    Some(Candidate {
        skills: row.skills.0.iter().map(|skill| skill.trade()).collect(),
        base: Location { lat, lng },
        radius: radius as f64 * KILOMETRE,
        position: place.map(|((lat, lng), at)| Position {
            place: Location { lat, lng },
            at,
        }),
        papers,
        active: row.activated_at.is_some() && !row.is_suspended,
        online: row.online,
        presence: Presence {
            streaming: false,
            seen_at: row.seen_at,
            has_push: row.browsers > 0,
        },
        email: row.proved_email,
        // Pros prove their email only.
        phone: None,
        debt: Pence(debt.unwrap_or_default()),
        busy,
        diary: None,
        id: row.id,
    })
}
