//! What others must be told once a transaction is on disk.

use std::any::Any;
use std::sync::{Arc, PoisonError, RwLock};

/// News of a transaction, of whatever type the product gives it.
pub(crate) type News = Box<dyn Any + Send + Sync>;

type Subscriber = Box<dyn Fn(&News) + Send + Sync>;

/// Those who asked to be told; cloning it is cheap.
#[derive(Clone, Default)]
pub(crate) struct Subscribers(Arc<RwLock<Vec<Subscriber>>>);

impl Subscribers {
    pub(crate) fn add<T: 'static>(&self, subscriber: impl Fn(&T) + Send + Sync + 'static) {
        let subscriber: Subscriber = Box::new(move |news| {
            if let Some(news) = news.downcast_ref() {
                subscriber(news);
            }
        });
        self.0
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .push(subscriber);
    }

    pub(crate) fn tell(&self, news: &[News]) {
        if news.is_empty() {
            return;
        }
        let subscribers = self.0.read().unwrap_or_else(PoisonError::into_inner);
        for one in news {
            subscribers.iter().for_each(|subscriber| subscriber(one));
        }
    }
}
