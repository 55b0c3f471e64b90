//! What the services of a booking decide without a database.

mod bookings;
mod messages;
mod prices;
