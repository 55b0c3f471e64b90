//! Registering somebody's email or phone first does not give access to their account.

use api_tests::both_databases;
use http::Method;
use serde_json::json;

use crate::journey::{address_of, book, booked, cash, quote, text, wish, with};
use crate::people::{PASSWORD, Person, client, code, enter, listed, login, me_status, register, verify};

both_databases! {
    async fn whoever_proves_the_email_gets_it(app: TestApp) {
        let mallory = Person::of(&register(&app, "ada@example.com", "").await.expect_status(201).json());
        let booking = booked(&app, &mallory.as_guest(app.fresh_ip())).await;
        let ada = client(&app, "ada@example.com").await;
        assert_ne!(ada.id, mallory.id);
        // Mallory's session, password and account end at once.
        assert_eq!(me_status(&app, &mallory.token).await, 401);
        login(&app, "ada@example.com", PASSWORD, "").await.problem(401, "invalid_credentials");
        assert_eq!(app.count("select count(*) from passwords").await, 0);
        assert_eq!(app.count(&format!("select count(*) from clients where id = '{}' and ended_at is not null and email is null", mallory.id)).await, 1);
        assert_eq!(app.count("select count(*) from identifiers").await, 1);
        // Bookings made under her email are hers.
        assert_eq!(listed(&app, &ada.token).await, [text(&booking, "id").to_owned()]);
        assert_eq!(client(&app, "ada@example.com").await.id, ada.id);
        // The email is now taken by proof.
        register(&app, "ada@example.com", "").await.problem(409, "email_taken");
    }

    async fn a_password_survives_when_the_account_itself_attaches(app: TestApp) {
        let ada = Person::of(&register(&app, "ada@example.com", "").await.expect_status(201).json());
        let attached = enter(&app, &json!({ "email": "ada@example.com", "attach": true }), &ada.token).await;
        assert_eq!(attached.id, ada.id);
        assert_eq!(me_status(&app, &ada.token).await, 200);
        let signed_in = login(&app, "ada@example.com", PASSWORD, "").await.expect_status(200).json();
        assert_eq!(text(&signed_in, "clientId"), ada.id);
        assert_eq!(client(&app, "ada@example.com").await.id, ada.id);
        // With the account's own token `attach` is not needed.
        let bob = Person::of(&register(&app, "bob@example.com", "").await.expect_status(201).json());
        let proved = enter(&app, &json!({ "email": "bob@example.com" }), &bob.token).await;
        assert_eq!((proved.id.as_str(), me_status(&app, &bob.token).await), (bob.id.as_str(), 200));
        let _ = login(&app, "bob@example.com", PASSWORD, "").await.expect_status(200);
        // With another account's token it is a plain sign-in as whoever proves the email.
        let _ = register(&app, "eve@example.com", "").await.expect_status(201);
        let eve = enter(&app, &json!({ "email": "eve@example.com" }), &bob.token).await;
        assert_ne!(eve.id, bob.id);
        login(&app, "eve@example.com", PASSWORD, "").await.problem(401, "invalid_credentials");
    }

    async fn a_booking_under_way_is_never_orphaned(app: TestApp) {
        let ada = Person::of(&register(&app, "ada@example.com", "").await.expect_status(201).json());
        let ip = app.fresh_ip();
        let quoted = quote(&app, &ada.as_guest(ip), &wish()).await;
        // Booked under an email other than the one that is lost.
        let body = with(cash(&quoted), json!({ "address": address_of(5) }));
        let booking = book(&app, &ada.as_guest(ip), &body).await.expect_status(201).json();
        let id = text(&booking, "id").to_owned();
        let anew = client(&app, "ada@example.com").await;
        assert_ne!(anew.id, ada.id);
        assert!(listed(&app, &anew.token).await.is_empty());
        // The session that paid keeps access as a guest; the email and the password no longer lead to it.
        assert_eq!(listed(&app, &ada.token).await, [id.as_str()]);
        let me = app.get("/api/clients/me").bearer(&ada.token).send().await.expect_status(200).json();
        assert!(me.get("email").is_none() && me["emailVerified"] == false, "{me}");
        login(&app, "ada@example.com", PASSWORD, "").await.problem(401, "invalid_credentials");
        // Like a guest, it takes its bookings along when it signs in, on every server.
        let other = app.restarted(|_| ()).await;
        let again = enter(&other, &json!({ "email": "ada@example.com" }), &ada.token).await;
        assert_eq!(again.id, anew.id);
        assert_eq!(listed(&app, &anew.token).await, [id.as_str()]);
        other.state.db.close().await;
    }

    async fn an_account_with_another_identifier_lives_on_without_the_lost_one(app: TestApp) {
        let mallory = Person::of(&register(&app, "ada@example.com", "").await.expect_status(201).json());
        enter(&app, &json!({ "phone": "07700 900666", "attach": true }), &mallory.token).await;
        let booking = booked(&app, &mallory.as_guest(app.fresh_ip())).await;
        let ada = client(&app, "ada@example.com").await;
        assert_ne!(ada.id, mallory.id);
        assert_eq!(me_status(&app, &mallory.token).await, 401);
        login(&app, "ada@example.com", PASSWORD, "").await.problem(401, "invalid_credentials");
        let again = enter(&app, &json!({ "phone": "07700 900666" }), "").await;
        assert_eq!(again.id, mallory.id);
        // It keeps its bookings, since somebody has proved its phone.
        assert_eq!(listed(&app, &again.token).await, [text(&booking, "id").to_owned()]);
        assert!(listed(&app, &ada.token).await.is_empty());
        let me = app.get("/api/clients/me").bearer(&again.token).send().await.expect_status(200).json();
        assert!(me.get("email").is_none(), "{me}");
    }

    async fn an_identifier_in_a_profile_claims_nothing(app: TestApp) {
        let mallory = client(&app, "mallory@example.com").await;
        let put = json!({ "phone": "07700 900123" });
        let me = app.call(Method::PUT, "/api/clients/me").bearer(&mallory.token).json(&put).send().await.expect_status(200).json();
        assert_eq!((&me["emailVerified"], &me["phoneVerified"]), (&json!(true), &json!(false)));
        let ada = enter(&app, &json!({ "phone": "07700 900123" }), "").await;
        assert_ne!(ada.id, mallory.id);
        let me = app.get("/api/clients/me").bearer(&mallory.token).send().await.expect_status(200).json();
        assert!(me.get("phone").is_none(), "the profile loses it: {me}");
        // Mallory's own credentials still open Mallory's account.
        assert_eq!(client(&app, "mallory@example.com").await.id, mallory.id);
    }

    async fn a_concurrent_sign_in_does_not_survive_the_proof(app: TestApp) {
        // Many at once, in any order: every session opened with the old password has ended once the email is proved.
        let _ = register(&app, "ada@example.com", "").await.expect_status(201);
        let right = code(&app, &json!({ "email": "ada@example.com" })).await;
        let who = json!({ "email": "ada@example.com" });
        let (proved, first, second) = futures_util::join!(
            Box::pin(verify(&app, &who, &right, "")),
            Box::pin(login(&app, "ada@example.com", PASSWORD, "")),
            Box::pin(login(&app, "ada@example.com", PASSWORD, "")),
        );
        let ada = Person::of(&proved.expect_status(200).json());
        for answer in [first, second] {
            if answer.status == 200 {
                assert_eq!(me_status(&app, text(&answer.json(), "token")).await, 401);
            }
        }
        let live = app.count("select count(*) from sessions where ended_at is null").await;
        assert_eq!((live, me_status(&app, &ada.token).await), (1, 200));
    }

    async fn client_and_pro_accounts_are_separate(app: TestApp) {
        let pro = crate::people::master(&app, "ada@example.com").await;
        let ada = client(&app, "ada@example.com").await;
        assert_eq!(app.get("/api/masters/me").bearer(&pro.token).send().await.status.as_u16(), 200);
        login(&app, "ada@example.com", PASSWORD, "").await.problem(401, "invalid_credentials");
        app.get("/api/masters/me").bearer(&ada.token).send().await.problem(401, "unauthorised");
        assert_eq!(me_status(&app, &pro.token).await, 401);
        assert_eq!(app.count("select count(*) from identifiers").await, 2);
    }
}
