//! Everything around a request: connections, request ids, logs and metrics, time limits, panics, security headers.

mod around;
mod connections;
pub mod headers;
pub mod limits;
mod patience;
pub mod request_id;
pub mod stream;
mod wire;

pub use around::Front;
pub use around::around;
pub use connections::{Stopping, serve};
pub use limits::{ConnectionLimits, raise_file_limit};
pub use wire::Received;
