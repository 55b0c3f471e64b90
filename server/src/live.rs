//! Live pages: the bus that wakes readers after a commit, and the server-sent events they read. The tables are the truth: a reader
//! whose wake-up got lost, or whose news another server wrote, finds it at the next heartbeat.

pub mod bus;
pub mod stream;

pub use bus::Bus;
