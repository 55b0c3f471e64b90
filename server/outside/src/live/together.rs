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
