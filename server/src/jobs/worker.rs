//! The loop that does due jobs while the server runs.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;

use super::{housekeeping, run_due};
use crate::clock::{MINUTE, Millis};
use crate::state::AppState;

/// How often the worker looks for due jobs of other servers; its own wake it at once.
const LOOK: Duration = Duration::from_secs(1);

/// How often the safety sweep and the tidying run, milliseconds.
const HOUSEKEEPING: Millis = MINUTE;

/// Wakes the worker when a job has been enqueued for now.
#[derive(Debug, Clone, Default)]
pub struct Waker(Arc<Notify>);

impl Waker {
    /// Wakes the worker; without one it does nothing.
    pub fn wake(&self) {
        self.0.notify_one();
    }
}

/// A running worker.
pub struct Worker {
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Worker {
    /// Starts it.
    #[must_use]
    pub fn start(state: AppState) -> Self {
        let (stop, stopped) = watch::channel(false);
        Self {
            stop,
            task: tokio::spawn(work(state, stopped)),
        }
    }

    /// Lets the jobs under way end, and stops.
    pub async fn stop(self) {
        let _ = self.stop.send(true);
        if let Err(error) = self.task.await {
            tracing::error!(%error, "the worker did not stop by itself");
        }
    }
}

async fn work(state: AppState, mut stopped: watch::Receiver<bool>) {
    let mut tidied_at = state.clock.now();
    while !*stopped.borrow() {
        if let Err(error) = run_due(&state).await {
            tracing::error!(%error, "the worker cannot reach its jobs");
        }
        if state.clock.now() - tidied_at >= HOUSEKEEPING {
            tidied_at = state.clock.now();
            housekeeping::run(&state).await;
        }
        tokio::select! {
            () = state.job_waker.0.notified() => {}
            () = tokio::time::sleep(LOOK) => {}
            _ = stopped.changed() => {}
        }
    }
}
