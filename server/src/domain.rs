//! Types that cannot be wrong, and decisions that need neither HTTP nor SQL.

pub mod address;
pub mod booking;
pub mod calendar_file;
pub mod contact;
pub mod districts;
pub mod failure;
pub mod identifier;
pub mod ids;
pub mod intent_status;
pub mod ledger;
pub mod letters;
pub mod links;
pub mod master_document;
pub mod matching;
#[cfg(test)]
pub mod message;
pub mod mistakes;
pub mod object;
pub mod one_time_code;
pub mod password;
pub mod pounds;
pub mod pro;
pub mod quote;
pub mod redemption;
pub mod role;
pub mod status;
pub mod support;
pub mod time;
pub mod work;
