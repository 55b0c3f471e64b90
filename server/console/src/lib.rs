//! The operator's console under `/admin`: pages and forms rendered here, by leptos, that work without JavaScript.
//!
//! **A page** is `async fn page(visit: Visit) -> Fallible<Page>` and a line in [`routes`], which says behind which door it is. It reads
//! through services and the store, and gives a [`Page`]. Views are functions that give an `AnyView`, so that the types stay small.
//!
//! **A form** is a server function, so that its act, its address and its fields stand together:
//!
//! ```ignore
//! #[server(prefix = "/admin/do", endpoint = "coupons/end")]
//! pub(super) async fn end_coupon(#[server(default)] code: String, #[server(default)] reason: String) -> Result<(), ServerFnError> {
//!     act(|acting| async move {
//!         acting.state.coupons.end(&code, &reason, acting.by).await?;
//!         Ok(Done::at(format!("/admin/coupons/{code}"), "The coupon has ended."))
//!     })
//!     .await
//! }
//! ```
//!
//! and in the page `visit.form::<EndCoupon, _>(&entered, Button::danger("End it"), fields)`, where `entered = visit.entered::<EndCoupon>(key)`
//! makes its fields (`entered.text("code", "Code").hint("…").view()`) and knows what was typed before and what was wrong with it. Every argument is a
//! `String` with `#[server(default)]`: whatever is sent reaches the function, which answers with a `Failure` that names the field. [`act`] keeps what was typed,
//! sealed and for eight hours, and goes back to the form, where errors stand beside their fields; nothing of it is ever in an address. Each form carries
//! its own id (it acts once) and the audit log's last row (so that what others did meanwhile is noticed): see `audit::note`. A grave
//! act begins with `acting.prove_again().await?` and its form has `entered.second_factor()`.
//!
//! **A file** (a picture, an export) is an axum handler in the table of [`routes`]; it takes [`Acting`] as an extractor.
//!
//! Inline styles are forbidden by the content policy: use the classes of `look.css`.

mod acting;
mod app;
mod audit_log;
pub mod bookings;
pub mod changes;
mod cookie;
pub mod coupons;
pub mod desk;
pub mod disputes;
mod document;
mod documents;
mod entered;
mod factor;
mod fees;
pub mod field;
pub mod gate;
pub mod kept;
mod operators;
mod parts;
mod passkeys;
mod payouts;
pub mod people;
mod photos;
pub mod plot;
mod prices;
mod reading;
mod readings;
mod routes;
mod sign_in;
mod support;
mod visit;
pub mod visitor;
mod visits;
pub mod words;

pub use acting::{Acting, Done, act};
pub use app::router;
pub use desk::DESK;
pub use people::{Export, Exports};
pub use routes::{FORMS, doors};
pub use visit::{Page, Visit};
pub use visitor::Door;
