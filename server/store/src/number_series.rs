//! Numbers that count without a gap.

use super::{Connection, StoreError};
use callout_db::fetch_optional;

/// The next number of a series, from 1. Its row stays locked until the transaction ends, so that no number is missing or given twice.
pub async fn next(connection: &mut Connection, series: &str) -> Result<i64, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "insert into number_series (series, last) values ($1, 1)
         on conflict (series) do update set last = number_series.last + 1 returning last",
        series,
    )?;
    Ok(row.map_or(1, |row| row.0))
}
