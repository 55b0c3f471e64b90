//! The wake-up for jobs that are due at once.

use tokio::sync::watch;

/// Wakes the worker when a job has been enqueued for now; cloning it is cheap.
#[derive(Debug, Clone, Default)]
pub struct Waker(watch::Sender<()>);

impl Waker {
    /// Wakes every pool of the worker; without a worker it does nothing.
    pub fn wake(&self) {
        self.0.send_replace(());
    }

    /// Changes with each wake-up from now on.
    pub(super) fn subscribe(&self) -> watch::Receiver<()> {
        self.0.subscribe()
    }
}
