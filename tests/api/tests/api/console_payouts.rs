//! Payouts in the console: listed by state, looked at, approved, held and returned; large ones by two operators.

use api_tests::{TestApp, both_databases};
use callout_domain::operator::OperatorRole;
use callout_front::jobs;
use serde_json::json;

use crate::console_bookings::noted;
use crate::earnings::{balances_agree, payouts};
use crate::operator::{Operator, Shown, admin, super_admin};
use crate::payouts::{add_bank, earn, pro, withdraw};
use crate::people::Person;

const DECIDE: &str = "/admin/do/payouts/decide";
const EARNED: i64 = 9_945;

fn address(id: &str) -> String {
    format!("/admin/payouts/{id}")
}

fn listed(page: &Shown) -> Vec<String> {
    page.all("td[data-label=Payout]")
}

/// A pro's first payout, which an operator looks at.
pub(crate) async fn asked(app: &TestApp) -> (Person, String) {
    let pro = pro(app, "pro").await;
    earn(app, &pro).await;
    let _ = add_bank(app, &pro, "pays").await;
    let payout = withdraw(app, &pro, "k1", &json!({}))
        .await
        .expect_status(201)
        .json();
    (pro, payout["id"].as_str().unwrap().to_owned())
}

async fn status(app: &TestApp, id: &str) -> String {
    let sql = format!("select status from payouts where id = '{id}'");
    app.text(&sql).await.unwrap()
}

/// The verdicts that the page offers.
fn offered(page: &Shown) -> usize {
    page.all("select[name=verdict] option[value]:not([value=''])")
        .len()
}

both_databases! {
    async fn payouts_are_listed_by_state(app: TestApp) {
        let operator = admin(&app).await;
        operator.page("/admin/payouts").await.says("There are none.");
        let (pro, id) = asked(&app).await;
        for (other, state, at) in [("sent", "sent", 5), ("held", "held", 4), ("failed", "failed", 3), ("sent-later", "sent", 6)] {
            app.execute(&format!(
                "insert into payouts (id, master_id, provider, account_id, amount_pence, sent_pence, status, origin, reasons, asked_at, updated_at)
                 values ('{other}', '{pro}-{other}', 'sandbox', 'acct', 100, 0, '{state}', 'weekly', '[]', {at}, 0)", pro = pro.id
            )).await;
        }
        let all = operator.page("/admin/payouts").await;
        assert_eq!(listed(&all), [id.as_str(), "held", "sent-later", "sent", "failed"]);
        all.says("£99.45").says("Account closed");
        assert_eq!(listed(&operator.page("/admin/payouts?status=sent").await), ["sent-later", "sent"]);
        assert_eq!(operator.open("/admin/payouts/none").await.status, 404);
        assert!(operator.page("/admin").await.html.contains("href=\"/admin/payouts\""));
    }

    async fn a_payout_says_why_it_waits_and_is_approved_once(app: TestApp) {
        let operator = admin(&app).await;
        let (pro, id) = asked(&app).await;
        app.execute("update masters set first_name = '<script>alert(1)</script>'").await;
        let page = operator.page(&address(&id)).await;
        page.says("It is the pro’s first payout.").says("The bank details have changed in the last three days.").says("£99.45");
        page.says("<script>alert(1)</script>").says("Not sent yet");
        assert!(!page.html.contains("<script>alert(1)"), "{}", page.html);
        assert_eq!(offered(&page), 3);
        let wrong = operator.send(&address(&id), DECIDE, &[("verdict", "send"), ("reason", " ")]).await;
        let _ = wrong.page.says("Write a few words.").form(DECIDE, &[("verdict", "send")]);
        assert!(noted(&app).await.is_empty());

        let mut fields = page.form(DECIDE, &[]);
        fields.retain(|(name, _)| !["reason", "verdict"].contains(&name.as_str()));
        fields.extend([("verdict", "send"), ("reason", "We rang them on 07700 900123.")].map(|(name, value)| (name.to_owned(), value.to_owned())));
        for words in ["The payout is approved and being sent.", "This was done already."] {
            let sent = operator.post(DECIDE, &fields).await.expect_status(303);
            operator.page(sent.header("location").unwrap()).await.says(words);
        }
        let _ = jobs::run_due(&app.state.jobs).await.unwrap();
        balances_agree(&app).await;
        assert_eq!(noted(&app).await, [json!(["payout_approved", id, "We rang them on •••."])]);
        assert_eq!(app.count("select count(*) from sandbox_transfers").await, 1);
        let sent = operator.page(&address(&id)).await;
        sent.says("Sent").says("admin@callout.example approved the payout");
        assert_eq!((offered(&sent), payouts(&app, &pro).await["availablePence"].as_i64()), (0, Some(0)));
    }

    async fn a_payout_is_held_and_returned_and_the_slower_operator_sees_who_was_faster(app: TestApp) {
        let (first, second) = (admin(&app).await, Operator::new(&app, "second@callout.example", OperatorRole::Admin).await);
        let (pro, id) = asked(&app).await;
        let late = second.page(&address(&id)).await;
        let held = first.send(&address(&id), DECIDE, &[("verdict", "hold"), ("reason", "Odd phone.")]).await;
        held.page.says("The payout is held.");
        assert_eq!(offered(&held.page), 2);
        let lost = second.fill(late, DECIDE, &[], &[("verdict", "send"), ("reason", "Looks fine.")]).await;
        lost.page.says("Meanwhile admin@callout.example held the payout: “Odd phone.”");
        let _ = lost.page.form(DECIDE, &[("reason", "Looks fine."), ("verdict", "send")]);
        assert_eq!(status(&app, &id).await, "held");
        let back = second.send(&address(&id), DECIDE, &[("verdict", "return"), ("reason", "They asked.")]).await;
        back.page.says("The payout is back in the pro’s balance.").says("Back in the balance");
        balances_agree(&app).await;
        assert_eq!(payouts(&app, &pro).await["availablePence"], EARNED);
        assert_eq!(noted(&app).await, [json!(["payout_held", id, "Odd phone."]), json!(["payout_returned", id, "They asked."])]);
    }

    async fn a_large_payout_needs_two_super_admins(app: TestApp) {
        let (pro, id) = asked(&app).await;
        app.execute("update payouts set amount_pence = 100001").await;
        let typed = [("verdict", "send"), ("reason", "Known for years.")];
        let small = admin(&app).await;
        small.send(&address(&id), DECIDE, &typed).await.page.says("Admins send payouts of at most £1000");
        let one = super_admin(&app).await;
        let kept = one.send(&address(&id), DECIDE, &typed).await;
        kept.page.says("Your approval is kept.").says("You have approved it.");
        one.send(&address(&id), DECIDE, &typed).await.page.says("Another super admin must approve it").says("Nothing was done.");
        assert_eq!((status(&app, &id).await.as_str(), noted(&app).await.len()), ("review", 1));
        // Whoever holds it takes the approval back.
        let two = Operator::new(&app, "two@callout.example", OperatorRole::SuperAdmin).await;
        two.send(&address(&id), DECIDE, &[("verdict", "hold"), ("reason", "Wait.")]).await.page.says("The payout is held.");
        two.send(&address(&id), DECIDE, &typed).await.page.says("Your approval is kept.");
        one.send(&address(&id), DECIDE, &typed).await.page.says("being sent");
        assert_eq!(status(&app, &id).await, "pending");
        assert_eq!(noted(&app).await.len(), 4);
        // A pro who works here decides about the payouts of others.
        app.execute("update payouts set status = 'review', amount_pence = 9945").await;
        app.execute(&format!("insert into identifiers (role, value, account_id) values ('client', 'two@callout.example', '{}')", pro.id)).await;
        two.send(&address(&id), DECIDE, &typed).await.page.says("This concerns your own account");
    }
}
