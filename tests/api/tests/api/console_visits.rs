//! Visits that came to nothing, in the console: contested no-shows, and clients who are not at home.

use api_tests::both_databases;
use callout_domain::clock::SECOND;
use callout_domain::ledger::Account;
use callout_domain::operator::OperatorRole;
use serde_json::json;

use crate::console_bookings::noted;
use crate::matching::ready;
use crate::missed_visits::{self, contest, missed, run};
use crate::not_home::reported;
use crate::operator::{Operator, admin, super_admin};
use crate::scene::status;
use crate::settle::balance;

const VISITS: &str = "/admin/visits";
const NO_SHOW: &str = "/admin/do/visits/no-show";
const NOT_HOME: &str = "/admin/do/visits/not-home";
const WHY: &str = "The neighbour remembers the van.";

both_databases! {
    async fn a_contested_visit_is_decided_once(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = missed(&app, &pro).await;
        let id = scene.booking.id.clone();
        let operator = admin(&app).await;
        operator.page(VISITS).await.says("There are none.");
        let _ = contest(&app, &pro, &id, &format!("<script>alert(1)</script> {}", missed_visits::WHY)).await.expect_status(200);
        let page = operator.page(VISITS).await;
        page.says(missed_visits::WHY).says("If it was made, we pay the pro £34.81.").says("The pro says they did come");
        assert!(!page.html.contains("<script>alert"), "{}", page.html);
        let visit = missed_visits::waiting(&app).await.id;
        let of = [("id", visit.as_str())];
        for (verdict, reason, said) in [("", WHY, "Choose one."), ("overturned", "", "Write a few words.")] {
            let wrong = operator.fill(operator.page(VISITS).await, NO_SHOW, &of, &[("verdict", verdict), ("reason", reason)]).await;
            let _ = wrong.page.says(said).form(NO_SHOW, &[("id", &visit)]);
        }
        let second = Operator::new(&app, "second@callout.example", OperatorRole::Admin).await;
        let late = second.page(VISITS).await;
        let made = operator.fill(operator.page(VISITS).await, NO_SHOW, &of, &[("verdict", "overturned"), ("reason", WHY)]).await;
        made.page.says("The visit counts as made: we pay the pro £34.81.").lacks(missed_visits::WHY);
        let lost = second.fill(late, NO_SHOW, &of, &[("verdict", "stands"), ("reason", "Nobody saw them.")]).await;
        lost.page.says("Meanwhile admin@callout.example decided about a missed visit");
        run(&app).await;
        assert_eq!(balance(&app, Account::PlatformGoodwill).await, 3_481);
        assert_eq!(noted(&app).await, [json!(["no_show_decided", id, WHY])]);
    }

    async fn a_large_compensation_is_a_super_admins(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = missed(&app, &pro).await;
        let _ = contest(&app, &pro, &scene.booking.id, missed_visits::WHY).await.expect_status(200);
        // 35% of £1,000.00 less 15% of that is £297.50.
        app.execute("update bookings set amount_pence = 100000").await;
        let visit = missed_visits::waiting(&app).await.id;
        let of = [("id", visit.as_str())];
        let (small, chief) = (admin(&app).await, super_admin(&app).await);
        let typed = |code: String| [("verdict".to_owned(), "overturned".to_owned()), ("reason".to_owned(), WHY.to_owned()), ("factor_code".to_owned(), code)];
        for (operator, code, said) in [
            (&chief, String::new(), "This code is not right."),
            (&small, small.code(), "super admin"),
            (&chief, chief.code(), "The visit counts as made: we pay the pro £297.50."),
        ] {
            let typed = typed(code);
            let typed: Vec<(&str, &str)> = typed.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            operator.fill(operator.page(VISITS).await, NO_SHOW, &of, &typed).await.page.says(said);
        }
        assert_eq!(balance(&app, Account::PlatformGoodwill).await, 29_750);
    }

    async fn a_client_not_at_home_pays_a_part_or_the_visit_goes_on(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = reported(&app, &pro).await;
        let id = scene.booking.id.clone();
        let operator = admin(&app).await;
        app.clock.advance(3 * SECOND);
        assert!(operator.page("/admin").await.html.contains("href=\"/admin/visits\""));
        let page = operator.page(VISITS).await;
        page.says(crate::not_home::WHY).says("0 to 50, of £117").says("Nobody is answering the door");
        let visit = missed_visits::waiting(&app).await.id;
        let of = [("id", visit.as_str())];
        for (verdict, share, said) in [
            ("", "35", "Choose one."),
            ("charged", "", "Choose a whole number, such as 35."),
            ("charged", "51", "Choose 0 to 50%, as much as a late cancellation costs."),
        ] {
            let typed = [("verdict", verdict), ("share", share), ("reason", WHY)];
            operator.fill(operator.page(VISITS).await, NOT_HOME, &of, &typed).await.page.says(said);
        }
        let typed = [("verdict", "charged"), ("share", "35%"), ("reason", WHY)];
        operator.fill(operator.page(VISITS).await, NOT_HOME, &of, &typed).await.page.says("The booking is cancelled: the client pays £40.95.").says("There are none.");
        run(&app).await;
        assert_eq!((status(&app, &scene).await.as_str(), balance(&app, Account::ProviderCash).await), ("cancelled", 4_095));

        app.execute("delete from slot_places").await;
        let next = reported(&app, &pro).await;
        // A day later nobody is signed in any more.
        let operator = Operator::new(&app, "next@callout.example", OperatorRole::Admin).await;
        let visit = missed_visits::waiting(&app).await.id;
        let typed = [("verdict", "goes_on"), ("reason", WHY)];
        operator.fill(operator.page(VISITS).await, NOT_HOME, &[("id", visit.as_str())], &typed).await.page.says("The visit is still going ahead, and both sides are told.");
        assert_eq!(status(&app, &next).await, "en_route");
        assert_eq!(noted(&app).await, [json!(["not_home_decided", id, WHY]), json!(["not_home_decided", next.booking.id, WHY])]);
    }

    async fn giving_much_back_needs_the_second_factor_and_the_role(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = reported(&app, &pro).await;
        app.execute("update bookings set amount_pence = 60000").await;
        let visit = missed_visits::waiting(&app).await.id;
        let of = [("id", visit.as_str())];
        let (small, chief) = (admin(&app).await, super_admin(&app).await);
        let without = [("verdict", "charged"), ("share", "50"), ("reason", WHY)];
        chief.fill(chief.page(VISITS).await, NOT_HOME, &of, &without).await.page.says("This code is not right.");
        let code = small.code();
        let with = [("verdict", "charged"), ("share", "50"), ("reason", WHY), ("factor_code", code.as_str())];
        small.fill(small.page(VISITS).await, NOT_HOME, &of, &with).await.page.says("super admin");
        assert_eq!(status(&app, &scene).await, "en_route");
        let code = chief.code();
        let with = [("verdict", "charged"), ("share", "50"), ("reason", WHY), ("factor_code", code.as_str())];
        chief.fill(chief.page(VISITS).await, NOT_HOME, &of, &with).await.page.says("The booking is cancelled: the client pays £300.");
    }
}
