//! What the console shows, without a database.

mod bookings_searched;
mod changes;
mod coupons;
mod desk;
mod disputes;
mod events;
mod field;
mod gate;
mod kept;
mod people_searched;
mod plot;
mod routes;
mod words;
