//! What the sandbox has made, to compare the database with.

use sqlx::AssertSqlSafe;

use crate::{Connection, StoreError};
use callout_db::{fetch_all, fetch_optional, row};
use callout_domain::clock::Millis;
use callout_domain::restore::RecordKind;

row! {
    /// Something that the sandbox has made. Money in pence.
    #[derive(Debug, Clone)]
    pub struct Kept {
        /// The sandbox's id of it.
        pub id: String,
        /// What it was made with; its own id where it was made by hand.
        pub reference: String,
        /// The intent of a refund or chargeback.
        pub intent_id: Option<String>,
        /// How much.
        pub amount_pence: i64,
        /// What of an intent was captured, or of a transfer taken back.
        pub moved_pence: i64,
        /// Where it stands.
        pub state: String,
        /// Unix milliseconds.
        pub created_at: Millis,
    }
}

/// How each kind is read.
const fn query(kind: RecordKind) -> &'static str {
    match kind {
        RecordKind::Intent => {
            "select id, quote_id as reference, cast(null as text) as intent_id, amount_pence, captured_pence as moved_pence, status as state, created_at
             from sandbox_intents"
        }
        RecordKind::Refund => {
            "select id, reference, intent_id, amount_pence, cast(0 as bigint) as moved_pence,
               case when is_returned = 1 then 'failed' else 'succeeded' end as state, created_at from sandbox_refunds"
        }
        RecordKind::Transfer => {
            "select 'tr_' || reference as id, reference, cast(null as text) as intent_id, amount_pence,
               cast(coalesce((select sum(amount_pence) from sandbox_reversals where transfer = sandbox_transfers.reference), 0) as bigint) as moved_pence,
               'sent' as state, created_at from sandbox_transfers"
        }
        RecordKind::Chargeback => {
            "select id, id as reference, intent_id, amount_pence, cast(0 as bigint) as moved_pence, status as state, created_at from sandbox_chargebacks"
        }
    }
}

/// What was made of a kind since a time (Unix milliseconds).
pub async fn since(
    connection: &mut Connection,
    kind: RecordKind,
    since: Millis,
) -> Result<Vec<Kept>, StoreError> {
    let sql = AssertSqlSafe(format!(
        "{} where created_at >= $1 order by created_at -- scans: the sandbox's own books",
        query(kind)
    ));
    fetch_all!(connection, Kept, sql, since)
}

/// The newest of a kind that we have made.
pub async fn newest(connection: &mut Connection, kind: RecordKind) -> Result<Option<Kept>, StoreError> {
    let by_us = match kind {
        RecordKind::Refund => "where id <> reference",
        _ => "",
    };
    let sql = AssertSqlSafe(format!(
        "{} {by_us} order by created_at desc limit 1 -- scans: the sandbox's own books",
        query(kind)
    ));
    fetch_optional!(connection, Kept, sql)
}
