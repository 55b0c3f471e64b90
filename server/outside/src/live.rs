//! Live pages: a bus that wakes readers after a commit, and the server-sent events they read. The tables are authoritative: a
//! reader that missed a wake-up, or whose news was written by another server, finds it at the next heartbeat.

pub mod bus;
pub mod servers;
pub mod together;
pub mod typing;

pub use bus::{Bus, Joining};
pub use servers::{Link, News, Servers};
pub use together::Together;
pub use typing::Typists;
