//! The tasks that run while the server is up: one for the due jobs of each pool, one for matching's look around, one for sessions
//! that ended elsewhere, one for the safety sweep, one for tidying up; in demonstration mode one for the demo pros.

use std::future::Future;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinSet;

use super::attempt::caught;
use super::{Jobs, at_once, housekeeping};
use callout_domain::failure::Fallible;
use callout_domain::work::Pool;

/// How often a pool checks for jobs enqueued by other servers; its own server's jobs wake it at once.
const LOOK: Duration = Duration::from_secs(1);

/// How often matching looks at who has come and who has changed.
const MATCHING: Duration = Duration::from_secs(2);

/// How often a server looks for sessions that ended on another one.
const SESSIONS: Duration = Duration::from_secs(4);

/// How often demo pros do something at their usual speed.
const DEMO: Duration = Duration::from_secs(2);

/// A running worker; dropping it stops it, too.
pub struct Worker {
    stop: watch::Sender<bool>,
    tasks: JoinSet<()>,
}

impl Worker {
    /// Starts it.
    #[must_use]
    pub fn start(jobs: &Jobs) -> Self {
        let (stop, stopped) = watch::channel(false);
        let mut tasks = JoinSet::new();
        for pool in Pool::ALL.iter().copied() {
            jobs.health.looked(pool, jobs.clock.now());
            tasks.spawn(work(jobs.clone(), pool, stopped.clone()));
        }
        let looking = jobs.services.matching.clone();
        tasks.spawn(repeat(stopped.clone(), "matching", MATCHING, move || {
            let matching = looking.clone();
            async move { Box::pin(matching.look()).await }
        }));
        let forgetting = jobs.sessions.clone();
        tasks.spawn(repeat(stopped.clone(), "sessions", SESSIONS, move || {
            let sessions = forgetting.clone();
            async move { sessions.look().await }
        }));
        if jobs.demo.is_on() {
            let playing = jobs.demo.clone();
            let every = DEMO / playing.speed;
            tasks.spawn(repeat(stopped.clone(), "demo", every, move || {
                let demo = playing.clone();
                async move { Box::pin(demo.look()).await }
            }));
        }
        let sweeping = jobs.clone();
        tasks.spawn(repeat(stopped.clone(), "sweep", jobs.housekeeping, move || {
            let jobs = sweeping.clone();
            async move { housekeeping::sweep(&jobs).await }
        }));
        let tidying = jobs.clone();
        tasks.spawn(repeat(stopped, "tidying", jobs.housekeeping, move || {
            let jobs = tidying.clone();
            async move {
                housekeeping::run(&jobs).await;
                Ok(())
            }
        }));
        Self { stop, tasks }
    }

    /// Lets the running jobs finish, then stops.
    pub async fn stop(mut self) {
        let _ = self.stop.send(true);
        while let Some(ended) = self.tasks.join_next().await {
            if let Err(error) = ended {
                tracing::error!(%error, "a part of the worker did not stop by itself");
            }
        }
    }
}

/// Runs a pool's jobs until the worker stops. As each job ends the next is leased, so none waits for the slowest.
async fn work(jobs: Jobs, pool: Pool, mut stopped: watch::Receiver<bool>) {
    let mut woken = jobs.waker.subscribe(pool);
    let mut running = JoinSet::new();
    let mut ended = Vec::new();
    loop {
        match jobs.turn(&ended, pool, at_once(pool) - running.len()).await {
            Ok(leased) => {
                jobs.health.looked(pool, jobs.clock.now());
                ended.clear();
                for job in leased {
                    let jobs = jobs.clone();
                    running.spawn(async move { jobs.attempt(job).await });
                }
            }
            Err(error) => tracing::error!(%error, "the worker cannot reach its jobs"),
        }
        tokio::select! {
            Some(one) = running.join_next() => {
                ended.extend(one);
                // Several that ended together are written down and replaced in one go.
                while let Some(one) = running.try_join_next() {
                    ended.extend(one);
                }
            }
            _ = woken.changed() => {}
            () = tokio::time::sleep(LOOK) => {}
            _ = stopped.wait_for(|stopped| *stopped) => break,
        }
    }
    while let Some(one) = running.join_next().await {
        ended.extend(one);
    }
    if let Err(error) = jobs.turn(&ended, pool, 0).await {
        tracing::error!(%error, "how the last jobs ended cannot be written down");
    }
}

/// Runs `round` again and again until the worker stops; a round that fails or panics does not prevent the next.
async fn repeat<F>(
    mut stopped: watch::Receiver<bool>,
    what: &'static str,
    every: Duration,
    round: impl Fn() -> F,
) where
    F: Future<Output = Fallible<()>>,
{
    let rounds = async {
        loop {
            tokio::time::sleep(every).await;
            if let Err(error) = caught(round()).await {
                tracing::error!(what, %error, "housekeeping failed");
            }
        }
    };
    tokio::select! {
        () = rounds => {}
        _ = stopped.wait_for(|stopped| *stopped) => {}
    }
}
