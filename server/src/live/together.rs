//! What many readers read at the same moment, read once for all of them.

use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::OnceCell;

/// A value that the readers of one thing share until it changes. Cheap to clone.
pub struct Together<T>(Arc<Mutex<Shared<T>>>);

/// One reading; `None` inside when it found nothing or failed.
type Shared<T> = Arc<OnceCell<Option<Arc<T>>>>;

impl<T> Together<T> {
    /// The value: as somebody has read it since it last changed, or as `read` gives it now. Who asks meanwhile waits for that. A reading
    /// that gives nothing is for those who wait for it; whoever comes later reads again.
    pub async fn read(&self, read: impl Future<Output = Option<T>>) -> Option<Arc<T>> {
        let cell = Arc::clone(&*self.cell());
        let value = cell.get_or_init(|| async { read.await.map(Arc::new) }).await;
        if value.is_none() {
            self.forget_if(&cell);
        }
        value.clone()
    }

    /// Says that the value may have changed: from now on it is read again. A reading that is under way is for those who wait for it
    /// already; they are woken once more.
    pub fn forget(&self) {
        *self.cell() = Arc::default();
    }

    fn forget_if(&self, reading: &Shared<T>) {
        let mut cell = self.cell();
        if Arc::ptr_eq(&cell, reading) {
            *cell = Arc::default();
        }
    }

    fn cell(&self) -> MutexGuard<'_, Shared<T>> {
        // Safe after a panic elsewhere: there is always a whole cell.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Default for Together<T> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<T> Clone for Together<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use futures_util::future::join_all;

    use super::*;

    #[tokio::test]
    async fn readers_at_once_share_a_reading_until_it_is_forgotten() {
        let (shared, readings) = (Together::default(), AtomicU32::new(0));
        let read = || {
            shared.read(async {
                tokio::task::yield_now().await;
                Some(readings.fetch_add(1, Ordering::Relaxed))
            })
        };
        let values = join_all((0..100).map(|_| read())).await;
        assert!(values.iter().all(|value| value.as_deref() == Some(&0)));
        shared.forget();
        assert_eq!(read().await.as_deref(), Some(&1));
        assert_eq!(shared.clone().read(async { Some(7) }).await.as_deref(), Some(&1));
    }

    #[tokio::test]
    async fn what_began_before_a_change_is_not_for_those_who_come_after_it() {
        let shared = Together::default();
        let (begun, end) = (tokio::sync::Notify::new(), tokio::sync::Notify::new());
        let old = shared.read(async {
            begun.notify_one();
            end.notified().await;
            Some("old")
        });
        let new = async {
            begun.notified().await;
            shared.forget();
            let new = shared.read(async { Some("new") }).await;
            end.notify_one();
            new
        };
        let (old, new) = tokio::join!(old, new);
        assert_eq!((old.as_deref(), new.as_deref()), (Some(&"old"), Some(&"new")));
    }

    #[tokio::test]
    async fn a_failure_reaches_those_who_wait_and_is_not_kept() {
        let (shared, readings) = (Together::<u32>::default(), AtomicU32::new(0));
        let fail = || {
            shared.read(async {
                tokio::task::yield_now().await;
                readings.fetch_add(1, Ordering::Relaxed);
                None
            })
        };
        let values = join_all((0..100).map(|_| fail())).await;
        assert!(values.iter().all(Option::is_none));
        assert_eq!(
            readings.load(Ordering::Relaxed),
            1,
            "nobody fails after the other"
        );
        assert_eq!(shared.read(async { Some(3) }).await.as_deref(), Some(&3));
    }
}
