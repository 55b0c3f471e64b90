//! Kills the server again and again (SIGKILL) while clients book, pros work and both write to each other, starts it each time, and looks
//! at the end whether everything that it ever acknowledged is there, once. What was left behind is looked at in [`super::kept`].

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::api::{self, Answer, Api, Call, STEPS};
use super::chat;
use super::events::{Event, Events};
use super::figure::{self, Times, tell};
use super::kept;
use super::people::{Pro, Town, WAIT};
use super::server::Place;

const PROS: usize = 24;
/// Clients who book one thing after the other.
const CLIENTS: usize = 12;
/// How long offers live here: short, so that timers are always due when the server dies.
const OFFER_SECONDS: &str = "3";
/// How long the server is left alone before it is killed, milliseconds: at least, and by how much more.
const ALIVE: (u64, u64) = (200, 700);
/// How soon a call is made again that got no answer, and a stream that broke is opened again.
pub(crate) const AGAIN: Duration = Duration::from_millis(50);

/// What the server has acknowledged of one booking.
#[derive(Debug, Clone, Default)]
pub(crate) struct Acknowledged {
    pub(crate) draft: String,
    pub(crate) booking: String,
    /// Pros who were told that the job is theirs.
    pub(crate) pros: Vec<String>,
    /// Steps of the job, and `cancelled`.
    pub(crate) steps: Vec<&'static str>,
    /// The names of the messages that the client wrote, in order, and of those that the pro wrote.
    pub(crate) by_client: Vec<String>,
    pub(crate) by_pro: Vec<String>,
}

/// What a pro's stream has carried.
#[derive(Default)]
pub(crate) struct Carried {
    pub(crate) pro: String,
    pub(crate) events: Vec<Event>,
}

/// What everybody shares.
struct World {
    town: Town,
    pros: Vec<Pro>,
    is_over: AtomicBool,
    acknowledged: Mutex<Vec<Acknowledged>>,
    /// Calls that were made again, since no answer came.
    again: AtomicUsize,
    /// Answers with 5xx, after which the call was made again, too.
    failed: AtomicUsize,
    carried: Vec<Mutex<Carried>>,
}

pub(crate) async fn measure(kills: usize) -> bool {
    let mut holds = Box::pin(on(Place::sqlite().await, kills)).await;
    if let Some(place) = Place::postgres().await {
        holds &= Box::pin(on(place, kills)).await;
    }
    holds
}

async fn on(place: Place, kills: usize) -> bool {
    let mut server = place.serve(&["--offer-seconds", OFFER_SECONDS]).await;
    let town = Town::visit(Api::new(server.address)).await;
    let pros = town.pros(&place, PROS).await;
    let carried = pros.iter().map(|pro| {
        Mutex::new(Carried {
            pro: pro.id.clone(),
            events: Vec::new(),
        })
    });
    let world = Arc::new(World {
        town,
        is_over: AtomicBool::new(false),
        acknowledged: Mutex::default(),
        again: AtomicUsize::new(0),
        failed: AtomicUsize::new(0),
        carried: carried.collect(),
        pros,
    });
    let mut listening = JoinSet::new();
    for pro in 0..PROS {
        let world = Arc::clone(&world);
        listening.spawn(async move { world.listen(pro).await });
    }
    world.town.until_reachable(PROS).await;
    let mut clients = JoinSet::new();
    for _ in 0..CLIENTS {
        let world = Arc::clone(&world);
        clients.spawn(async move { Box::pin(world.book_and_work()).await });
    }
    let mut starts = Times::default();
    for kill in 0..kills {
        sleep(moment(kill)).await;
        server.kill();
        starts.add(server.start().await);
    }
    world.is_over.store(true, Ordering::Relaxed);
    let ended = timeout(4 * WAIT, async {
        while let Some(ended) = clients.join_next().await {
            ended.expect("no client fails");
        }
    });
    assert!(ended.await.is_ok(), "the last jobs come to their end");
    let acknowledged = locked(&world.acknowledged).clone();
    let steps: usize = acknowledged.iter().map(|booking| booking.steps.len()).sum();
    let accepts: usize = acknowledged.iter().map(|booking| booking.pros.len()).sum();
    let messages: usize = acknowledged
        .iter()
        .map(|booking| booking.by_client.len() + booking.by_pro.len())
        .sum();
    starts.tell(&format!("kills on {}: from the start to ready", place.name()));
    tell(&format!(
        "kills on {}: {} SIGKILLs; acknowledged: {} bookings, {accepts} accepts, {steps} steps, {messages} messages; {} calls made again, \
         {} answers with 5xx",
        place.name(),
        starts.len(),
        acknowledged.len(),
        world.again.load(Ordering::Relaxed),
        world.failed.load(Ordering::Relaxed),
    ));
    let mut holds = figure::exactly(
        &format!("kills on {}: restarts", place.name()),
        starts.len(),
        kills,
    );
    let left = kept::Left {
        place: &place,
        acknowledged: &acknowledged,
        carried: &world.carried,
    };
    holds &= Box::pin(left.judge()).await;
    drop((listening, server));
    place.close().await;
    holds
}

/// How long the server lives before a kill: another time each time, the same in each run.
fn moment(kill: usize) -> Duration {
    let (least, more) = ALIVE;
    let spread = u64::try_from(kill).expect("a count") * 7_919 % more;
    Duration::from_millis(least + spread)
}

impl World {
    /// One client after the other, until it is over.
    async fn book_and_work(&self) {
        while !self.is_over.load(Ordering::Relaxed) {
            let number = self.town.next();
            match number % 8 {
                0 => Box::pin(self.leave(number)).await,
                1 | 2 => Box::pin(self.change_mind(number)).await,
                _ => Box::pin(self.see_through(number)).await,
            }
        }
    }

    /// A card booking whose job is done to the end, while its client and its pro write to each other.
    async fn see_through(&self, number: usize) {
        let (token, quote) = self.quoted(number).await;
        let call = api::book_by_card(&token, number, &quote);
        let payment = self.insist(&call, &[201]).await;
        let mut known = acknowledged(number, payment.text("bookingId"));
        let confirm = api::confirm(&payment);
        let _ = self.insist(&confirm, &[200]).await;
        let start = api::start_matching(&token, &known.booking);
        while self.insist(&start, &[202, 409]).await.status == 409 {
            sleep(AGAIN).await;
        }
        let pro = self.assign(number, &mut known).await;
        let (api, booking) = (&self.town.api, known.booking.as_str());
        (known.by_client, known.by_pro, known.steps) = tokio::join!(
            chat::write(api, &token, booking),
            chat::write(api, &pro, booking),
            self.work(&token, &pro, booking)
        );
        locked(&self.acknowledged).push(known);
    }

    /// Takes the steps of a job.
    async fn work(&self, client: &str, pro: &str, booking: &str) -> Vec<&'static str> {
        let seen = self.insist(&api::look_up(client, booking), &[200]).await;
        let code = seen.text("start_code");
        for step in STEPS {
            let _ = self.insist(&api::step(pro, booking, step, &code), &[200]).await;
        }
        STEPS.to_vec()
    }

    /// A cash booking that is cancelled when it has its pro.
    async fn change_mind(&self, number: usize) {
        let (token, mut known) = self.in_cash(number).await;
        let _ = self.assign(number, &mut known).await;
        let call = api::cancel(&token, &known.booking);
        // 409: it was cancelled by the call whose answer never came.
        let _ = self.insist(&call, &[200, 409]).await;
        known.steps.push("cancelled");
        locked(&self.acknowledged).push(known);
    }

    /// A cash booking that nobody takes: one wave follows the other.
    async fn leave(&self, number: usize) {
        let (_, known) = self.in_cash(number).await;
        locked(&self.acknowledged).push(known);
    }

    async fn in_cash(&self, number: usize) -> (String, Acknowledged) {
        let (token, quote) = self.quoted(number).await;
        let call = api::book_in_cash(&token, number, &quote);
        let made = self.insist(&call, &[201]).await;
        let booking = made.text("id");
        (token, acknowledged(number, booking))
    }

    async fn quoted(&self, number: usize) -> (String, Answer) {
        let guest = self.insist(&api::ensure_guest(number), &[200]).await;
        let token = guest.text("token");
        let quote = self.insist(&self.town.quote(number, &token), &[201]).await;
        (token, quote)
    }

    /// Two pros at a time accept a booking, until one of them has it; gives that pro's token.
    async fn assign(&self, number: usize, known: &mut Acknowledged) -> String {
        let mut first = number;
        loop {
            let (one, other) = (&self.pros[first % PROS], &self.pros[(first + 1) % PROS]);
            let calls = [one, other].map(|pro| api::accept(&pro.token, &known.booking));
            // 403: busy at that time.
            let good = [200, 403, 409];
            let (here, there) = tokio::join!(self.insist(&calls[0], &good), self.insist(&calls[1], &good));
            let answers = [(one, here), (other, there)];
            let won: Vec<&Pro> = answers
                .iter()
                .filter(|(_, answer)| answer.status == 200)
                .map(|(pro, _)| *pro)
                .collect();
            if let Some(winner) = won.first() {
                known.pros.extend(won.iter().map(|pro| pro.id.clone()));
                return winner.token.clone();
            }
            first += 2;
            sleep(AGAIN).await;
            assert!(first < number + 200 * PROS, "no pro gets {}", known.booking);
        }
    }

    /// Makes a call until it is answered, however often the server dies meanwhile.
    async fn insist(&self, call: &Call, good: &[u16]) -> Answer {
        loop {
            match self.town.api.send(call).await {
                Ok(answer) if answer.status < 500 => {
                    let status = answer.status;
                    assert!(good.contains(&status), "{}: {status} {}", call.kind, answer.body);
                    return answer;
                }
                Ok(_) => drop(self.failed.fetch_add(1, Ordering::Relaxed)),
                Err(_) => drop(self.again.fetch_add(1, Ordering::Relaxed)),
            }
            sleep(AGAIN).await;
        }
    }

    /// Reads a pro's stream and goes on after the last event whenever it breaks, as a browser does.
    async fn listen(&self, number: usize) {
        let pro = &self.pros[number];
        let mut last = 0;
        loop {
            let opened = Events::open(&self.town.api, &pro.stream(), &pro.token, Some(last)).await;
            if let Some(mut events) = opened {
                while let Some(event) = events.next().await {
                    if let Some(seq) = event.seq {
                        last = seq;
                        locked(&self.carried[number]).events.push(event);
                    }
                }
            }
            sleep(AGAIN).await;
        }
    }
}

fn acknowledged(number: usize, booking: String) -> Acknowledged {
    Acknowledged {
        draft: api::draft(number),
        booking,
        ..Acknowledged::default()
    }
}

/// Safe after a panic elsewhere: entries are always complete.
pub(crate) fn locked<T>(shared: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
