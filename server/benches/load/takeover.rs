//! One of two servers is killed (SIGKILL) in the middle of its jobs: how soon the other one goes on with them, and whether the streams
//! of clients, opened again there, carry every event once. On PostgreSQL, with NATS between the two.

use std::collections::BTreeMap;
use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use callout_domain::clock::{Clock, Millis};
use callout_store::Db;
use futures_util::future::join_all;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::sleep;
use url::Url;

use super::api::{self, Api, STEPS};
use super::events::{Board, Events, listen};
use super::figure::{self, now, tell};
use super::kills::{AGAIN, locked};
use super::people::{Booked, Pro, Town, WAIT};
use super::server::{Place, Server, number, rows};

const PROS: usize = 24;
/// Fewer than the jobs of matching that a server runs at once, so that it can be in the middle of all of them.
const BOOKINGS: usize = 6;
/// Enough to make the bookings before the second wave of the first one is due.
const OFFER_SECONDS: &str = "5";
const LOCAL_NATS: &str = "nats://127.0.0.1:4222";
/// How often it is asked whether something has happened.
const LOOK: Duration = Duration::from_millis(20);
/// The most that may pass from the kill to the next decision of each booking, and to the end of every other job, seconds.
const MATCHING_WITHIN: f64 = 10.0;
const OTHERS_WITHIN: f64 = 30.0;

/// Jobs that decide about a booking.
const DECISIONS: &str = "from jobs where work like '%\"kind\":\"match\"%'";
/// Jobs of all other kinds that are not done.
const OTHERS: &str = "from jobs where pool <> 'matching' and done_at is null and dead_at is null";

pub(crate) async fn measure() -> bool {
    let bus = std::env::var("TEST_NATS_URL").unwrap_or_else(|_| LOCAL_NATS.to_owned());
    if !is_there(&bus).await {
        tell(&format!("left out: NATS (nobody answers at {bus})"));
        return true;
    }
    match Place::postgres().await {
        Some(place) => Box::pin(on(place, &bus)).await,
        None => true,
    }
}

async fn is_there(bus: &str) -> bool {
    let Ok(url) = Url::parse(bus) else { return false };
    let host = url.host_str().unwrap_or_default();
    TcpStream::connect((host, url.port().unwrap_or(4_222)))
        .await
        .is_ok()
}

async fn on(place: Place, bus: &str) -> bool {
    // Takes connections and never answers, so that texts keep the server busy that is to die.
    let gateway = TcpListener::bind("127.0.0.1:0").expect("a port");
    let (mut dying, heir) = two(&place, bus, &gateway).await;
    let town = Town::visit(Api::new(dying.address)).await;
    let pros = town.pros(&place, PROS).await;
    let there = Api::new(heir.address);
    let listening = listen(&there, &pros, &Board::default()).await;
    town.until_reachable(PROS).await;
    let tables = place.tables().await;

    // While one stands still, the other one gets all jobs.
    heir.pause();
    let clients = join_all((0..BOOKINGS).map(|_| Client::book(&town))).await;
    let mut watching = JoinSet::new();
    for client in &clients {
        watching.spawn(client.watch(&town.api, &there));
    }
    let scene = Scene {
        tables: &tables,
        bookings: quoted(&clients),
    };
    let held = scene.hold_decisions(&place.url()).await;
    heir.resume();
    let leased = scene.hold_others().await;
    dying.kill();
    let killed = now();
    held.close().await.expect("the rows are free");

    let mut holds = scene.judge(killed, leased).await;
    Box::pin(work(&there, &clients, &pros)).await;
    holds &= scene.judge_streams(&clients).await;
    drop((watching, listening, heir));
    tables.close().await;
    place.close().await;
    holds
}

/// Two servers on one database, of which the first sends its texts to this gateway.
async fn two(place: &Place, bus: &str, gateway: &TcpListener) -> (Server, Server) {
    let texts = format!("http://{}/", gateway.local_addr().expect("a port"));
    let secret = format!("what both servers know: {:032}", std::process::id());
    let shared = [
        "--bus-url",
        bus,
        "--jwt-secret",
        &secret,
        "--files-url",
        "s3://callout/load",
        "--offer-seconds",
        OFFER_SECONDS,
    ];
    let first = [&shared[..], &["--sms-url", &texts]].concat();
    (place.serve(&first).await, place.serve(&shared).await)
}

/// A client with a booking, and the numbers of the events that their stream has carried.
struct Client {
    booked: Booked,
    carried: Arc<Mutex<Vec<i64>>>,
}

impl Client {
    async fn book(town: &Town) -> Self {
        Self {
            booked: town.book_in_cash().await,
            carried: Arc::default(),
        }
    }

    /// Reads the stream of the booking here, and when that breaks, goes on there after the last event.
    fn watch(&self, here: &Api, there: &Api) -> impl Future<Output = ()> + use<> {
        let path = format!("/api/events/stream/client/{}", self.booked.id);
        let (token, carried) = (self.booked.token.clone(), Arc::clone(&self.carried));
        let (mut api, there) = (here.clone(), there.clone());
        async move {
            loop {
                let last = locked(&carried).last().copied().unwrap_or_default();
                if let Some(mut events) = Events::open(&api, &path, &token, Some(last)).await {
                    while let Some(event) = events.next().await {
                        locked(&carried).extend(event.seq);
                    }
                }
                api = there.clone();
                sleep(AGAIN).await;
            }
        }
    }
}

/// The ids of the bookings, as a list in SQL.
fn quoted(clients: &[Client]) -> String {
    let ids: Vec<String> = clients
        .iter()
        .map(|client| format!("'{}'", client.booked.id))
        .collect();
    ids.join(", ")
}

/// What the tables say of the bookings and the jobs.
struct Scene<'a> {
    tables: &'a Db,
    bookings: String,
}

impl Scene<'_> {
    /// Lets the server that works begin the second decision of each booking and keeps it from writing one, until the connection is
    /// closed.
    async fn hold_decisions(&self, url: &str) -> PgConnection {
        let began = now();
        self.wait("every booking has its first wave", began, || {
            self.bookings_with("wave = 1")
        })
        .await;
        let options: PgConnectOptions = url.parse().expect("an address");
        let mut held = options
            .disable_statement_logging()
            .connect()
            .await
            .expect("PostgreSQL answers");
        let lock = format!(
            "select booking_id from matchings where booking_id in ({}) for update",
            self.bookings
        );
        for sql in ["begin".to_owned(), lock] {
            held.execute(AssertSqlSafe(sql)).await.expect("the rows are held");
        }
        self.wait("every decision is leased", began, || {
            let leased = "done_at is null and leased_until >";
            format!("select count(*) {DECISIONS} and {leased} {}", clock())
        })
        .await;
        let waves = number(self.tables, &self.bookings_with("wave = 1")).await;
        assert_eq!(usize::try_from(waves), Ok(BOOKINGS), "no second wave is written");
        held
    }

    /// Waits until all other jobs that are due are leased or done; gives how many are leased: by the server whose texts hang.
    async fn hold_others(&self) -> usize {
        let free = || {
            let clock = clock();
            let unleased = format!("(leased_until is null or leased_until <= {clock})");
            format!("select count(*) {OTHERS} and run_at <= {clock} and {unleased}")
        };
        let took = self.until(free, 0, now()).await;
        assert!(took.is_finite(), "the other server takes what is left");
        let leased = format!("select count(*) {OTHERS} and leased_until > {}", clock());
        usize::try_from(number(self.tables, &leased).await).expect("a count")
    }

    /// Waits until the other server has done what the dead one had begun.
    async fn judge(&self, killed: Instant, leased: usize) -> bool {
        let left = || self.bookings_with("wave < 2");
        let matching = self.until(left, 0, killed).await;
        let others = || format!("select count(*) {OTHERS} and run_at <= {}", clock());
        let others = self.until(others, 0, killed).await;
        let again = format!("select count(*) {DECISIONS} and done_at is not null and attempts > 1");
        let again = usize::try_from(number(self.tables, &again).await).expect("a count");
        tell(&format!(
            "takeover: the server was killed in the middle of {BOOKINGS} decisions and {leased} other jobs"
        ));
        let mut holds = figure::at_most(
            "takeover: until every booking had its next wave",
            matching,
            "s",
            MATCHING_WITHIN,
        );
        holds &= figure::at_most(
            "takeover: until every other job was done",
            others,
            "s",
            OTHERS_WITHIN,
        );
        holds &= figure::exactly("takeover: decisions begun again", again, BOOKINGS);
        holds & figure::some("takeover: other jobs of the dead server", leased)
    }

    /// Whether each client's stream has carried every event of the booking once, in order.
    async fn judge_streams(&self, clients: &[Client]) -> bool {
        let began = now();
        let mut wrong = self.differing(clients).await;
        while !wrong.is_empty() && began.elapsed() < WAIT {
            sleep(LOOK).await;
            wrong = self.differing(clients).await;
        }
        figure::none(
            "takeover: streams that left an event out, or carried one twice",
            &wrong,
        )
    }

    async fn differing(&self, clients: &[Client]) -> Vec<String> {
        let sql = format!(
            "select booking_id, seq from booking_events where booking_id in ({}) order by booking_id, seq",
            self.bookings
        );
        let mut written: BTreeMap<String, Vec<i64>> = BTreeMap::new();
        for (booking, seq) in rows::<(String, i64)>(self.tables, &sql).await {
            written.entry(booking).or_default().push(seq);
        }
        let mut wrong = Vec::new();
        for client in clients {
            let carried = locked(&client.carried).clone();
            if written.get(&client.booked.id) != Some(&carried) {
                wrong.push(format!("{} {carried:?}", client.booked.id));
            }
        }
        wrong
    }

    fn bookings_with(&self, condition: &str) -> String {
        format!(
            "select count(*) from matchings where booking_id in ({}) and {condition}",
            self.bookings
        )
    }

    /// Waits until a query counts as many as there are bookings.
    async fn wait(&self, what: &str, began: Instant, sql: impl Fn() -> String) {
        let wanted = i64::try_from(BOOKINGS).expect("a count");
        assert!(self.until(sql, wanted, began).await.is_finite(), "{what}");
    }

    /// Seconds until a query gives this number; endless when that does not come.
    async fn until(&self, sql: impl Fn() -> String, wanted: i64, began: Instant) -> f64 {
        while number(self.tables, &sql()).await != wanted {
            if began.elapsed() > 2 * WAIT {
                return f64::INFINITY;
            }
            sleep(LOOK).await;
        }
        began.elapsed().as_secs_f64()
    }
}

/// The jobs are done to their end on the server that is left, each by a pro of its own.
async fn work(there: &Api, clients: &[Client], pros: &[Pro]) {
    for (client, pro) in clients.iter().zip(pros) {
        let _ = there.must(api::accept(&pro.token, &client.booked.id)).await;
        let seen = there
            .must(api::look_up(&client.booked.token, &client.booked.id))
            .await;
        for step in STEPS {
            let step = api::step(&pro.token, &client.booked.id, step, &seen.text("start_code"));
            let _ = there.must(step).await;
        }
    }
}

/// Now, as the servers write it.
fn clock() -> Millis {
    Clock::System.now()
}
