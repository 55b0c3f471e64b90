//! The wake-up for jobs that are due at once.

use tokio::sync::watch;

use callout_domain::work::Pool;

/// Wakes the worker when a job has been enqueued for now; cloning it is cheap.
#[derive(Debug, Clone, Default)]
pub struct Waker {
    matching: watch::Sender<()>,
    money: watch::Sender<()>,
    messages: watch::Sender<()>,
    pushes: watch::Sender<()>,
}

impl Waker {
    /// Wakes a pool of the worker; without a worker it does nothing.
    pub fn wake(&self, pool: Pool) {
        self.of(pool).send_replace(());
    }

    /// Wakes every pool.
    pub fn wake_all(&self) {
        for pool in Pool::ALL.iter().copied() {
            self.wake(pool);
        }
    }

    /// Changes with each wake-up of a pool from now on.
    pub(super) fn subscribe(&self, pool: Pool) -> watch::Receiver<()> {
        self.of(pool).subscribe()
    }

    const fn of(&self, pool: Pool) -> &watch::Sender<()> {
        match pool {
            Pool::Matching => &self.matching,
            Pool::Money => &self.money,
            Pool::Messages => &self.messages,
            Pool::Pushes => &self.pushes,
        }
    }
}
