//! The whole route table, readable as a contents page. It is declared once: the router, the OpenAPI document and the tests that
//! visit every route are all built from it.

use axum::routing::MethodRouter;
use axum::{Extension, Router};
use callout_domain::failure::Failure;
use http::Method;
use utoipa::OpenApi;

use crate::{
    bookings, calendar, chat, clients, coupons, districts, document, events, facts, guests, health,
    invitations, logout, loyalty, masters, matching, messages, near, payments, pricing, push, quotes,
    receipt, sandbox, slots, support, uploads, webhooks,
};
use callout_domain::problem::Problem;
use callout_front::state::AppState;

/// One route of the API: its method, and its path as axum writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Route {
    /// HTTP method.
    pub method: Method,
    /// Path with `{parameters}`.
    pub path: &'static str,
}

macro_rules! route_table {
    ($($method:ident $path:literal => $($segment:ident)::+;)+) => {
        /// Every route of the API, in the order of the table.
        #[must_use]
        pub fn routes() -> Vec<Route> {
            vec![$(Route { method: Method::$method, path: $path }),+]
        }

        fn api_router() -> Router<AppState> {
            Router::new()$(.route($path, on(&Method::$method, $($segment)::+)))+
        }

        #[derive(OpenApi)]
        #[openapi(
            info(title = "Callout", description = "On-demand home repairs: prices, bookings and payments. No text may contain U+0000."),
            paths($($($segment)::+),+),
            components(schemas(Problem, chat::MessageView, chat::TypingView, chat::ReadView,
                chat::RefusedView, chat::Sent)),
        )]
        struct ApiDoc;
    };
}

/// A single-method route; GET includes HEAD.
fn on<H, T>(method: &Method, handler: H) -> MethodRouter<AppState>
where
    H: axum::handler::Handler<T, AppState>,
    T: 'static,
{
    let filter = axum::routing::MethodFilter::try_from(method.clone());
    axum::routing::on(filter.unwrap_or(axum::routing::MethodFilter::GET), handler)
}

route_table! {
    // Clients
    POST "/api/clients/ensure-guest" => guests::ensure_guest;
    GET "/api/clients/identifier-exists" => clients::known::identifier_exists;
    POST "/api/clients/login/otp-request" => clients::code::request;
    POST "/api/clients/login/otp-verify" => clients::code::verify;
    POST "/api/clients/password/login" => clients::password::login;
    POST "/api/clients/password/register" => clients::password::register;
    GET "/api/clients/me" => clients::profile::show;
    PUT "/api/clients/me" => clients::profile::change;
    DELETE "/api/clients/me" => clients::data::erase;
    PUT "/api/clients/me/password" => clients::ways_in::set_password;
    DELETE "/api/clients/me/sessions" => clients::ways_in::sign_out_others;
    GET "/api/clients/me/export" => clients::data::export;
    GET "/api/clients/me/summary" => clients::profile::summary;
    GET "/api/clients/me/loyalty" => loyalty::mine;
    GET "/api/clients/me/messages" => messages::of_client;
    PUT "/api/clients/me/messages" => messages::set_of_client;
    POST "/api/logout" => logout::logout;

    // Masters
    POST "/api/masters/register" => masters::register;
    POST "/api/masters/login" => masters::login;
    POST "/api/masters/login/otp-request" => masters::code::request;
    POST "/api/masters/login/otp-verify" => masters::code::verify;
    POST "/api/masters/login/passkey-request" => masters::passkeys::request;
    POST "/api/masters/login/passkey-verify" => masters::passkeys::verify;
    GET "/api/masters/me" => masters::profile::me;
    GET "/api/masters/me/passkeys" => masters::passkeys::list;
    POST "/api/masters/me/passkeys/start" => masters::passkeys::start;
    POST "/api/masters/me/passkeys" => masters::passkeys::add;
    DELETE "/api/masters/me/passkeys/{id}" => masters::passkeys::remove;
    GET "/api/masters/me/messages" => messages::of_master;
    PUT "/api/masters/me/messages" => messages::set_of_master;
    POST "/api/masters/profile/init" => masters::profile::init;
    PUT "/api/masters/profile/basics" => masters::profile::basics;
    PUT "/api/masters/profile/rates" => masters::profile::rates;
    PUT "/api/masters/profile/area" => masters::profile::area;
    PUT "/api/masters/profile/company" => masters::profile::company;
    PUT "/api/masters/profile/activate" => masters::profile::activate;
    PUT "/api/masters/skills" => masters::profile::skills;
    PUT "/api/masters/location" => masters::location::put;
    GET "/api/masters/me/tax" => masters::tax::show;
    PUT "/api/masters/me/tax" => masters::tax::give;
    GET "/api/masters/me/hours" => masters::hours::show;
    PUT "/api/masters/me/hours" => masters::hours::set;
    PUT "/api/masters/me/times-away/{id}" => masters::hours::put_away;
    DELETE "/api/masters/me/times-away/{id}" => masters::hours::delete_away;
    PUT "/api/masters/me/blocked-clients/{bookingId}" => masters::hours::block;
    DELETE "/api/masters/me/blocked-clients/{bookingId}" => masters::hours::unblock;
    GET "/api/masters/me/calendar" => masters::calendar::show;
    POST "/api/masters/me/calendar" => masters::calendar::make;
    DELETE "/api/masters/me/calendar" => masters::calendar::end;
    PUT "/api/masters/me/password" => masters::ways_in::set_password;
    DELETE "/api/masters/me/sessions" => masters::ways_in::sign_out_others;
    GET "/api/masters/me/export" => masters::data::export;
    POST "/api/masters/me/appeal" => masters::suspension::appeal;
    DELETE "/api/masters/me" => masters::data::close;
    GET "/api/masters/{id}/profile" => masters::public::show;
    GET "/api/masters/{id}/badges" => masters::badges::list;
    GET "/api/masters/{id}/reviews" => masters::reviews::list;
    POST "/api/masters/reviews/{id}/reply" => masters::reviews::reply;
    GET "/api/masters/{id}/training" => masters::training::list;
    GET "/api/masters/{id}/trainings/{moduleId}" => masters::training::show;
    POST "/api/masters/{id}/trainings/{moduleId}/complete" => masters::training::complete;
    POST "/api/masters/documents" => masters::documents::upload;
    GET "/api/masters/documents" => masters::documents::list;
    DELETE "/api/masters/documents/{id}" => masters::documents::delete;
    GET "/api/masters/documents/{id}/file" => masters::documents::file;
    POST "/api/masters/profile/avatar" => masters::pictures::set_avatar;
    POST "/api/masters/profile/logo" => masters::pictures::set_logo;
    GET "/api/masters/offers" => masters::jobs::offers;
    GET "/api/masters/payouts" => masters::payouts::show;
    POST "/api/masters/payouts/withdraw" => masters::payouts::withdraw;
    POST "/api/masters/payouts/debt" => masters::debt::open;
    GET "/api/masters/payouts/debt/{paymentIntentId}" => masters::debt::show;
    POST "/api/masters/payouts/details" => masters::payout_details::begin;
    POST "/api/masters/payouts/details/refresh" => masters::payout_details::refresh;
    GET "/api/masters/invoices/{number}" => masters::invoices::show;
    GET "/api/masters/statements/{month}" => masters::statements::file;
    GET "/api/masters/statements/{month}/lines" => masters::statements::lines;
    GET "/api/masters/pictures/{id}" => masters::pictures::show;

    // Pricing
    GET "/api/pricing/book" => pricing::book;
    POST "/api/ai/estimate" => pricing::estimate;
    POST "/api/ai/classify-description" => pricing::classify_description;
    POST "/api/ai/classify-trades" => pricing::classify_trades;
    GET "/api/slots" => slots::list;
    POST "/api/price/refine" => pricing::refine;
    POST "/api/coupons/validate" => coupons::validate;
    POST "/api/quotes" => quotes::create;
    GET "/api/masters/fees" => pricing::fees;

    // Payments
    POST "/api/payments/create" => payments::create::create;
    POST "/api/create-payment" => payments::create_due;
    GET "/api/payments/config" => payments::config;
    GET "/api/payments/bookings/by-intent/{intent}" => payments::by_intent;
    POST "/api/payments/webhook/{provider}" => webhooks::receive;
    POST "/api/sandbox/payments/{intent}/confirm" => sandbox::confirm;
    POST "/api/sandbox/payments/{intent}/authenticate" => sandbox::authenticate;
    POST "/api/sandbox/payments/{intent}/chargeback" => sandbox::chargeback;
    POST "/api/sandbox/payout-details" => sandbox::choose_account;

    // Bookings
    POST "/api/bookings" => bookings::create::create;
    GET "/api/bookings" => bookings::read::list;
    GET "/api/bookings/{id}" => bookings::read::one;
    PATCH "/api/bookings/{id}" => bookings::change::change;
    PUT "/api/bookings/{id}" => bookings::step::put;
    POST "/api/bookings/{id}/proposal" => bookings::proposal::answer;
    GET "/api/bookings/{id}/reach" => bookings::retry::reach;
    POST "/api/bookings/{id}/raise-price" => bookings::raise::raise;
    GET "/api/bookings/{id}/times" => bookings::reschedule::times;
    PATCH "/api/bookings/{id}/reschedule" => bookings::reschedule::by_owner;
    PATCH "/api/public/bookings/{guestToken}/reschedule" => bookings::reschedule::by_guest_link;
    POST "/api/bookings/{id}/suggested-time" => bookings::reschedule::answer;
    POST "/api/bookings/{id}/retry" => bookings::retry::retry;
    POST "/api/bookings/{id}/no-show" => bookings::retry::no_show;
    POST "/api/bookings/{id}/review" => bookings::review::write;
    POST "/api/bookings/{id}/disputes" => bookings::dispute::open;
    POST "/api/bookings/{id}/disputes/code" => bookings::dispute::code;
    POST "/api/bookings/{id}/disputes/answer" => bookings::dispute::answer;
    POST "/api/bookings/{id}/disputes/appeal" => bookings::appeal::by_client;
    POST "/api/bookings/{id}/disputes/appeal/pro" => bookings::appeal::by_pro;
    POST "/api/bookings/{id}/start-code" => bookings::start_code::renew;
    POST "/api/bookings/{id}/not-paid" => bookings::not_paid::report;
    POST "/api/bookings/{id}/no-show/contest" => bookings::missed_visit::contest;
    POST "/api/bookings/{id}/running-late" => bookings::late::running_late;
    POST "/api/bookings/{id}/here" => bookings::late::here;
    POST "/api/bookings/{id}/at-the-door" => bookings::missed_visit::arrive;
    POST "/api/bookings/{id}/not-home" => bookings::missed_visit::report_not_home;
    PUT "/api/bookings/{id}/notes" => bookings::notes::keep;
    POST "/api/bookings/{id}/stop" => bookings::stop::ask;
    POST "/api/bookings/{id}/not-as-booked" => bookings::mismatch::report;
    POST "/api/bookings/{id}/not-as-booked/{number}" => bookings::mismatch::act;
    GET "/api/bookings/{id}/put-right/times" => bookings::put_right::times;
    POST "/api/bookings/{id}/put-right" => bookings::put_right::ask;
    POST "/api/bookings/{id}/put-right/answer" => bookings::put_right::answer;
    PUT "/api/bookings/{id}/may-suggest" => bookings::new_work::allow;
    POST "/api/bookings/{id}/new-work" => bookings::new_work::suggest;
    GET "/api/invitations/{token}" => invitations::show;
    POST "/api/invitations/{token}/decline" => invitations::decline;
    POST "/api/bookings/{id}/change-orders" => bookings::change_orders::propose;
    POST "/api/bookings/{id}/change-orders/{number}" => bookings::change_orders::act;
    POST "/api/bookings/{id}/withdraw" => bookings::step::withdraw;
    POST "/api/bookings/link" => bookings::link::send;
    GET "/api/b/{guestToken}" => bookings::read::by_guest_link;
    POST "/api/b/{guestToken}/unlock" => bookings::unlock::unlock;
    GET "/api/bookings/{id}/events" => bookings::read::events;
    GET "/api/bookings/{id}/calendar.ics" => bookings::calendar::file;
    GET "/api/bookings/{id}/cancellation" => bookings::cancel::cost;
    PATCH "/api/bookings/{id}/cancel" => bookings::cancel::by_owner;
    PATCH "/api/bookings/guest/{guestToken}/cancel" => bookings::cancel::by_guest_link;
    POST "/api/bookings/claim-by-intent" => bookings::claim::by_intent;
    POST "/api/bookings/{id}/share" => bookings::share::renew;
    DELETE "/api/bookings/{id}/share" => bookings::share::end;

    // Matching
    POST "/api/matching/start" => matching::start;
    POST "/api/matching/respond/{bookingId}" => matching::respond;

    // Live
    POST "/api/events/ticket" => events::ticket;
    GET "/api/events/notify/user/{id}" => events::user::stream;
    GET "/api/events/notify/master/{id}" => events::notices::stream;
    GET "/api/events/stream/client/{bookingId}" => events::booking::stream;
    GET "/api/events/stream/master/{id}" => events::master::stream;
    GET "/api/push/key" => push::key;
    POST "/api/push/subscribe" => push::subscribe;
    PUT "/api/push/subscribe" => push::renew;
    DELETE "/api/push/subscribe" => push::unsubscribe;

    // Chat
    GET "/api/chat/history/{bookingId}" => chat::history;
    POST "/api/chat/messages/{bookingId}" => chat::send;
    POST "/api/chat/read/{bookingId}" => chat::read;
    GET "/api/chat/ws" => chat::socket::connect;

    // About
    GET "/api/public/districts/{outward}" => districts::show;
    GET "/api/public/emergency-pros" => near::show;
    GET "/api/public/facts" => facts::show;
    POST "/api/support" => support::write;

    // Pages
    GET "/booking/{id}/receipt" => receipt::page;
    GET "/calendar/{file}" => calendar::feed;

    // Files
    POST "/api/uploads" => uploads::upload;
    GET "/api/files/{id}" => uploads::file;

    // Operations
    GET "/healthz" => health::healthz;
    GET "/readyz" => health::readyz;
    GET "/api/openapi.json" => document::openapi;
    GET "/api/docs" => document::docs;
}

/// The OpenAPI 3.1 document of the table above.
#[must_use]
pub fn openapi() -> utoipa::openapi::OpenApi {
    document::complete(ApiDoc::openapi())
}

/// The API with its own answers for unknown paths and unsupported methods.
pub fn router() -> Router<AppState> {
    api_router()
        .route("/api/{*rest}", axum::routing::any(unknown))
        .method_not_allowed_fallback(|| async { Failure::wrong_method() })
        .layer(Extension(document::Source(openapi)))
}

async fn unknown() -> Failure {
    Failure::not_found("There is nothing at this address.")
}
