//! Disputes in the console: the open ones with the time left, both sides' words and photos, and the decision.

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::clock::DAY;
use callout_domain::dispute::BorneBy;
use callout_domain::ledger::Account;
use callout_domain::operator::OperatorRole;
use callout_front::jobs;
use futures_util::future::join_all;
use serde_json::json;

use crate::console_bookings::noted;
use crate::disputes::{answer, complaint, decide, dispute, id_of, money};
use crate::earnings::{balances_agree, statement};
use crate::matching::{ready, seen};
use crate::operator::{Operator, Shown, admin, super_admin};
use crate::payouts::{add_bank, pro, withdraw};
use crate::people::{Person, outbox};
use crate::reviews::done;
use crate::scene::{Scene, event_kinds, read};
use crate::settle::balance;
use crate::uploads::stored;

const APPEAL: &str = "/admin/do/disputes/appeal";
const DECIDE: &str = "/admin/do/disputes/decide";
const HOSTILE: &str = "<script>alert(1)</script> the tap leaks.";
const WHY: &str = "The photos are of another tap. Call 07700 900123.";
/// What a job of £117.00 earns, less 15%.
const EARNED: i64 = 9_945;

fn address(id: &str) -> String {
    format!("/admin/disputes/{id}")
}

/// A job that its client disputes, with a photo.
pub(crate) async fn disputed(app: &TestApp) -> (Person, Scene, String) {
    let pro = pro(app, "pro").await;
    let scene = done(app, &pro).await;
    let mut body = complaint();
    body["photos"] = json!([stored(app).await]);
    body["text"] = json!(HOSTILE);
    let _ = dispute(app, &scene, &body).await.expect_status(201);
    let id = id_of(app, &scene).await;
    (pro, scene, id)
}

pub(crate) async fn by_client(app: &TestApp, scene: &Scene, text: &str) -> Answer {
    let call = app.post(&format!("/api/bookings/{}/disputes/appeal", scene.booking.id));
    call.bearer(&scene.guest.token)
        .json(&json!({ "text": text }))
        .send()
        .await
}

async fn by_pro(app: &TestApp, pro: &Person, id: &str, text: &str) -> Answer {
    let call = app.post(&format!("/api/bookings/{id}/disputes/appeal/pro"));
    call.bearer(&pro.token)
        .json(&json!({ "text": text }))
        .send()
        .await
}

async fn run(app: &TestApp) {
    for _ in 0..3 {
        let _ = jobs::run_due(&app.state.jobs).await.unwrap();
    }
    balances_agree(app).await;
}

fn listed(page: &Shown) -> Vec<String> {
    page.all("td[data-label=Dispute]")
}

both_databases! {
    async fn open_disputes_say_how_much_time_is_left(app: TestApp) {
        let operator = admin(&app).await;
        operator.page("/admin/disputes").await.says("There are none.");
        let (pro, scene, id) = disputed(&app).await;
        let page = operator.page("/admin/disputes").await;
        assert_eq!(listed(&page), [scene.booking.id.as_str()]);
        // Opened on Monday 23 November at 10:05; the fifth working day after it is the next Monday.
        page.says("Can answer for 3 days").says("7 days").says("Done badly");
        let _ = answer(&app, &pro, &scene.booking.id, "It held when I tested it.").await.expect_status(200);
        operator.page("/admin/disputes").await.says("Has answered");
        app.clock.advance(8 * DAY);
        let late = Operator::new(&app, "late@callout.example", OperatorRole::Admin).await;
        late.page("/admin/disputes").await.says("Late");
        assert_eq!(late.open("/admin/disputes/none").await.status, 404);
        late.page(&address(&id)).await.says("It held when I tested it.");
        assert!(late.page("/admin").await.html.contains("href=\"/admin/disputes\""));
    }

    async fn photos_are_shown_and_whoever_looks_is_on_record(app: TestApp) {
        let operator = admin(&app).await;
        let (_, _, id) = disputed(&app).await;
        let page = operator.page(&address(&id)).await;
        page.says(HOSTILE).says("Can answer for");
        assert!(!page.html.contains("<script>alert"), "{}", page.html);
        let photos: Vec<String> = serde_json::from_str(&app.text("select photos from disputes").await.unwrap()).unwrap();
        let photo = format!("{}/photos/{}", address(&id), photos[0]);
        assert!(page.html.contains(&format!("<img src=\"{photo}\"")), "{}", page.html);
        let shown = app.get(&photo).header("cookie", &operator.cookie()).send().await.expect_status(200);
        assert_eq!(shown.header("content-type"), Some("image/jpeg"));
        assert_eq!(shown.header("cache-control"), Some("private, no-store"));
        assert_eq!(noted(&app).await, [json!(["document_viewed", photos[0], ""])]);
        let other = format!("{}/photos/{}", address(&id), stored(&app).await.replace("/api/files/", ""));
        let _ = app.get(&other).header("cookie", &operator.cookie()).send().await.expect_status(404);
        assert_eq!(noted(&app).await.len(), 1);
    }

    async fn a_part_is_given_back_once_and_the_pro_has_the_rest(app: TestApp) {
        let operator = admin(&app).await;
        let second = Operator::new(&app, "second@callout.example", OperatorRole::Admin).await;
        let (pro, _, id) = disputed(&app).await;
        let page = operator.page(&address(&id)).await;
        page.says("Can be given back £117").says("The pro earned £99.45");
        let late = second.page(&address(&id)).await;
        for (typed, said) in [
            ([("refund", "part"), ("borne_by", "pro"), ("amount", "a lot"), ("reason", "It leaks.")], "Enter an amount in pounds, such as 12.50."),
            ([("refund", "part"), ("borne_by", "pro"), ("amount", "117.01"), ("reason", "It leaks.")], "At most £117 can be given back."),
            ([("refund", "part"), ("borne_by", "pro"), ("amount", "58.50"), ("reason", " ")], "Write a few words."),
        ] {
            let wrong = operator.send(&address(&id), DECIDE, &typed).await;
            let _ = wrong.page.says(said).says("Nothing was done.").form(DECIDE, &[("amount", typed[2].1)]);
        }
        let mut fields = operator.page(&address(&id)).await.form(DECIDE, &[]);
        fields.retain(|(name, _)| !["refund", "amount", "borne_by", "reason"].contains(&name.as_str()));
        fields.extend([("refund", "part"), ("borne_by", "pro"), ("amount", "58.50"), ("reason", "The photos show it.")].map(|(name, value)| (name.to_owned(), value.to_owned())));
        for words in ["The dispute is decided", "This was done already."] {
            let sent = operator.post(DECIDE, &fields).await.expect_status(303);
            operator.page(sent.header("location").unwrap()).await.says(words);
        }
        run(&app).await;
        assert_eq!(money(&app, &pro).await, [EARNED - 4_972, 0, 0, 0]);
        assert_eq!(app.count("select cast(sum(amount_pence) as bigint) from sandbox_refunds").await, 5_850);
        assert_eq!(noted(&app).await, [json!(["dispute_decided", id, "The photos show it."])]);
        assert_eq!(app.count("select count(*) from audit_log where after like '%\"refund_pence\":5850%'").await, 1);
        let lost = second.fill(late, DECIDE, &[], &[("refund", "all"), ("borne_by", "pro"), ("reason", "All of it.")]).await;
        lost.page.says("Meanwhile admin@callout.example decided the dispute: “The photos show it.”").says("You wrote: “All of it.”");
        let shown = operator.page(&address(&id)).await;
        shown.says("Decided").says("Has not answered").says("£58.50, borne by the pro and us").says("The photos show it.");
        assert!(shown.all("details.act").is_empty());
        assert_eq!(listed(&operator.page("/admin/disputes").await).len(), 1);
    }

    async fn more_than_a_role_may_give_back_is_for_super_admins_with_the_second_factor(app: TestApp) {
        let operator = admin(&app).await;
        let (pro, _, id) = disputed(&app).await;
        app.execute("update payments set captured_pence = 30000").await;
        let typed = [("refund", "all"), ("borne_by", "callout"), ("reason", "Our slip.")];
        operator.send(&address(&id), DECIDE, &typed).await.page.says("This code is not right.");
        let code = operator.code();
        let proved = [typed[0], typed[1], typed[2], ("factor_code", code.as_str())];
        operator.send(&address(&id), DECIDE, &proved).await.page.says("Admins give back at most £250 at a time.");
        assert!(noted(&app).await.is_empty());
        let chief = super_admin(&app).await;
        chief.send(&address(&id), DECIDE, &typed).await.page.says("This code is not right.");
        let code = chief.code();
        let proved = [typed[0], typed[1], typed[2], ("factor_code", code.as_str())];
        chief.send(&address(&id), DECIDE, &proved).await.page.says("The dispute is decided");
        assert_eq!(money(&app, &pro).await, [EARNED, 0, 0, 0], "the pro keeps what was earned");
        assert_eq!(app.count("select refund_pence from disputes").await, 30_000);
    }

    async fn nobody_decides_their_own_dispute_and_banks_decide_theirs(app: TestApp) {
        let operator = admin(&app).await;
        let (_, _, id) = disputed(&app).await;
        // The guest's own email: there is no account behind it.
        app.execute("update bookings set email = 'admin@callout.example'").await;
        let typed = [("refund", "all"), ("borne_by", "pro"), ("reason", "I was right.")];
        operator.send(&address(&id), DECIDE, &typed).await.page.says("This concerns your own account");
        assert_eq!(app.text("select status from disputes").await.as_deref(), Some("open"));
        app.execute("update bookings set email = 'guest@example.com'").await;
        app.execute("update disputes set origin = 'bank', reason = 'chargeback'").await;
        let page = operator.page(&address(&id)).await;
        page.says("The bank decides");
        assert!(page.all("details.act").is_empty());
    }

    async fn either_side_appeals_once_and_in_time(app: TestApp) {
        let (pro, scene, id) = disputed(&app).await;
        let booking = scene.booking.id.as_str();
        by_client(&app, &scene, WHY).await.problem(409, "not_decided");
        decide(&app, &scene, Some(0), BorneBy::Pro).await;
        let shown = seen(&app, &scene).await["disputes"][0].clone();
        assert_eq!((&shown["appeal_until"], shown.get("appeal")), (&json!("2026-12-07T10:05:00+00:00"), None));
        let _ = by_client(&app, &scene, "No.").await.invalid_field("text");
        let other = ready(&app, "other", 2).await;
        by_pro(&app, &other, booking, WHY).await.problem(404, "not_found");
        let mut answers = Vec::new();
        for answer in join_all((0..6).map(|_| by_pro(&app, &pro, booking, WHY))).await {
            answers.push(answer.expect_status(200).json());
        }
        for answer in &answers {
            assert_eq!((&answer["appeal"]["by"], answer.get("appeal_until")), (&json!("pro"), None));
            assert_eq!(answer["appeal"]["text"], "The photos are of another tap. Call •••.");
        }
        by_client(&app, &scene, WHY).await.problem(409, "already_appealed");
        by_pro(&app, &pro, booking, "I have thought about it again.").await.problem(409, "already_appealed");
        assert_eq!(event_kinds(&app, &scene).await.last().unwrap(), "dispute_appealed");
        run(&app).await;
        let client = read(&app, booking).await.email.unwrap();
        for (to, subject) in [(client.as_str(), "An appeal against our decision"), ("pro@example.com", "We have your appeal")] {
            assert_eq!(outbox(&app, to).iter().filter(|line| line["subject"] == subject).count(), 1, "{to}");
        }
        // While it waits, nobody's traces are erased, though everything was paid out.
        app.execute("delete from ledger_entries where account like 'pro:%'").await;
        app.execute("delete from pro_balances").await;
        let call = app.call(http::Method::DELETE, "/api/masters/me").bearer(&pro.token);
        call.send().await.problem(409, "balance_not_zero");
        let chief = super_admin(&app).await;
        let page = chief.page("/admin/disputes").await;
        assert_eq!(listed(&page), [booking, booking], "as an appeal, and as decided");
        chief.page(&address(&id)).await.says("The photos are of another tap.").says("The pro, 23 Nov 2026");
    }

    async fn an_appeal_that_comes_too_late_is_refused(app: TestApp) {
        let (_, scene, _) = disputed(&app).await;
        decide(&app, &scene, Some(0), BorneBy::Pro).await;
        app.execute(&format!("update disputes set decided_at = {}", app.clock.now() - 14 * DAY)).await;
        by_client(&app, &scene, WHY).await.problem(409, "dispute_closed");
        app.execute("update disputes set decided_at = decided_at + 1").await;
        let _ = by_client(&app, &scene, WHY).await.expect_status(200);
    }

    async fn a_guest_link_needs_a_code_to_appeal(app: TestApp) {
        let (_, scene, _) = disputed(&app).await;
        decide(&app, &scene, Some(0), BorneBy::Pro).await;
        let shown = seen(&app, &scene).await;
        let link = format!("/api/bookings/{}/disputes/appeal?token={}", scene.booking.id, shown["guest_token"].as_str().unwrap());
        let body = json!({ "text": WHY });
        let _ = app.post(&link).json(&body).send().await.invalid_field("code");
        app.post(&link).json(&json!({ "text": WHY, "code": "000000" })).send().await.problem(401, "invalid_code");
        assert_eq!(app.count("select count(*) from disputes where appealed_at is not null").await, 0);
    }

    async fn a_super_admin_gives_more_back_beside_the_first_refund(app: TestApp) {
        let (pro, scene, id) = disputed(&app).await;
        decide(&app, &scene, Some(1_700), BorneBy::Pro).await;
        let before = money(&app, &pro).await[0];
        let _ = by_client(&app, &scene, WHY).await.expect_status(200);
        let small = admin(&app).await;
        let page = small.page(&address(&id)).await;
        page.says("A super admin decides the appeal.");
        assert!(!page.html.contains(APPEAL), "{}", page.html);
        let chief = super_admin(&app).await;
        let typed = [("refund", "part"), ("borne_by", "pro"), ("amount", "50.00"), ("reason", "The second photo shows it.")];
        let late = Operator::new(&app, "late@callout.example", OperatorRole::SuperAdmin).await;
        let stale = late.page(&address(&id)).await;
        let wrong = chief.send(&address(&id), APPEAL, &[("refund", "part"), ("borne_by", "pro"), ("amount", "100.01"), ("reason", "Too much.")]).await;
        wrong.page.says("At most £100 can be given back.");
        chief.send(&address(&id), APPEAL, &typed).await.page.says("The appeal is decided").says("£50 more given back");
        late.fill(stale, APPEAL, &[], &typed).await.page.says("Meanwhile super@callout.example decided the appeal");
        run(&app).await;
        // £50.00 of the £100.00 that were left: half of what the pro and we had left of it.
        assert_eq!(before - money(&app, &pro).await[0], 4_250);
        assert_eq!(app.count("select cast(sum(amount_pence) as bigint) from sandbox_refunds").await, 6_700);
        assert_eq!(app.count("select count(*) from ledger_transactions where kind = 'taken_back'").await, 2);
        assert_eq!(app.count("select count(*) from ledger_transactions where kind = 'unfrozen'").await, 1);
        let acts = noted(&app).await;
        assert_eq!(acts.last().unwrap(), &json!(["appeal_decided", id, "The second photo shows it."]));
        let shown = seen(&app, &scene).await["disputes"][0].clone();
        assert_eq!((&shown["refund_pence"], &shown["appeal"]["refund_pence"]), (&json!(1_700), &json!(5_000)));
        assert_eq!(shown["appeal"]["verdict"], "The second photo shows it.");
        let client = read(&app, &scene.booking.id).await.email.unwrap();
        assert!(outbox(&app, &client).iter().any(|line| line["subject"] == "You get £50.00 more back" || line["subject"] == "You get £50 more back"));
        assert!(chief.page(&address(&id)).await.all("details.act").is_empty());
    }

    async fn who_decided_a_dispute_does_not_decide_its_appeal(app: TestApp) {
        let (_, scene, id) = disputed(&app).await;
        let chief = super_admin(&app).await;
        let typed = [("refund", "part"), ("borne_by", "pro"), ("amount", "17"), ("reason", "It leaks.")];
        chief.send(&address(&id), DECIDE, &typed).await.page.says("The dispute is decided");
        assert_eq!(app.text("select decided_by from disputes").await.as_deref(), Some(chief.id.as_str()));
        let _ = by_client(&app, &scene, WHY).await.expect_status(200);
        // There is nobody else yet: the form is there, and says so.
        let alone = chief.page(&address(&id)).await;
        alone.says("There is no other super admin who could decide the appeal.");
        // Another one whose own case it is could not decide either.
        let client = Operator::new(&app, "client@callout.example", OperatorRole::SuperAdmin).await;
        app.execute("update bookings set email = 'client@callout.example'").await;
        chief.page(&address(&id)).await.says("There is no other super admin who could decide the appeal.");
        app.execute("update bookings set email = 'guest@example.com'").await;
        let page = chief.page(&address(&id)).await;
        page.says("You decided this dispute: another super admin decides the appeal.");
        assert!(!page.html.contains(APPEAL), "{}", page.html);
        let more = [("refund", "part"), ("borne_by", "pro"), ("amount", "20"), ("reason", "It still leaks.")];
        let refused = chief.fill(alone, APPEAL, &[], &more).await;
        refused.page.says("You decided this dispute: another super admin decides the appeal.");
        assert_eq!(app.count("select count(*) from disputes where appeal_decided_at is null").await, 1);
        client.send(&address(&id), APPEAL, &more).await.page.says("The appeal is decided").says("£20 more given back");
    }

    async fn a_single_super_admin_decides_both(app: TestApp) {
        let (_, scene, id) = disputed(&app).await;
        let chief = super_admin(&app).await;
        let left = Operator::new(&app, "left@callout.example", OperatorRole::SuperAdmin).await;
        app.execute(&format!("update operators set ended_at = 1 where id = '{}'", left.id)).await;
        chief.send(&address(&id), DECIDE, &[("refund", "none"), ("reason", "It holds.")]).await.page.says("The dispute is decided");
        let _ = by_client(&app, &scene, WHY).await.expect_status(200);
        chief.send(&address(&id), APPEAL, &[("refund", "none"), ("reason", "Nothing new.")]).await.page.says("The decision stands");
    }

    async fn a_decision_that_stands_moves_nothing(app: TestApp) {
        let (pro, scene, id) = disputed(&app).await;
        decide(&app, &scene, Some(0), BorneBy::Pro).await;
        let _ = by_pro(&app, &pro, &scene.booking.id, WHY).await.expect_status(200);
        let chief = super_admin(&app).await;
        chief.send(&address(&id), APPEAL, &[("refund", "none"), ("reason", "Nothing new.")]).await.page.says("The decision stands");
        run(&app).await;
        assert_eq!(money(&app, &pro).await, [EARNED, 0, 0, 0]);
        assert_eq!(app.count("select count(*) from sandbox_refunds").await, 0);
        assert!(outbox(&app, "pro@example.com").iter().any(|line| line["subject"] == "The appeal is decided"));
    }

    async fn a_pro_who_wins_an_appeal_is_made_good(app: TestApp) {
        let (pro, scene, id) = disputed(&app).await;
        decide(&app, &scene, Some(5_850), BorneBy::Pro).await;
        assert_eq!(money(&app, &pro).await, [EARNED - 4_972, 0, 0, 0]);
        let _ = by_pro(&app, &pro, &scene.booking.id, WHY).await.expect_status(200);
        let chief = super_admin(&app).await;
        chief.page(&address(&id)).await.says("To the pro, at most £49.72");
        for (amount, said) in [
            ("49.73", "Enter £0.01 to £49.72: the decision took no more from the pro."),
            ("0", "Enter £0.01 to £49.72: the decision took no more from the pro."),
            ("", "Enter an amount in pounds, such as 12.50."),
        ] {
            let wrong = chief.send(&address(&id), APPEAL, &[("refund", "made_good"), ("amount", amount), ("reason", "Another tap.")]).await;
            let _ = wrong.page.says(said).says("Nothing was done.").form(APPEAL, &[("amount", amount), ("refund", "made_good")]);
        }
        let typed = [("refund", "made_good"), ("amount", "49.72"), ("reason", "It was another tap.")];
        let mut fields = chief.page(&address(&id)).await.form(APPEAL, &[]);
        for (name, value) in typed {
            fields.retain(|(known, _)| known != name);
            fields.push((name.to_owned(), value.to_owned()));
        }
        for words in ["The appeal is decided", "This was done already."] {
            let sent = chief.post(APPEAL, &fields).await.expect_status(303);
            chief.page(sent.header("location").unwrap()).await.says(words).says("We give the pro £49.72 back");
        }
        run(&app).await;
        assert_eq!(money(&app, &pro).await, [EARNED, 0, 0, 0], "all that the job had earned");
        assert_eq!(balance(&app, Account::PlatformGoodwill).await, 4_972);
        assert_eq!(app.count("select cast(sum(amount_pence) as bigint) from sandbox_refunds").await, 5_850, "the client keeps the refund");
        assert_eq!(app.count("select count(*) from audit_log where after like '%made_good%' and after like '%\"refund_pence\":4972%'").await, 1);
        let shown = seen(&app, &scene).await["disputes"][0]["appeal"].clone();
        assert_eq!((&shown["made_good_pence"], &shown["refund_pence"]), (&json!(4_972), &json!(0)));
        let job = app.get(&format!("/api/bookings/{}", scene.booking.id)).bearer(&pro.token).send().await.expect_status(200).json();
        assert_eq!((&job["disputes"][0]["appeal"]["made_good_pence"], &job["taken_back_pence"]), (&json!(4_972), &json!(0)));
        let client = read(&app, &scene.booking.id).await.email.unwrap();
        for (to, subject, said) in [
            ("pro@example.com", "You get £49.72 back", "the client keeps the refund"),
            (client.as_str(), "The appeal is decided", "You keep what you got back"),
        ] {
            let told = outbox(&app, to).into_iter().find(|line| line["subject"] == subject).unwrap();
            let text = told["text"].as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(text.contains(said), "{told}");
        }
        let month = statement(&app, &pro, "2026-11").await.expect_status(200).text();
        assert!(month.contains("Paid back by Callout after your appeal"), "{month}");
        // It is no payment of the client's: a dispute of the rest shares out what is left of that, and it can be paid out.
        assert_eq!(app.state.earnings.of_booking(&scene.booking.id).await.unwrap().paid().0, 11_700 - 5_850);
        let _ = add_bank(&app, &pro, "pays").await;
        let asked = withdraw(&app, &pro, "k", &json!({ "amountPence": EARNED })).await.expect_status(201).json();
        assert_eq!(asked["amountPence"], EARNED);
        assert_eq!(app.count("select cast(sum(amount_pence) as bigint) from payout_transfers where payment_id is null").await, 4_972);
    }

    async fn only_a_pro_who_lost_something_is_made_good(app: TestApp) {
        let (pro, scene, id) = disputed(&app).await;
        decide(&app, &scene, Some(5_850), BorneBy::Callout).await;
        let _ = by_pro(&app, &pro, &scene.booking.id, WHY).await.expect_status(200);
        let chief = super_admin(&app).await;
        let page = chief.page(&address(&id)).await;
        assert!(!page.html.contains("made_good"), "{}", page.html);
        let typed = [("refund", "made_good"), ("amount", "1"), ("reason", "It was another tap.")];
        chief.fill(page, APPEAL, &[], &typed).await.page.says("Nothing can be given back to the pro");
        // Nor is it what a client's appeal may end with.
        app.execute("update disputes set borne_by = 'pro', appealed_by = 'client'").await;
        chief.send(&address(&id), APPEAL, &typed).await.page.says("Nothing can be given back to the pro");
        assert_eq!(money(&app, &pro).await, [EARNED, 0, 0, 0]);
        assert_eq!(app.count("select count(*) from disputes where appeal_decided_at is null").await, 1);
    }

    async fn we_may_bear_what_an_appeal_gives(app: TestApp) {
        let (pro, scene, id) = disputed(&app).await;
        decide(&app, &scene, Some(1_000), BorneBy::Callout).await;
        let _ = by_client(&app, &scene, WHY).await.expect_status(200);
        let chief = super_admin(&app).await;
        let typed = [("refund", "all"), ("borne_by", "callout"), ("reason", "Our slip after all.")];
        chief.send(&address(&id), APPEAL, &typed).await.page.says("£107 more given back");
        run(&app).await;
        assert_eq!(money(&app, &pro).await, [EARNED, 0, 0, 0]);
        assert_eq!(balance(&app, Account::PlatformGoodwill).await, 11_700);
    }
}
