//! Whether the database accepts writes. A server whose disk is full still reads well, so readiness asks this, too.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::{Connection, StoreError, execute, fetch_optional};

/// Time between two probes, at least; milliseconds.
const PROBE_EVERY: i64 = 30_000;

/// What is known about writes.
#[derive(Debug, Default)]
pub(crate) struct Health(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    failing: bool,
    /// A write has failed since the last check. Its time is not known, so the wait for a probe begins with that check.
    failed_lately: bool,
    probed_at: Option<i64>,
}

impl Health {
    /// Records a failed write. Only a probe restores trust: the next commit may have had nothing to write.
    pub(crate) fn write_failed(&self) {
        let mut state = self.state();
        state.failing = true;
        state.failed_lately = true;
    }

    /// True when the caller must make a probe, at most every 30 seconds and never just after a failure.
    pub(crate) fn wants_probe(&self, now: i64) -> bool {
        let mut state = self.state();
        let waits = state
            .probed_at
            .is_some_and(|at| (0..PROBE_EVERY).contains(&(now - at)));
        let failed_lately = std::mem::take(&mut state.failed_lately);
        if failed_lately || !waits {
            state.probed_at = Some(now);
        }
        !failed_lately && !waits
    }

    /// How the probe went.
    pub(crate) fn probed(&self, worked: bool) {
        let mut state = self.state();
        state.failing = !worked;
        state.failed_lately = false;
    }

    pub(crate) fn is_failing(&self) -> bool {
        self.state().failing
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The probe: a write that serves no other purpose.
pub(crate) async fn probe(connection: &mut Connection, now: i64) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into write_probe (id, at) values (1, $1) on conflict (id) do update set at = excluded.at",
        now,
    )?;
    Ok(())
}

/// The time by the database server's clock, Unix milliseconds; `None` on SQLite, which has none of its own.
pub(crate) async fn time(connection: &mut Connection) -> Result<Option<i64>, StoreError> {
    if !connection.is_postgres() {
        return Ok(None);
    }
    let sql = "select cast(extract(epoch from clock_timestamp()) * 1000 as bigint)";
    let row = fetch_optional!(connection, (i64,), sql)?;
    Ok(row.map(|(time,)| time))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_are_probed_at_most_every_30_seconds() {
        let health = Health::default();
        assert!(health.wants_probe(0) && !health.is_failing());
        assert!(!health.wants_probe(PROBE_EVERY - 1));
        assert!(health.wants_probe(PROBE_EVERY));
        // The clock was put back.
        assert!(health.wants_probe(-1));
    }

    #[test]
    fn a_failure_counts_until_a_probe_succeeds() {
        let health = Health::default();
        health.write_failed();
        assert!(!health.wants_probe(1_000) && health.is_failing());
        assert!(!health.wants_probe(1_000 + PROBE_EVERY - 1));
        assert!(health.wants_probe(1_000 + PROBE_EVERY));
        health.probed(false);
        assert!(health.is_failing());
        assert!(health.wants_probe(1_000 + 2 * PROBE_EVERY));
        health.probed(true);
        assert!(!health.is_failing());
    }
}
