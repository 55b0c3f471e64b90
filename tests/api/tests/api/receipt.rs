//! GET /booking/{id}/receipt: who sees it, what it shows, and what the page is allowed to do.

use api_tests::{Answer, Guest, TestApp, both_databases};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use callout_domain::clock::{DAY, MINUTE};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::disputes::{complaint, dispute};
use crate::journey::{address, book, booked, booked_on, budget, cash, quote, text, wish, with};
use crate::matching::{ready, step};
use crate::matching_jobs::taken;
use crate::reviews::done;
use crate::scene::{log_out, settled};
use crate::tickets;

fn path(booking: &Value) -> String {
    format!("/booking/{}/receipt", text(booking, "id"))
}

/// Opens the page with a ticket; returns the resulting cookie as the browser sends it.
async fn cookie(app: &TestApp, path: &str, ticket: &str) -> String {
    let answer = app
        .get(&format!("{path}?t={ticket}"))
        .send()
        .await
        .expect_status(303);
    assert_eq!(answer.header("location"), Some(path));
    let set = answer.header("set-cookie").unwrap();
    let (cookie, rest) = set.split_once("; ").unwrap();
    assert_eq!(
        rest,
        format!("Path={path}; Max-Age=900; HttpOnly; SameSite=Strict")
    );
    assert!(answer.body.is_empty());
    cookie.to_owned()
}

async fn with_cookie(app: &TestApp, path: &str, cookie: &str) -> Answer {
    app.get(path)
        .header("cookie", &format!("theme=dark; {cookie}"))
        .send()
        .await
}

/// The owner's receipt.
pub(crate) async fn receipt(app: &TestApp, owner: &Guest, path: &str) -> Answer {
    let ticket = tickets::ticket(app, owner).await;
    let cookie = cookie(app, path, &ticket).await;
    with_cookie(app, path, &cookie).await.expect_status(200)
}

/// Asserts a refusal: a styled page with this heading.
fn refused(answer: Answer, status: u16, heading: &str) {
    let answer = answer.expect_status(status);
    is_safe_page(&answer);
    assert!(
        answer.text().contains(&format!("<h1>{heading}</h1>")),
        "{}",
        answer.text()
    );
}

fn is_safe_page(page: &Answer) {
    let html = page.text();
    assert!(html.starts_with("<!doctype html><html lang=\"en-GB\">"), "{html}");
    let style = html
        .split("<style>")
        .nth(1)
        .unwrap()
        .split("</style>")
        .next()
        .unwrap();
    let hash = STANDARD.encode(Sha256::digest(style.as_bytes()));
    for (name, value) in [
        ("content-type", "text/html; charset=utf-8".to_owned()),
        ("cache-control", "no-store".to_owned()),
        ("referrer-policy", "no-referrer".to_owned()),
        ("x-content-type-options", "nosniff".to_owned()),
        (
            "content-security-policy",
            format!(
                "default-src 'none'; style-src 'sha256-{hash}'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; \
             frame-ancestors 'none'"
            ),
        ),
    ] {
        assert_eq!(page.header(name), Some(value.as_str()), "{name}");
    }
    assert!(
        !html.contains("<script") && !html.contains(" style=") && !html.contains("<!>"),
        "{html}"
    );
}

/// The text of the page without tags; entities stay as they are.
pub(crate) fn words(page: &Answer) -> String {
    let html = page.text();
    let body = html.split("<body>").nth(1).unwrap();
    let mut words = String::new();
    let mut is_tag = false;
    for letter in body.chars() {
        match letter {
            '<' => is_tag = true,
            '>' => (is_tag, _) = (false, words.push(' ')),
            letter if !is_tag => words.push(letter),
            _ => (),
        }
    }
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

both_databases! {
    async fn the_owner_sees_the_receipt(app: TestApp) {
        let guest = app.guest().await;
        let wished = with(wish(), json!({ "tier": "PRIORITY", "couponCode": "WELCOME10", "amountPence": 10_700 }));
        let quoted = quote(&app, &guest, &wished).await;
        let booking = book(&app, &guest, &cash(&quoted)).await.expect_status(201).json();
        let page = receipt(&app, &guest, &path(&booking)).await;
        is_safe_page(&page);
        let words = words(&page);
        for line in quoted["lines"].as_array().unwrap() {
            assert!(words.contains(text(line, "label")), "{line} is not in {words}");
        }
        for shown in [
            "Receipt", text(&booking, "id"), "Leak / tap issue", "“Leaking tap in the kitchen”", "£97.50", "+£19.50", "£0.00", "−£10.00",
            "Total (incl. callout) £107.00", "Customer Ada Lovelace", "Address 1 Test Street, Flat 2, London SW1A 1AA",
            "Visit Tuesday 24 November 2026, 11:00–13:00", "Booked Monday 23 November 2026, 10:05",
            "Payment Cash, to the pro. To be paid when the job is done", "Booked with Callout",
            "Issued Monday 23 November 2026, 10:05",
        ] {
            assert!(words.contains(shown), "{shown} is not in {words}");
        }
        // The price book's version is for us: it stands at the foot.
        let (facts, foot) = words.split_once("Issued").unwrap();
        let version = text(&booking, "book_version");
        assert!(!facts.contains(version) && foot.contains(&format!("Priced by price book {version}.")), "{words}");
        // No pro has taken it, so nobody charges VAT; and a phone or email does not belong on paper.
        for absent in ["VAT", "07700", "+447700", "@"] {
            assert!(!words.contains(absent), "{absent} is in {words}");
        }
    }

    async fn a_job_that_is_done_says_who_sold_it_and_its_number(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        app.execute("update masters set legal_name = 'Okafor & Sons Ltd', trading_address = '14 Harbour Row\nLondon', vat_number = 'GB999999973'").await;
        let first = taken(&app, &pro).await;
        let at = format!("/booking/{}/receipt", first.booking.id);
        let before = words(&receipt(&app, &first.guest, &at).await);
        assert!(before.contains("Sold by Okafor &amp; Sons Ltd, 14 Harbour Row, London") && !before.contains("Receipt no."), "{before}");
        for to in ["in_progress", "completed"] {
            let _ = step(&app, &pro, &first.booking.id, to).await.expect_status(200);
        }
        app.execute("delete from slot_places").await;
        let second = Box::pin(done(&app, &pro)).await;
        // What was sold stays as it was.
        app.execute("update masters set legal_name = 'Somebody Else', vat_number = null").await;
        for (scene, number) in [(&first, "000001"), (&second, "000002")] {
            let page = words(&receipt(&app, &scene.guest, &format!("/booking/{}/receipt", scene.booking.id)).await);
            let number = format!("Receipt no. {number}");
            // A sixth of £117.00.
            for shown in [number.as_str(), "Sold by Okafor &amp; Sons Ltd, 14 Harbour Row, London", "VAT number GB999999973",
                "Total (incl. VAT &amp; callout) £117.00 of which VAT £19.50", "Issued Monday 23 November 2026, 10:05"] {
                assert!(page.contains(shown), "{shown} is not in {page}");
            }
        }
        app.execute("update payments set refunded_pence = 6000").await;
        let page = words(&receipt(&app, &first.guest, &at).await);
        assert!(page.contains("Refunded −£60.00 of which VAT −£10.00"), "{page}");
        assert!(page.contains("Callout arranged it as the pro’s agent"), "{page}");
    }

    async fn the_day_on_which_a_job_ended_stays(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = Box::pin(done(&app, &pro)).await;
        app.clock.advance(2 * DAY);
        let _ = dispute(&app, &scene, &complaint()).await.expect_status(201);
        let page = words(&receipt(&app, &scene.guest, &format!("/booking/{}/receipt", scene.booking.id)).await);
        assert!(page.contains("Completed Monday 23 November 2026, 10:05"), "{page}");
    }

    async fn what_people_write_is_escaped(app: TestApp) {
        let guest = app.guest().await;
        let quoted = quote(&app, &guest, &wish()).await;
        let body = with(cash(&quoted), json!({ "address": with(address(), json!({ "fullName": "Ada <img src=x onerror=alert(1)>", "line1": "1 <b>Street</b>" })) }));
        let booking = book(&app, &guest, &body).await.expect_status(201).json();
        app.execute("update bookings set description = 'Leaking tap <script>alert(1)</script> & \"more\"'").await;
        let page = receipt(&app, &guest, &path(&booking)).await;
        is_safe_page(&page);
        let html = page.text();
        assert!(html.contains("Leaking tap &lt;script&gt;alert(1)&lt;/script&gt; &amp; \"more\""), "{html}");
        assert!(html.contains("Ada &lt;img src=x onerror=alert(1)&gt;") && html.contains("1 &lt;b&gt;Street&lt;/b&gt;"), "{html}");
    }

    async fn a_budget_stands_alone(app: TestApp) {
        let guest = app.guest().await;
        let quoted = quote(&app, &guest, &wish()).await;
        let booking = book(&app, &guest, &budget(&quoted, 80)).await.expect_status(201).json();
        let words = words(&receipt(&app, &guest, &path(&booking)).await);
        assert!(words.contains("Your budget (the whole price) £80.00") && !words.contains("£97.50"), "{words}");
        assert!(words.contains("Not paid yet"));
    }

    async fn the_receipt_shows_the_state_of_the_payment(app: TestApp) {
        let scene = settled(&app).await;
        let path = format!("/booking/{}/receipt", scene.booking.id);
        let shown = async || words(&receipt(&app, &scene.guest, &path).await);
        assert!(shown().await.contains("Payment Card. Held, not charged yet"));
        let payment = |sql: &str| format!("update payments set {sql}");
        app.execute(&payment("status = 'succeeded', captured_pence = 11700")).await;
        let paid = shown().await;
        assert!(paid.contains("Payment Card. Paid") && !paid.contains("Charged"), "{paid}");
        app.execute(&payment("refunded_pence = 5000")).await;
        let partly = shown().await;
        assert!(partly.contains("Payment Card. Paid") && partly.contains("Charged £117.00 Refunded −£50.00"), "{partly}");
        app.execute(&payment("refunded_pence = 11700")).await;
        assert!(shown().await.contains("Payment Card. Refunded"));
        app.execute(&payment("refunded_pence = 5000, disputed_pence = 6700")).await;
        let taken = shown().await;
        assert!(taken.contains("Payment Card. Taken back by your bank") && taken.contains("Refunded −£50.00 Taken back by your bank −£67.00"), "{taken}");
        app.execute("update bookings set status = 'cancelled'").await;
        assert!(!shown().await.contains("Cancellation fee"));
        app.execute("update payments set disputed_pence = 0").await;
        assert!(!shown().await.contains("Cancellation fee"), "what is not given back yet is no fee");
        app.execute(&payment("status = 'canceled', captured_pence = 0, refunded_pence = 0")).await;
        let cancelled = shown().await;
        assert!(cancelled.contains("Cancelled, nothing was charged") && cancelled.contains("Cancelled Monday 23 November 2026, 10:05"), "{cancelled}");
    }

    async fn the_guest_link_opens_it_and_the_share_link_does_not(app: TestApp) {
        let guest = app.guest().await;
        let booking = booked(&app, &guest).await;
        let path = path(&booking);
        let ticket = async |link: Value| {
            let answer = tickets::ask(&app, None, Some(with(link, json!({ "bookingId": booking["id"] })))).await.expect_status(201);
            text(&answer.json(), "ticket").to_owned()
        };
        let entered = cookie(&app, &path, &ticket(json!({ "token": booking["guest_token"] })).await).await;
        let _ = with_cookie(&app, &path, &entered).await.expect_status(200);
        let shared = ticket(json!({ "share": booking["share_token"] })).await;
        refused(app.get(&format!("{path}?t={shared}")).send().await, 404, "Booking not found");
        // Renewing the guest link ends the old link's cookie.
        app.execute("update bookings set guest_generation = 2").await;
        refused(with_cookie(&app, &path, &entered).await, 401, "Open it from your booking");
    }

    async fn strangers_cannot_open_it(app: TestApp) {
        let (guest, stranger) = (app.guest().await, app.guest().await);
        let booking = booked(&app, &guest).await;
        let path = path(&booking);
        refused(app.get(&path).send().await, 401, "Open it from your booking");
        refused(app.get(&format!("{path}?t=made-up")).send().await, 401, "Open it from your booking");
        // A bearer header does not open the page.
        refused(app.get(&path).bearer(&guest.token).send().await, 401, "Open it from your booking");
        let ticket = tickets::ticket(&app, &stranger).await;
        refused(app.get(&format!("{path}?t={ticket}")).send().await, 404, "Booking not found");
        let ticket = tickets::ticket(&app, &guest).await;
        refused(app.get(&format!("/booking/C-00000000/receipt?t={ticket}")).send().await, 404, "Booking not found");
        app.post(&path).send().await.problem(405, "method_not_allowed");
    }

    async fn the_cookie_is_for_this_path_and_lasts_a_quarter_of_an_hour(app: TestApp) {
        let guest = app.guest().await;
        let (booking, other) = (booked(&app, &guest).await, booked_on(&app, &guest, 25).await);
        let (path, elsewhere) = (path(&booking), path(&other));
        let ticket = tickets::ticket(&app, &guest).await;
        let entered = cookie(&app, &path, &ticket).await;
        // The browser's history may open the URL with the used ticket again.
        let again = app.get(&format!("{path}?t={ticket}")).header("cookie", &entered).send().await.expect_status(303);
        assert_eq!((again.header("location"), again.header("set-cookie")), (Some(path.as_str()), None));
        refused(app.get(&format!("{path}?t={ticket}")).send().await, 401, "Open it from your booking");
        refused(with_cookie(&app, &elsewhere, &entered).await, 401, "Open it from your booking");
        let (name, value) = entered.split_once('=').unwrap();
        let (body, tag) = value.split_once('.').unwrap();
        for broken in [format!("{name}={body}"), format!("{name}={body}."), format!("{name}={body}A.{tag}"), format!("{name}=.{tag}"), name.to_owned()] {
            refused(with_cookie(&app, &path, &broken).await, 401, "Open it from your booking");
        }
        app.clock.advance(15 * MINUTE - 1);
        let _ = with_cookie(&app, &path, &entered).await.expect_status(200);
        app.clock.advance(1);
        refused(with_cookie(&app, &path, &entered).await, 401, "Open it from your booking");
    }

    async fn it_ends_with_the_session(app: TestApp) {
        let guest = app.guest().await;
        let booking = booked(&app, &guest).await;
        let path = path(&booking);
        let entered = cookie(&app, &path, &tickets::ticket(&app, &guest).await).await;
        let _ = with_cookie(&app, &path, &entered).await.expect_status(200);
        log_out(&app, &guest).await;
        refused(with_cookie(&app, &path, &entered).await, 401, "Open it from your booking");
    }

    async fn behind_https_the_cookie_is_secure(app: TestApp) {
        let app = app.restarted(|config| {
            config.public_url = Some("https://callout.example".parse().unwrap());
            config.payments = Some(callout_domain::config::PaymentsMode::Sandbox);
        }).await;
        let guest = app.guest().await;
        let booking = booked(&app, &guest).await;
        let ticket = tickets::ticket(&app, &guest).await;
        let answer = app.get(&format!("{}?t={ticket}", path(&booking))).send().await.expect_status(303);
        assert!(answer.header("set-cookie").unwrap().ends_with("; HttpOnly; SameSite=Strict; Secure"));
    }
}
