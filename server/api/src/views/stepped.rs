//! A booking after a step, as whoever took it sees it.

use serde::Serialize;
use utoipa::ToSchema;

use super::booking::BookingView;
use super::job::JobView;

/// The booking as whoever asked sees it.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum Stepped {
    /// For the pro.
    Job(Box<JobView>),
    /// For the client.
    Booking(Box<BookingView>),
}
