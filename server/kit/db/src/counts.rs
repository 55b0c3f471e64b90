//! How much the database has been asked to do.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What has been run since the database was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// Statements of every kind: those that begin and end transactions, too.
    pub statements: u64,
    /// Transactions committed; on SQLite those that were committed together count once.
    pub commits: u64,
}

/// Counts for all connections of one database.
#[derive(Debug, Default)]
pub(crate) struct Counter {
    statements: AtomicU64,
    commits: AtomicU64,
}

impl Counter {
    pub(crate) fn statement(&self) {
        self.statements.fetch_add(1, Relaxed);
    }

    pub(crate) fn commit(&self) {
        self.commits.fetch_add(1, Relaxed);
    }

    pub(crate) fn read(&self) -> Counts {
        Counts {
            statements: self.statements.load(Relaxed),
            commits: self.commits.load(Relaxed),
        }
    }
}
