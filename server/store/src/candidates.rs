//! What matching needs to know of pros: read for one of them, or for those who changed.

use callout_domain::master_document::DocumentKind;
use callout_domain::pro::Skill;
use sqlx::AssertSqlSafe;

use super::proposals::OPEN;
use super::{Connection, StoreError, diaries, statuses};
use crate::table;
use callout_db::{SqlSafeStr as _, Value, execute, fetch_all, row};
use callout_domain::booking::{Booking, Json};
use callout_domain::clock::Millis;
use callout_domain::districts::Location;

/// Which pros to read.
#[derive(Debug, Clone, Copy)]
pub enum Which<'a> {
    /// This one.
    One(&'a str),
    /// Those whose profile, papers or position changed at this time (Unix milliseconds) or later.
    ChangedSince(Millis),
    /// These few.
    These(&'a [String]),
}

row! {
    /// A pro with the position that is kept of them. Times in Unix milliseconds.
    #[derive(Debug, Clone)]
    pub struct ProRow {
        /// `master-…`.
        pub id: String,
        /// Trades.
        pub skills: Json<Vec<Skill>>,
        /// Radius of the area, whole km.
        pub radius_km: Option<i64>,
        /// Middle of the area, degrees.
        pub base_lat: Option<f64>,
        /// Middle of the area, degrees.
        pub base_lng: Option<f64>,
        /// When the profile was activated.
        pub activated_at: Option<Millis>,
        /// True while the pro is willing to take jobs.
        pub online: bool,
        /// When the pro was last heard of, as far as that was written down.
        pub seen_at: Millis,
        /// When the profile or a document last changed.
        pub changed_at: Millis,
        /// The last position, degrees.
        pub place_lat: Option<f64>,
        /// The last position, degrees.
        pub place_lng: Option<f64>,
        /// When that was.
        pub place_at: Option<Millis>,
        /// The email, if it is proved.
        pub proved_email: Option<String>,
        /// How many browsers take push for them.
        pub browsers: i64,
        /// True for a demo pro.
        pub is_demo: bool,
        /// True while the pro is suspended.
        pub is_suspended: bool,
    }
}

row! {
    /// A verified paper.
    #[derive(Debug, Clone)]
    pub struct PaperRow {
        /// The pro.
        pub master_id: String,
        /// What it proves.
        pub kind: DocumentKind,
        /// The last day it is valid, `YYYY-MM-DD`.
        pub expires_on: Option<String>,
    }
}

/// Where pros are looked for.
#[derive(Debug, Clone, Copy)]
pub struct Near<'a> {
    /// Their trade, as it is stored.
    pub skill: &'a str,
    /// Around here.
    pub middle: Location,
    /// At most so far from their base, metres; roughly.
    pub furthest: f64,
    /// Heard of at this time (Unix milliseconds) or later.
    pub seen_since: Millis,
}

/// Length of a degree of latitude, metres.
const DEGREE: f64 = 111_200.0;

/// The active pros of a trade around a place, the nearest first by their base, as far as a flat map tells. No demo pros.
pub async fn nearest(
    connection: &mut Connection,
    near: Near<'_>,
    limit: i64,
) -> Result<Vec<String>, StoreError> {
    let Location { lat, lng } = near.middle;
    let shrink = lat.to_radians().cos();
    let north = near.furthest / DEGREE;
    let rows = fetch_all!(
        connection,
        (String,),
        "select id from masters
         where activated_at is not null and is_demo = 0 and skills like $1 and seen_at >= $10
           and base_lat between $2 and $3 and base_lng between $4 and $5
         order by (base_lat - $6) * (base_lat - $6) + (base_lng - $7) * (base_lng - $7) * $8, id limit $9",
        format!("%\"{}\"%", near.skill),
        lat - north,
        lat + north,
        lng - north / shrink,
        lng + north / shrink,
        lat,
        lng,
        shrink * shrink,
        limit,
        near.seen_since,
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Runs a query about the pros that are meant; the values of its text are those of [`Which::values`].
macro_rules! about {
    ($connection:expr, $row:ty, $sql:expr, $which:expr) => {
        $connection
            .fetch_all::<$row>($sql.into_sql_str(), $which.values())
            .await
    };
}

impl Which<'_> {
    /// The condition on `masters`.
    fn condition(self) -> String {
        match self {
            Self::One(_) => "masters.id = $1".to_owned(),
            Self::ChangedSince(_) => "masters.id in (select id from masters where changed_at >= $1
                   union select master_id from master_positions where at >= $1 -- scans: at the start, every pro
                 )"
                .to_owned(),
            Self::These(ids) => format!("masters.id in {}", table::places(1, ids.len().max(1), 0)),
        }
    }

    fn values(self) -> Vec<Value> {
        match self {
            Self::One(id) => vec![Value::from(id)],
            Self::ChangedSince(since) => vec![Value::from(since)],
            Self::These([]) => vec![Value::from("")],
            Self::These(ids) => ids.iter().map(|id| Value::from(id.as_str())).collect(),
        }
    }
}

/// What they have said of when and for what they work.
pub async fn diaries(connection: &mut Connection, which: Which<'_>) -> Result<diaries::Said, StoreError> {
    diaries::of_pros(connection, &which.condition(), &which.values()).await
}

/// The pros.
pub async fn pros(connection: &mut Connection, which: Which<'_>) -> Result<Vec<ProRow>, StoreError> {
    let sql = AssertSqlSafe(format!(
        "select masters.id, masters.skills, masters.radius_km, masters.base_lat, masters.base_lng,
           masters.activated_at, masters.online, masters.seen_at, masters.changed_at, masters.is_demo,
           place.lat as place_lat, place.lng as place_lng, place.at as place_at,
           (select min(value) from identifiers where account_id = masters.id and role || '' = 'master'
             and verified_at is not null) as proved_email,
           (select count(*) from push_subscriptions where person_id = masters.id) as browsers,
           (select count(*) from suspensions where master_id = masters.id and ended_at is null) as is_suspended
         from masters left join master_positions place on place.master_id = masters.id where {}",
        which.condition()
    ));
    about!(connection, ProRow, sql, which)
}

/// Their verified papers.
pub async fn papers(connection: &mut Connection, which: Which<'_>) -> Result<Vec<PaperRow>, StoreError> {
    let sql = AssertSqlSafe(format!(
        "select master_id, kind, expires_on from master_documents
         where verified_at is not null and rejected_at is null
           and master_id in (select id from masters where {})",
        which.condition()
    ));
    about!(connection, PaperRow, sql, which)
}

/// What pros owe: fees of cash jobs that their earnings do not cover, pence.
pub async fn debts(connection: &mut Connection, which: Which<'_>) -> Result<Vec<(String, i64)>, StoreError> {
    let sql = AssertSqlSafe(format!(
        "select master_id, -available_pence from pro_balances
         where available_pence < 0 and master_id in (select id from masters where {})",
        which.condition()
    ));
    about!(connection, (String, i64), sql, which)
}

/// Their jobs that are not ended.
pub async fn jobs(connection: &mut Connection, which: Which<'_>) -> Result<Vec<Booking>, StoreError> {
    let under_way = statuses::with("status", |facts| facts.has_pro && facts.is_open);
    let sql = table::select::<Booking>(&format!(
        "where assigned_master_id in (select id from masters where {}) and {under_way}",
        which.condition()
    ));
    about!(connection, Booking, sql, which)
}

/// The bookings for which they have an open proposal, as long as they would take by it. A named price keeps no time free before it is
/// chosen.
pub async fn proposed(
    connection: &mut Connection,
    which: Which<'_>,
) -> Result<Vec<(String, Booking)>, StoreError> {
    let sql = AssertSqlSafe(format!(
        "select master_id, booking_id, length_minutes from proposals
         where {OPEN} and master_id in (select id from masters where {})",
        which.condition()
    ));
    let open = about!(connection, (String, String, Option<i64>), sql, which)?;
    let mut proposed = Vec::with_capacity(open.len());
    for (pro, booking, length) in open {
        if let Some(booking) = super::bookings::find(connection, &booking).await? {
            let visit_minutes = length.or(booking.visit_minutes);
            proposed.push((
                pro,
                Booking {
                    visit_minutes,
                    ..booking
                },
            ));
        }
    }
    Ok(proposed)
}

/// The bookings for which a suggested time is kept free for them, at that time.
pub async fn suggested(
    connection: &mut Connection,
    which: Which<'_>,
) -> Result<Vec<(String, Booking)>, StoreError> {
    let sql = AssertSqlSafe(format!(
        "select master_id, id from changes
         where outcome is null and master_id in (select id from masters where {})",
        which.condition()
    ));
    let open = about!(connection, (String, String), sql, which)?;
    let mut suggested = Vec::with_capacity(open.len());
    for (pro, id) in open {
        let Some(change) = super::changes::find(connection, &id).await? else {
            continue;
        };
        if let Some(booking) = super::bookings::find(connection, &change.booking_id).await? {
            let then = Booking {
                slot_id: change.slot_id,
                slot_start: change.slot_start,
                slot_end: change.slot_end,
                ..booking
            };
            suggested.push((pro, then));
        }
    }
    Ok(suggested)
}

/// Writes down when pros were last heard of (Unix milliseconds).
pub async fn seen(connection: &mut Connection, pros: &[(String, Millis)]) -> Result<(), StoreError> {
    for (id, at) in pros {
        execute!(
            connection,
            "update masters set seen_at = $2 where id = $1 and seen_at < $2",
            id.as_str(),
            *at,
        )?;
    }
    Ok(())
}

/// Turns off the switch of pros who are online and were last heard of before `before` (Unix milliseconds), and gives them. Demo pros
/// are never heard of.
pub async fn turn_off_unseen(
    connection: &mut Connection,
    before: Millis,
    now: Millis,
) -> Result<Vec<String>, StoreError> {
    let rows = fetch_all!(
        connection,
        (String,),
        "update masters set online = 0, changed_at = $2 where online = 1 and seen_at < $1 and changed_at < $1
           and is_demo = 0 returning id",
        before,
        now,
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}
