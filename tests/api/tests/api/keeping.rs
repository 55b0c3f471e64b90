//! What is kept of people and for how long: the list of every column, and what goes when its time is over.

use std::collections::{BTreeMap, BTreeSet};

use api_tests::{TestApp, both_databases};
use callout_domain::clock::{DAY, HOUR};
use callout_domain::operator::By;
use callout_people::keeping::Keeping;
use callout_store::kept::{self, Of, TABLES};
use serde_json::json;

use crate::console_people::acts_of;
use crate::matching::{ready, step};
use crate::matching_jobs::taken;
use crate::operator::{admin, super_admin};
use crate::people::client;
use crate::scene::Scene;

/// A day after 24 months.
const TWO_YEARS: i64 = 731 * DAY;

/// One round, as if an operator had switched it on.
async fn sweep(app: &TestApp) {
    let keeping = Keeping {
        is_on: true,
        ..app.state.jobs.services.keeping.clone()
    };
    Box::pin(keeping.sweep()).await.unwrap();
}

/// A job that is done and settled.
async fn done(app: &TestApp) -> Scene {
    done_by(app, "pro").await
}

async fn done_by(app: &TestApp, name: &str) -> Scene {
    let pro = ready(app, name, 1).await;
    let scene = taken(app, &pro).await;
    for to in ["in_progress", "completed"] {
        let _ = step(app, &pro, &scene.booking.id, to).await.expect_status(200);
    }
    app.execute("update payments set status = 'succeeded', captured_pence = amount_pence")
        .await;
    app.execute("update bookings set entry_info = 'Door code 4711', description = 'Leak, ask for Ada'")
        .await;
    scene
}

/// What the dry run says.
async fn waiting(app: &TestApp) -> Vec<(String, i64)> {
    let mut connection = app.state.db.read().await.expect("a connection");
    kept::waiting(&mut connection, app.clock.now())
        .await
        .expect("the counts")
}

async fn of_booking(app: &TestApp, column: &str) -> Option<String> {
    app.text(&format!("select {column} from bookings")).await
}

both_databases! {
    async fn every_column_of_the_database_is_on_the_list(app: TestApp) {
        let columns = app.text(if app.state.db.is_postgres() {
            "select string_agg(table_name || ' ' || column_name, ',') from information_schema.columns where table_schema = current_schema()"
        } else {
            "select group_concat(tables.name || ' ' || columns.name) from sqlite_master as tables
             join pragma_table_info(tables.name) as columns where tables.type = 'table' and tables.name not like 'sqlite_%'"
        });
        let mut stored: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for column in columns.await.unwrap().split(',') {
            let (table, column) = column.split_once(' ').unwrap();
            // sqlx keeps its own.
            if table != "_sqlx_migrations" {
                stored.entry(table.to_owned()).or_default().insert(column.to_owned());
            }
        }
        let listed: BTreeMap<String, BTreeSet<String>> = TABLES
            .iter()
            .map(|table| (table.name.to_owned(), table.all().map(|(column, _)| (*column).to_owned()).collect()))
            .collect();
        assert_eq!(stored, listed);
    }

    async fn what_is_emptied_says_whose_it_is(app: TestApp) {
        for table in TABLES {
            for (column, class) in table.all() {
                let is_found = |of: Of| !matches!(of, Of::Nobody);
                assert!(class.client.is_none() || is_found(table.client), "{}.{column}", table.name);
                assert!(class.pro.is_none() || is_found(table.pro), "{}.{column}", table.name);
                assert!(class.term.is_none() || table.booking.is_some() || table.since.is_some(), "{}.{column}", table.name);
            }
        }
        // Each of the statements that the list makes is one that the database runs.
        let ada = client(&app, "ada@example.com").await;
        let _ = app.call(http::Method::DELETE, "/api/clients/me").bearer(&ada.token).send().await.expect_status(204);
        sweep(&app).await;
        assert!(!waiting(&app).await.is_empty());
    }

    async fn a_booking_is_emptied_step_by_step(app: TestApp) {
        let scene = done(&app).await;
        app.clock.advance(DAY - HOUR);
        sweep(&app).await;
        assert_eq!(of_booking(&app, "entry_info").await.as_deref(), Some("Door code 4711"));
        app.clock.advance(2 * HOUR);
        sweep(&app).await;
        assert_eq!(of_booking(&app, "entry_info").await, None);
        assert_eq!(of_booking(&app, "description").await.as_deref(), Some("Leak, ask for Ada"));
        assert_ne!(app.count("select count(*) from offers").await, 0);
        app.clock.advance(365 * DAY);
        sweep(&app).await;
        assert_eq!(app.count("select count(*) from offers").await, 0);
        assert_eq!(of_booking(&app, "customer_name").await.as_deref(), Some("Ada Lovelace"));
        app.clock.advance(365 * DAY);
        sweep(&app).await;
        let left = app.all_text().await;
        for trace in ["lovelace", "1 test street", "for ada", "sw1a 1aa"] {
            // The account and its pro's stay.
            let own = ["identifiers.", "masters.", "receipts.seller"];
            let place = left.lines().find(|line| line.contains(trace) && !own.iter().any(|own| line.starts_with(own)));
            assert_eq!(place, None, "{trace}");
        }
        // The books stay as they were.
        assert_eq!(app.count("select amount_pence from bookings").await, scene.booking.amount_pence);
        assert_eq!(app.count("select emptied from bookings").await, 3);
        sweep(&app).await;
    }

    async fn nothing_goes_until_it_is_switched_on(app: TestApp) {
        let _ = done(&app).await;
        app.clock.advance(TWO_YEARS);
        Box::pin(app.state.jobs.services.keeping.sweep()).await.unwrap();
        assert_eq!(of_booking(&app, "entry_info").await.as_deref(), Some("Door code 4711"));
        let waiting = waiting(&app).await;
        assert!(waiting.contains(&("bookings to lose their words, addresses and photos".to_owned(), 1)), "{waiting:?}");
    }

    async fn a_dispute_a_bank_and_an_operator_hold_a_booking(app: TestApp) {
        let scene = done(&app).await;
        let id = scene.booking.id.clone();
        app.clock.advance(DAY + HOUR);
        let by = By::command_line(&app.state.keys);
        app.state.bookings.hold(id.clone(), true, "Their insurer asks.", by.clone()).await.unwrap();
        sweep(&app).await;
        assert_eq!(of_booking(&app, "entry_info").await.as_deref(), Some("Door code 4711"));
        app.state.bookings.hold(id.clone(), false, "The insurer has answered.", by).await.unwrap();
        assert_eq!(acts_of(&app, &id).await, ["booking_held", "booking_held"]);
        let payment = scene.intent.payment_intent_id.as_str();
        app.execute(&format!(
            "insert into chargebacks (id, payment_id, amount_pence, status, opened_at) values ('cb', '{payment}', 100, 'open', 1)"
        )).await;
        sweep(&app).await;
        assert_eq!(of_booking(&app, "entry_info").await.as_deref(), Some("Door code 4711"));
        app.execute("update chargebacks set ended_at = 2").await;
        sweep(&app).await;
        assert_eq!(of_booking(&app, "entry_info").await, None);
    }

    async fn operators_keep_a_booking_in_the_console(app: TestApp) {
        let scene = done(&app).await;
        let (operator, path) = (admin(&app).await, format!("/admin/bookings/{}", scene.booking.id));
        let act = "/admin/do/bookings/hold";
        let kept = operator.send(&path, act, &[("reason", "Their insurer asks.")]).await.page;
        kept.says("The booking is kept.").says("Stop keeping this booking").says("Their insurer asks.");
        assert_eq!(app.count("select count(*) from booking_holds").await, 1);
        let free = operator.send(&path, act, &[("reason", "The insurer has answered.")]).await.page;
        free.says("The booking is kept no longer than others.");
        assert_eq!(app.count("select count(*) from booking_holds").await, 0);
    }

    async fn guests_who_never_booked_are_forgotten(app: TestApp) {
        let booked = done(&app).await.guest;
        app.execute(&format!("update clients set email = 'booked@example.com' where id = '{}'", booked.id)).await;
        let never = app.guest_with(&json!({ "email": "never@example.com" }), app.fresh_ip()).await;
        app.clock.advance(90 * DAY - HOUR);
        sweep(&app).await;
        let email = async |id: String| app.text(&format!("select email from clients where id = '{id}'")).await;
        assert_eq!(email(never.id.clone()).await.as_deref(), Some("never@example.com"));
        app.clock.advance(2 * HOUR);
        sweep(&app).await;
        assert_eq!(email(never.id.clone()).await, None);
        assert_eq!(email(booked.id.clone()).await.as_deref(), Some("booked@example.com"));
        app.clock.advance(TWO_YEARS);
        for _ in 0..3 {
            sweep(&app).await;
        }
        assert_eq!(email(booked.id.clone()).await, None);
    }

    async fn operators_words_go_with_the_person_and_in_time(app: TestApp) {
        let chief = super_admin(&app).await;
        let _ = chief.page("/admin/audit").await;
        let ada = client(&app, "ada@example.com").await;
        let scene = done(&app).await;
        app.execute(&format!("update bookings set client_id = '{}', made_by = '{}'", ada.id, ada.id)).await;
        let by = By::command_line(&app.state.keys);
        app.state.bookings.note(scene.booking.id.clone(), "Ada Lovelace rang twice.", by.clone()).await.unwrap();
        app.state.bookings.note("C-NONE".to_owned(), "x", by.clone()).await.unwrap_err();
        let export = app.get("/api/clients/me/export").bearer(&ada.token).send().await.expect_status(200).json();
        assert_eq!(export["acts"][0]["words"], "Ada Lovelace rang twice.");
        let _ = app.call(http::Method::DELETE, "/api/clients/me").bearer(&ada.token).send().await.expect_status(204);
        let left = app.all_text().await;
        assert_eq!(left.lines().find(|line| line.contains("rang twice")), None);
        let keys = [&app.state.keys.audit];
        callout_base::audit::verify(&app.state.db, &keys, None).await.unwrap();

        let other = done_by(&app, "other").await;
        app.state.bookings.note(other.booking.id.clone(), "They rang thrice.", by).await.unwrap();
        app.clock.advance(TWO_YEARS);
        sweep(&app).await;
        assert_eq!(app.count("select count(*) from audit_words where words <> ''").await, 0);
        callout_base::audit::verify(&app.state.db, &keys, None).await.unwrap();
    }

    async fn files_go_that_nobody_needs(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let row = "insert into master_documents (id, master_id, kind, file_id, media_type, uploaded_at, verified_at) values";
        let now = app.clock.now();
        app.execute(&format!("{row} ('older', '{}', 'insurance', 'file-1', 'image/jpeg', {now}, {now})", pro.id)).await;
        app.clock.advance(HOUR);
        let now = app.clock.now();
        app.execute(&format!("{row} ('newer', '{}', 'insurance', 'file-2', 'image/jpeg', {now}, {now})", pro.id)).await;
        let files = "select count(*) from master_documents where file_id is not null and id in ('older', 'newer')";
        app.clock.advance(365 * DAY - HOUR);
        app.state.documents.forget_files(true).await.unwrap();
        assert_eq!(app.count(files).await, 2);
        app.clock.advance(2 * HOUR);
        app.state.documents.forget_files(false).await.unwrap();
        assert_eq!(app.count(files).await, 2, "it is not switched on");
        app.state.documents.forget_files(true).await.unwrap();
        assert_eq!(app.count(files).await, 1);
        app.execute(&format!("update masters set activated_at = null, seen_at = {}", app.clock.now() - 91 * DAY)).await;
        app.state.documents.forget_files(true).await.unwrap();
        assert_eq!(app.count(files).await, 0);
    }
}
