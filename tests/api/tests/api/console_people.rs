//! Pros and people in the console: found, read, suspended with an appeal, exported and erased.

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::clock::{DAY, HOUR, MINUTE, SECOND};
use callout_domain::dispute::BorneBy;
use callout_domain::operator::OperatorRole;
use callout_front::jobs;
use http::Method;
use serde_json::{Value, json};

use crate::console_desk::queue;
use crate::console_disputes::by_client;
use crate::disputes::{complaint, decide, dispute};
use crate::matching::{offers, ready, respond, step};
use crate::matching_jobs::taken;
use crate::missed_visits::{self, contest, missed};
use crate::operator::{Operator, Shown, admin, super_admin};
use crate::payouts::{earn, pro, well_known, withdraw};
use crate::people::{Person, client, master_status, me_status, outbox};
use crate::pros::{me, put};
use crate::reviews::done;
use crate::scene::{Scene, settled, status};

const SEARCH: &str = "/admin/do/people/search";
const SUSPEND: &str = "/admin/do/pros/suspend";
const REINSTATE: &str = "/admin/do/pros/reinstate";
const UPHOLD: &str = "/admin/do/pros/uphold";
/// Bookings that keep a person from being erased.
const IN_THE_WAY: &str = "details.act li a";
const HOSTILE: &str = "<script>alert(1)</script>";
const WHY: &str = "Two clients told us of leaks.";

pub(crate) fn page_of(pro: &Person) -> String {
    format!("/admin/pros/{}", pro.id)
}

/// The names in the table of what was found.
fn found(page: &Shown) -> Vec<String> {
    page.all("td[data-label=Name]")
}

async fn run(app: &TestApp) {
    let _ = jobs::run_due(&app.state.jobs).await.unwrap();
}

pub(crate) async fn suspend(operator: &Operator, pro: &Person) -> Shown {
    let typed = [("code", "quality"), ("reason", WHY)];
    operator.send(&page_of(pro), SUSPEND, &typed).await.page
}

async fn appeal(app: &TestApp, pro: &Person, text: &str) -> Answer {
    let call = app.post("/api/masters/me/appeal").bearer(&pro.token);
    call.json(&json!({ "text": text })).send().await
}

async fn hold_is_over(app: &TestApp) {
    app.execute(&format!(
        "update suspensions set held_until = {}",
        app.clock.now()
    ))
    .await;
}

/// What was sent to somebody, as subject and text.
fn told(app: &TestApp, to: &str) -> String {
    let sent = outbox(app, to);
    let sent: Vec<String> = sent
        .iter()
        .map(|line| format!("{} {}", line["subject"], line["text"]))
        .collect();
    sent.join("\n")
}

/// Fills in a form of this page for `action` with a reason and the second factor.
async fn prove(operator: &Operator, path: &str, action: &str) -> Shown {
    let code = operator.code();
    let typed = [
        ("reason", "They asked us by post."),
        ("factor_code", code.as_str()),
    ];
    operator.send(path, action, &typed).await.page
}

/// Sends the form for a file.
async fn export(operator: &Operator, path: &str) -> Answer {
    let action = format!("{path}/export");
    let mut fields = operator.page(path).await.form(&action, &[]);
    fields.retain(|(name, _)| name != "reason" && name != "factor_code");
    fields.push(("reason".to_owned(), "They asked us by post.".to_owned()));
    fields.push(("factor_code".to_owned(), operator.code()));
    operator.post(&action, &fields).await
}

pub(crate) async fn acts_of(app: &TestApp, id: &str) -> Vec<Value> {
    let acts = crate::operator::acts(app).await;
    let own = acts.into_iter().filter(|act| act[1] == id);
    own.map(|act| act[0].clone()).collect()
}

async fn cancel(app: &TestApp, scene: &Scene) {
    let path = format!("/api/bookings/{}/cancel", scene.booking.id);
    let call = app.call(Method::PATCH, &path).bearer(&scene.guest.token);
    let _ = call.send().await.expect_status(200);
}

both_databases! {
    async fn people_are_found_by_what_is_known_of_them(app: TestApp) {
        let operator = admin(&app).await;
        let pro = ready(&app, "pro", 1).await;
        let ada = client(&app, "ada@example.com").await;
        app.execute(&format!("update clients set name = 'Grace 100% Hopper', phone = '+447700900555' where id = '{}'", ada.id)).await;
        for (sought, name) in [
            ("hopper", "Grace 100% Hopper"),
            ("100%", "Grace 100% Hopper"),
            ("Ada@example.com", "Grace 100% Hopper"),
            ("07700 900555", "Grace 100% Hopper"),
            (ada.id.as_str(), "Grace 100% Hopper"),
            ("da love", "Ada Lovelace"),
            ("pro@example.com", "Ada Lovelace"),
            ("07700 900123", "Ada Lovelace"),
            (pro.id.as_str(), "Ada Lovelace"),
        ] {
            let led = operator.send("/admin/people", SEARCH, &[("sought", sought)]).await;
            assert!(led.to.starts_with("/admin/people?search=") && !led.to.contains(sought), "{}", led.to);
            assert_eq!(found(&led.page), [name], "{sought}");
        }
        for nobody in ["nobody@example.com", "07700 900999", "master-none", "%%%", "100_"] {
            let led = operator.send("/admin/people", SEARCH, &[("sought", nobody)]).await;
            assert!(found(led.page.says("There is nobody.")).is_empty(), "{nobody}");
        }
        let short = operator.send("/admin/people", SEARCH, &[("sought", "Li")]).await;
        let _ = short.page.says("Type at least three characters.").form(SEARCH, &[("sought", "Li")]);
        let led = operator.send("/admin/people", SEARCH, &[("sought", "hopper")]).await;
        let other = Operator::new(&app, "other@callout.example", OperatorRole::Admin).await;
        other.page(&led.to).await.says("This search has ended.").lacks("Hopper");
        // For an hour.
        app.clock.advance(HOUR - MINUTE);
        assert_eq!(found(&operator.page(&led.to).await), ["Grace 100% Hopper"]);
        app.clock.advance(MINUTE);
        operator.page(&led.to).await.says("This search has ended.");
    }

    async fn the_pages_show_what_is_known_and_hostile_text_is_inert(app: TestApp) {
        let operator = admin(&app).await;
        let pro = pro(&app, "pro").await;
        earn(&app, &pro).await;
        let taken = taken(&app, &pro).await;
        app.execute(&format!("update masters set company_name = '{HOSTILE}', legal_name = '{HOSTILE}'")).await;
        let page = operator.page(&page_of(&pro)).await;
        for words in ["Ada Lovelace", "pro@example.com", "+447700900999", "plumber", "60 km around SW1A 1AA", "£99.45", "Online", "Verified", HOSTILE] {
            let _ = page.says(words);
        }
        page.says(&taken.booking.id).says("No operator has done anything here.");
        assert!(!page.html.contains(HOSTILE));
        assert_eq!(page.all("details.act summary"), ["Suspend this pro", "Sign them out everywhere"], "the rest is for super admins");
        let ada = client(&app, "grace@example.com").await;
        app.execute(&format!("update clients set name = '{HOSTILE}' where id = '{}'", ada.id)).await;
        let page = operator.page(&format!("/admin/clients/{}", ada.id)).await;
        page.says("grace@example.com").says("There are none.").says(HOSTILE);
        assert!(!page.html.contains(HOSTILE));
        let guest = operator.page(&format!("/admin/clients/{}", taken.guest.id)).await;
        guest.says("A guest").says(&taken.booking.id);
        for nothing in ["/admin/pros/master-none", "/admin/clients/client-none", &format!("/admin/clients/{}", pro.id), &format!("/admin/pros/{}", ada.id)] {
            assert_eq!(operator.open(nothing).await.status, 404, "{nothing}");
        }
    }

    async fn a_suspended_pro_loses_jobs_and_gets_no_more(app: TestApp) {
        let operator = admin(&app).await;
        let pro = ready(&app, "pro", 1).await;
        let (own, offered) = (taken(&app, &pro).await, settled(&app).await);
        assert_eq!(offers(&app, &pro).await.len(), 0, "busy");
        app.execute("delete from slot_places").await;
        let page = operator.page(&page_of(&pro)).await;
        let wrong = operator.fill(page, SUSPEND, &[], &[("code", "mood"), ("reason", WHY)]).await;
        let _ = wrong.page.says("Choose one.").form(SUSPEND, &[("reason", WHY)]);
        operator.send(&page_of(&pro), SUSPEND, &[("code", "quality"), ("reason", "no")]).await.page.says("Write a few words.");
        suspend(&operator, &pro).await.says("The pro is suspended").says("The quality of your work").lacks("Suspend this pro");
        run(&app).await;
        assert_eq!(status(&app, &own).await, "pending", "matched anew");
        assert!(offers(&app, &pro).await.is_empty());
        for scene in [&own, &offered] {
            let answer = respond(&app, &pro, &scene.booking.id, "accept").await;
            assert!([403, 404].contains(&answer.status.as_u16()), "{}", answer.text());
        }
        put(&app, &pro, "profile/activate", &json!({ "isActive": true })).await.problem(409, "suspended");
        let profile = me(&app, &pro).await;
        assert_eq!((&profile["isActive"], &profile["suspension"]["reason"]), (&json!(false), &json!("quality")));
        assert_eq!(profile["suspension"]["text"], WHY);
        let mail = told(&app, "pro@example.com");
        assert!(mail.contains("Your account is suspended") && mail.contains(WHY) && mail.contains("You can appeal once"), "{mail}");
        assert_eq!(acts_of(&app, &pro.id).await, ["pro_suspended"]);
        operator.page("/admin/people").await.says(&pro.id).says("The quality of your work");
        // Suspending twice, or somebody who is not there.
        let twice = operator.post(SUSPEND, &fields(&operator, &pro, "quality").await).await.expect_status(303);
        operator.page(twice.header("location").unwrap()).await.says("This pro is suspended already.").says("You wrote:");
    }

    async fn who_is_at_work_is_not_suspended(app: TestApp) {
        let operator = admin(&app).await;
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        let form = operator.page(&page_of(&pro)).await;
        let _ = step(&app, &pro, &scene.booking.id, "in_progress").await.expect_status(200);
        let late = operator.fill(form, SUSPEND, &[], &[("code", "fraud"), ("reason", WHY)]).await;
        late.page.says("They are at work.").says(&format!("This pro is at work on {}.", scene.booking.id));
        let _ = late.page.form(SUSPEND, &[("reason", WHY)]);
        assert_eq!(late.page.all("details.act a"), std::slice::from_ref(&scene.booking.id));
        assert_eq!((status(&app, &scene).await.as_str(), app.count("select count(*) from suspensions").await), ("in_progress", 0));
        assert_eq!(me(&app, &pro).await.get("suspension"), None);
    }

    async fn an_appeal_is_made_once_and_decided(app: TestApp) {
        let app = app.restarted(|config| config.support_email = Some("desk@callout.example".to_owned())).await;
        let (operator, second) = (admin(&app).await, Operator::new(&app, "two@callout.example", OperatorRole::Admin).await);
        let pro = ready(&app, "pro", 1).await;
        appeal(&app, &pro, "It was another pro, not me.").await.problem(409, "not_suspended");
        let _ = suspend(&operator, &pro).await;
        assert_eq!(operator.page(&page_of(&pro)).await.all("details.act summary"), ["Reinstate this pro", "Sign them out everywhere"]);
        let _ = appeal(&app, &pro, "no").await.invalid_field("text");
        let text = "It was another pro. Call me on 07700 900123.";
        for _ in 0..2 {
            let profile = appeal(&app, &pro, text).await.expect_status(200).json();
            assert_eq!(profile["suspension"]["appeal"], "It was another pro. Call me on •••.");
            assert_eq!(profile["suspension"].get("heldUntil"), None);
        }
        appeal(&app, &pro, "And something else.").await.problem(409, "already_appealed");
        run(&app).await;
        assert!(told(&app, "desk@callout.example").contains("It was another pro."));
        operator.page("/admin/people").await.says("To decide");
        app.clock.advance(3 * SECOND);
        let desk = operator.page("/admin").await;
        assert_eq!(desk.all(".queues a[href='/admin/people']"), ["Suspension appeals to decide"]);
        assert_eq!(queue(&desk, "Suspension appeals to decide"), "1");
        let stale = second.page(&page_of(&pro)).await;
        let upheld = operator.send(&page_of(&pro), UPHOLD, &[("reason", "The photos are of your work.")]).await;
        upheld.page.says("The suspension stays.").says("Stays, decided");
        app.clock.advance(3 * SECOND);
        assert_eq!(queue(&operator.page("/admin").await, "Suspension appeals to decide"), "0");
        let late = second.fill(stale, REINSTATE, &[], &[("reason", "They seem nice.")]).await;
        late.page.says("Meanwhile admin@callout.example upheld the suspension");
        let profile = me(&app, &pro).await;
        assert_eq!(profile["suspension"]["verdict"], "The photos are of your work.");
        let back = second.send(&page_of(&pro), REINSTATE, &[("reason", "They have paid for the damage.")]).await;
        back.page.says("The pro may work again.").says("Suspend this pro");
        run(&app).await;
        let mail = told(&app, "pro@example.com");
        assert!(mail.contains("Your suspension stays") && mail.contains("You can work again"), "{mail}");
        assert_eq!(acts_of(&app, &pro.id).await, ["pro_suspended", "suspension_upheld", "pro_reinstated"]);
        let on = put(&app, &pro, "profile/activate", &json!({ "isActive": true })).await.expect_status(200).json();
        assert_eq!((&on["isActive"], on.get("suspension")), (&json!(true), None));
        let _ = settled(&app).await;
        assert_eq!(offers(&app, &pro).await.len(), 1);
    }

    async fn the_balance_is_held_for_a_time(app: TestApp) {
        let operator = admin(&app).await;
        let pro = pro(&app, "pro").await;
        earn(&app, &pro).await;
        well_known(&app, &pro).await;
        let _ = suspend(&operator, &pro).await.says("Balance held");
        withdraw(&app, &pro, "key-1", &json!({})).await.problem(409, "balance_held");
        let _ = appeal(&app, &pro, "I want to be paid for my work.").await.expect_status(200);
        app.clock.advance(14 * DAY);
        app.state.payouts.pay_weekly().await.unwrap();
        let weekly = "select count(*) from payouts where origin = 'weekly' and asked_at > 0";
        assert_eq!(app.count(weekly).await, 0, "the appeal still waits");
        hold_is_over(&app).await;
        app.state.payouts.pay_weekly().await.unwrap();
        assert_eq!(app.count(weekly).await, 1, "and it is made up for");
    }

    async fn an_operator_does_not_suspend_themselves(app: TestApp) {
        let operator = admin(&app).await;
        let own = ready(&app, "own", 1).await;
        app.execute(&format!("update identifiers set value = '{}' where account_id = '{}'", operator.email, own.id)).await;
        suspend(&operator, &own).await.says("This concerns your own account");
        assert_eq!(app.count("select count(*) from suspensions").await, 0);
    }

    async fn a_client_is_erased_once_nothing_is_open(app: TestApp) {
        let (operator, chief) = (admin(&app).await, super_admin(&app).await);
        let scene = settled(&app).await;
        let ada = &scene.guest;
        let path = format!("/admin/clients/{}", ada.id);
        operator.page(&path).await.lacks("Erase this person").lacks("Export");
        chief.page(&path).await.says("They cannot be erased yet.").says(&scene.booking.id);
        cancel(&app, &scene).await;
        for _ in 0..3 {
            run(&app).await;
        }
        let wrong = chief.send(&path, "/admin/do/clients/erase", &[("reason", "They asked."), ("factor_code", "000000")]).await;
        wrong.page.says("This code is not right.");
        assert_eq!(me_status(&app, &ada.token).await, 200);
        prove(&chief, &path, "/admin/do/clients/erase").await.says("The person is erased.").says("Closed").lacks("Erase this person");
        assert_eq!(me_status(&app, &ada.token).await, 401);
        assert_eq!(app.count("select count(*) from bookings where customer_name <> '' or phone <> ''").await, 0);
        assert_eq!(acts_of(&app, &ada.id).await, ["person_erased"]);
    }

    async fn a_pro_is_erased_once_nothing_is_owed(app: TestApp) {
        let chief = super_admin(&app).await;
        let pro = pro(&app, "pro").await;
        earn(&app, &pro).await;
        let own = page_of(&pro);
        chief.page(&own).await.says("They cannot be erased yet.").says("There is money between us: £99.45 available");
        app.execute("delete from ledger_entries where account like 'pro:%'").await;
        app.execute("delete from pro_balances").await;
        let _ = suspend(&chief, &pro).await;
        let form = chief.page(&own).await;
        app.execute(&format!("insert into pro_balances (master_id, available_pence, clearing_pence, in_transit_pence, frozen_pence) values ('{}', 5, 0, 0, 0)", pro.id)).await;
        let code = chief.code();
        let typed = [("reason", "They asked."), ("factor_code", code.as_str())];
        let late = chief.fill(form, "/admin/do/pros/erase", &[], &typed).await;
        late.page.says("They cannot be erased yet.").says("Something is open now");
        app.execute("delete from pro_balances").await;
        prove(&chief, &own, "/admin/do/pros/erase").await.says("The person is erased.").says("A former pro").lacks("pro@example.com");
        assert_eq!(master_status(&app, &pro.token).await, 401);
        assert_eq!(app.count("select count(*) from identifiers where role = 'master'").await, 0);
        assert_eq!(app.count("select count(*) from suspensions where words <> ''").await, 0);
        assert_eq!(acts_of(&app, &pro.id).await, ["pro_suspended", "person_erased"]);
    }

    async fn what_is_being_decided_about_is_in_the_way_of_an_erasure(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let missed = missed(&app, &pro).await;
        let _ = contest(&app, &pro, &missed.booking.id, missed_visits::WHY).await.expect_status(200);
        let chief = super_admin(&app).await;
        let page = chief.page(&page_of(&pro)).await;
        page.says("They cannot be erased yet.").lacks("There is money between us");
        assert_eq!(page.all(IN_THE_WAY), [missed.booking.id.as_str()], "a missed visit is contested");
        app.execute("update missed_visits set verdict = 'stands', decided_at = 1").await;
        chief.page(&page_of(&pro)).await.lacks("They cannot be erased yet.");

        app.execute("delete from slot_places").await;
        let scene = done(&app, &pro).await;
        let _ = dispute(&app, &scene, &complaint()).await.expect_status(201);
        decide(&app, &scene, None, BorneBy::Callout).await;
        let _ = by_client(&app, &scene, "The photos are of my tap.").await.expect_status(200);
        app.execute("delete from ledger_entries where account like 'pro:%'").await;
        app.execute("delete from pro_balances").await;
        let page = chief.page(&page_of(&pro)).await;
        page.says("They cannot be erased yet.").lacks("There is money between us");
        assert_eq!(page.all(IN_THE_WAY), [scene.booking.id.as_str()], "an appeal waits");
        app.execute("update disputes set appeal_decided_at = 1").await;
        prove(&chief, &page_of(&pro), "/admin/do/pros/erase").await.says("The person is erased.");
    }

    async fn a_copy_of_what_is_stored_is_on_record(app: TestApp) {
        let (operator, chief) = (admin(&app).await, super_admin(&app).await);
        let pro = pro(&app, "pro").await;
        well_known(&app, &pro).await;
        let _ = suspend(&operator, &pro).await;
        let file = export(&chief, &page_of(&pro)).await.expect_status(200);
        assert_eq!(file.header("content-disposition"), Some("attachment; filename=\"callout-person.json\""));
        let data = file.json();
        assert_eq!((&data["profile"]["email"], &data["suspensions"][0]["text"]), (&json!("pro@example.com"), &json!(WHY)));
        let ada = client(&app, "ada@example.com").await;
        let path = format!("/admin/clients/{}", ada.id);
        let data = export(&chief, &path).await.expect_status(200).json();
        assert_eq!(data["identifiers"][0]["value"], "ada@example.com");
        assert_eq!(acts_of(&app, &ada.id).await, ["person_exported"]);
        let action = format!("{path}/export");
        let refused = chief.send(&path, &action, &[("reason", "They asked."), ("factor_code", "000000")]).await;
        refused.page.says("This code is not right.");
        assert_eq!(acts_of(&app, &ada.id).await.len(), 1);
    }

    async fn tax_details_open_for_super_admins_on_record(app: TestApp) {
        let (operator, chief) = (admin(&app).await, super_admin(&app).await);
        let pro = pro(&app, "pro").await;
        operator.page(&page_of(&pro)).await.lacks("tax details");
        prove(&chief, &page_of(&pro), "/admin/do/pros/open-tax").await.says("There are no tax details of this pro.");
        well_known(&app, &pro).await;
        let shown = prove(&chief, &page_of(&pro), "/admin/do/pros/open-tax").await;
        shown.says("National Insurance number: AB123456C").says("Born: 1985-04-23");
        chief.page(&page_of(&pro)).await.lacks("AB123456C");
        assert_eq!(acts_of(&app, &pro.id).await, ["seal_opened"]);
    }
}

/// What the form to suspend would send, though the page no longer shows it.
async fn fields(operator: &Operator, pro: &Person, code: &str) -> Vec<(String, String)> {
    let mut fields = operator.page(&page_of(pro)).await.form(REINSTATE, &[]);
    fields.retain(|(name, _)| name != "reason");
    fields.push(("code".to_owned(), code.to_owned()));
    fields.push(("reason".to_owned(), WHY.to_owned()));
    fields
}
