//! The list of bookings in the console: what is chosen by state, day and payment, and how it is read on.

use std::collections::BTreeSet;

use api_tests::{TestApp, both_databases};
use callout_domain::clock::HOUR;
use callout_domain::time;

use crate::console_bookings::listed;
use crate::operator::{Operator, admin};
use crate::scene::{created, settled};

const LIST: &str = "/admin/bookings";
/// Copies of a booking, beside itself.
const COPIES: usize = 120;

/// Adds copies of the booking, numbered from 1. Three at a time were made in the same moment, the higher numbers later. Every second one is
/// in cash, every third is completed and the others cancelled; up to 60 they are visits of 24 November, the others of the 25th.
async fn copy(app: &TestApp, id: &str) {
    let day = time::whole_day("2026-11-24").expect("a day");
    let (last_moment, next_day) = (day.end - 1, day.end);
    app.execute(&format!(
        "insert into bookings (id, client_id, made_by, draft_id, quote_id, status, seq, quote_mode, payment_method, manual_quote, description,
           problem_type, readable_name, skills, tier, urgency, customer_name, phone, address_line1, postcode, area, lat, lng, holds_place,
           amount_pence, discount_pence, currency, lines, book_version, calendar_sequence, share_generation, guest_generation,
           slot_start, slot_end, address_key, created_at, updated_at)
         with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < {COPIES})
         select id || '-' || n, client_id, made_by, id || '-' || n, id || '-' || n, case when n % 3 = 0 then 'completed' else 'cancelled' end,
           seq, quote_mode, case when n % 2 = 0 then 'cash' else 'card' end, manual_quote, description, problem_type, readable_name, skills,
           tier, urgency, customer_name, phone, address_line1, postcode, area, lat, lng, 0, amount_pence, discount_pence, currency, lines,
           book_version, calendar_sequence, share_generation, guest_generation, case when n <= 60 then {last_moment} else {next_day} end,
           {next_day} + {HOUR}, address_key, created_at + 1000 + n / 3, updated_at
         from bookings, numbers where id = '{id}'"
    ))
    .await;
}

/// The pages from this address on, each with its bookings, as far as links of these words lead.
async fn walk(operator: &Operator, from: &str, words: &str) -> Vec<Vec<String>> {
    let (mut pages, mut next) = (Vec::new(), Some(from.to_owned()));
    while let Some(address) = next {
        let page = operator.page(&address).await;
        pages.push(listed(&page));
        next = page.way(words);
        assert!(pages.len() < 10, "{pages:?}");
    }
    pages
}

/// The numbers of the bookings that are chosen, on all pages, in order.
async fn numbers(operator: &Operator, chosen: &str) -> Vec<usize> {
    let pages = walk(operator, &format!("{LIST}?{chosen}"), "Older").await;
    let mut numbers: Vec<usize> = pages.iter().flatten().map(|id| number(id)).collect();
    numbers.sort_unstable();
    numbers
}

/// The number of a copy; 0 for the booking itself.
fn number(id: &str) -> usize {
    id.splitn(3, '-')
        .nth(2)
        .map_or(0, |number| number.parse().expect("a number"))
}

both_databases! {
    async fn pages_follow_each_other_though_bookings_arrive(app: TestApp) {
        let operator = admin(&app).await;
        let scene = settled(&app).await;
        copy(&app, &scene.booking.id).await;
        let first = operator.page(LIST).await;
        assert_eq!(first.way("Newer"), None);
        let second = first.way("Older").unwrap();
        // One more at the top moves nothing from page to page.
        app.clock.advance(HOUR);
        let newest = created(&app).await.booking.id;
        let mut pages = vec![listed(&first)];
        pages.extend(walk(&operator, &second, "Older").await);
        assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), [50, 50, COPIES + 1 - 100]);
        let ids: Vec<&String> = pages.iter().flatten().collect();
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), COPIES + 1);
        let moments: Vec<usize> = ids.iter().map(|id| number(id) / 3).collect();
        assert!(moments.is_sorted_by(|earlier, later| earlier >= later), "{moments:?}");
        assert_eq!(ids.last().unwrap().as_str(), scene.booking.id);

        // The way back: whole pages, up to the newest booking.
        let last = operator.page(&second).await.way("Older").unwrap();
        let back = walk(&operator, &last, "Newer").await;
        assert_eq!(back[..3], [pages[2].clone(), pages[1].clone(), pages[0].clone()]);
        assert_eq!((back[3].len(), back[3].first(), back.len()), (50, Some(&newest), 4));
        let top = operator.page(LIST).await;
        assert_eq!(listed(&top), back[3]);
        assert_eq!(top.way("Newer"), None);
    }

    async fn state_day_and_payment_narrow_the_list_together(app: TestApp) {
        let operator = admin(&app).await;
        let scene = settled(&app).await;
        let id = scene.booking.id.as_str();
        app.execute("update bookings set slot_start = null, slot_end = null").await;
        copy(&app, id).await;
        let all = async |chosen: &str| numbers(&operator, chosen).await;
        let those = |is_meant: fn(usize) -> bool| (1..=COPIES).filter(|number| is_meant(*number)).collect::<Vec<_>>();
        assert_eq!(all("status=pending").await, [0]);
        assert_eq!(all("status=pending&paid=card").await, [0]);
        assert!(all("status=pending&paid=cash").await.is_empty());
        assert_eq!(all("status=cancelled").await, those(|n| n % 3 != 0));
        assert_eq!(all("paid=cash").await, those(|n| n % 2 == 0));
        assert_eq!(all("status=completed&paid=cash").await, those(|n| n % 6 == 0));
        assert_eq!(all("day=2026-11-24").await, those(|n| n <= 60));
        assert_eq!(all("day=2026-11-25&paid=card").await, those(|n| n > 60 && n % 2 == 1));
        assert_eq!(all("day=2026-11-25&paid=cash&status=completed").await, those(|n| n > 60 && n % 6 == 0));
        assert!(all("day=2026-11-26").await.is_empty());
        assert_eq!(all("status=none&paid=never").await.len(), COPIES + 1, "what is no choice is not chosen");

        // What is chosen stays in the form and on the next pages.
        let page = operator.page(&format!("{LIST}?status=&day=2026-11-24&paid=")).await;
        assert_eq!((listed(&page).len(), page.way("Show all").as_deref()), (50, Some(LIST)));
        page.says("24 Nov 2026, 23:59").says("£117 by card").says("£117 in cash");
        for page in [&page, &operator.page(&page.way("Older").unwrap()).await] {
            let _ = page.form(LIST, &[("day", "2026-11-24"), ("status", ""), ("paid", "")]);
        }
        let page = operator.page(&format!("{LIST}?status=completed&paid=cash")).await;
        let _ = page.form(LIST, &[("day", ""), ("status", "completed"), ("paid", "cash")]);
        assert_eq!(operator.page(LIST).await.way("Show all"), None);
    }

    async fn a_wrong_day_is_said_to_be_and_a_made_up_place_is_none(app: TestApp) {
        let operator = admin(&app).await;
        let scene = settled(&app).await;
        for wrong in ["2026-02-30", "tomorrow", "%22%3E%3Cscript%3Ealert(1)%3C/script%3E"] {
            let page = operator.page(&format!("{LIST}?day={wrong}&status=pending")).await;
            page.says("Enter a day such as 2026-11-23.");
            assert!(listed(&page).is_empty() && !page.html.contains("<script>alert"), "{}", page.html);
            let _ = page.form(LIST, &[("status", "pending")]);
        }
        for place in ["before=x", "before=_", "after=99999999999999999999_C-1", "before=1"] {
            let page = operator.page(&format!("{LIST}?{place}")).await;
            assert_eq!(listed(&page), std::slice::from_ref(&scene.booking.id), "{place}");
        }
        // A place outside the day: the day alone counts.
        let page = operator.page(&format!("{LIST}?day=2026-11-23&before=9000000000000_C-Z")).await;
        assert!(listed(&page).is_empty());
    }
}
