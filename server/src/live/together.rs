//! What many readers read at the same moment, read once for all of them.

use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::OnceCell;

/// A value that the readers of one thing share until it changes. Cheap to clone.
pub struct Together<T>(Arc<Mutex<Arc<OnceCell<Arc<T>>>>>);

impl<T> Together<T> {
    /// The value: as somebody has read it since it last changed, or as `read` gives it now. Who asks meanwhile waits for that.
    ///
    /// # Errors
    /// What `read` fails with; the next one tries again.
    pub async fn read<E>(&self, read: impl Future<Output = Result<T, E>>) -> Result<Arc<T>, E> {
        let cell = Arc::clone(&*self.cell());
        let value = cell
            .get_or_try_init(|| async { read.await.map(Arc::new) })
            .await?;
        Ok(Arc::clone(value))
    }

    /// Says that the value may have changed: from now on it is read again. A reading that is under way is for those who wait for it
    /// already; they are woken once more.
    pub fn forget(&self) {
        *self.cell() = Arc::default();
    }

    fn cell(&self) -> MutexGuard<'_, Arc<OnceCell<Arc<T>>>> {
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
    use std::convert::Infallible;
    use std::sync::atomic::{AtomicU32, Ordering};

    use futures_util::future::join_all;

    use super::*;

    #[tokio::test]
    async fn readers_at_once_share_a_reading_until_it_is_forgotten() {
        let (shared, readings) = (Together::default(), AtomicU32::new(0));
        let read = || {
            shared.read(async {
                tokio::task::yield_now().await;
                Ok::<_, Infallible>(readings.fetch_add(1, Ordering::Relaxed))
            })
        };
        let values: Vec<u32> = join_all((0..100).map(|_| read()))
            .await
            .into_iter()
            .map(|value| *value.unwrap())
            .collect();
        assert_eq!(values, vec![0; 100]);
        shared.forget();
        assert_eq!(*read().await.unwrap(), 1);
        assert_eq!(
            *shared
                .clone()
                .read(async { Ok::<_, Infallible>(7) })
                .await
                .unwrap(),
            1
        );
    }

    #[tokio::test]
    async fn what_began_before_a_change_is_not_for_those_who_come_after_it() {
        let shared = Together::default();
        let (begun, end) = (tokio::sync::Notify::new(), tokio::sync::Notify::new());
        let old = shared.read(async {
            begun.notify_one();
            end.notified().await;
            Ok::<_, Infallible>("old")
        });
        let new = async {
            begun.notified().await;
            shared.forget();
            let new = shared.read(async { Ok::<_, Infallible>("new") }).await;
            end.notify_one();
            new
        };
        let (old, new) = tokio::join!(old, new);
        assert_eq!((*old.unwrap(), *new.unwrap()), ("old", "new"));
    }

    #[tokio::test]
    async fn a_failure_is_not_kept() {
        let shared = Together::<u32>::default();
        assert_eq!(shared.read(async { Err("no") }).await.unwrap_err(), "no");
        assert_eq!(*shared.read(async { Ok::<_, &str>(3) }).await.unwrap(), 3);
    }
}
