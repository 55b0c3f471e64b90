//! The whole route table, readable as a contents page. It is declared once: the router, the OpenAPI document and the tests that
//! visit every route are all built from it.

use crate::domain::failure::Failure;
use axum::routing::MethodRouter;
use axum::{Extension, Router};
use http::Method;
use utoipa::OpenApi;

use crate::api;
use crate::error::Problem;
use crate::state::AppState;

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
            components(schemas(Problem, api::chat::MessageView, api::chat::TypingView, api::chat::ReadView,
                api::chat::RefusedView, api::chat::Sent)),
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
    POST "/api/clients/ensure-guest" => api::guests::ensure_guest;
    GET "/api/clients/identifier-exists" => api::clients::known::identifier_exists;
    POST "/api/clients/login/otp-request" => api::clients::code::request;
    POST "/api/clients/login/otp-verify" => api::clients::code::verify;
    POST "/api/clients/password/login" => api::clients::password::login;
    POST "/api/clients/password/register" => api::clients::password::register;
    GET "/api/clients/me" => api::clients::profile::show;
    PUT "/api/clients/me" => api::clients::profile::change;
    DELETE "/api/clients/me" => api::clients::data::erase;
    GET "/api/clients/me/export" => api::clients::data::export;
    GET "/api/clients/me/summary" => api::clients::profile::summary;
    GET "/api/clients/me/loyalty" => api::loyalty::mine;
    GET "/api/clients/me/messages" => api::messages::of_client;
    PUT "/api/clients/me/messages" => api::messages::set_of_client;
    POST "/api/logout" => api::logout::logout;

    // Masters
    POST "/api/masters/register" => api::masters::register;
    POST "/api/masters/login" => api::masters::login;
    POST "/api/masters/login/otp-request" => api::masters::code::request;
    POST "/api/masters/login/otp-verify" => api::masters::code::verify;
    GET "/api/masters/me" => api::masters::profile::me;
    GET "/api/masters/me/messages" => api::messages::of_master;
    PUT "/api/masters/me/messages" => api::messages::set_of_master;
    POST "/api/masters/profile/init" => api::masters::profile::init;
    PUT "/api/masters/profile/basics" => api::masters::profile::basics;
    PUT "/api/masters/profile/rates" => api::masters::profile::rates;
    PUT "/api/masters/profile/area" => api::masters::profile::area;
    PUT "/api/masters/profile/company" => api::masters::profile::company;
    PUT "/api/masters/profile/activate" => api::masters::profile::activate;
    PUT "/api/masters/skills" => api::masters::profile::skills;
    PUT "/api/masters/location" => api::masters::location::put;
    GET "/api/masters/me/tax" => api::masters::tax::show;
    PUT "/api/masters/me/tax" => api::masters::tax::give;
    GET "/api/masters/me/export" => api::masters::data::export;
    POST "/api/masters/me/appeal" => api::masters::suspension::appeal;
    DELETE "/api/masters/me" => api::masters::data::close;
    GET "/api/masters/{id}/profile" => api::masters::public::show;
    GET "/api/masters/{id}/badges" => api::masters::badges::list;
    GET "/api/masters/{id}/reviews" => api::masters::reviews::list;
    POST "/api/masters/reviews/{id}/reply" => api::masters::reviews::reply;
    GET "/api/masters/{id}/training" => api::masters::training::list;
    GET "/api/masters/{id}/trainings/{moduleId}" => api::masters::training::show;
    POST "/api/masters/{id}/trainings/{moduleId}/complete" => api::masters::training::complete;
    POST "/api/masters/documents" => api::masters::documents::upload;
    GET "/api/masters/documents" => api::masters::documents::list;
    DELETE "/api/masters/documents/{id}" => api::masters::documents::delete;
    GET "/api/masters/documents/{id}/file" => api::masters::documents::file;
    POST "/api/masters/profile/avatar" => api::masters::pictures::set_avatar;
    POST "/api/masters/profile/logo" => api::masters::pictures::set_logo;
    GET "/api/masters/offers" => api::masters::jobs::offers;
    GET "/api/masters/payouts" => api::masters::payouts::show;
    POST "/api/masters/payouts/withdraw" => api::masters::payouts::withdraw;
    POST "/api/masters/payouts/debt" => api::masters::debt::open;
    GET "/api/masters/payouts/debt/{paymentIntentId}" => api::masters::debt::show;
    POST "/api/masters/payouts/details" => api::masters::payout_details::begin;
    POST "/api/masters/payouts/details/refresh" => api::masters::payout_details::refresh;
    GET "/api/masters/invoices/{number}" => api::masters::invoices::show;
    GET "/api/masters/statements/{month}" => api::masters::statements::file;
    GET "/api/masters/statements/{month}/lines" => api::masters::statements::lines;
    GET "/api/masters/pictures/{id}" => api::masters::pictures::show;

    // Pricing
    GET "/api/pricing/book" => api::pricing::book;
    POST "/api/ai/estimate" => api::pricing::estimate;
    POST "/api/ai/classify-description" => api::pricing::classify_description;
    POST "/api/ai/classify-trades" => api::pricing::classify_trades;
    GET "/api/slots" => api::slots::list;
    POST "/api/price/refine" => api::pricing::refine;
    POST "/api/coupons/validate" => api::coupons::validate;
    POST "/api/quotes" => api::quotes::create;
    GET "/api/masters/fees" => api::pricing::fees;

    // Payments
    POST "/api/payments/create" => api::payments::create::create;
    POST "/api/create-payment" => api::payments::create_due;
    GET "/api/payments/config" => api::payments::config;
    GET "/api/payments/bookings/by-intent/{intent}" => api::payments::by_intent;
    POST "/api/payments/webhook/{provider}" => api::webhooks::receive;
    POST "/api/sandbox/payments/{intent}/confirm" => api::sandbox::confirm;
    POST "/api/sandbox/payments/{intent}/authenticate" => api::sandbox::authenticate;
    POST "/api/sandbox/payments/{intent}/chargeback" => api::sandbox::chargeback;
    POST "/api/sandbox/payout-details" => api::sandbox::choose_account;

    // Bookings
    POST "/api/bookings" => api::bookings::create::create;
    GET "/api/bookings" => api::bookings::read::list;
    GET "/api/bookings/{id}" => api::bookings::read::one;
    PATCH "/api/bookings/{id}" => api::bookings::change::change;
    PUT "/api/bookings/{id}" => api::bookings::step::put;
    POST "/api/bookings/{id}/proposal" => api::bookings::proposal::answer;
    GET "/api/bookings/{id}/reach" => api::bookings::retry::reach;
    POST "/api/bookings/{id}/raise-price" => api::bookings::raise::raise;
    GET "/api/bookings/{id}/times" => api::bookings::reschedule::times;
    PATCH "/api/bookings/{id}/reschedule" => api::bookings::reschedule::by_owner;
    PATCH "/api/public/bookings/{guestToken}/reschedule" => api::bookings::reschedule::by_guest_link;
    POST "/api/bookings/{id}/suggested-time" => api::bookings::reschedule::answer;
    POST "/api/bookings/{id}/retry" => api::bookings::retry::retry;
    POST "/api/bookings/{id}/no-show" => api::bookings::retry::no_show;
    POST "/api/bookings/{id}/review" => api::bookings::review::write;
    POST "/api/bookings/{id}/disputes" => api::bookings::dispute::open;
    POST "/api/bookings/{id}/disputes/code" => api::bookings::dispute::code;
    POST "/api/bookings/{id}/disputes/answer" => api::bookings::dispute::answer;
    POST "/api/bookings/{id}/disputes/appeal" => api::bookings::appeal::by_client;
    POST "/api/bookings/{id}/disputes/appeal/pro" => api::bookings::appeal::by_pro;
    POST "/api/bookings/{id}/start-code" => api::bookings::start_code::renew;
    POST "/api/bookings/{id}/not-paid" => api::bookings::not_paid::report;
    POST "/api/bookings/{id}/no-show/contest" => api::bookings::missed_visit::contest;
    POST "/api/bookings/{id}/at-the-door" => api::bookings::missed_visit::arrive;
    POST "/api/bookings/{id}/not-home" => api::bookings::missed_visit::report_not_home;
    POST "/api/bookings/{id}/stop" => api::bookings::stop::ask;
    POST "/api/bookings/{id}/change-orders" => api::bookings::change_orders::propose;
    POST "/api/bookings/{id}/change-orders/{number}" => api::bookings::change_orders::act;
    POST "/api/bookings/{id}/withdraw" => api::bookings::step::withdraw;
    POST "/api/bookings/link" => api::bookings::link::send;
    GET "/api/b/{guestToken}" => api::bookings::read::by_guest_link;
    POST "/api/b/{guestToken}/unlock" => api::bookings::unlock::unlock;
    GET "/api/bookings/{id}/events" => api::bookings::read::events;
    GET "/api/bookings/{id}/calendar.ics" => api::bookings::calendar::file;
    GET "/api/bookings/{id}/cancellation" => api::bookings::cancel::cost;
    PATCH "/api/bookings/{id}/cancel" => api::bookings::cancel::by_owner;
    PATCH "/api/bookings/guest/{guestToken}/cancel" => api::bookings::cancel::by_guest_link;
    POST "/api/bookings/claim-by-intent" => api::bookings::claim::by_intent;
    POST "/api/bookings/{id}/share" => api::bookings::share::renew;
    DELETE "/api/bookings/{id}/share" => api::bookings::share::end;

    // Matching
    POST "/api/matching/start" => api::matching::start;
    POST "/api/matching/respond/{bookingId}" => api::matching::respond;

    // Live
    POST "/api/events/ticket" => api::events::ticket;
    GET "/api/events/notify/user/{id}" => api::events::user::stream;
    GET "/api/events/notify/master/{id}" => api::events::notices::stream;
    GET "/api/events/stream/client/{bookingId}" => api::events::booking::stream;
    GET "/api/events/stream/master/{id}" => api::events::master::stream;
    GET "/api/push/key" => api::push::key;
    POST "/api/push/subscribe" => api::push::subscribe;
    DELETE "/api/push/subscribe" => api::push::unsubscribe;

    // Chat
    GET "/api/chat/history/{bookingId}" => api::chat::history;
    POST "/api/chat/read/{bookingId}" => api::chat::read;
    GET "/api/chat/ws" => api::chat::socket::connect;

    // About
    GET "/api/public/districts/{outward}" => api::districts::show;
    GET "/api/public/facts" => api::facts::show;
    POST "/api/support" => api::support::write;

    // Pages
    GET "/booking/{id}/receipt" => api::receipt::page;

    // Files
    POST "/api/uploads" => api::uploads::upload;
    GET "/api/files/{id}" => api::uploads::file;

    // Operations
    GET "/healthz" => api::health::healthz;
    GET "/readyz" => api::health::readyz;
    GET "/api/openapi.json" => api::document::openapi;
    GET "/api/docs" => api::document::docs;
}

/// The OpenAPI 3.1 document of the table above.
#[must_use]
pub fn openapi() -> utoipa::openapi::OpenApi {
    api::document::complete(ApiDoc::openapi())
}

/// The API with its own answers for unknown paths and unsupported methods.
pub fn router() -> Router<AppState> {
    api_router()
        .route("/api/{*rest}", axum::routing::any(unknown))
        .method_not_allowed_fallback(|| async { Failure::wrong_method() })
        .layer(Extension(api::document::Source(openapi)))
}

async fn unknown() -> Failure {
    Failure::not_found("There is nothing at this address.")
}
