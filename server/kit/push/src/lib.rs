//! Web push without a C library: sealing a notification for one browser (RFC 8291), and saying who sends it (RFC 8292). It knows nothing
//! of the product, sends nothing, and takes time and randomness as arguments.

mod seal;
mod vapid;

pub use seal::{Browser, Fresh, seal};
pub use vapid::Vapid;
