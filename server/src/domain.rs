//! Types that cannot be wrong, and decisions that need neither HTTP nor SQL.

pub mod contact;
pub mod ids;
pub mod status;
