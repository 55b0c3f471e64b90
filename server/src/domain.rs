//! Types that cannot be wrong, and decisions that need neither HTTP nor SQL.

pub mod address;
pub mod contact;
pub mod districts;
pub mod ids;
pub mod ledger;
pub mod links;
pub mod quote;
pub mod status;
pub mod time;
