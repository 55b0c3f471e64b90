//! Waiting for another thread that is about to answer.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

/// How often a waiting thread looks before it sleeps, with a yield each time: together about as long as a sleeping thread takes
/// to wake up (some 50 µs on a virtual machine), and longer than sqlx's thread needs for a small statement.
const LOOKS: u32 = 100;

/// Runs `future` to its end on this thread, which spins for a moment before it sleeps: for a future that mostly waits for
/// another thread's short work, where falling asleep and being woken takes longer than the work.
pub(super) fn block_on<F: Future>(future: F) -> F::Output {
    let signal = Arc::new(Signal {
        woken: AtomicBool::new(false),
        thread: thread::current(),
    });
    let waker = Waker::from(Arc::clone(&signal));
    let mut context = Context::from_waker(&waker);
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return output;
        }
        signal.wait();
    }
}

struct Signal {
    woken: AtomicBool,
    thread: Thread,
}

impl Signal {
    fn wait(&self) {
        for _ in 0..LOOKS {
            if self.was_woken() {
                return;
            }
            thread::yield_now();
        }
        while !self.was_woken() {
            thread::park();
        }
    }

    fn was_woken(&self) -> bool {
        self.woken.swap(false, Ordering::Acquire)
    }
}

impl Wake for Signal {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.woken.store(true, Ordering::Release);
        // Cheap unless the thread sleeps.
        self.thread.unpark();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::sync::oneshot;

    use super::*;

    #[test]
    fn an_answer_is_read_whether_it_comes_at_once_or_late() {
        for delay in [Duration::ZERO, Duration::from_millis(20)] {
            let (answer, question) = oneshot::channel();
            let other = thread::spawn(move || {
                thread::sleep(delay);
                answer.send(7)
            });
            assert_eq!(block_on(question), Ok(7));
            assert_eq!(other.join().unwrap(), Ok(()));
        }
    }
}
