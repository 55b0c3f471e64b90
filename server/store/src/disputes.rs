//! Disputes of jobs.

use super::{Connection, StoreError, table};
use callout_db::{execute, fetch_all, fetch_optional, record};
use callout_domain::appeal::Appellant;
use callout_domain::clock::Millis;
use callout_domain::dispute::{BankSays, BorneBy, DisputeStatus, Origin, Reason};
use callout_domain::kept::{Class, FACT, TWO_YEARS, both, client};

record! {
    /// A row of `disputes`. Money in pence, times in Unix milliseconds.
    pub struct Dispute in "disputes" {
        /// `dispute-…`.
        pub id: String => FACT,
        /// The job.
        pub booking_id: String => FACT,
        /// Its pro.
        pub master_id: String => FACT,
        /// Who disputes.
        pub origin: Origin => FACT,
        /// Why.
        pub reason: Reason => FACT,
        /// What the client wrote, without phones and emails.
        pub text: String => client("''").kept_for(TWO_YEARS),
        /// Ids of uploads, JSON array.
        pub photos: String => client("'[]'").kept_for(TWO_YEARS).not_copied(),
        /// Where it stands.
        pub status: DisputeStatus => FACT,
        /// What the pro says to it.
        pub answer: Option<String> => both("null").kept_for(TWO_YEARS),
        /// Ids of uploads, JSON array.
        pub answer_photos: String => both("'[]'").kept_for(TWO_YEARS).not_copied(),
        /// When the pro answered.
        pub answered_at: Option<Millis> => FACT,
        /// When it was opened.
        pub opened_at: Millis => FACT,
        /// What later earnings of the pro are frozen for.
        pub to_freeze_pence: i64 => FACT,
        /// What the client was given back.
        pub refund_pence: Option<i64> => FACT,
        /// Who bears that.
        pub borne_by: Option<BorneBy> => FACT,
        /// Why it was decided so.
        pub verdict: Option<String> => client("null").kept_for(TWO_YEARS),
        /// When it was decided.
        pub decided_at: Option<Millis> => FACT,
        /// Which operator decided it; none for the client's bank, and from the command line.
        pub decided_by: Option<String> => FACT,
        /// What the client's bank did that ended it; none for what an operator decided.
        pub bank_says: Option<BankSays> => FACT,
        /// Who appealed against that.
        pub appealed_by: Option<Appellant> => FACT,
        /// What they say, without phones and emails.
        pub appeal: Option<String> => client("null").for_pro("case when appealed_by = 'pro' then null else appeal end").kept_for(TWO_YEARS),
        /// When they appealed.
        pub appealed_at: Option<Millis> => FACT,
        /// What the client was given back beyond the first decision.
        pub appeal_refund_pence: Option<i64> => FACT,
        /// Who bears that.
        pub appeal_borne_by: Option<BorneBy> => FACT,
        /// What the pro was given, by the platform, of what the first decision took.
        pub appeal_made_good_pence: Option<i64> => FACT,
        /// Why the appeal was decided so.
        pub appeal_verdict: Option<String> => client("null").kept_for(TWO_YEARS),
        /// When it was.
        pub appeal_decided_at: Option<Millis> => FACT,
    }
}

impl Dispute {
    /// A dispute as it begins: nobody has answered or decided anything, and no photo is shown.
    #[must_use]
    pub fn opened(
        id: String,
        (booking_id, master_id): (String, String),
        (origin, reason): (Origin, Reason),
        text: String,
        opened_at: Millis,
    ) -> Self {
        Self {
            id,
            booking_id,
            master_id,
            origin,
            reason,
            text,
            photos: "[]".to_owned(),
            status: DisputeStatus::Open,
            answer: None,
            answer_photos: "[]".to_owned(),
            answered_at: None,
            opened_at,
            to_freeze_pence: 0,
            refund_pence: None,
            borne_by: None,
            verdict: None,
            decided_at: None,
            decided_by: None,
            bank_says: None,
            appealed_by: None,
            appeal: None,
            appealed_at: None,
            appeal_refund_pence: None,
            appeal_borne_by: None,
            appeal_made_good_pence: None,
            appeal_verdict: None,
            appeal_decided_at: None,
        }
    }
}

/// What ends a dispute.
#[derive(Debug, Clone, Copy)]
pub struct Verdict<'a> {
    /// What the client is given back, pence.
    pub refund_pence: i64,
    /// Who bears it.
    pub borne_by: BorneBy,
    /// Why, for both sides to read.
    pub words: &'a str,
}

/// Adds a dispute.
///
/// # Errors
/// `Duplicate` when this side disputes the job already; otherwise when the database fails.
pub async fn add(connection: &mut Connection, dispute: &Dispute) -> Result<(), StoreError> {
    table::insert(connection, dispute, "").await?;
    Ok(())
}

/// The dispute of this id.
pub async fn find(connection: &mut Connection, id: &str) -> Result<Option<Dispute>, StoreError> {
    fetch_optional!(connection, Dispute, table::select::<Dispute>("where id = $1"), id)
}

/// The disputes of a booking, the newest first.
pub async fn of_booking(connection: &mut Connection, booking_id: &str) -> Result<Vec<Dispute>, StoreError> {
    fetch_all!(
        connection,
        Dispute,
        table::select::<Dispute>("where booking_id = $1 order by opened_at desc, id"),
        booking_id,
    )
}

/// The disputes of a client's bookings.
pub async fn of_client(connection: &mut Connection, client_id: &str) -> Result<Vec<Dispute>, StoreError> {
    fetch_all!(
        connection,
        Dispute,
        table::select::<Dispute>(
            "where booking_id in (select id from bookings where client_id = $1) order by opened_at desc, id"
        ),
        client_id,
    )
}

/// The disputes of a pro's jobs, the newest first.
pub async fn of_master(connection: &mut Connection, master_id: &str) -> Result<Vec<Dispute>, StoreError> {
    fetch_all!(
        connection,
        Dispute,
        table::select::<Dispute>("where master_id = $1 order by opened_at desc, id"),
        master_id,
    )
}

/// Jobs of a pro that are disputed, or where a decision is appealed against; at most `limit`.
pub async fn undecided_jobs(
    connection: &mut Connection,
    master_id: &str,
    limit: i64,
) -> Result<Vec<String>, StoreError> {
    let rows = fetch_all!(
        connection,
        (String,),
        "select booking_id from disputes where master_id = $1
           and (status = 'open' or (appealed_at is not null and appeal_decided_at is null)) order by opened_at, id limit $2",
        master_id,
        limit,
    )?;
    Ok(rows.into_iter().map(|(booking,)| booking).collect())
}

/// The open disputes, the oldest first, at most `limit`.
pub async fn open(connection: &mut Connection, limit: i64) -> Result<Vec<Dispute>, StoreError> {
    fetch_all!(
        connection,
        Dispute,
        table::select::<Dispute>(
            "where status = 'open' order by opened_at, id limit $1 -- scans: all that are open"
        ),
        limit,
    )
}

/// The disputes that were decided last, at most `limit`.
pub async fn decided(connection: &mut Connection, limit: i64) -> Result<Vec<Dispute>, StoreError> {
    fetch_all!(
        connection,
        Dispute,
        table::select::<Dispute>(
            "where decided_at is not null order by decided_at desc, id limit $1 -- scans: stops at the limit"
        ),
        limit,
    )
}

/// A pro's open disputes for which later earnings are to be frozen, the oldest first.
pub async fn to_freeze_for(connection: &mut Connection, master_id: &str) -> Result<Vec<Dispute>, StoreError> {
    fetch_all!(
        connection,
        Dispute,
        table::select::<Dispute>(
            "where master_id = $1 and status = 'open' and to_freeze_pence > 0 order by opened_at, id"
        ),
        master_id,
    )
}

/// The open disputes of the job that earned this, the oldest first.
pub async fn open_of_earning(connection: &mut Connection, earning: &str) -> Result<Vec<Dispute>, StoreError> {
    fetch_all!(
        connection,
        Dispute,
        table::select::<Dispute>(
            "where booking_id = (select booking_id from clearing where reference = $1) and status || '' = 'open' order by opened_at, id"
        ),
        earning,
    )
}

/// Keeps what the pro says, once; false when that was done before, or the dispute is decided.
pub async fn answer(
    connection: &mut Connection,
    id: &str,
    text: &str,
    photos: &str,
    now: Millis,
) -> Result<bool, StoreError> {
    let answered = execute!(
        connection,
        "update disputes set answer = $2, answer_photos = $3, answered_at = $4
         where id = $1 and answered_at is null and status = 'open'",
        id,
        text,
        photos,
        now,
    )?;
    Ok(answered == 1)
}

/// Makes an open dispute that of another pro; false when it is theirs already, or decided.
pub async fn give_to(connection: &mut Connection, id: &str, master_id: &str) -> Result<bool, StoreError> {
    let given = execute!(
        connection,
        "update disputes set master_id = $2 where id = $1 and master_id <> $2 and status = 'open'",
        id,
        master_id,
    )?;
    Ok(given == 1)
}

/// Sets what later earnings are frozen for.
pub async fn set_to_freeze(connection: &mut Connection, id: &str, pence: i64) -> Result<(), StoreError> {
    execute!(
        connection,
        "update disputes set to_freeze_pence = $2 where id = $1",
        id,
        pence
    )?;
    Ok(())
}

/// Decides an open dispute, which `decided_by` did unless it was a bank or the command line; false when it is decided already.
pub async fn decide(
    connection: &mut Connection,
    id: &str,
    verdict: Verdict<'_>,
    decided_by: Option<&str>,
    now: Millis,
) -> Result<bool, StoreError> {
    let decided = execute!(
        connection,
        "update disputes set status = 'decided', to_freeze_pence = 0, refund_pence = $2, borne_by = $3, verdict = $4, decided_at = $5,
           decided_by = $6
         where id = $1 and status = 'open'",
        id,
        verdict.refund_pence,
        verdict.borne_by,
        verdict.words,
        now,
        decided_by,
    )?;
    Ok(decided == 1)
}

/// Notes that a dispute was ended by the client's bank.
pub async fn note_bank(connection: &mut Connection, id: &str, says: BankSays) -> Result<(), StoreError> {
    execute!(
        connection,
        "update disputes set bank_says = $2 where id = $1",
        id,
        says
    )?;
    Ok(())
}

/// The appeals that wait for a decision, the oldest first, at most `limit`.
pub async fn appealed(connection: &mut Connection, limit: i64) -> Result<Vec<Dispute>, StoreError> {
    fetch_all!(
        connection,
        Dispute,
        table::select::<Dispute>(
            "where appealed_at is not null and appeal_decided_at is null order by appealed_at, id limit $1 -- scans: all appeals"
        ),
        limit,
    )
}

/// Keeps an appeal, once; false when somebody has appealed before, or nothing is decided yet.
pub async fn appeal(
    connection: &mut Connection,
    id: &str,
    appellant: Appellant,
    text: &str,
    now: Millis,
) -> Result<bool, StoreError> {
    let appealed = execute!(
        connection,
        "update disputes set appealed_by = $2, appeal = $3, appealed_at = $4
         where id = $1 and appealed_at is null and decided_at is not null",
        id,
        appellant,
        text,
        now,
    )?;
    Ok(appealed == 1)
}

/// Decides an appeal, by which the platform gives the pro `made_good_pence`; false when there is none, or it is decided already.
pub async fn decide_appeal(
    connection: &mut Connection,
    id: &str,
    verdict: Verdict<'_>,
    made_good_pence: i64,
    now: Millis,
) -> Result<bool, StoreError> {
    let decided = execute!(
        connection,
        "update disputes set appeal_refund_pence = $2, appeal_borne_by = $3, appeal_verdict = $4, appeal_decided_at = $5,
           appeal_made_good_pence = $6
         where id = $1 and appealed_at is not null and appeal_decided_at is null",
        id,
        verdict.refund_pence,
        verdict.borne_by,
        verdict.words,
        now,
        made_good_pence,
    )?;
    Ok(decided == 1)
}
