//! What the services of money decide without a database.

mod payments;
mod tax;
