//! The desk: what waits for an operator, and how the day goes. It is read again whenever something changes.

use axum::extract::State;
use axum::response::sse::Event;
use axum::response::{IntoResponse as _, Response};
use http::header;
use leptos::prelude::*;

use super::bookings;
use super::parts::{badge, link, section, state, table, text};
use super::plot::{Bar, bars};
use super::reading::Reading;
use super::visit::{Page, Visit};
use super::words::{self, pounds};
use callout_domain::clock::Millis;
use callout_domain::desk::{Day, Trends};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::status::facts;
use callout_domain::time;
use callout_front::middleware::Stopping;
use callout_front::middleware::stream::{self, Batch, Feed, Source};
use callout_front::state::AppState;
use callout_outside::live::Joining;
use callout_people::desk::{Desk, Shown};
use callout_people::operators::Operators;
use callout_store::desk::{Latest, Queues, Unmatched};

/// What wakes the desk's readers.
pub const DESK: &str = "desk";
/// Seconds after which a browser without scripts loads the page again: decided for the product.
const RELOAD: u32 = 30;
/// How often the tables are read without a wake-up: bookings change on other servers, too.
const BEAT: std::time::Duration = std::time::Duration::from_secs(5);

pub(super) async fn page(visit: Visit) -> Fallible<Page> {
    let shown = visit.state.desk.look().await?;
    let now = visit.state.clock.now();
    let waiting = &shown.waiting;
    let body = view! {
        {part("figures", figures(&shown))}
        <div class="columns">
            {part("unmatched", section("Looking for a pro", unmatched(&waiting.unmatched, now)))}
            <div class="stack">
                {part("queues", section("Waiting for you", queues(&waiting.queues)))}
                {part("latest", section("Booked today", latest(&waiting.latest)))}
            </div>
        </div>
    };
    Ok(Page::new("Desk", body).live("/admin/desk.js", RELOAD))
}

/// A part that the script replaces when it differs.
fn part(id: &'static str, body: impl IntoAny) -> AnyView {
    let body = body.into_any();
    view! { <div id=id data-live="">{body}</div> }.into_any()
}

fn figures(shown: &Shown) -> AnyView {
    let trends = &shown.trends;
    let today = trends.today();
    let visits = match shown.waiting.visits {
        1 => "1 visit today".to_owned(),
        count => format!("{count} visits today"),
    };
    let figures = vec![
        figure(
            "Bookings today",
            today.bookings.to_string(),
            visits,
            hours(trends),
        ),
        figure(
            "Fees today",
            pounds(today.fees.0),
            format!("{} in 7 days", pounds(trends.fees_of_week().0)),
            plot("Fees by day", trends, |day| Some(day.fees.0), pounds),
        ),
        figure(
            "Match rate, 7 days",
            trends
                .match_percent()
                .map_or_else(nothing_yet, |rate| format!("{rate}%")),
            today
                .match_percent()
                .map_or_else(String::new, |rate| format!("{rate}% today")),
            plot("Match rate by day", trends, Day::match_percent, |rate| {
                format!("{rate}%")
            }),
        ),
        figure(
            "Time to assign, 7 days",
            trends.median_wait().map_or_else(nothing_yet, words::lasting),
            today
                .median_wait()
                .map_or_else(String::new, |wait| format!("{} today", words::lasting(wait))),
            plot(
                "Median time to assign by day",
                trends,
                Day::median_wait,
                words::lasting,
            ),
        ),
    ];
    view! { <div class="figures">{figures}</div> }.into_any()
}

fn nothing_yet() -> String {
    "–".to_owned()
}

fn figure(name: &'static str, value: String, beside: String, plot: AnyView) -> AnyView {
    view! {
        <section class="figure">
            <h2 class="small muted">{name}</h2>
            <strong>{value}</strong>
            <span class="muted small">{beside}</span>
            {plot}
        </section>
    }
    .into_any()
}

fn hours(trends: &Trends) -> AnyView {
    let hours = trends.hours.iter().zip(0..).map(|(count, hour)| Bar {
        name: format!("{hour:02}:00"),
        value: Some(*count),
        words: count.to_string(),
    });
    bars("Bookings by hour", hours.collect())
}

fn plot(
    title: &str,
    trends: &Trends,
    value: impl Fn(&Day) -> Option<i64>,
    words: impl Fn(i64) -> String,
) -> AnyView {
    let days = trends.days.iter().map(|day| Bar {
        name: day.day.clone(),
        value: value(day),
        words: value(day).map_or_else(|| "none".to_owned(), &words),
    });
    bars(title, days.collect())
}

fn unmatched(rows: &[Unmatched], now: Millis) -> AnyView {
    let rows = rows.iter().map(|row| searching(row, now)).collect();
    table(
        "Bookings without a pro",
        &["Booking", "Visit", "Waiting", "Search", "State"],
        rows,
        "Every booking has a pro.",
    )
}

fn searching(row: &Unmatched, now: Millis) -> Vec<AnyView> {
    let visit = row
        .slot_start
        .map_or_else(|| words::urgency(row.urgency).to_owned(), words::when);
    let search = match row.asked {
        0 => format!("Round {}: nobody in reach so far", row.round),
        asked => format!(
            "Round {}, wave {}: {asked} asked within {} km",
            row.round, row.wave, row.radius_km
        ),
    };
    let state = match row.status {
        status if facts(status).is_unmatched => badge("Nobody found", "bad"),
        _ if row.in_pool => badge("In the pool", "warn"),
        _ => badge("Asking", ""),
    };
    vec![
        booking(&row.id, &row.readable_name, &row.postcode),
        text(visit),
        text(words::lasting(now - row.began_at)),
        text(search),
        state,
    ]
}

/// A link to a booking, named without its full postcode.
#[must_use]
pub fn booking(id: &str, name: &str, postcode: &str) -> AnyView {
    let outward = postcode.split(' ').next().unwrap_or_default();
    link(format!("/admin/bookings/{id}"), format!("{name}, {outward}"))
}

fn latest(rows: &[Latest]) -> AnyView {
    let rows = rows.iter().map(|row| {
        vec![
            text(time::clock_face(row.created_at)),
            booking(&row.id, &row.readable_name, &row.postcode),
            text(pounds(row.amount_pence)),
            state(row.status),
        ]
    });
    table(
        "The last bookings of today",
        &["At", "Booking", "Price", "State"],
        rows.collect(),
        "Nothing was booked today yet.",
    )
}

/// Each queue with its place; those that are empty stay, so that nothing jumps.
fn queues(queues: &Queues) -> AnyView {
    let lines = [
        ("Documents to look at", queues.documents, "/admin/documents"),
        ("Disputes", queues.disputes, "/admin/disputes"),
        ("Payouts to decide", queues.payouts, "/admin/payouts"),
        ("Payouts held after a restore", queues.holds, "/admin/payouts"),
        ("Jobs to be stopped", queues.stops, bookings::TO_STOP_LIST),
        ("Missed visits to decide", queues.visits, "/admin/visits"),
        ("Suspension appeals to decide", queues.appeals, "/admin/people"),
        ("Fees of cash jobs not paid", queues.unpaid, "/admin/fees"),
        ("Refunds that were refused", queues.refunds, "/admin/fees"),
        ("Messages to answer", queues.support, "/admin/support"),
        ("Background tasks due", queues.due_jobs, ""),
        ("Background tasks that failed for good", queues.dead_jobs, ""),
    ];
    let lines: Vec<AnyView> = lines.into_iter().map(queue).collect();
    view! { <ul class="queues">{lines}</ul> }.into_any()
}

/// A queue, with the address of its page if it has one.
fn queue((name, length, to): (&'static str, i64, &'static str)) -> AnyView {
    let class = if length > 0 { "num some" } else { "num muted" };
    let name = if to.is_empty() { text(name) } else { link(to, name) };
    view! { <li>{name}<span class=class>{length}</span></li> }.into_any()
}

/// The desk's script.
pub(super) async fn script() -> Response {
    (
        [
            (header::CONTENT_TYPE, "text/javascript; charset=utf-8"),
            (header::CACHE_CONTROL, "private, max-age=300"),
        ],
        include_str!("desk.js"),
    )
        .into_response()
}

/// The script of the banner before a session ends.
pub(super) async fn idle_script() -> Response {
    (
        [
            (header::CONTENT_TYPE, "text/javascript; charset=utf-8"),
            (header::CACHE_CONTROL, "private, max-age=300"),
        ],
        include_str!("idle.js"),
    )
        .into_response()
}

/// Says whenever the desk has changed, for as long as the operator's session lasts.
pub(super) async fn events(
    State(state): State<AppState>,
    stopping: Stopping,
    reading: Reading,
) -> Fallible<Response> {
    let joining = Joining {
        names: &[DESK],
        person: &reading.signed.operator.id,
        address: &reading.address,
    };
    let joined = state.live.join(joining, state.config.stream_caps());
    let reader = joined.map_err(|_| Failure::too_many(RELOAD.into()))?;
    let source = Changes {
        mark: state.desk.look().await?.mark(),
        desk: state.desk.clone(),
        operators: state.operators.clone(),
        session: reading.signed.session,
        last: 0,
    };
    Ok(stream::answer(Feed {
        source,
        reader,
        heartbeat: BEAT,
        stopping,
    }))
}

struct Changes {
    desk: Desk,
    operators: Operators,
    session: String,
    mark: u64,
    last: i64,
}

impl Source for Changes {
    fn last(&self) -> i64 {
        self.last
    }

    async fn read(&mut self) -> Fallible<Batch> {
        // Whatever woke this stream may have come after the last reading.
        tokio::time::sleep(self.desk.shown_for().await).await;
        let mark = self.desk.look().await?.mark();
        if mark == self.mark {
            return Ok(Batch::of(0, Vec::new()));
        }
        self.mark = mark;
        self.last += 1;
        // Browsers drop an event without data.
        let event = Event::default()
            .id(self.last.to_string())
            .event("changed")
            .data(self.last.to_string());
        Ok(Batch::of(1, vec![event]))
    }

    async fn goes_on(&self) -> Fallible<bool> {
        self.operators.goes_on(&self.session).await
    }
}
