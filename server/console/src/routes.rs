//! Every address of the console and the door it is behind, readable as a contents page. The router, the gate and the
//! authorisation test are built from it.

use axum::routing::{MethodRouter, get, post};
use futures_util::future::BoxFuture;
use http::Method;

use super::visit::{Page, Visit};
use super::visitor::Door;
use super::{
    audit_log, bookings, coupons, desk, disputes, documents, factor, fees, operators, passkeys, payouts,
    people, prices, readings, sign_in, support, visits,
};
use callout_domain::failure::Fallible;
use callout_front::state::AppState;

/// What renders a page.
pub(super) type Render = fn(Visit) -> BoxFuture<'static, Fallible<Page>>;

macro_rules! pages {
    ($($door:ident $path:literal => $($segment:ident)::+;)+) => {
        /// Paths of the pages, with their doors and what renders them.
        pub(super) const PAGES: &[(&str, Door, Render)] = &[
            $(($path, Door::$door, |visit| Box::pin($($segment)::+(visit)))),+
        ];
    };
}

macro_rules! forms {
    ($($door:ident $path:literal;)+) => {
        /// What forms are sent to; a test compares it with the server functions that there are.
        pub const FORMS: &[(&str, Door)] = &[$(($path, Door::$door)),+];
    };
}

macro_rules! files {
    ($($door:ident $method:ident $path:literal => $make:ident $($segment:ident)::+;)+) => {
        /// What is neither page nor form: styles, pictures, exports.
        const FILES: &[(&str, Method, Door)] = &[$(($path, Method::$method, Door::$door)),+];

        /// Their handlers.
        pub(super) fn files() -> Vec<(&'static str, MethodRouter<AppState>)> {
            vec![$(($path, $make($($segment)::+))),+]
        }
    };
}

pages! {
    Anyone "/admin/sign-in" => sign_in::page;
    Password "/admin/second-factor" => factor::page;
    Admin "/admin/account" => factor::account;

    Admin "/admin" => desk::page;
    // Bookings.
    Admin "/admin/bookings" => bookings::list;
    Admin "/admin/bookings/{id}" => bookings::one;
    Admin "/admin/bookings/{id}/assign" => bookings::assign;

    // Documents.
    Admin "/admin/documents" => documents::list;
    Admin "/admin/documents/{id}" => documents::one;
    // Money.
    Admin "/admin/payouts" => payouts::list;
    Admin "/admin/payouts/{id}" => payouts::one;
    Admin "/admin/disputes" => disputes::list;
    Admin "/admin/disputes/{id}" => disputes::one;
    Admin "/admin/fees" => fees::page;
    Admin "/admin/visits" => visits::page;
    // Coupons.
    Admin "/admin/coupons" => coupons::list;
    Admin "/admin/coupons/{code}" => coupons::one;
    // Messages from the support page.
    Admin "/admin/support" => support::list;
    Admin "/admin/support/{id}" => support::one;
    // Pros and people.
    Admin "/admin/people" => people::list;
    Admin "/admin/pros/{id}" => people::pro;
    Admin "/admin/clients/{id}" => people::client;

    // Price books.
    SuperAdmin "/admin/prices" => prices::list;
    SuperAdmin "/admin/prices/drafts/{id}" => prices::draft;
    SuperAdmin "/admin/prices/books/{version}" => prices::book;

    // What became of what was read.
    Admin "/admin/readings" => readings::list;
    SuperAdmin "/admin/readings/{id}" => readings::one;

    SuperAdmin "/admin/operators" => operators::list;
    SuperAdmin "/admin/operators/{id}" => operators::one;
    SuperAdmin "/admin/audit" => audit_log::page;
}

forms! {
    Anyone "/admin/do/sign-in";
    Anyone "/admin/do/passkey-sign-in";
    Password "/admin/do/sign-out";
    Password "/admin/do/second-factor/set";
    Password "/admin/do/second-factor/prove";
    Admin "/admin/do/account/password";
    Admin "/admin/do/account/add-passkey";
    Admin "/admin/do/account/remove-passkey";
    Admin "/admin/do/account/sessions";

    // Bookings.
    Admin "/admin/do/bookings/search";
    Admin "/admin/do/bookings/note";
    Admin "/admin/do/bookings/hold";
    Admin "/admin/do/bookings/start";
    Admin "/admin/do/bookings/stop";
    Admin "/admin/do/bookings/refund";
    Admin "/admin/do/bookings/cancel";
    Admin "/admin/do/bookings/assign";
    Admin "/admin/do/bookings/proposal";
    Admin "/admin/do/bookings/suggestion";
    Admin "/admin/do/bookings/message";
    Admin "/admin/do/bookings/extra";

    // Documents.
    Admin "/admin/do/documents/approve";
    Admin "/admin/do/documents/reject";
    // Money.
    Admin "/admin/do/payouts/decide";
    SuperAdmin "/admin/do/payouts/let-go";
    Admin "/admin/do/disputes/decide";
    SuperAdmin "/admin/do/disputes/appeal";
    Admin "/admin/do/visits/no-show";
    Admin "/admin/do/visits/not-home";
    Admin "/admin/do/fees/decide";
    Admin "/admin/do/fees/retry-refunds";
    SuperAdmin "/admin/do/fees/write-off";
    // Coupons.
    Admin "/admin/do/coupons/create";
    Admin "/admin/do/coupons/change";
    Admin "/admin/do/coupons/end";
    // Messages from the support page.
    Admin "/admin/do/support/answer";
    Admin "/admin/do/support/close";
    // Pros and people.
    Admin "/admin/do/people/search";
    Admin "/admin/do/pros/suspend";
    Admin "/admin/do/pros/reinstate";
    Admin "/admin/do/pros/uphold";
    Admin "/admin/do/people/sign-out";
    SuperAdmin "/admin/do/pros/open-tax";
    SuperAdmin "/admin/do/pros/open-receipt";
    SuperAdmin "/admin/do/pros/erase";
    SuperAdmin "/admin/do/clients/erase";

    // Price books.
    SuperAdmin "/admin/do/prices/begin";
    SuperAdmin "/admin/do/prices/numbers";
    SuperAdmin "/admin/do/prices/save";
    SuperAdmin "/admin/do/prices/discard";
    SuperAdmin "/admin/do/prices/publish";
    SuperAdmin "/admin/do/prices/bring-back";
    SuperAdmin "/admin/do/prices/call-off";

    SuperAdmin "/admin/do/readings/switch";

    SuperAdmin "/admin/do/operators/add";
    SuperAdmin "/admin/do/operators/role";
    SuperAdmin "/admin/do/operators/end";
    SuperAdmin "/admin/do/operators/reset-factor";
}

files! {
    Anyone GET "/admin/look.css" => get super::document::look;
    Anyone GET "/admin/passkeys.js" => get passkeys::script;
    Anyone POST "/admin/passkeys/sign-in" => post passkeys::begin_sign_in;
    Admin POST "/admin/passkeys/add" => post passkeys::begin_adding;
    Admin POST "/admin/passkeys/prove" => post passkeys::begin_proving;
    Admin GET "/admin/desk.js" => get desk::script;
    Admin GET "/admin/idle.js" => get desk::idle_script;
    Admin GET "/admin/events" => get desk::events;
    Admin GET "/admin/documents/{id}/file" => get documents::file;
    Admin GET "/admin/bookings/{id}/photos/{photo}" => get bookings::photo;
    Admin GET "/admin/disputes/{id}/photos/{photo}" => get disputes::photo;
    SuperAdmin POST "/admin/fees/tax" => post fees::tax_report;
    SuperAdmin POST "/admin/pros/{id}/export" => post people::export_pro;
    SuperAdmin POST "/admin/clients/{id}/export" => post people::export_client;
    SuperAdmin POST "/admin/audit/export" => post audit_log::export;
}

/// Every address with its method and door.
#[must_use]
pub fn doors() -> Vec<(Method, &'static str, Door)> {
    let pages = PAGES.iter().map(|(path, door, _)| (Method::GET, *path, *door));
    let forms = FORMS.iter().map(|(path, door)| (Method::POST, *path, *door));
    let files = FILES
        .iter()
        .map(|(path, method, door)| (method.clone(), *path, *door));
    pages.chain(forms).chain(files).collect()
}

/// The door of a matched path; none for what is not in the table.
pub(super) fn door(method: &Method, matched: &str) -> Option<Door> {
    let method = if method == Method::HEAD {
        &Method::GET
    } else {
        method
    };
    doors()
        .into_iter()
        .find(|(known, path, _)| known == method && *path == matched)
        .map(|(_, _, door)| door)
}

/// True for a form that is taken before the second factor was shown.
pub(super) fn wants_no_factor(form: &str) -> bool {
    matches!(door(&Method::POST, form), Some(Door::Anyone | Door::Password))
}

/// What renders the page of a matched path.
pub(super) fn render(matched: &str) -> Option<Render> {
    PAGES
        .iter()
        .find(|(path, _, _)| *path == matched)
        .map(|(_, _, render)| *render)
}
