//! What others must be told once a transaction is on disk.

use callout_domain::work::Pool;

/// News of a transaction. It only says where to look: whoever is woken reads the tables again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wake {
    /// The booking of this id has changed.
    Booking(String),
    /// The person (a client or pro) of this id has something new to read.
    Person(String),
    /// Places in the slots of this postcode area were taken or given back.
    Places(String),
    /// A job of this pool was added to the queue.
    Jobs(Pool),
}
