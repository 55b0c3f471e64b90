//! POST /api/clients/login/otp-request and /otp-verify: one-time codes

use api_tests::{TestApp, both_databases};
use callout_domain::clock::{DAY, HOUR, MINUTE};
use callout_domain::config::Switch;
use serde_json::{Value, json};

use crate::journey::{address_of, book, booked, cash, quote, text, wish, with};
use crate::people::{client, code, enter, listed, me_status, outbox, verify};

const REQUEST: &str = "/api/clients/login/otp-request";

fn ada() -> Value {
    json!({ "email": "ada@example.com" })
}

/// A different code.
fn wrong(code: &str) -> String {
    let number: u32 = code.parse().unwrap();
    format!("{:06}", (number + 1) % 1_000_000)
}

async fn refused(app: &TestApp, who: &Value, code: &str) {
    let problem = verify(app, who, code, "").await.problem(401, "invalid_code");
    assert_eq!(problem["detail"], "Invalid code. Try again.");
}

async fn tries(app: &TestApp) -> i64 {
    app.count("select tries from login_codes").await
}

both_databases! {
    async fn a_code_by_email_creates_an_account(app: TestApp) {
        let code = code(&app, &json!({ "email": "ada@example.com" })).await;
        let sent = outbox(&app, "ada@example.com");
        assert_eq!(sent.len(), 1);
        assert_eq!((text(&sent[0], "channel"), text(&sent[0], "subject")), ("email", "Your Callout sign-in code"));
        // Case and surrounding spaces make no other identifier.
        let answer = verify(&app, &json!({ "email": " ADA@example.com " }), &format!(" {code} "), "").await.expect_status(200).json();
        let id = text(&answer, "clientId");
        assert!(id.starts_with("client-"));
        assert_eq!(app.text("select account_id from identifiers where verified_at is not null").await.as_deref(), Some(id));
        let me = app.get("/api/clients/me").bearer(text(&answer, "token")).send().await.expect_status(200).json();
        assert_eq!(me, json!({ "clientId": id, "email": "ada@example.com", "emailVerified": true, "phoneVerified": false, "marketingConsent": false }));
        // The next code signs in to the same account.
        assert_eq!(client(&app, "ada@example.com").await.id, id);
        assert_eq!(app.count("select count(*) from clients").await, 1);
    }

    async fn a_code_by_text_signs_in(app: TestApp) {
        let person = enter(&app, &json!({ "phone": "07700 900123" }), "").await;
        let sent = outbox(&app, "+447700900123");
        assert_eq!(text(&sent[0], "channel"), "sms");
        let me = app.get("/api/clients/me").bearer(&person.token).send().await.expect_status(200).json();
        assert_eq!((text(&me, "phone"), &me["phoneVerified"]), ("+447700900123", &json!(true)));
        assert_eq!(enter(&app, &json!({ "phone": "+44 7700 900123" }), "").await.id, person.id);
    }

    async fn only_the_mac_is_stored_and_only_for_a_while(app: TestApp) {
        let code = code(&app, &ada()).await;
        let mac = app.text("select mac from login_codes").await.unwrap();
        assert!(mac.len() == 43 && !mac.contains(&code));
        app.clock.advance(10 * MINUTE - 1);
        callout_front::jobs::housekeeping::tidy(&app.state.jobs).await.unwrap();
        assert_eq!(app.count("select count(*) from login_codes").await, 1);
        app.clock.advance(1);
        callout_front::jobs::housekeeping::tidy(&app.state.jobs).await.unwrap();
        assert_eq!(app.count("select count(*) from login_codes").await, 0);
    }

    async fn known_and_unknown_are_answered_alike(app: TestApp) {
        client(&app, "known@example.com").await;
        let mut answers = Vec::new();
        for email in ["known@example.com", "unknown@example.com"] {
            let who = json!({ "email": email });
            let code = code(&app, &who).await;
            let refused = verify(&app, &who, &wrong(&code), "").await.expect_status(401).text();
            let signed_in = verify(&app, &who, &code, "").await.expect_status(200).json();
            let fields: Vec<String> = signed_in.as_object().unwrap().keys().cloned().collect();
            let asked = app.post(REQUEST).ip(app.fresh_ip()).json(&who).send().await.expect_status(202).text();
            answers.push((asked, refused, fields));
        }
        assert_eq!(answers[0], answers[1]);
        // Nor does a wrong code without a request tell them apart.
        let mut dead = Vec::new();
        for email in ["known@example.com", "never@example.com"] {
            dead.push(verify(&app, &json!({ "email": email }), "123456", "").await.expect_status(401).text());
        }
        assert_eq!(dead[0], dead[1]);
    }

    async fn a_code_is_used_once(app: TestApp) {
        let (who, code) = (ada(), code(&app, &ada()).await);
        let answers = futures_util::future::join_all((0..8).map(|_| verify(&app, &who, &code, ""))).await;
        let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status.as_u16()).collect();
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 401, 401, 401, 401, 401, 401, 401]);
        assert_eq!(app.count("select count(*) from sessions").await, 1);
        assert_eq!(app.count("select count(*) from login_codes").await, 0);
    }

    async fn five_tries_then_not_even_the_right_one(app: TestApp) {
        let code = code(&app, &ada()).await;
        for number in 1..=5 {
            refused(&app, &ada(), &wrong(&code)).await;
            assert_eq!(tries(&app).await, number);
        }
        refused(&app, &ada(), &code).await;
        assert_eq!(tries(&app).await, 5);
        // Four wrong ones leave one.
        let next = crate::people::code(&app, &ada()).await;
        for _ in 0..4 {
            refused(&app, &ada(), &wrong(&next)).await;
        }
        let _ = verify(&app, &ada(), &next, "").await.expect_status(200);
    }

    async fn a_code_is_read_however_it_was_grouped_and_less_is_no_try(app: TestApp) {
        let code = code(&app, &ada()).await;
        verify(&app, &ada(), &code[..5], "").await.invalid_field("code");
        assert_eq!(tries(&app).await, 0);
        let grouped = format!("{}-{} {}", &code[..3], &code[3..5], &code[5..]);
        let _ = verify(&app, &ada(), &grouped, "").await.expect_status(200);
    }

    async fn one_mailbox_is_one_identifier(app: TestApp) {
        let ada = client(&app, "ada@example.com").await;
        assert_eq!(client(&app, "\u{200b}Ada@example.com\u{a0}").await.id, ada.id);
        for wrong in ["ada@example.com,", "<ada@example.com>", "a..b@example.com", "ada@example"] {
            app.post(REQUEST).ip(app.fresh_ip()).json(&json!({ "email": wrong })).send().await.invalid_field("email");
        }
        let phone = enter(&app, &json!({ "phone": "07700 900123" }), "").await;
        assert_eq!(enter(&app, &json!({ "phone": "0044 07700 900123" }), "").await.id, phone.id);
    }

    async fn stored_emails_get_the_spelling_they_are_looked_up_by(app: TestApp) {
        let (ada, bob) = (client(&app, "ada@example.com").await, client(&app, "bob@example.com").await);
        let _ = client(&app, "eve@example.com").await;
        let dirty = |email: &str, to: &str| format!("update identifiers set value = '{to}' where value = '{email}'");
        app.execute(&dirty("ada@example.com", "ada@example.com\u{200b}")).await;
        app.execute("update clients set email = 'ada@example.com\u{200b}' where email = 'ada@example.com'").await;
        app.execute(&dirty("eve@example.com", "eve@example.com,")).await;
        app.execute("insert into identifiers (role, value, account_id, verified_at) values ('client', 'bob@example.com\u{200b}', 'client-other', 1)").await;
        let done = app.state.accounts.clean_emails().await.unwrap();
        assert_eq!(done.cleaned, 1);
        assert_eq!(done.left, [
            format!("client: bob@example.com\\u{{200b}} of client-other is bob@example.com of {}", bob.id),
            "client: eve@example.com, cannot be sent to".to_owned(),
        ]);
        assert_eq!(client(&app, "ada@example.com").await.id, ada.id);
        assert_eq!(app.count("select count(*) from clients where email = 'ada@example.com'").await, 1);
        assert_eq!(app.state.accounts.clean_emails().await.unwrap().cleaned, 0);
    }

    async fn only_the_latest_code_works_and_for_ten_minutes(app: TestApp) {
        let first = code(&app, &ada()).await;
        let second = code(&app, &ada()).await;
        if first != second {
            refused(&app, &ada(), &first).await;
        }
        app.clock.advance(10 * MINUTE - 1);
        let _ = verify(&app, &ada(), &second, "").await.expect_status(200);
        let third = code(&app, &ada()).await;
        app.clock.advance(10 * MINUTE);
        refused(&app, &ada(), &third).await;
        // A code for somebody else does not work.
        let own = code(&app, &ada()).await;
        refused(&app, &json!({ "email": "bob@example.com" }), &own).await;
    }

    async fn requests_for_codes_are_limited(app: TestApp) {
        let ask = |email: String, ip| app.post(REQUEST).ip(ip).json(&json!({ "email": email })).send();
        // 5 for the pair of identifier and address.
        let ip = app.fresh_ip();
        for _ in 0..5 {
            let _ = ask("a@example.com".to_owned(), ip).await.expect_status(202);
        }
        let full = ask("a@example.com".to_owned(), ip).await;
        assert_eq!(full.header("retry-after"), Some("3601"));
        full.problem(429, "too_many_requests");
        // 10 for the identifier, from any address.
        for _ in 0..5 {
            let _ = ask("a@example.com".to_owned(), app.fresh_ip()).await.expect_status(202);
        }
        ask("a@example.com".to_owned(), app.fresh_ip()).await.problem(429, "too_many_requests");
        // 20 for the address, whatever the identifier.
        let ip = app.fresh_ip();
        for number in 0..20 {
            let _ = ask(format!("b{number}@example.com"), ip).await.expect_status(202);
        }
        ask("c@example.com".to_owned(), ip).await.problem(429, "too_many_requests");
        app.clock.advance(HOUR);
        let _ = ask("a@example.com".to_owned(), ip).await.expect_status(202);
    }

    async fn a_48_of_ipv6_asks_for_eight_times_as_many(app: TestApp) {
        let ask = |network: u32, number: u32| {
            let ip = format!("2001:db8:7:{network:x}::1").parse().unwrap();
            app.post(REQUEST).ip(ip).json(&json!({ "email": format!("p{network}-{number}@example.com") })).send()
        };
        for network in 0..8 {
            for number in 0..20 {
                let _ = ask(network, number).await.expect_status(202);
            }
        }
        ask(8, 0).await.problem(429, "too_many_requests");
        let neighbour = app.post(REQUEST).ip("2001:db8:8::1".parse().unwrap()).json(&ada()).send().await;
        assert_eq!(neighbour.expect_status(202).json(), json!({ "ok": true }));
    }

    async fn beyond_the_ceiling_only_those_who_are_known_get_a_code(app: TestApp) {
        let proved = client(&app, "proved@example.com").await;
        let guest = app.guest().await;
        let _ = booked(&app, &guest).await;
        let app = app.restarted(|config| config.limits.codes_total = 1).await;
        let _ = client(&app, "first@example.com").await;
        // The answer is the same, and a stranger's code neither goes out nor can be guessed from what is stored.
        let stranger = json!({ "email": "stranger@example.com" });
        let asked = app.post(REQUEST).ip(app.fresh_ip()).json(&stranger).send().await;
        assert_eq!(asked.expect_status(202).json(), json!({ "ok": true }));
        assert_eq!(app.count("select count(*) from login_codes where identifier = 'stranger@example.com'").await, 1);
        assert_eq!(client(&app, "proved@example.com").await.id, proved.id);
        // A person who has booked is known by the booking's email and phone.
        client(&app, "ada@example.com").await;
        enter(&app, &json!({ "phone": "07700 900123" }), "").await;
        assert!(outbox(&app, "stranger@example.com").is_empty());
        app.clock.advance(HOUR);
        client(&app, "stranger@example.com").await;
        app.state.db.close().await;
    }

    async fn wrong_codes_of_an_identifier_outlast_a_restart(app: TestApp) {
        let app = app.restarted(|config| config.limits.codes_wrong = 7).await;
        for wrong_ones in [5, 2] {
            let code = code(&app, &ada()).await;
            for _ in 0..wrong_ones {
                refused(&app, &ada(), &wrong(&code)).await;
            }
        }
        // The right code is refused too, also on another server.
        let other = app.restarted(|_| ()).await;
        let right = code(&other, &ada()).await;
        for server in [&app, &other] {
            let full = verify(server, &ada(), &right, "").await;
            assert_eq!(full.header("retry-after"), Some("3601"));
            full.problem(429, "too_many_requests");
        }
        assert_eq!(app.count("select tries from wrong_codes").await, 7);
        // Others are unaffected, and the limit ends an hour after the first wrong code.
        client(&other, "bob@example.com").await;
        app.clock.advance(HOUR);
        client(&other, "ada@example.com").await;
        callout_front::jobs::housekeeping::tidy(&app.state.jobs).await.unwrap();
        assert_eq!(app.count("select count(*) from wrong_codes").await, 0);
        other.state.db.close().await;
        app.state.db.close().await;
    }

    async fn bad_bodies_are_refused(app: TestApp) {
        let ask = |body: Value| app.post(REQUEST).ip(app.fresh_ip()).json(&body).send();
        let message = ask(json!({})).await.invalid_field("email");
        assert_eq!(message, "Enter a valid email or UK mobile number.");
        ask(json!({ "email": "ada" })).await.invalid_field("email");
        ask(json!({ "phone": "020 7946 0000" })).await.invalid_field("phone");
        verify(&app, &json!({}), "123456", "").await.invalid_field("email");
        app.post("/api/clients/login/otp-verify").json(&ada()).send().await.invalid_field("code");
        for no_code in ["", "12345", "1234567", "١٢٣٤٥٦", &"1".repeat(10_000)] {
            verify(&app, &ada(), no_code, "").await.invalid_field("code");
        }
        assert!(outbox(&app, "ada").is_empty());
        assert_eq!(app.count("select count(*) from login_codes").await, 0);
    }

    async fn a_guest_becomes_a_client_and_brings_its_bookings(app: TestApp) {
        let guest = app.guest().await;
        let booking = booked(&app, &guest).await;
        let id = text(&booking, "id").to_owned();
        // This is not the booking's email: the guest's token is enough.
        let person = enter(&app, &json!({ "email": "other@example.com" }), &guest.token).await;
        assert!(person.id.starts_with("client-") && person.id != guest.id);
        assert_eq!(listed(&app, &person.token).await, [id.as_str()]);
        let own = app.get(&format!("/api/bookings/{id}")).bearer(&person.token).send().await.expect_status(200).json();
        assert_eq!(own, booking);
        // The guest is gone: its token is refused at once, while the person keeps its draft.
        assert_eq!(me_status(&app, &guest.token).await, 401);
        app.get("/api/bookings").bearer(&guest.token).send().await.problem(401, "unauthorised");
        // The profile takes over the guest's details that the code did not prove.
        let me = app.get("/api/clients/me").bearer(&person.token).send().await.expect_status(200).json();
        assert_eq!((text(&me, "email"), &me["phoneVerified"]), ("other@example.com", &json!(false)));
        assert!(text(&me, "phone").starts_with("+447700900"));
        let cancelled = app.call(http::Method::PATCH, &format!("/api/bookings/{id}/cancel")).bearer(&person.token).send().await;
        assert_eq!(cancelled.expect_status(200).json()["status"], "cancelled");
    }

    async fn an_unpaid_booking_moves_along_and_is_replaced_by_a_new_quote(app: TestApp) {
        let guest = app.guest().await;
        let draft = wish();
        let quoted = quote(&app, &guest, &draft).await;
        let made = crate::journey::pay(&app, &guest, &crate::journey::card(&quoted)).await.expect_status(201).json();
        let person = enter(&app, &ada(), &guest.token).await.as_guest(guest.ip);
        // The old quote was the guest's; a new one replaces the unpaid booking of the same draft.
        crate::journey::pay(&app, &person, &crate::journey::card(&quoted)).await.problem(422, "bad_signature");
        let again = quote(&app, &person, &draft).await;
        let paid = crate::journey::pay(&app, &person, &crate::journey::card(&again)).await.expect_status(201).json();
        assert_ne!(made["bookingId"], paid["bookingId"]);
        assert_eq!(app.count("select count(*) from bookings where status = 'created'").await, 1);
        assert_eq!(crate::journey::places(&app).await, 1);
    }

    async fn bookings_under_the_proved_email_or_phone_move_to_the_account(app: TestApp) {
        // Booked in another browser days ago: the email is in the booking's address, not the guest's.
        let guest = app.guest().await;
        let by_email = text(&booked(&app, &guest).await, "id").to_owned();
        let other = app.guest().await;
        let mut foreign = Vec::new();
        for number in [1, 2] {
            let quote = quote(&app, &other, &wish()).await;
            let body = with(cash(&quote), json!({ "address": address_of(number) }));
            foreign.push(text(&book(&app, &other, &body).await.expect_status(201).json(), "id").to_owned());
        }
        app.clock.advance(30 * DAY - 1);
        let ada = client(&app, "ada@example.com").await;
        assert_eq!(listed(&app, &ada.token).await, [by_email.as_str()]);
        // The guest's own token keeps its access, to read and to act.
        let guest_reads = app.get(&format!("/api/bookings/{by_email}")).bearer(&guest.token).send().await.expect_status(200).json();
        assert_eq!(text(&guest_reads, "id"), by_email);
        assert_eq!(listed(&app, &guest.token).await, [by_email.as_str()]);
        let _ = app.get(&format!("/api/bookings/{by_email}/cancellation")).bearer(&guest.token).send().await.expect_status(200);
        // By phone, but a day too late.
        let person = enter(&app, &json!({ "phone": "07700 900001" }), "").await;
        assert_eq!(listed(&app, &person.token).await, [foreign[0].as_str()]);
        app.clock.advance(1);
        let late = enter(&app, &json!({ "phone": "07700 900002" }), "").await;
        assert!(listed(&app, &late.token).await.is_empty());
        // A stranger sees neither booking.
        let stranger = client(&app, "stranger@example.com").await;
        app.get(&format!("/api/bookings/{by_email}")).bearer(&stranger.token).send().await.problem(404, "not_found");
    }

    async fn an_account_proves_a_further_identifier(app: TestApp) {
        let person = client(&app, "ada@example.com").await;
        let phone = json!({ "phone": "07700 900123", "attach": true });
        let attached = enter(&app, &phone, &person.token).await;
        assert_eq!(attached.id, person.id);
        assert_eq!(enter(&app, &json!({ "phone": "07700 900123" }), "").await.id, person.id);
        let me = app.get("/api/clients/me").bearer(&person.token).send().await.expect_status(200).json();
        assert_eq!((&me["emailVerified"], &me["phoneVerified"]), (&json!(true), &json!(true)));
        // Somebody else's identifier cannot be attached, and the attempt uses up the code.
        let other = client(&app, "bob@example.com").await;
        let code = code(&app, &phone).await;
        verify(&app, &phone, &code, &other.token).await.problem(409, "identifier_taken");
        verify(&app, &phone, &code, &other.token).await.problem(401, "invalid_code");
        // Attaching needs a session; a guest that attaches signs in.
        verify(&app, &phone, "123456", "").await.problem(401, "unauthorised");
        verify(&app, &phone, "123456", "rubbish").await.problem(401, "unauthorised");
        let guest = app.guest().await;
        let upgraded = enter(&app, &json!({ "email": "eve@example.com", "attach": true }), &guest.token).await;
        assert!(upgraded.id != guest.id && me_status(&app, &guest.token).await == 401);
    }

    async fn a_bad_token_does_not_prevent_signing_in(app: TestApp) {
        let code = code(&app, &ada()).await;
        let _ = verify(&app, &ada(), &code, "rubbish").await.expect_status(200);
    }
}

/// 100,000 guesses at one code, many at once, with the limits lifted: no more than five are ever compared with it.
fn a_hundred_thousand_guesses(database: api_tests::Database) {
    const GUESSES: u32 = 100_000;
    api_tests::run(database, async |app: TestApp| {
        let app = app.restarted(|config| config.rate_limits = Switch::Off).await;
        let right = code(&app, &ada()).await;
        let numbers = (0..1_000_000)
            .filter(|number| format!("{number:06}") != right)
            .take(GUESSES as usize);
        let calls = numbers.map(|number| {
            let app = app.clone();
            async move {
                verify(&app, &ada(), &format!("{number:06}"), "")
                    .await
                    .status
                    .as_u16()
            }
        });
        let answers = futures_util::StreamExt::fold(
            futures_util::StreamExt::buffer_unordered(futures_util::stream::iter(calls), 64),
            0_u32,
            async |wrong, status| wrong + u32::from(status == 401),
        );
        assert_eq!(answers.await, GUESSES);
        // With the limits off, no address is kept to its five.
        assert_eq!(tries(&app).await, 25);
        refused(&app, &ada(), &right).await;
        assert_eq!(app.count("select count(*) from clients").await, 0);
        app.state.db.close().await;
    });
}

#[test]
fn a_hundred_thousand_guesses_sqlite() {
    a_hundred_thousand_guesses(api_tests::Database::Sqlite);
}

#[test]
#[cfg_attr(not(postgres), ignore = "needs PostgreSQL: set TEST_POSTGRES_URL")]
fn a_hundred_thousand_guesses_postgres() {
    a_hundred_thousand_guesses(api_tests::Database::Postgres);
}
