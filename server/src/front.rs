//! Everything around a request: connections, request ids, logs and metrics, time limits, panics, security headers.

mod around;
mod connections;
mod headers;
mod limits;
mod patience;
mod request_id;

pub use around::Front;
pub(crate) use around::around;
pub use connections::{Stopping, serve};
pub use limits::{ConnectionLimits, raise_file_limit};
