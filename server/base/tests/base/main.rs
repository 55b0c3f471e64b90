//! What the shared services decide without a database.

mod limits;
mod permits;
mod unsent;
