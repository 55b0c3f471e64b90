//! The answers, and parts of answers, that more than one file of handlers gives: what is shown of a stored row, and to whom. No view reads
//! anything or knows a handler.

pub mod accepted;
pub mod appeal;
pub mod basics;
pub mod booking;
pub mod change_order;
pub mod client_profile;
pub mod dispute;
pub mod document;
pub mod earned;
pub mod event;
pub mod exported;
pub mod gas_safe;
pub mod invitation;
pub mod job;
pub mod late;
pub mod master_profile;
pub mod mismatch;
pub mod missed_visit;
pub mod not_paid;
pub mod notes;
pub mod offer;
pub mod passkey;
pub mod payout;
pub mod photo;
pub mod place;
pub mod proposal;
pub mod put_right;
pub mod review;
pub mod search;
pub mod slot;
pub mod stepped;
pub mod suspension;
pub mod waiting;
pub mod work;
