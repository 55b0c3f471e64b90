//! Operators cancel bookings, give them to pros and answer for clients who are on the phone.

use api_tests::{TestApp, both_databases};
use callout_domain::booking::CancelReason;
use callout_domain::clock::{HOUR, MINUTE};
use callout_domain::operator::OperatorRole;
use callout_front::jobs;
use futures_util::future::join;
use serde_json::json;

use crate::change_orders::{at_work, extra, suggest};
use crate::console_bookings::{address, noted};
use crate::earnings::balances_agree;
use crate::matching::{after, offers, ready, respond, seen, step};
use crate::matching_jobs::{job, taken};
use crate::matching_proposals::{in_cash, propose};
use crate::named_prices::{named, opened};
use crate::operator::{Operator, admin, super_admin};
use crate::people::outbox;
use crate::pros::upload;
use crate::reschedule::{SAME, move_to};
use crate::scene::{created, read, settled, status};

const ANSWER: &str = "/admin/do/bookings/proposal";
const ASSIGN: &str = "/admin/do/bookings/assign";
const CANCEL: &str = "/admin/do/bookings/cancel";
const EXTRA: &str = "/admin/do/bookings/extra";
const MESSAGE: &str = "/admin/do/bookings/message";
const SUGGESTION: &str = "/admin/do/bookings/suggestion";

async fn run(app: &TestApp) {
    for _ in 0..3 {
        let _ = jobs::run_due(&app.state.jobs).await.unwrap();
    }
    balances_agree(app).await;
}

fn cancelling(how: &str) -> [(&str, &str); 2] {
    [("how", how), ("reason", "They called us.")]
}

/// What is typed to give a booking to a pro.
fn giving(pro: &str) -> [(&str, &str); 3] {
    [("pro", pro), ("agreed", "on"), ("reason", "Agreed on the phone.")]
}

fn choosing(id: &str) -> String {
    format!("{}/assign", address(id))
}

fn subjects(app: &TestApp, to: &str) -> Vec<String> {
    let lines = outbox(app, to);
    lines
        .iter()
        .map(|line| line["subject"].as_str().unwrap_or_default().to_owned())
        .collect()
}

both_databases! {
    async fn a_client_who_calls_pays_what_the_rules_say(app: TestApp) {
        let (operator, pro) = (admin(&app).await, ready(&app, "pro", 1).await);
        let scene = taken(&app, &pro).await;
        let id = scene.booking.id.clone();
        let _ = step(&app, &pro, &id, "en_route").await.expect_status(200);
        app.clock.advance(6 * MINUTE);
        let path = address(&id);
        operator.page(&path).await.says("The client asked: they pay £40.95, as the rules say");
        let led = operator.send(&path, CANCEL, &cancelling("")).await;
        let _ = led.page.says("Choose one.").form(CANCEL, &[]);
        operator.send(&path, CANCEL, &cancelling("for_client")).await.page.says("The booking is cancelled.");
        run(&app).await;
        let off = read(&app, &id).await;
        assert_eq!((off.status.as_str(), off.cancel_reason.map(CancelReason::as_str)), ("cancelled", Some("for_client")));
        assert_eq!(app.count("select captured_pence - refunded_pence from payments").await, 4_095);
        assert_eq!(app.count("select clearing_pence from pro_balances").await, 4_095 - 614);
        assert_eq!(noted(&app).await, [json!(["booking_cancelled", id, "They called us."])]);
        assert_eq!(app.count("select count(*) from audit_log where after like '%\"refund_pence\":0%'").await, 1, "nothing was waived");
        let told = outbox(&app, &off.email.unwrap());
        let told = told.iter().find(|line| line["subject"] == "Your booking is cancelled").expect("the client is told");
        assert!(told["text"].as_str().unwrap().contains("is cancelled as you asked us. Its page says what it costs you."), "{told}");
        let page = operator.page(&path).await;
        assert!(!page.html.contains(CANCEL) && !page.html.contains(ASSIGN));
    }

    async fn a_fee_that_grew_since_the_client_was_told_is_not_charged(app: TestApp) {
        let (operator, pro) = (admin(&app).await, ready(&app, "pro", 1).await);
        let scene = taken(&app, &pro).await;
        let path = address(&scene.booking.id);
        let told = operator.page(&path).await;
        told.says("The client asked: they pay £0, as the rules say");
        let _ = step(&app, &pro, &scene.booking.id, "en_route").await.expect_status(200);
        app.clock.advance(6 * MINUTE);
        let led = operator.fill(told, CANCEL, &[], &cancelling("for_client")).await;
        led.page.says("Nothing was done.").says("By the rules the client pays £40.95 now, not £0.").says("they pay £40.95, as the rules say");
        assert_eq!(status(&app, &scene).await, "en_route");
        assert!(noted(&app).await.is_empty());
        operator.fill(led.page, CANCEL, &[], &cancelling("for_client")).await.page.says("The booking is cancelled.");
        run(&app).await;
        assert_eq!(app.count("select captured_pence - refunded_pence from payments").await, 4_095);
    }

    async fn what_we_cannot_keep_costs_nothing(app: TestApp) {
        let (operator, pro) = (admin(&app).await, ready(&app, "pro", 1).await);
        let scene = taken(&app, &pro).await;
        let id = scene.booking.id.clone();
        let _ = step(&app, &pro, &id, "en_route").await.expect_status(200);
        app.clock.advance(6 * MINUTE);
        operator.send(&address(&id), CANCEL, &cancelling("by_callout")).await.page.says("The booking is cancelled.");
        run(&app).await;
        assert_eq!(app.count("select captured_pence - refunded_pence from payments").await, 0);
        assert_eq!(app.count("select count(*) from audit_log where after like '%\"refund_pence\":4095%'").await, 1, "what was waived");
        let off = read(&app, &id).await;
        assert!(subjects(&app, &off.email.unwrap()).contains(&"Your booking is cancelled".to_owned()));
    }

    async fn a_booking_without_a_pro_is_cancelled_and_its_hold_let_go(app: TestApp) {
        let operator = admin(&app).await;
        let scene = settled(&app).await;
        operator.send(&address(&scene.booking.id), CANCEL, &cancelling("for_client_free")).await.page.says("The booking is cancelled.");
        run(&app).await;
        assert_eq!(app.text("select status from payments").await.as_deref(), Some("canceled"));
        assert_eq!(app.count("select taken from slot_places").await, 0);
    }

    async fn only_what_can_be_cancelled_is(app: TestApp) {
        let (operator, pro) = (admin(&app).await, ready(&app, "pro", 1).await);
        let unpaid = created(&app).await;
        assert!(!operator.page(&address(&unpaid.booking.id)).await.html.contains(CANCEL));
        app.execute("delete from slot_places").await;
        let scene = taken(&app, &pro).await;
        let path = address(&scene.booking.id);
        let late = Operator::new(&app, "late@callout.example", OperatorRole::Admin).await;
        let (shown, stale) = (operator.page(&path).await, late.page(&path).await);
        for to in ["en_route", "in_progress"] {
            let _ = step(&app, &pro, &scene.booking.id, to).await.expect_status(200);
        }
        let mut fields = shown.form(CANCEL, &[]);
        fields.retain(|(name, _)| !["how", "reason"].contains(&name.as_str()));
        fields.extend(cancelling("by_callout").map(|(name, value)| (name.to_owned(), value.to_owned())));
        let _ = operator.post(CANCEL, &fields).await.expect_status(303);
        assert_eq!(status(&app, &scene).await, "in_progress");
        fields.retain(|(name, _)| name != "id");
        fields.push(("id".to_owned(), unpaid.booking.id.clone()));
        let _ = operator.post(CANCEL, &fields).await.expect_status(303);
        assert_eq!(read(&app, &unpaid.booking.id).await.status.as_str(), "created");
        assert!(noted(&app).await.is_empty());

        app.execute("update bookings set status = 'assigned' where status = 'in_progress'").await;
        operator.send(&path, CANCEL, &cancelling("for_client")).await.page.says("The booking is cancelled.");
        late.fill(stale, CANCEL, &[], &cancelling("by_callout")).await.page.says("Meanwhile admin@callout.example cancelled the booking").says("They called us.");
        assert_eq!(noted(&app).await.len(), 1);
    }

    async fn a_large_fee_is_waived_by_a_super_admin_alone(app: TestApp) {
        let (operator, chief) = (admin(&app).await, super_admin(&app).await);
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        let _ = step(&app, &pro, &scene.booking.id, "en_route").await.expect_status(200);
        app.clock.advance(6 * MINUTE);
        app.execute("update bookings set amount_pence = 80000").await;
        let path = address(&scene.booking.id);
        operator.send(&path, CANCEL, &cancelling("by_callout")).await.page.says("This code is not right.");
        let code = operator.code();
        let proved = [cancelling("by_callout").as_slice(), &[("factor_code", code.as_str())]].concat();
        operator.send(&path, CANCEL, &proved).await.page.says("Admins give back at most £250 at a time.");
        assert_eq!(status(&app, &scene).await, "en_route");
        let code = chief.code();
        let proved = [cancelling("by_callout").as_slice(), &[("factor_code", code.as_str())]].concat();
        chief.send(&path, CANCEL, &proved).await.page.says("The booking is cancelled.");
        assert_eq!(status(&app, &scene).await, "cancelled");
    }

    async fn a_pro_who_agreed_by_phone_has_the_job(app: TestApp) {
        let operator = admin(&app).await;
        let (near, far) = (ready(&app, "near", 1).await, ready(&app, "far", 9).await);
        let busy = ready(&app, "busy", 2).await;
        app.execute(&format!("update masters set online = 0 where id = '{}'", far.id)).await;
        app.execute(&format!("update master_documents set verified_at = null where master_id = '{}'", busy.id)).await;
        let scene = settled(&app).await;
        let id = scene.booking.id.clone();
        assert_eq!(offers(&app, &near).await.len(), 1);
        let _ = respond(&app, &near, &id, "decline").await.expect_status(200);
        let path = choosing(&id);
        let page = operator.page(&path).await;
        let listed = page.all("td[data-label=Pro]").concat();
        assert!(["near@", "far@"].iter().all(|name| listed.contains(name)) && !listed.contains("busy@"), "{listed}");
        for (typed, words) in [
            (vec![("pro", ""), ("agreed", "on"), ("reason", "Agreed.")], "Choose a pro."),
            (vec![("pro", far.id.as_str()), ("reason", "Agreed.")], "Ask the pro first, and tick this."),
            (vec![("pro", busy.id.as_str()), ("agreed", "on"), ("reason", "Agreed.")], "This pro’s identity is not verified."),
            (vec![("pro", "master-none"), ("agreed", "on"), ("reason", "Agreed.")], "Choose a pro."),
        ] {
            operator.send(&path, ASSIGN, &typed).await.page.says("Nothing was done.").says(words);
        }
        assert!(noted(&app).await.is_empty());
        operator.send(&path, ASSIGN, &giving(&far.id)).await.page.says("The pro has the booking.").says("Assigned");
        run(&app).await;
        let given = seen(&app, &scene).await;
        assert_eq!((&given["status"], &given["assigned_master_id"]), (&json!("assigned"), &json!(far.id)));
        assert_eq!(app.count("select captured_pence from payments").await, 11_700, "the card is charged");
        assert!(subjects(&app, &read(&app, &id).await.email.unwrap()).contains(&"Ada L. is your pro".to_owned()));
        respond(&app, &near, &id, "accept").await.problem(409, "already_taken");
        assert_eq!(noted(&app).await, [json!(["booking_assigned", id, "Agreed on the phone."])]);
        operator.page(&path).await.says("There is none.");
    }

    async fn gas_work_is_for_the_registered_alone(app: TestApp) {
        let (operator, pro) = (admin(&app).await, ready(&app, "pro", 1).await);
        upload(&app, &pro, "gas_safe", Some("2026-11-24")).await;
        app.execute("update master_documents set verified_at = uploaded_at").await;
        let scene = settled(&app).await;
        app.execute("update bookings set problem_type = 'boiler_service'").await;
        let path = choosing(&scene.booking.id);
        assert_eq!(operator.page(&path).await.all("td[data-label=Pro]").len(), 1);
        // It ends the day before the job.
        let shown = operator.page(&path).await;
        app.execute("update master_documents set expires_on = '2026-11-23' where kind = 'gas_safe'").await;
        let led = operator.fill(shown, ASSIGN, &[], &giving(&pro.id)).await;
        led.page.says("This pro’s Gas Safe registration ends before the job does.").says("There is none.");
        app.execute("delete from master_documents where kind = 'gas_safe'").await;
        let led = operator.fill(led.page, ASSIGN, &[], &giving(&pro.id)).await;
        led.page.says("This pro has no verified Gas Safe registration.");
        assert_eq!(status(&app, &scene).await, "pending");
        assert!(noted(&app).await.is_empty());
    }

    async fn a_pro_who_accepts_at_that_moment_or_an_operator_has_it(app: TestApp) {
        let operator = admin(&app).await;
        let (one, other) = (ready(&app, "one", 1).await, ready(&app, "other", 2).await);
        let scene = settled(&app).await;
        let id = scene.booking.id.clone();
        let shown = operator.page(&choosing(&id)).await;
        let (led, accepted) = join(
            operator.fill(shown, ASSIGN, &[], &giving(&other.id)),
            respond(&app, &one, &id, "accept"),
        ).await;
        let given = read(&app, &id).await.assigned_master_id.unwrap();
        if accepted.status == 200 {
            assert_eq!(given, one.id);
            led.page.says("This booking looks for no pro any more.");
            assert!(noted(&app).await.is_empty());
        } else {
            assert_eq!((given, accepted.problem(409, "already_taken")["code"].clone()), (other.id, json!("already_taken")));
            led.page.says("The pro has the booking.");
            assert_eq!(noted(&app).await.len(), 1);
        }
        run(&app).await;
    }

    async fn of_two_operators_the_second_learns_who_has_it(app: TestApp) {
        let (operator, late) = (admin(&app).await, Operator::new(&app, "late@callout.example", OperatorRole::Admin).await);
        let (one, other) = (ready(&app, "one", 1).await, ready(&app, "other", 2).await);
        let scene = settled(&app).await;
        let path = choosing(&scene.booking.id);
        let stale = late.page(&path).await;
        operator.send(&path, ASSIGN, &giving(&one.id)).await.page.says("The pro has the booking.");
        let led = late.fill(stale, ASSIGN, &[], &giving(&other.id)).await;
        led.page.says("Meanwhile admin@callout.example assigned the booking").says("Agreed on the phone.");
        assert_eq!(read(&app, &scene.booking.id).await.assigned_master_id, Some(one.id));
    }

    async fn a_booking_that_found_nobody_is_given_while_its_hold_stands(app: TestApp) {
        let scene = settled(&app).await;
        after(&app, 12 * HOUR).await;
        let (operator, pro) = (admin(&app).await, ready(&app, "pro", 1).await);
        assert_eq!(app.count("select taken from slot_places").await, 0);
        operator.send(&choosing(&scene.booking.id), ASSIGN, &giving(&pro.id)).await.page.says("The pro has the booking.");
        run(&app).await;
        assert_eq!(app.count("select taken from slot_places").await, 1);
        assert_eq!(app.count("select captured_pence from payments").await, 11_700);
        after(&app, 15 * MINUTE).await;
        assert_eq!((status(&app, &scene).await.as_str(), app.count("select refunded_pence from payments").await), ("assigned", 0));
    }

    async fn a_price_is_answered_for_a_client_on_the_phone(app: TestApp) {
        let (operator, late) = (admin(&app).await, Operator::new(&app, "late@callout.example", OperatorRole::Admin).await);
        let pro = ready(&app, "pro", 1).await;
        let scene = in_cash(&app).await;
        let id = scene.booking.id.clone();
        let path = address(&id);
        assert!(!operator.page(&path).await.html.contains(ANSWER));
        let _ = propose(&app, &pro, &id, &json!(10), "Old pipes").await.expect_status(200);
        let stale = late.page(&path).await;
        stale.says("£127 instead of £117").says("Old pipes");
        let led = operator.send(&path, ANSWER, &[("answer", ""), ("reason", "On the phone.")]).await;
        let _ = led.page.says("Choose one.").form(ANSWER, &[]);
        operator.send(&path, ANSWER, &[("answer", "approve"), ("reason", "On the phone.")]).await.page.says("The pro has the booking.");
        let agreed = read(&app, &id).await;
        assert_eq!((agreed.status.as_str(), agreed.amount_pence), ("assigned", 12_700));
        late.fill(stale, ANSWER, &[], &[("answer", "decline"), ("reason", "On the phone.")]).await.page.says("Meanwhile admin@callout.example answered a suggestion");
        assert_eq!(status(&app, &scene).await, "assigned");
        assert_eq!(noted(&app).await, [json!(["time_answered", id, "On the phone."])]);
    }

    async fn a_named_price_is_chosen_for_a_client_on_the_phone(app: TestApp) {
        let (operator, pro) = (admin(&app).await, ready(&app, "pro", 1).await);
        let (one, other) = (opened(&app, "cash").await, opened(&app, "cash").await);
        for open in [&one, &other] {
            named(&app, &pro, open, 300).await;
        }
        let choice = [("answer", "approve"), ("reason", "On the phone.")];
        operator.page(&address(&one.id)).await.says("£300 for 48 hours");
        operator.send(&address(&one.id), ANSWER, &choice).await.page.says("The pro has the booking.");
        // The pro is busy by then: what became of it is on record all the same.
        operator.send(&address(&other.id), ANSWER, &choice).await.page.says("This pro can");
        assert_eq!((one.status(&app).await.as_str(), other.status(&app).await.as_str()), ("assigned", "pending"));
        let acts = ["time_answered", one.id.as_str(), "On the phone."];
        let then = ["time_answered", other.id.as_str(), "On the phone."];
        assert_eq!(noted(&app).await, [json!(acts), json!(then)]);
    }

    async fn a_declined_price_sends_the_search_on_and_a_card_is_asked_for(app: TestApp) {
        let (operator, pro) = (admin(&app).await, ready(&app, "pro", 1).await);
        let scene = settled(&app).await;
        let id = scene.booking.id.clone();
        let path = address(&id);
        let _ = propose(&app, &pro, &id, &json!(10), "Old pipes").await.expect_status(200);
        operator.send(&path, ANSWER, &[("answer", "decline"), ("reason", "Too dear for them.")]).await.page.says("Other pros are asked.");
        assert_eq!(status(&app, &scene).await, "pending");
        let _ = propose(&app, &pro, &id, &json!(20), "Old pipes").await;
        let other = ready(&app, "other", 2).await;
        let _ = propose(&app, &other, &id, &json!(20), "Old pipes").await.expect_status(200);
        operator.send(&path, ANSWER, &[("answer", "approve"), ("reason", "Fine with them.")]).await.page.says("The client is asked to pay first.");
        assert_eq!(status(&app, &scene).await, "accepted");
        assert_eq!(seen(&app, &scene).await["payment_due"]["amountPence"], 13_700);
    }

    async fn nobody_answers_for_the_client_of_their_own_price(app: TestApp) {
        let (operator, pro) = (Operator::new(&app, "pro@example.com", OperatorRole::Admin).await, ready(&app, "pro", 1).await);
        let scene = settled(&app).await;
        let path = address(&scene.booking.id);
        let _ = propose(&app, &pro, &scene.booking.id, &json!(10), "Old pipes").await.expect_status(200);
        let typed = [("answer", "approve"), ("reason", "I said so.")];
        operator.send(&path, ANSWER, &typed).await.page.says("This concerns your own account");
        assert_eq!(app.count("select count(*) from proposals where approved_at is not null").await, 0);
        assert!(noted(&app).await.is_empty());
    }

    async fn a_suggested_time_is_answered_for_a_pro_on_the_phone(app: TestApp) {
        let (operator, late) = (admin(&app).await, Operator::new(&app, "late@callout.example", OperatorRole::Admin).await);
        let pro = ready(&app, "pro", 1).await;
        let scene = in_cash(&app).await;
        let id = scene.booking.id.clone();
        let _ = respond(&app, &pro, &id, "accept").await.expect_status(200);
        let path = address(&id);
        assert!(!operator.page(&path).await.html.contains(SUGGESTION));
        let begins = read(&app, &id).await.slot_start;
        let _ = move_to(&app, &scene, SAME).await.expect_status(200);
        let stale = late.page(&path).await;
        stale.says("25 Nov 2026, 11:00. The pro has until");
        let led = operator.send(&path, SUGGESTION, &[("answer", ""), ("reason", "On the phone.")]).await;
        let _ = led.page.says("Choose one.").form(SUGGESTION, &[]);
        operator.send(&path, SUGGESTION, &[("answer", "decline"), ("reason", "On the phone.")]).await.page.says("The old time stands.");
        assert_eq!(read(&app, &id).await.slot_start, begins);
        let _ = move_to(&app, &scene, SAME).await.expect_status(200);
        late.fill(stale, SUGGESTION, &[], &[("answer", "accept"), ("reason", "On the phone.")]).await;
        assert_eq!(read(&app, &id).await.slot_start, begins, "that one is over");
        late.send(&path, SUGGESTION, &[("answer", "accept"), ("reason", "On the phone.")]).await.page.says("The new time is agreed.");
        assert_ne!(read(&app, &id).await.slot_start, begins);
        let expected = json!(["time_answered", id, "On the phone."]);
        assert_eq!(noted(&app).await, [expected.clone(), expected]);
    }

    async fn a_message_is_sent_again_to_the_same_person_at_most_three_times_an_hour(app: TestApp) {
        let (operator, pro) = (admin(&app).await, ready(&app, "pro", 1).await);
        let scene = taken(&app, &pro).await;
        let id = scene.booking.id.clone();
        let path = address(&id);
        let email = read(&app, &id).await.email.unwrap();
        let count = |subject: &str| subjects(&app, &email).iter().filter(|known| *known == subject).count();
        assert_eq!(count("Ada L. is your pro"), 1);
        for wrong in ["", "proposal", "cancelled-by-others", "nonsense"] {
            operator.send(&path, MESSAGE, &[("message", wrong)]).await.page.says("Choose what is to be sent again.");
        }
        operator.send(&path, MESSAGE, &[("message", "assigned")]).await.page.says("The message is on its way.");
        run(&app).await;
        assert_eq!(count("Ada L. is your pro"), 2);
        let before = subjects(&app, &email).len();
        operator.send(&path, MESSAGE, &[("message", "links")]).await.page.says("The message is on its way.");
        operator.send(&path, MESSAGE, &[("message", "job-assigned")]).await.page.says("The message is on its way.");
        run(&app).await;
        assert_eq!(subjects(&app, &email).len(), before + 1);
        operator.send(&path, MESSAGE, &[("message", "assigned")]).await.page.says("Three messages of this booking were sent again");
        let expected: Vec<_> = (0..3).map(|_| json!(["message_resent", id, ""])).collect();
        assert_eq!(noted(&app).await, expected);
        app.clock.advance(HOUR);
        operator.send(&path, MESSAGE, &[("message", "assigned")]).await.page.says("The message is on its way.");
        // What is not so any more is not said again.
        let shown = operator.page(&path).await;
        app.clock.advance(HOUR);
        app.execute("update bookings set status = 'completed'").await;
        operator.fill(shown, MESSAGE, &[], &[("message", "assigned")]).await;
        assert_eq!(noted(&app).await.len(), 4);
    }

    async fn more_extra_work_is_allowed_for_the_client_to_approve(app: TestApp) {
        let (operator, pro) = (admin(&app).await, ready(&app, "pro", 1).await);
        let scene = at_work(&app, &pro).await;
        let path = address(&scene.booking.id);
        let late = Operator::new(&app, "late@callout.example", OperatorRole::Admin).await;
        let stale = late.page(&path).await;
        suggest(&app, &pro, &scene, &extra(10_000, 1_701)).await.invalid_field("lines");
        for (amount, words) in [("x", "Enter an amount in pounds"), ("10000.01", "Enter at most £10000.")] {
            operator.send(&path, EXTRA, &[("amount", amount), ("reason", "The wall must go.")]).await.page.says(words);
        }
        operator.send(&path, EXTRA, &[("amount", "0.01"), ("reason", "The wall must go.")]).await.page.says("Extra work may cost £0.01 more");
        late.fill(stale, EXTRA, &[], &[("amount", "500"), ("reason", "The wall must go.")]).await.page.says("Meanwhile admin@callout.example allowed more extra work");
        assert_eq!(job(&app, &pro, &scene.booking.id).await["extra_allowed_pence"], 1);
        suggest(&app, &pro, &scene, &extra(10_000, 1_702)).await.invalid_field("lines");
        let _ = suggest(&app, &pro, &scene, &extra(10_000, 1_701)).await.expect_status(201);
        assert_eq!(noted(&app).await, [json!(["extra_allowed", scene.booking.id, "The wall must go."])]);
        app.execute("update bookings set status = 'completed'").await;
        assert!(!operator.page(&path).await.html.contains(EXTRA));
    }
}
