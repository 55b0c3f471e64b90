//! Bookings in the console: found, read, noted, their start codes decided about, and jobs stopped.

use api_tests::{TestApp, both_databases};
use callout_domain::booking::CancelReason;
use callout_domain::clock::{HOUR, MINUTE, SECOND};
use callout_domain::operator::OperatorRole;
use callout_front::jobs;
use serde_json::json;

use crate::console_desk::queue;
use crate::earnings::balances_agree;
use crate::matching::{ready, step};
use crate::matching_jobs::taken;
use crate::operator::{Operator, Shown, acts, admin};
use crate::scene::{created, event_kinds, read, settled, status};
use crate::stops::{WHY, ask, begun};

const NOTE: &str = "/admin/do/bookings/note";
const SEARCH: &str = "/admin/do/bookings/search";
const START: &str = "/admin/do/bookings/start";
const STOP: &str = "/admin/do/bookings/stop";
const TO_STOP: &str = "/admin/bookings?status=to_stop";
const HOSTILE: &str = "<script>alert(1)</script>";

pub(crate) fn address(id: &str) -> String {
    format!("/admin/bookings/{id}")
}

/// The numbers of the bookings in the list.
pub(crate) fn listed(page: &Shown) -> Vec<String> {
    page.all("td[data-label=Booking]")
}

/// The acts after signing in.
pub(crate) async fn noted(app: &TestApp) -> Vec<serde_json::Value> {
    let mut acts = acts(app).await;
    acts.retain(|act| {
        !["operator_added", "factor_set", "signed_in"]
            .map(|name| json!(name))
            .contains(&act[0])
    });
    acts
}

both_databases! {
    async fn the_list_shows_the_newest_by_state(app: TestApp) {
        let operator = admin(&app).await;
        operator.page("/admin/bookings").await.says("There are none.");
        let paid = settled(&app).await;
        app.clock.advance(1_000);
        let unpaid = created(&app).await;
        let all = operator.page("/admin/bookings").await;
        assert_eq!(listed(&all), [unpaid.booking.id.clone(), paid.booking.id.clone()]);
        all.says("Awaiting payment").says("£117");
        assert_eq!(listed(&operator.page("/admin/bookings?status=pending").await), std::slice::from_ref(&paid.booking.id));
        assert!(listed(&operator.page("/admin/bookings?status=completed").await).is_empty());
        assert_eq!(operator.open("/admin/bookings/C-NONE").await.status, 404);
    }

    async fn jobs_to_be_stopped_are_listed_and_the_desk_leads_there(app: TestApp) {
        let operator = admin(&app).await;
        let pro = ready(&app, "pro", 1).await;
        let scene = begun(&app, &pro).await;
        assert!(listed(&operator.page(TO_STOP).await).is_empty(), "nobody asks to stop it yet");
        let _ = ask(&app, &scene, WHY).await.expect_status(200);
        app.clock.advance(3 * SECOND);
        let desk = operator.page("/admin").await;
        assert_eq!(desk.all(&format!(".queues a[href='{TO_STOP}']")), ["Jobs to be stopped"]);
        assert_eq!(queue(&desk, "Jobs to be stopped"), "1");
        let page = operator.page(TO_STOP).await;
        assert_eq!(listed(&page), std::slice::from_ref(&scene.booking.id));
        assert_eq!(page.all("[name=status] option[selected]"), ["To be stopped"]);
        let _ = step(&app, &pro, &scene.booking.id, "completed").await.expect_status(200);
        assert!(listed(&operator.page(TO_STOP).await).is_empty());
    }

    async fn a_search_never_stands_in_an_address(app: TestApp) {
        let operator = admin(&app).await;
        let scene = created(&app).await;
        let booking = read(&app, &scene.booking.id).await;
        app.execute("update bookings set email = 'found@example.com'").await;
        let typed = booking.phone.replace("+44", "0");
        for sought in [booking.id.to_lowercase().as_str(), typed.as_str(), "Found@example.com", booking.postcode.replace(' ', "").as_str()] {
            let led = operator.send("/admin/bookings", SEARCH, &[("sought", sought)]).await;
            assert!(led.to.starts_with("/admin/bookings?search=") && !led.to.contains(sought), "{}", led.to);
            assert_eq!(listed(&led.page), std::slice::from_ref(&booking.id), "{sought}");
        }
        for other in ["C-00000000", "07700 900999", "nobody@example.com", "B1 1AA"] {
            let led = operator.send("/admin/bookings", SEARCH, &[("sought", other)]).await;
            assert!(listed(led.page.says("There are none.")).is_empty(), "{other}");
        }
        for (wrong, words) in [("C-", "Type at least three characters."), ("somebody", "This is no booking number")] {
            let led = operator.send("/admin/bookings", SEARCH, &[("sought", wrong)]).await;
            let _ = led.page.says(words).form(SEARCH, &[("sought", wrong)]);
        }
        // Kept for whoever searched, and not in the clear.
        let led = operator.send("/admin/bookings", SEARCH, &[("sought", "Found@example.com")]).await;
        let other = Operator::new(&app, "other@callout.example", OperatorRole::Admin).await;
        other.page(&led.to).await.says("This search has ended.").lacks("Found@example.com");
        // For an hour.
        app.clock.advance(HOUR - MINUTE);
        assert_eq!(listed(&operator.page(&led.to).await), std::slice::from_ref(&booking.id));
        app.clock.advance(MINUTE);
        operator.page(&led.to).await.says("This search has ended.");
        assert_eq!(app.count("select count(*) from console_drafts where content like '%example%'").await, 0);
    }

    async fn a_booking_shows_its_money_and_hostile_text_is_inert(app: TestApp) {
        let operator = admin(&app).await;
        let scene = settled(&app).await;
        app.execute(&format!("update bookings set customer_name = '{HOSTILE}', description = '{HOSTILE}'")).await;
        let page = operator.page(&address(&scene.booking.id)).await;
        page.says(HOSTILE).says("Matching").says("£117 by card").says("Requires capture").says("Nobody yet");
        page.says("No refunds.").says("No operator has done anything here.");
        assert!(!page.html.contains(HOSTILE), "{}", page.html);
        assert!(!operator.page("/admin/bookings").await.html.contains(HOSTILE));
        assert_eq!(page.all("details.act summary"), ["Write a note", "Send a message again", "Cancel the booking"]);
    }

    async fn a_note_is_kept_once(app: TestApp) {
        let operator = admin(&app).await;
        let path = address(&settled(&app).await.booking.id);
        let empty = operator.send(&path, NOTE, &[("note", " ")]).await;
        empty.page.says("Nothing was done.").says("Write a few words.");
        let mut fields = operator.page(&path).await.form(NOTE, &[]);
        fields.retain(|(name, _)| name != "note");
        fields.push(("note".to_owned(), format!("Call 07700 900123 {HOSTILE}")));
        for words in ["The note is kept.", "This was done already."] {
            let sent = operator.post(NOTE, &fields).await.expect_status(303);
            operator.page(sent.header("location").unwrap()).await.says(words);
        }
        let noted = noted(&app).await;
        assert_eq!(noted.len(), 1, "{noted:?}");
        let page = operator.page(&path).await;
        page.says("admin@callout.example wrote a note").says(HOSTILE).lacks("07700 900123");
        assert!(!page.html.contains(HOSTILE));
    }

    async fn a_start_code_is_decided_about(app: TestApp) {
        let operator = admin(&app).await;
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        let path = address(&scene.booking.id);
        let refused = operator.send(&path, START, &[("start", "opened")]).await;
        let _ = refused.page.says("Write a few words.").form(START, &[("start", "opened")]);
        let before = read(&app, &scene.booking.id).await.start_generation;
        let late = Operator::new(&app, "late@callout.example", OperatorRole::Admin).await;
        let shown = late.page(&path).await;
        let led = operator.send(&path, START, &[("start", "renewed"), ("reason", "They lost it.")]).await;
        led.page.says("The client’s page shows a new code.").says("A new start code was made");
        assert_eq!(read(&app, &scene.booking.id).await.start_generation, before + 1);
        let second = late.fill(shown, START, &[], &[("start", "opened"), ("reason", "They met outside.")]).await;
        second.page.says("Meanwhile admin@callout.example decided about the start code");
        assert!(!read(&app, &scene.booking.id).await.start_opened);
        let opened = late.send(&path, START, &[("start", "opened"), ("reason", "They met outside.")]).await;
        opened.page.says("The pro may begin without the code.");
        assert!(read(&app, &scene.booking.id).await.start_opened);
        let id = &scene.booking.id;
        assert_eq!(noted(&app).await, [json!(["start_decided", id, "They lost it."]), json!(["start_decided", id, "They met outside."])]);
    }

    async fn a_job_is_stopped_once_within_what_the_role_may_give_back(app: TestApp) {
        let operator = admin(&app).await;
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        let id = scene.booking.id.clone();
        for to in ["en_route", "in_progress"] {
            let _ = step(&app, &pro, &id, to).await.expect_status(200);
        }
        let path = address(&id);
        let wrong = operator.send(&path, STOP, &[("share", "101"), ("reason", "Half done.")]).await;
        let _ = wrong.page.says("Choose a whole number from 0 to 100.").form(STOP, &[("reason", "Half done.")]);
        // More than an admin may give back, though they prove who they are.
        app.execute("update bookings set amount_pence = 30000").await;
        let unproved = operator.send(&path, STOP, &[("share", "0"), ("reason", "Half done.")]).await;
        unproved.page.says("This code is not right.");
        let code = operator.code();
        let typed = [("share", "0"), ("reason", "Half done."), ("factor_code", code.as_str())];
        operator.send(&path, STOP, &typed).await.page.says("Nothing was done.");
        assert_eq!(status(&app, &scene).await, "in_progress");
        assert!(noted(&app).await.is_empty());
        app.execute("update bookings set amount_pence = 11700").await;

        let mut fields = operator.page(&path).await.form(STOP, &[]);
        fields.retain(|(name, _)| !["share", "reason"].contains(&name.as_str()));
        fields.extend([("share", "40"), ("reason", "Half done.")].map(|(name, value)| (name.to_owned(), value.to_owned())));
        for words in ["The job is stopped.", "This was done already."] {
            let sent = operator.post(STOP, &fields).await.expect_status(303);
            operator.page(sent.header("location").unwrap()).await.says(words);
        }
        for _ in 0..3 {
            let _ = jobs::run_due(&app.state.jobs).await.unwrap();
        }
        balances_agree(&app).await;
        assert_eq!(read(&app, &id).await.cancel_reason.map(CancelReason::as_str), Some("stopped"));
        assert_eq!(noted(&app).await, [json!(["job_stopped", id, "Half done."])]);
        assert_eq!(app.count("select count(*) from audit_log where after like '%\"refund_pence\":7020%'").await, 1);
        assert_eq!(event_kinds(&app, &scene).await.last().map(String::as_str), Some("cancelled"));
        let page = operator.page(&path).await;
        page.says("Cancelled").says("£70.20").says("£39.78").says("stopped the job").says("refund: £70.20").says("status: was in_progress");
        assert_eq!(page.all("details.act summary"), ["Write a note", "Send a message again", "Give money back", "Keep this booking"]);
    }
}
