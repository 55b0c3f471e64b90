//! The copies that clients and pros get of their data: what the list of everything that is kept calls theirs is in them.

use std::collections::BTreeSet;

use api_tests::{TestApp, both_databases};
use callout_domain::operator::By;
use callout_store::kept::{Of, Person as Whose, TABLES};

use crate::matching::ready;
use crate::people::{Person, client};
use crate::reviews::done;

/// Texts that are not looked for by a mark: of a set of words, JSON, or what the rows are found by.
const UNMARKED: [(&str, &str); 12] = [
    ("booking_events", "data"),
    ("change_orders", "lines"),
    ("diaries", "weekly"),
    ("identifiers", "value"),
    ("masters", "skills"),
    ("message_choices", "choice"),
    ("notifications", "booking_id"),
    ("personal_coupons", "code"),
    ("support_messages", "email"),
    ("training", "module_id"),
    ("clients", "email"),
    ("clients", "phone"),
];

/// What is written into a column to be looked for.
fn mark(table: &str, column: &str) -> String {
    format!("mark-{table}-{column}")
}

/// The columns of text that say something about one of the two, and can be marked.
async fn columns(app: &TestApp, whose: Whose) -> Vec<(&'static str, &'static str)> {
    let texts: BTreeSet<(String, String)> = app.text_columns().await.into_iter().collect();
    let mut columns = Vec::new();
    for table in TABLES {
        for (column, class) in table.all() {
            let (of, erased) = match whose {
                Whose::Client => (table.client, class.client),
                Whose::Pro => (table.pro, class.pro),
            };
            let goes_with_its_row = matches!(of, Of::Deleted(_)) && class.client.or(class.pro).is_none();
            let is_text = texts.contains(&(table.name.to_owned(), (*column).to_owned()));
            let is_theirs = matches!(whose, Whose::Pro) || !class.is_pros_own;
            if is_theirs && class.is_copied && (erased.is_some() || goes_with_its_row) && is_text {
                columns.push((table.name, *column));
            }
        }
    }
    columns.retain(|column| !UNMARKED.contains(column));
    columns
}

/// Writes its mark into each of these columns.
async fn marked(app: &TestApp, columns: &[(&str, &str)]) {
    for (table, column) in columns {
        let changed = app
            .execute(&format!(
                "update {table} set {column} = '{}'",
                mark(table, column)
            ))
            .await;
        assert_ne!(changed, 0, "{table} has no row");
    }
}

/// A job that is done, with everything that its client, its pro and operators can write.
async fn everything_written(app: &TestApp) -> (Person, Person) {
    let pro = ready(app, "pro", 1).await;
    let ada = client(app, "ada@example.com").await;
    let scene = done(app, &pro).await;
    let (booking, master) = (scene.booking.id.as_str(), pro.id.as_str());
    app.execute(&format!(
        "update bookings set client_id = '{0}', made_by = '{0}'",
        ada.id
    ))
    .await;
    for sql in [
        "insert into proposals (id, booking_id, master_id, price_pence, delta_pence, made_at, until, outcome, ended_at)
           values ('proposal-1', '{booking}', '{master}', 100, 0, 1, 2, 'declined', 2)",
        "insert into change_orders (id, booking_id, number, master_id, lines, sum_pence, made_at, until, outcome, ended_at)
           values ('order-1', '{booking}', 1, '{master}', '[]', 0, 1, 2, 'declined', 2)",
        "insert into reviews (id, booking_id, author, master_id, rating, text, written_at, shown_from, replied_at)
           values ('review-1', '{booking}', 'client', '{master}', 5, '', 1, 1, 2)",
        "insert into disputes (id, booking_id, master_id, origin, reason, text, photos, status, opened_at, answered_at, decided_at, borne_by,
             refund_pence, appealed_by, appealed_at, appeal_decided_at, appeal_refund_pence)
           values ('dispute-1', '{booking}', '{master}', 'client', 'poor_work', '', '[]', 'decided', 1, 1, 2, 'pro', 0, 'client', 3, 4, 0)",
        "insert into missed_visits (id, booking_id, master_id, kind, made_at, reported_at, verdict, decided_at)
           values ('visit-1', '{booking}', '{master}', 'not_home', 1, 2, 'stands', 3)",
        "insert into mismatches (id, booking_id, number, master_id, text, made_at, until, outcome, ended_at)
           values ('mismatch-1', '{booking}', 1, '{master}', '', 1, 2, 'talked', 2)",
        "insert into put_rights (id, booking_id, number, master_id, asked_by, text, named_by, slot_id, slot_start, slot_end, asked_at, outcome, ended_at)
           values ('right-1', '{booking}', 1, '{master}', 'client', '', 'client', '', 1, 2, 1, 'refused', 2)",
        "insert into invitations (id, booking_id, master_id, text, problem_type, made_at, until)
           values ('work-1', '{booking}', '{master}', '', 'leak', 1, 2)",
        "insert into job_notes (booking_id, master_id, text, photos, changed_at) values ('{booking}', '{master}', '', '[]', 1)",
        "insert into unpaid_jobs (booking_id, master_id, reported_at, verdict, decided_at) values ('{booking}', '{master}', 1, 'upheld', 2)",
        "insert into chat_threads (booking_id, master_id, last_seq, client_last, pro_last, client_read, pro_read, last_at)
           values ('{booking}', '{master}', 1, 0, 1, 0, 0, 1)",
        "insert into chat_messages (booking_id, master_id, seq, id, sender, client_key, text, sent_at)
           values ('{booking}', '{master}', 1, 'chat-1', 'pro', 'a', '', 1)",
        "insert into suspensions (id, master_id, reason, words, suspended_at, held_until, appealed_at, decided_at, ended_at)
           values ('suspension-1', '{master}', 'conduct', '', 1, 2, 3, 4, 5)",
        "insert into payout_accounts (master_id, provider, account_id, is_ready, weekly_at, created_at)
           values ('{master}', 'sandbox', 'acct-1', 1, 1, 1)",
        "insert into diaries (master_id, weekly, emergencies_any_time, quiet_at_night, changed_at) values ('{master}', 'null', 0, 0, 1)",
        "insert into times_away (master_id, id, kind, starts_at, ends_at, note) values ('{master}', 'away-0001', 'block', 1, 2, '')",
        "insert into passkeys (id, holder, owner_id, name, credential_id, credential, created_at)
           values ('passkey-1', 'pro', '{master}', '', 'credential-1', '{}', 1)",
        "insert into support_messages (id, name, email, message, created_at) values ('support-1', '', 'ada@example.com', '', 1)",
        "insert into support_messages (id, name, email, message, created_at) values ('support-2', '', 'pro@example.com', '', 1)",
    ] {
        let sql = sql.replace("{booking}", booking).replace("{master}", master);
        app.execute(&sql).await;
    }
    (ada, pro)
}

/// A paper of this pro's that an operator turns down.
pub(crate) async fn rejected(app: &TestApp, pro: &Person, reason: &str) {
    app.execute(&format!(
        "insert into master_documents (id, master_id, kind, uploaded_at) values ('document-odd', '{}', 'insurance', 1)",
        pro.id
    ))
    .await;
    let by = By::command_line(&app.state.keys);
    let rejected = app.state.documents.reject("document-odd".to_owned(), reason, by);
    rejected.await.expect("it is turned down");
}

/// Holds a copy against the list.
async fn assert_whole(app: &TestApp, whose: Whose, path: &str, person: &Person) {
    let columns = columns(app, whose).await;
    marked(app, &columns).await;
    let copy = app
        .get(path)
        .bearer(&person.token)
        .send()
        .await
        .expect_status(200)
        .text();
    let left_out: Vec<_> = columns
        .iter()
        .filter(|(table, column)| !copy.contains(&format!("\"{}\"", mark(table, column))))
        .collect();
    assert!(left_out.is_empty(), "{left_out:?}");
}

both_databases! {
    async fn the_clients_copy_has_what_is_kept_of_them(app: TestApp) {
        let (ada, _) = everything_written(&app).await;
        let booking = app.text("select id from bookings").await.unwrap();
        let by = By::command_line(&app.state.keys);
        app.state.bookings.note(booking, "They rang.", by).await.unwrap();
        assert_whole(&app, Whose::Client, "/api/clients/me/export", &ada).await;
    }

    async fn the_pros_copy_has_what_is_kept_of_them(app: TestApp) {
        let (_, pro) = everything_written(&app).await;
        rejected(&app, &pro, "It is blurred.").await;
        assert_whole(&app, Whose::Pro, "/api/masters/me/export", &pro).await;
    }
}
