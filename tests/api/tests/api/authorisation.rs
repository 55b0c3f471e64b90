//! Who may call what: every route × nine principals × own and other object, in one table.
//!
//! Each world has two bookings: the guest's and the client's. "Own" is the principal's own booking (for a link, the one it is
//! for), "other" is the other. A cell is the status, or `own/other` where the two differ. Bodies are empty apart from the
//! object's id, so 422 means "let in, but something is missing". The guest's booking was made under the email that the other
//! client has proved, which alone allows that client to claim it. The receipt is opened by a ticket that becomes a cookie, not
//! by these credentials.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use api_tests::{Call, Guest, TestApp, both_databases};
use callout::config::Switch;
use callout::router::{Route, routes};
use http::Method;
use serde_json::{Value, json};

use crate::journey::{address, book, card, cash, pay, quote, text, wish, with};
use crate::people::{Person, client, master};

/// None; the guest; another guest; the client; another client; a share link; a guest link; a pro; an operator. Operators
/// have no bearer tokens, so one that claims to be is forged.
const PRINCIPALS: [&str; 9] = [
    "nobody", "guest", "guest2", "client", "client2", "share", "link", "pro", "operator",
];

const TABLE: &str = "
#                                                        nobody  guest   guest2  client  client2 share   link    pro     operator
POST /api/clients/ensure-guest                           422     422     422     422     422     422     422     422     422
GET /api/clients/identifier-exists                       422     422     422     422     422     422     422     422     422
POST /api/clients/login/otp-request                      422     422     422     422     422     422     422     422     422
POST /api/clients/login/otp-verify                       422     422     422     422     422     422     422     422     422
POST /api/clients/password/login                         422     422     422     422     422     422     422     422     422
POST /api/clients/password/register                      422     422     422     422     422     422     422     422     422
GET /api/clients/me                                      401     200     200     200     200     401     401     401     401
PUT /api/clients/me                                      401     200     200     200     200     401     401     401     401
DELETE /api/clients/me                                   401     409     204     409     204     401     401     401     401
GET /api/clients/me/export                               401     200     200     200     200     401     401     401     401
GET /api/clients/me/summary                              401     200     200     200     200     401     401     401     401
GET /api/clients/me/loyalty                              401     200     200     200     200     401     401     401     401
GET /api/clients/me/messages                             401     200     200     200     200     401     401     401     401
PUT /api/clients/me/messages                             401     422     422     422     422     401     401     401     401
POST /api/logout                                         401     204     204     204     204     401     401     204     401
POST /api/masters/register                               422     422     422     422     422     422     422     422     422
POST /api/masters/login                                  422     422     422     422     422     422     422     422     422
POST /api/masters/login/otp-request                      422     422     422     422     422     422     422     422     422
POST /api/masters/login/otp-verify                       422     422     422     422     422     422     422     422     422
GET /api/masters/me                                      401     401     401     401     401     401     401     200     401
GET /api/masters/me/messages                             401     401     401     401     401     401     401     200     401
PUT /api/masters/me/messages                             401     401     401     401     401     401     401     422     401
POST /api/masters/profile/init                           401     401     401     401     401     401     401     200     401
PUT /api/masters/profile/basics                          401     401     401     401     401     401     401     422     401
PUT /api/masters/profile/rates                           401     401     401     401     401     401     401     422     401
PUT /api/masters/profile/area                            401     401     401     401     401     401     401     422     401
PUT /api/masters/profile/company                         401     401     401     401     401     401     401     422     401
PUT /api/masters/profile/activate                        401     401     401     401     401     401     401     422     401
PUT /api/masters/skills                                  401     401     401     401     401     401     401     422     401
PUT /api/masters/location                                401     401     401     401     401     401     401     422     401
GET /api/masters/me/export                               401     401     401     401     401     401     401     200     401
DELETE /api/masters/me                                   401     401     401     401     401     401     401     204     401
GET /api/masters/{id}/profile                            404     404     404     404     404     404     404     404     404
GET /api/masters/{id}/reviews                            404     404     404     404     404     404     404     404     404
POST /api/masters/documents                              401     401     401     401     401     401     401     415     401
GET /api/masters/documents                               401     401     401     401     401     401     401     200     401
DELETE /api/masters/documents/{id}                       401     401     401     401     401     401     401     404     401
GET /api/masters/documents/{id}/file                     401     401     401     401     401     401     401     404     401
POST /api/masters/profile/avatar                         401     401     401     401     401     401     401     415     401
POST /api/masters/profile/logo                           401     401     401     401     401     401     401     415     401
GET /api/masters/pictures/{id}                           404     404     404     404     404     404     404     404     404
GET /api/masters/offers                                  401     401     401     401     401     401     401     200     401
GET /api/pricing/book                                    200     200     200     200     200     200     200     200     200
POST /api/ai/estimate                                    415     415     415     415     415     415     415     415     415
POST /api/ai/classify-description                        422     422     422     422     422     422     422     422     422
POST /api/ai/classify-trades                             422     422     422     422     422     422     422     422     422
GET /api/slots                                           200     200     200     200     200     200     200     200     401
POST /api/price/refine                                   422     422     422     422     422     422     422     422     422
POST /api/coupons/validate                               422     422     422     422     422     422     422     422     401
POST /api/quotes                                         401     422     422     422     422     401     401     401     401
GET /api/masters/fees                                    422     422     422     422     422     422     422     422     422
POST /api/payments/create                                401     422     422     422     422     401     401     401     401
POST /api/create-payment                                 401     409/404 404     409/404 404     403/404 409/404 401     401
GET /api/payments/config                                 200     200     200     200     200     200     200     200     200
GET /api/payments/bookings/by-intent/{intent}            401     200/404 404     200/404 404     401     401     401     401
POST /api/payments/webhook/{provider}                    400     400     400     400     400     400     400     400     400
POST /api/sandbox/payments/{intent}/confirm              422     422     422     422     422     422     422     422     422
POST /api/sandbox/payments/{intent}/authenticate         422     422     422     422     422     422     422     422     422
POST /api/bookings                                       401     422     422     422     422     401     401     401     401
GET /api/bookings                                        401     200     200     200     200     401     401     200     401
GET /api/bookings/{id}                                   401     200/404 404     200/404 404     200/404 200/404 404     401
PATCH /api/bookings/{id}                                 401     200/404 404     200/404 404     403/404 200/404 401     401
PUT /api/bookings/{id}                                   401     422     422     422     422     401     401     422     401
POST /api/bookings/{id}/proposal                         401     409/404 404     409/404 404     403/404 409/404 401     401
POST /api/bookings/{id}/raise-price                      401     422/404 404     422/404 404     401     401     401     401
GET /api/bookings/{id}/times                             401     200/404 404     200/404 404     403/404 200/404 401     401
PATCH /api/bookings/{id}/reschedule                      401     422/404 404     422/404 404     401     401     401     401
PATCH /api/public/bookings/{guestToken}/reschedule       401     401     401     401     401     403     422     401     401
POST /api/bookings/{id}/suggested-time                   401     401     401     401     401     401     401     404     401
GET /api/bookings/{id}/reach                             401     200/404 404     200/404 404     403/404 200/404 401     401
POST /api/bookings/{id}/retry                            401     200/404 404     200/404 404     403/404 200/404 401     401
POST /api/bookings/{id}/no-show                          401     409/404 404     409/404 404     403/404 409/404 401     401
POST /api/bookings/{id}/review                           401     409/404 404     409/404 404     403/404 409/404 404     401
POST /api/bookings/{id}/withdraw                         401     401     401     401     401     401     401     422     401
POST /api/bookings/link                                  422     422     422     422     422     422     422     422     422
GET /api/b/{guestToken}                                  401     401     401     401     401     403     200     401     401
POST /api/b/{guestToken}/unlock                          401     401     401     401     401     403     200     401     401
GET /api/bookings/{id}/events                            401     200/404 404     200/404 404     200/404 200/404 401     401
GET /api/bookings/{id}/calendar.ics                      401     200/404 404     200/404 404     403/404 200/404 401     401
GET /api/bookings/{id}/cancellation                      401     200/404 404     200/404 404     403/404 200/404 401     401
PATCH /api/bookings/{id}/cancel                          401     200/404 404     200/404 404     401     401     401     401
PATCH /api/bookings/guest/{guestToken}/cancel            401     401     401     401     401     403     200     401     401
POST /api/bookings/claim-by-intent                       401     200/404 404     200/404 404/200 401     401     401     401
POST /api/bookings/{id}/share                            401     201/404 404     201/404 404     401     401     401     401
DELETE /api/bookings/{id}/share                          401     204/404 404     204/404 404     401     401     401     401
POST /api/matching/start                                 401     202/404 404     202/404 404     401     401     401     401
POST /api/matching/respond/{bookingId}                   401     401     401     401     401     401     401     404     401
POST /api/events/ticket                                  401     201/404 404     201/404 404     201/404 201/404 404     401
GET /api/events/notify/user/{id}                         401     200/404 404     200/404 404     401     401     404     401
GET /api/events/notify/master/{id}                       401     404     404     404     404     401     401     200/404 401
GET /api/events/stream/client/{bookingId}                401     200/404 404     200/404 404     200/404 200/404 401     401
GET /api/events/stream/master/{id}                       401     404     404     404     404     401     401     200/404 401
GET /api/chat/history/{bookingId}                        401     409/404 404     409/404 404     401     401     404     401
POST /api/chat/read/{bookingId}                          401     409/404 404     409/404 404     401     401     404     401
GET /api/chat/ws                                         401     401     401     401     401     401     401     401     401
GET /api/push/key                                        401     200     200     200     200     401     401     200     401
POST /api/push/subscribe                                 401     422     422     422     422     401     401     422     401
DELETE /api/push/subscribe                               401     422     422     422     422     401     401     422     401
GET /api/public/districts/{outward}                      404     404     404     404     404     404     404     404     404
GET /api/public/facts                                    200     200     200     200     200     200     200     200     200
POST /api/support                                        422     422     422     422     422     422     422     422     422
GET /booking/{id}/receipt                                401     401     401     401     401     401     401     401     401
POST /api/uploads                                        415     415     415     415     415     415     415     415     415
GET /api/files/{id}                                      401     200/404 404     200/404 404     403/404 200/404 404     401
GET /healthz                                             200     200     200     200     200     200     200     200     200
GET /readyz                                              200     200     200     200     200     200     200     200     200
GET /api/openapi.json                                    200     200     200     200     200     200     200     200     200
GET /api/docs                                            200     200     200     200     200     200     200     200     200
";

/// A route's statuses in the order of [`PRINCIPALS`], as (own, other).
type Row = Vec<(u16, u16)>;

fn table() -> BTreeMap<String, Row> {
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
        assert_eq!(row.len(), PRINCIPALS.len(), "{line}");
        (format!("{method} {path}"), row)
    })
    .collect()
}

fn name(route: &Route) -> String {
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

/// A booking with its links and its photo.
struct Object {
    id: String,
    owner: String,
    guest_link: String,
    share_link: String,
    intent: String,
    photo: String,
}

/// Two bookings and all principals.
struct World {
    app: TestApp,
    guests: [Guest; 2],
    clients: [Person; 2],
    pro: Person,
    of_guest: Object,
    of_client: Object,
}

impl World {
    async fn new(app: &TestApp, number: u32, by_card: bool) -> Self {
        let guests = [app.guest().await, app.guest().await];
        let clients = [
            client(app, &format!("one{number}@example.com")).await,
            client(app, &format!("two{number}@example.com")).await,
        ];
        let owner = clients[0].as_guest(app.fresh_ip());
        Self {
            app: app.clone(),
            of_guest: object(app, &guests[0], &format!("two{number}@example.com"), by_card).await,
            of_client: object(app, &owner, &format!("one{number}@example.com"), by_card).await,
            pro: master(app, &format!("pro{number}@example.com")).await,
            guests,
            clients,
        }
    }

    /// The principal's own object and the other one.
    fn objects(&self, principal: &str) -> (&Object, &Object) {
        if principal.starts_with("client") {
            (&self.of_client, &self.of_guest)
        } else {
            (&self.of_guest, &self.of_client)
        }
    }

    /// The status that `route` answers when the principal, who owns `own`, asks about `object`.
    async fn ask(&self, route: &Route, principal: &str, own: &Object, object: &Object) -> u16 {
        let link = match principal {
            "share" => own.share_link.as_str(),
            "link" => own.guest_link.as_str(),
            _ => "none",
        };
        let mut path = route
            .path
            .replace("{guestToken}", link)
            .replace("{intent}", &object.intent)
            .replace("{bookingId}", &object.id)
            .replace("{provider}", "sandbox");
        path = path.replace(
            "{id}",
            if path.contains("/files/") {
                &object.photo
            } else if path.contains("/user/") {
                &object.owner
            } else if path.contains("/master/")
                && path.contains("/events/")
                && principal == "pro"
                && own.id == object.id
            {
                &self.pro.id
            } else {
                &object.id
            },
        );
        match principal {
            "share" => write!(path, "?share={link}").unwrap(),
            "link" => write!(path, "?token={link}").unwrap(),
            _ => {}
        }
        let mut body =
            json!({ "booking_id": object.id, "bookingId": object.id, "payment_intent_id": object.intent });
        // These refuse a body or query before they look at the caller.
        body["action"] = json!("decline");
        body["radiusKm"] = json!(10);
        body["rating"] = json!(5);
        body["timeslotId"] = json!("none");
        if route.path.ends_with("/reach") {
            path.push_str(if path.contains('?') {
                "&radiusKm=10"
            } else {
                "?radiusKm=10"
            });
        } else if route.path.ends_with("/unlock") {
            body = json!({ "postcode": "SW1A 1AA" });
        } else if route.method == Method::PATCH && route.path == "/api/bookings/{id}" {
            body = json!({});
        }
        match principal {
            _ if body.get("bookingId").is_none() => {}
            "share" => body["share"] = json!(link),
            "link" => body["token"] = json!(link),
            _ => {}
        }
        let call = self.app.call(route.method.clone(), &path).ip(self.guests[0].ip);
        let call = if route.method == Method::GET {
            call
        } else {
            call.json(&body)
        };
        self.bearing(call, principal).status().await.as_u16()
    }

    fn bearing(&self, call: Call, principal: &str) -> Call {
        match principal {
            "guest" => call.bearer(&self.guests[0].token),
            "guest2" => call.bearer(&self.guests[1].token),
            "client" => call.bearer(&self.clients[0].token),
            "client2" => call.bearer(&self.clients[1].token),
            "pro" => call.bearer(&self.pro.token),
            "operator" => call.bearer(&forged(&self.clients[0].token)),
            _ => call,
        }
    }

    async fn row(&self, route: &Route) -> Row {
        let mut others = Vec::new();
        // Refused calls come first, so that no granted call changes what they meet.
        for principal in PRINCIPALS {
            let (own, other) = self.objects(principal);
            let other = if has_object(route) {
                Some(self.ask(route, principal, own, other).await)
            } else {
                None
            };
            others.push(other);
        }
        let mut row = Row::new();
        for (principal, other) in PRINCIPALS.into_iter().zip(others) {
            let (own, _) = self.objects(principal);
            let status = self.ask(route, principal, own, own).await;
            row.push((status, other.unwrap_or(status)));
        }
        row
    }
}

/// True when the route is about one booking that is named separately from the credentials.
fn has_object(route: &Route) -> bool {
    [
        "{id}",
        "{bookingId}",
        "{intent}",
        "by-intent",
        "/create-payment",
        "/matching/",
        "/ticket",
    ]
    .iter()
    .any(|part| route.path.contains(part))
}

/// A booking with a photo: by card where the route is about a payment, in cash elsewhere.
async fn object(app: &TestApp, owner: &Guest, email: &str, by_card: bool) -> Object {
    let photo = photo(app).await;
    let quoted = quote(app, owner, &wish()).await;
    let change = json!({ "address": with(address(), json!({ "email": email })), "photo_url": photo });
    let photo = photo.rsplit('/').next().unwrap().to_owned();
    let name = |value: &Value, field: &str| text(value, field).to_owned();
    if by_card {
        let made = pay(app, owner, &with(card(&quoted), change))
            .await
            .expect_status(201)
            .json();
        return Object {
            id: name(&made, "bookingId"),
            owner: owner.id.clone(),
            guest_link: name(&made, "guestToken"),
            share_link: name(&made, "shareToken"),
            intent: name(&made, "paymentIntentId"),
            photo,
        };
    }
    let made = book(app, owner, &with(cash(&quoted), change))
        .await
        .expect_status(201)
        .json();
    Object {
        id: name(&made, "id"),
        owner: owner.id.clone(),
        guest_link: name(&made, "guest_token"),
        share_link: name(&made, "share_token"),
        intent: "none".to_owned(),
        photo,
    }
}

async fn photo(app: &TestApp) -> String {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::DynamicImage::ImageRgb8(image::RgbImage::new(2, 2))
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    let files = [("file", "a.png", "image/png", bytes.get_ref().as_slice())];
    let sent = app
        .post("/api/uploads")
        .ip(app.fresh_ip())
        .multipart(&[], &files)
        .send()
        .await;
    text(&sent.expect_status(201).json(), "photo_url").to_owned()
}

/// A token that claims `admin`, signed with an attacker's key.
fn forged(token: &str) -> String {
    use base64::Engine as _;
    let engine = base64::engine::general_purpose::URL_SAFE_NO_PAD;
    let parts: Vec<&str> = token.split('.').collect();
    let mut said: Value = serde_json::from_slice(&engine.decode(parts[1]).unwrap()).unwrap();
    said["role"] = json!("admin");
    format!(
        "{}.{}.{}",
        parts[0],
        engine.encode(said.to_string()),
        engine.encode([7; 32])
    )
}

fn as_text(row: &Row) -> String {
    let cell = |(own, other): &(u16, u16)| {
        if own == other {
            own.to_string()
        } else {
            format!("{own}/{other}")
        }
    };
    row.iter().map(|pair| format!("{:<8}", cell(pair))).collect()
}

both_databases! {
    async fn every_call_answers_what_the_table_says(app: TestApp) {
        let app = app.restarted(|config| config.rate_limits = Switch::Off).await;
        let expected = table();
        let mut wrong = String::new();
        for (number, route) in (1..).zip(routes()) {
            let world = World::new(&app, number, route.path.contains("intent")).await;
            let row = world.row(&route).await;
            let due = expected.get(&name(&route)).cloned().unwrap_or_default();
            if row != due {
                writeln!(wrong, "{:<60} {}\n{:<60} {}", name(&route), as_text(&row), "  expected", as_text(&due)).unwrap();
            }
            // The slot has five places, and the next world needs two.
            app.execute("update slot_places set taken = 0").await;
        }
        assert!(wrong.is_empty(), "{}\n{wrong}", PRINCIPALS.map(|name| format!("{name:<8}")).concat());
        app.state.db.close().await;
    }
}
