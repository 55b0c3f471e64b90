//! The table: each route with the status that each principal gets.

use std::collections::BTreeMap;

use callout_api::router::{Route, routes};

/// Nobody; the guest; another guest; the client; another client; a share link; a guest link; the pro who has the job, one who had it,
/// one who never did, a suspended one; a token that claims to be an operator's, which have none; one whose time is over; an admin and a super
/// admin with their cookies.
pub(super) const PRINCIPALS: [&str; 15] = [
    "nobody",
    "guest",
    "guest2",
    "client",
    "client2",
    "share",
    "link",
    "assigned",
    "former",
    "stranger",
    "suspended",
    "forged",
    "expired",
    "admin",
    "super_admin",
];

/// How many of them have columns; [`expected`] has the others.
const COLUMNS: usize = 12;

const TABLE: &str = "
#                                                        nobody   guest    guest2   client   client2  share    link     assigned former   stranger suspend. forged
POST /api/clients/ensure-guest                           422      422      422      422      422      422      422      422      422      422      422      422
GET /api/clients/identifier-exists                       422      422      422      422      422      422      422      422      422      422      422      422
POST /api/clients/login/otp-request                      422      422      422      422      422      422      422      422      422      422      422      422
POST /api/clients/login/otp-verify                       422      422      422      422      422      422      422      422      422      422      422      422
POST /api/clients/password/login                         422      422      422      422      422      422      422      422      422      422      422      422
POST /api/clients/password/register                      422      422      422      422      422      422      422      422      422      422      422      422
GET /api/clients/me                                      401      200      200      200      200      401      401      401      401      401      401      401
PUT /api/clients/me/password                             401      422      422      422      422      401      401      401      401      401      401      401
DELETE /api/clients/me/sessions                          401      204      204      204      204      401      401      401      401      401      401      401
PUT /api/clients/me                                      401      200      200      200      200      401      401      401      401      401      401      401
DELETE /api/clients/me                                   401      409      204      409      204      401      401      401      401      401      401      401
GET /api/clients/me/export                               401      200      200      200      200      401      401      401      401      401      401      401
GET /api/clients/me/summary                              401      200      200      200      200      401      401      401      401      401      401      401
GET /api/clients/me/loyalty                              401      200      200      200      200      401      401      401      401      401      401      401
GET /api/clients/me/messages                             401      200      200      200      200      401      401      401      401      401      401      401
PUT /api/clients/me/messages                             401      422      422      422      422      401      401      401      401      401      401      401
POST /api/logout                                         401      204      204      204      204      401      401      204      204      204      204      401
POST /api/masters/register                               422      422      422      422      422      422      422      422      422      422      422      422
POST /api/masters/login                                  422      422      422      422      422      422      422      422      422      422      422      422
POST /api/masters/login/otp-request                      422      422      422      422      422      422      422      422      422      422      422      422
POST /api/masters/login/otp-verify                       422      422      422      422      422      422      422      422      422      422      422      422
POST /api/masters/login/passkey-request                  200      200      200      200      200      200      200      200      200      200      200      200
POST /api/masters/login/passkey-verify                   422      422      422      422      422      422      422      422      422      422      422      422
GET /api/masters/me                                      401      401      401      401      401      401      401      200      200      200      200      401
GET /api/masters/me/passkeys                             401      401      401      401      401      401      401      200      200      200      200      401
POST /api/masters/me/passkeys/start                      401      401      401      401      401      401      401      200      200      409      200      401
POST /api/masters/me/passkeys                            401      401      401      401      401      401      401      422      422      422      422      401
DELETE /api/masters/me/passkeys/{id}                     401      401      401      401      401      401      401      404      404      404      404      401
GET /api/masters/me/messages                             401      401      401      401      401      401      401      200      200      200      200      401
PUT /api/masters/me/messages                             401      401      401      401      401      401      401      422      422      422      422      401
POST /api/masters/profile/init                           401      401      401      401      401      401      401      200      200      200      200      401
PUT /api/masters/profile/basics                          401      401      401      401      401      401      401      422      422      422      422      401
PUT /api/masters/profile/rates                           401      401      401      401      401      401      401      422      422      422      422      401
PUT /api/masters/profile/area                            401      401      401      401      401      401      401      422      422      422      422      401
PUT /api/masters/profile/company                         401      401      401      401      401      401      401      422      422      422      422      401
PUT /api/masters/profile/activate                        401      401      401      401      401      401      401      422      422      422      422      401
PUT /api/masters/skills                                  401      401      401      401      401      401      401      422      422      422      422      401
PUT /api/masters/location                                401      401      401      401      401      401      401      422      422      422      422      401
PUT /api/masters/me/password                             401      401      401      401      401      401      401      422      422      422      422      401
DELETE /api/masters/me/sessions                          401      401      401      401      401      401      401      204      204      204      204      401
GET /api/masters/me/tax                                  401      401      401      401      401      401      401      200      200      200      200      401
PUT /api/masters/me/tax                                  401      401      401      401      401      401      401      422      422      422      422      401
GET /api/masters/me/hours                                401      401      401      401      401      401      401      200      200      200      200      401
PUT /api/masters/me/hours                                401      401      401      401      401      401      401      200      200      200      200      401
PUT /api/masters/me/times-away/{id}                      401      401      401      401      401      401      401      422      422      422      422      401
DELETE /api/masters/me/times-away/{id}                   401      401      401      401      401      401      401      204      204      204      204      401
PUT /api/masters/me/blocked-clients/{bookingId}          401      401      401      401      401      401      401      409/404  404      404      404      401
DELETE /api/masters/me/blocked-clients/{bookingId}       401      401      401      401      401      401      401      204      204      204      204      401
GET /api/masters/me/calendar                             401      401      401      401      401      401      401      200      200      200      200      401
POST /api/masters/me/calendar                            401      401      401      401      401      401      401      422      422      422      422      401
DELETE /api/masters/me/calendar                          401      401      401      401      401      401      401      204      204      204      204      401
GET /api/masters/me/export                               401      401      401      401      401      401      401      200      200      200      200      401
POST /api/masters/me/appeal                              401      401      401      401      401      401      401      422      422      422      422      401
DELETE /api/masters/me                                   401      401      401      401      401      401      401      409      204      204      204      401
GET /api/masters/{id}/profile                            404      404      404      404      404      404      404      404      404      404      404      404
GET /api/masters/{id}/badges                             404      404      404      404      404      404      404      404      404      404      404      401
GET /api/masters/{id}/reviews                            404      404      404      404      404      404      404      404      404      404      404      404
POST /api/masters/reviews/{id}/reply                     401      401      401      401      401      401      401      422      422      422      422      401
GET /api/masters/{id}/training                           401      401      401      401      401      401      401      404      404      404      404      401
GET /api/masters/{id}/trainings/{moduleId}               401      401      401      401      401      401      401      404      404      404      404      401
POST /api/masters/{id}/trainings/{moduleId}/complete     401      401      401      401      401      401      401      422      422      422      422      401
POST /api/masters/documents                              401      401      401      401      401      401      401      415      415      409      415      401
GET /api/masters/documents                               401      401      401      401      401      401      401      200      200      200      200      401
DELETE /api/masters/documents/{id}                       401      401      401      401      401      401      401      404      404      404      404      401
GET /api/masters/documents/{id}/file                     401      401      401      401      401      401      401      404      404      404      404      401
POST /api/masters/profile/avatar                         401      401      401      401      401      401      401      415      415      415      415      401
POST /api/masters/profile/logo                           401      401      401      401      401      401      401      415      415      415      415      401
GET /api/masters/pictures/{id}                           404      404      404      404      404      404      404      404      404      404      404      404
GET /api/masters/payouts                                 401      401      401      401      401      401      401      200      200      200      200      401
POST /api/masters/payouts/withdraw                       401      401      401      401      401      401      401      422      422      422      422      401
POST /api/masters/payouts/debt                           401      401      401      401      401      401      401      409      409      409      409      401
GET /api/masters/payouts/debt/{paymentIntentId}          401      401      401      401      401      401      401      404      404      404      404      401
POST /api/masters/payouts/details                        401      401      401      401      401      401      401      200      200      409      200      401
POST /api/masters/payouts/details/refresh                401      401      401      401      401      401      401      200      200      200      200      401
POST /api/sandbox/payout-details                         401      401      401      401      401      401      401      422      422      422      422      401
GET /api/masters/invoices/{number}                       401      401      401      401      401      401      401      404      404      404      404      401
GET /api/masters/statements/{month}                      401      401      401      401      401      401      401      422      422      422      422      401
GET /api/masters/statements/{month}/lines                401      401      401      401      401      401      401      422      422      422      422      401
GET /api/masters/offers                                  401      401      401      401      401      401      401      200      200      200      200      401
GET /api/pricing/book                                    200      200      200      200      200      200      200      200      200      200      200      200
POST /api/ai/estimate                                    415      415      415      415      415      415      415      415      415      415      415      415
POST /api/ai/classify-description                        422      422      422      422      422      422      422      422      422      422      422      422
POST /api/ai/classify-trades                             422      422      422      422      422      422      422      422      422      422      422      422
GET /api/slots                                           200      200      200      200      200      200      200      200      200      200      200      401
POST /api/price/refine                                   422      422      422      422      422      422      422      422      422      422      422      422
POST /api/coupons/validate                               422      422      422      422      422      422      422      422      422      422      422      401
POST /api/quotes                                         401      422      422      422      422      401      401      401      401      401      401      401
GET /api/masters/fees                                    422      422      422      422      422      422      422      422      422      422      422      422
POST /api/payments/create                                401      422      422      422      422      401      401      401      401      401      401      401
POST /api/create-payment                                 401      409/404  404      409/404  404      403/404  409/404  401      401      401      401      401
GET /api/payments/config                                 200      200      200      200      200      200      200      200      200      200      200      200
GET /api/payments/bookings/by-intent/{intent}            401      200/404  404      200/404  404      401      401      401      401      401      401      401
POST /api/payments/webhook/{provider}                    400      400      400      400      400      400      400      400      400      400      400      400
POST /api/sandbox/payments/{intent}/confirm              422      422      422      422      422      422      422      422      422      422      422      422
POST /api/sandbox/payments/{intent}/authenticate         422      422      422      422      422      422      422      422      422      422      422      422
POST /api/sandbox/payments/{intent}/chargeback           422      422      422      422      422      422      422      422      422      422      422      422
POST /api/bookings                                       401      422      422      422      422      401      401      401      401      401      401      401
GET /api/bookings                                        401      200      200      200      200      401      401      200      200      200      200      401
GET /api/bookings/{id}                                   401      200/404  404      200/404  404      200/404  200/404  200/404  404      404      404      401
PATCH /api/bookings/{id}                                 401      200/404  404      200/404  404      403/404  200/404  401      401      401      401      401
PUT /api/bookings/{id}                                   401      422      422      422      422      401      401      422      422      422      422      401
POST /api/bookings/{id}/proposal                         401      409/404  404      409/404  404      403/404  409/404  401      401      401      401      401
POST /api/bookings/{id}/raise-price                      401      422/404  404      422/404  404      401      401      401      401      401      401      401
GET /api/bookings/{id}/times                             401      200/404  404      200/404  404      403/404  200/404  401      401      401      401      401
PATCH /api/bookings/{id}/reschedule                      401      422/404  404      422/404  404      401      401      401      401      401      401      401
PATCH /api/public/bookings/{guestToken}/reschedule       401      401      401      401      401      403      422      401      401      401      401      401
POST /api/bookings/{id}/suggested-time                   401      401      401      401      401      401      401      409/404  404      404      404      401
GET /api/bookings/{id}/reach                             401      200/404  404      200/404  404      403/404  200/404  401      401      401      401      401
POST /api/bookings/{id}/retry                            401      200/404  404      200/404  404      403/404  200/404  401      401      401      401      401
POST /api/bookings/{id}/no-show                          401      409/404  404      409/404  404      403/404  409/404  401      401      401      401      401
POST /api/bookings/{id}/review                           401      409/404  404      409/404  404      403/404  409/404  409/404  404      404      404      401
POST /api/bookings/{id}/disputes                         422      422      422      422      422      422      422      422      422      422      422      422
POST /api/bookings/{id}/disputes/code                    401      202/404  404      202/404  404      403/404  202/404  401      401      401      401      401
POST /api/bookings/{id}/disputes/answer                  401      401      401      401      401      401      401      422      422      422      422      401
POST /api/bookings/{id}/disputes/appeal                  422      422      422      422      422      422      422      422      422      422      422      422
POST /api/bookings/{id}/disputes/appeal/pro              401      401      401      401      401      401      401      422      422      422      422      401
POST /api/bookings/{id}/start-code                       401      409/404  404      409/404  404      403/404  409/404  401      401      401      401      401
POST /api/bookings/{id}/not-paid                         401      401      401      401      401      401      401      422      422      422      422      401
POST /api/bookings/{id}/no-show/contest                  401      401      401      401      401      401      401      422      422      422      422      401
POST /api/bookings/{id}/running-late                     401      401      401      401      401      401      401      422      422      422      422      401
POST /api/bookings/{id}/here                             401      401      401      401      401      401      401      409/404  404      404      404      401
POST /api/bookings/{id}/at-the-door                      401      401      401      401      401      401      401      422      422      422      422      401
POST /api/bookings/{id}/not-home                         401      401      401      401      401      401      401      422      422      422      422      401
PUT /api/bookings/{id}/notes                             401      401      401      401      401      401      401      422      422      422      422      401
POST /api/bookings/{id}/stop                             422      422      422      422      422      422      422      422      422      422      422      422
POST /api/bookings/{id}/not-as-booked                    401      401      401      401      401      401      401      422      422      422      422      401
POST /api/bookings/{id}/not-as-booked/{number}           401      404      404      404      404      403/404  404      401      401      401      401      401
GET /api/bookings/{id}/put-right/times                   401      200/404  404      200/404  404      403/404  200/404  200/404  404      404      404      401
POST /api/bookings/{id}/put-right                        401      422/404  404      422/404  404      403/404  422/404  422/404  404      404      404      401
POST /api/bookings/{id}/put-right/answer                 401      409/404  404      409/404  404      403/404  409/404  409/404  404      404      404      401
PUT /api/bookings/{id}/may-suggest                       401      200/404  404      200/404  404      403/404  200/404  401      401      401      401      401
POST /api/bookings/{id}/new-work                         401      401      401      401      401      401      401      422      422      422      422      401
GET /api/invitations/{token}                             404      404      404      404      404      404      404      404      404      404      404      404
POST /api/invitations/{token}/decline                    404      404      404      404      404      404      404      404      404      404      404      404
POST /api/bookings/{id}/change-orders                    401      401      401      401      401      401      401      422      422      422      422      401
POST /api/bookings/{id}/change-orders/{number}           401      404      404      404      404      403/404  404      401      401      401      401      401
POST /api/bookings/{id}/withdraw                         401      401      401      401      401      401      401      422      422      422      422      401
POST /api/bookings/link                                  422      422      422      422      422      422      422      422      422      422      422      422
GET /api/b/{guestToken}                                  401      401      401      401      401      403      200      401      401      401      401      401
POST /api/b/{guestToken}/unlock                          401      401      401      401      401      403      200      401      401      401      401      401
GET /api/bookings/{id}/events                            401      200/404  404      200/404  404      200/404  200/404  401      401      401      401      401
GET /api/bookings/{id}/calendar.ics                      401      200/404  404      200/404  404      403/404  200/404  401      401      401      401      401
GET /api/bookings/{id}/cancellation                      401      200/404  404      200/404  404      403/404  200/404  401      401      401      401      401
PATCH /api/bookings/{id}/cancel                          401      200/404  404      200/404  404      401      401      401      401      401      401      401
PATCH /api/bookings/guest/{guestToken}/cancel            401      401      401      401      401      403      200      401      401      401      401      401
POST /api/bookings/claim-by-intent                       401      200/404  404      200/404  404/200  401      401      401      401      401      401      401
POST /api/bookings/{id}/share                            401      201/404  404      201/404  404      401      401      401      401      401      401      401
DELETE /api/bookings/{id}/share                          401      204/404  404      204/404  404      401      401      401      401      401      401      401
POST /api/matching/start                                 401      202/404  404      202/404  404      401      401      401      401      401      401      401
POST /api/matching/respond/{bookingId}                   401      401      401      401      401      401      401      200/404  404      404      404      401
POST /api/events/ticket                                  401      201/404  404      201/404  404      201/404  201/404  404      404      404      404      401
GET /api/events/notify/user/{id}                         401      200/404  404      200/404  404      401      401      404      404      404      404      401
GET /api/events/notify/master/{id}                       401      404      404      404      404      401      401      200/404  200/404  200/404  200/404  401
GET /api/events/stream/client/{bookingId}                401      200/404  404      200/404  404      200/404  200/404  401      401      401      401      401
GET /api/events/stream/master/{id}                       401      404      404      404      404      401      401      200/404  200/404  200/404  200/404  401
GET /api/chat/history/{bookingId}                        401      409/404  404      409/404  404      401      401      200/404  404      404      404      401
POST /api/chat/messages/{bookingId}                      401      422      422      422      422      401      401      422      422      422      422      401
POST /api/chat/read/{bookingId}                          401      409/404  404      409/404  404      401      401      204/404  404      404      404      401
GET /api/chat/ws                                         401      401      401      401      401      401      401      401      401      401      401      401
GET /api/push/key                                        401      200      200      200      200      401      401      200      200      200      200      401
POST /api/push/subscribe                                 401      422      422      422      422      401      401      422      422      422      422      401
PUT /api/push/subscribe                                  422      422      422      422      422      422      422      422      422      422      422      422
DELETE /api/push/subscribe                               401      422      422      422      422      401      401      422      422      422      422      401
GET /api/public/districts/{outward}                      404      404      404      404      404      404      404      404      404      404      404      404
GET /api/public/emergency-pros                           422      422      422      422      422      422      422      422      422      422      422      422
GET /api/public/facts                                    200      200      200      200      200      200      200      200      200      200      200      200
POST /api/support                                        422      422      422      422      422      422      422      422      422      422      422      422
GET /calendar/{file}                                     404      404      404      404      404      404      404      404      404      404      404      404
GET /booking/{id}/receipt                                401      401      401      401      401      401      401      401      401      401      401      401
POST /api/uploads                                        415      415      415      415      415      415      415      415      415      415      415      415
GET /api/files/{id}                                      401      200/404  404      200/404  404      403/404  200/404  200/404  404      404      404      401
GET /healthz                                             200      200      200      200      200      200      200      200      200      200      200      200
GET /readyz                                              200      200      200      200      200      200      200      200      200      200      200      200
GET /api/openapi.json                                    200      200      200      200      200      200      200      200      200      200      200      200
GET /api/docs                                            200      200      200      200      200      200      200      200      200      200      200      200
";

/// The whole row: an expired token is as bad as a forged one, and an operator's cookie as good as nothing.
pub(super) fn expected(columns: &Row) -> Row {
    let (nobody, forged) = (columns[0], columns[COLUMNS - 1]);
    [&columns[..], &[forged, nobody, nobody]].concat()
}

/// A route's statuses in the order of [`PRINCIPALS`], as (own, other).
pub(super) type Row = Vec<(u16, u16)>;

pub(super) fn table() -> BTreeMap<String, Row> {
    let rows = TABLE
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(|line| {
        let mut words = line.split_whitespace();
        let (method, path) = (words.next().unwrap(), words.next().unwrap());
        let cell = |cell: &str| {
            let (own, other) = cell.split_once('/').unwrap_or((cell, cell));
            (own.parse().unwrap(), other.parse().unwrap())
        };
        let row: Row = words.map(cell).collect();
        assert_eq!(row.len(), COLUMNS, "{line}");
        (format!("{method} {path}"), row)
    })
    .collect()
}

pub(super) fn name(route: &Route) -> String {
    format!("{} {}", route.method, route.path)
}

#[test]
fn every_route_has_its_row_and_every_row_its_route() {
    let (mut listed, mut there): (Vec<String>, Vec<String>) =
        (table().into_keys().collect(), routes().iter().map(name).collect());
    listed.sort();
    there.sort();
    assert_eq!(listed, there);
}
