//! What can go wrong in the database.

/// What can go wrong in the database.
#[derive(Debug)]
pub enum StoreError {
    /// The row breaks a uniqueness rule; the caller knows what that means.
    Duplicate,
    /// The database is out of room: no disk space or, on PostgreSQL, no memory or connections. Trying again later may help.
    Exhausted(String),
    /// The database refused or could not be reached.
    Database(sqlx::Error),
    /// A stored value no longer makes sense.
    Corrupt(String),
    /// The writer has stopped, or the work panicked.
    Stopped,
}

impl std::fmt::Display for StoreError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Duplicate => write!(formatter, "the row exists already"),
            Self::Exhausted(cause) => write!(formatter, "there is no space left for the database: {cause}"),
            Self::Database(error) => write!(formatter, "database: {error}"),
            Self::Corrupt(what) => write!(formatter, "stored data is corrupt: {what}"),
            Self::Stopped => write!(formatter, "the database writer has stopped"),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::Database(cause) if cause.is_unique_violation() => Self::Duplicate,
            _ if says_exhausted(&error) => Self::Exhausted(error.to_string()),
            _ => Self::Database(error),
        }
    }
}

impl StoreError {
    /// The failure of a commit, for each caller whose work was in it.
    pub(crate) fn to_each(&self) -> Self {
        match self {
            Self::Exhausted(cause) => Self::Exhausted(cause.clone()),
            _ => Self::Stopped,
        }
    }
}

/// An error that a write can fail with.
pub trait WriteError: From<StoreError> {
    /// True when it was caused by [`StoreError::Exhausted`]: readiness must know.
    fn is_exhausted(&self) -> bool {
        false
    }
}

impl WriteError for StoreError {
    fn is_exhausted(&self) -> bool {
        matches!(self, Self::Exhausted(_))
    }
}

/// True when the disk is full, or PostgreSQL lacks what a write needs.
pub(crate) fn says_exhausted(error: &sqlx::Error) -> bool {
    match error {
        // SQLite's codes are numbers of up to four digits: the disk is full (13), or lacks room for the write-ahead log's index
        // (4874). PostgreSQL's have five characters; class 53 is insufficient resources.
        sqlx::Error::Database(cause) => cause.code().is_some_and(|code| {
            matches!(code.as_ref(), "13" | "4874") || (code.len() == 5 && code.starts_with("53"))
        }),
        sqlx::Error::Io(cause) => cause.kind() == std::io::ErrorKind::StorageFull,
        _ => false,
    }
}
