//! Bookings: making, reading, sharing and cancelling them.

pub mod access;
pub mod appeal;
pub mod calendar;
pub mod cancel;
pub mod change;
pub mod change_orders;
pub mod claim;
pub mod create;
pub mod dispute;
pub mod late;
pub mod link;
pub mod missed_visit;
pub mod not_paid;
pub mod notes;
pub mod proposal;
pub mod raise;
pub mod read;
pub mod reschedule;
pub mod retry;
pub mod review;
pub mod search;
pub mod share;
pub mod start_code;
pub mod step;
pub mod stop;
pub mod unlock;
