//! Shared harness of the API tests: each test gets its own application, on SQLite and on PostgreSQL.
//!
//! A test body is written once and runs on both databases. Without `TEST_POSTGRES_URL` the PostgreSQL half is shown as ignored.
//!
//! ```ignore
//! both_databases! {
//!     async fn a_guest_gets_a_token(app: TestApp) {
//!         let guest = app.guest().await;
//!         app.get("/api/bookings").bearer(&guest.token).send().await.expect_status(200);
//!         assert_eq!(app.count("select count(*) from clients").await, 1);
//!     }
//! }
//! ```
#![expect(
    clippy::expect_used,
    clippy::panic,
    reason = "a test harness fails by panicking"
)]

mod answers;
mod app;
mod call;
mod database;
mod email;
mod events;
mod mail;
mod run;
mod statements;
mod web;

pub use app::{Guest, START, TestApp};
pub use call::{Answer, Call};
pub use database::{Database, PostgresDatabase};
pub use email::Email;
pub use events::{Block, Events};
pub use mail::{Delivery, MailServer, Manners};
pub use run::run;
pub use statements::OURS;
pub use web::INDEX;

/// Declares a test that runs once on each database, as `<name>::sqlite` and `<name>::postgres`.
#[macro_export]
macro_rules! both_databases {
    ($($(#[$attribute:meta])* async fn $name:ident($app:ident: TestApp) $body:block)+) => {$(
        $(#[$attribute])*
        mod $name {
            #[allow(unused_imports, reason = "a test may need nothing from its module")]
            use super::*;

            async fn body($app: $crate::TestApp) $body

            #[test]
            fn sqlite() {
                $crate::run($crate::Database::Sqlite, body);
            }

            #[test]
            #[cfg_attr(not(postgres), ignore = "needs PostgreSQL: set TEST_POSTGRES_URL")]
            fn postgres() {
                $crate::run($crate::Database::Postgres, body);
            }
        }
    )+};
}

/// Declares a test of several servers, which share a PostgreSQL database and a bus.
#[macro_export]
macro_rules! several_servers {
    ($(async fn $name:ident($app:ident: TestApp) $body:block)+) => {$(
        #[test]
        #[cfg_attr(not(all(postgres, nats)), ignore = "needs PostgreSQL and NATS: set TEST_POSTGRES_URL and TEST_NATS_URL")]
        fn $name() {
            async fn body($app: $crate::TestApp) $body
            $crate::run($crate::Database::Postgres, body);
        }
    )+};
}

/// Declares a test against localstripe, a Stripe that others wrote, once on each database.
#[macro_export]
macro_rules! with_localstripe {
    ($(async fn $name:ident($app:ident: TestApp) $body:block)+) => {$(
        mod $name {
            use super::*;

            async fn body($app: $crate::TestApp) $body

            #[test]
            #[cfg_attr(not(localstripe), ignore = "needs localstripe: set TEST_LOCALSTRIPE_URL")]
            fn sqlite() {
                $crate::run($crate::Database::Sqlite, body);
            }

            #[test]
            #[cfg_attr(not(all(localstripe, postgres)), ignore = "needs localstripe and PostgreSQL: set TEST_LOCALSTRIPE_URL and TEST_POSTGRES_URL")]
            fn postgres() {
                $crate::run($crate::Database::Postgres, body);
            }
        }
    )+};
}
