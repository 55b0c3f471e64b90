//! Who may call what: every route of the route table × every principal of a list × own and other object, in one table.
//!
//! Each world has three bookings: the guest's, the client's, and one that a pro has. "Own" is the principal's own booking (for a link,
//! the one it is for; for the assigned, former and suspended pro, the one that a pro has), "other" is another one. A cell is the status, or
//! `own/other` where the two differ. An operator's cookie opens nothing of the API, so a call with one answers as nobody's does; an expired
//! token, or one signed by somebody else, is worse than none. Bodies are empty apart from the
//! object's id, so 422 means "let in, but something is missing". The guest's booking was made under the email that the other
//! client has proved, which alone allows that client to claim it. The receipt is opened by a ticket that becomes a cookie, not
//! by these credentials.

use std::fmt::Write as _;

use api_tests::{Call, Guest, TestApp, both_databases};
use callout_api::router::{Route, routes};
use callout_domain::config::Switch;
use http::Method;
use serde_json::{Value, json};

use crate::journey::{address, book, card, cash, pay, quote, text, wish, with};
use crate::people::{Person, client, fresh, master};

mod pros;
mod table;

use pros::Pros;
use table::{PRINCIPALS, Row, expected, name, table};

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
    stranger: Person,
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
            stranger: master(app, &format!("pro{number}@example.com")).await,
            guests,
            clients,
        }
    }

    /// The principal's own object and another one.
    fn objects<'w>(&'w self, principal: &str, pros: &'w Pros) -> (&'w Object, &'w Object) {
        match principal {
            "client" | "client2" => (&self.of_client, &self.of_guest),
            "assigned" | "former" | "suspended" => (&pros.booking, &self.of_client),
            _ => (&self.of_guest, &self.of_client),
        }
    }

    /// The pro that a principal is.
    fn pro<'w>(&'w self, principal: &str, pros: &'w Pros) -> Option<&'w Person> {
        match principal {
            "assigned" => Some(&pros.assigned),
            "former" => Some(&pros.former),
            "suspended" => Some(&pros.suspended),
            "stranger" => Some(&self.stranger),
            _ => None,
        }
    }

    /// The status that `route` answers when the principal, who owns `own`, asks about `object`.
    async fn ask(&self, route: &Route, principal: &str, pros: &Pros, object: &Object) -> u16 {
        let (own, _) = self.objects(principal, pros);
        let pro = self.pro(principal, pros).filter(|_| own.id == object.id);
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
            .replace("{provider}", "sandbox")
            .replace("{number}", "1");
        path = path.replace(
            "{id}",
            if path.contains("/files/") {
                &object.photo
            } else if path.contains("/user/") {
                &object.owner
            } else if let Some(pro) = pro.filter(|_| path.contains("/master/") && path.contains("/events/")) {
                &pro.id
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
        body["allowed"] = json!(true);
        if route.path.contains("/not-as-booked/") {
            body["action"] = json!("talk");
        } else if route.path.ends_with("/put-right/answer") {
            body["action"] = json!("refuse");
        }
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
        self.bearing(call, principal, pros).status().await.as_u16()
    }

    fn bearing(&self, call: Call, principal: &str, pros: &Pros) -> Call {
        if let Some(pro) = self.pro(principal, pros) {
            return call.bearer(&pro.token);
        }
        match principal {
            "guest" => call.bearer(&self.guests[0].token),
            "guest2" => call.bearer(&self.guests[1].token),
            "client" => call.bearer(&self.clients[0].token),
            "client2" => call.bearer(&self.clients[1].token),
            "forged" => call.bearer(&forged(&self.clients[0].token)),
            "expired" => call.bearer(&pros.expired),
            "admin" | "super_admin" => call.header(
                "cookie",
                &pros.operators[usize::from(principal == "admin")].cookie(),
            ),
            _ => call,
        }
    }

    async fn row(&self, route: &Route, pros: &Pros) -> Row {
        let mut others = Vec::new();
        // Refused calls come first, so that no granted call changes what they meet.
        for principal in PRINCIPALS {
            let (_, other) = self.objects(principal, pros);
            let other = if has_object(route) {
                Some(self.ask(route, principal, pros, other).await)
            } else {
                None
            };
            others.push(other);
        }
        let mut row = Row::new();
        for (principal, other) in PRINCIPALS.into_iter().zip(others) {
            let (own, _) = self.objects(principal, pros);
            let status = self.ask(route, principal, pros, own).await;
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

fn as_text(row: &[(u16, u16)]) -> String {
    let cell = |(own, other): &(u16, u16)| {
        if own == other {
            own.to_string()
        } else {
            format!("{own}/{other}")
        }
    };
    row.iter().map(|pair| format!("{:<9}", cell(pair))).collect()
}

/// True when a route takes a session or an account away from whoever may call it.
fn ends_sessions(route: &Route) -> bool {
    route.path == "/api/logout" || (route.method == Method::DELETE && route.path.ends_with("/me"))
}

both_databases! {
    async fn every_call_answers_what_the_table_says(app: TestApp) {
        let app = app.restarted(|config| config.rate_limits = Switch::Off).await;
        let rows = table();
        let (mut wrong, mut pros) = (String::new(), Pros::new(&app, 0).await);
        for (number, route) in (1..).zip(routes()) {
            let world = World::new(&app, number, route.path.contains("intent")).await;
            // What wants a code that was entered just now is tried in `ways_in.rs`.
            fresh(&app).await;
            let row = world.row(&route, &pros).await;
            let due = rows.get(&name(&route)).map(expected).unwrap_or_default();
            if row != due {
                writeln!(wrong, "{:<56} {}\n{:<56} {}", name(&route), as_text(&row), "  expected", as_text(&due)).unwrap();
            }
            if ends_sessions(&route) {
                pros = Pros::new(&app, number).await;
            }
            // The slot has five places, and the next world needs two.
            app.execute("update slot_places set taken = 0").await;
        }
        assert!(wrong.is_empty(), "{:<56} {}\n{wrong}", "", PRINCIPALS.map(|name| format!("{name:<9.8}")).concat());
        app.state.db.close().await;
    }
}
