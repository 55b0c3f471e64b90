//! What others must be told once a transaction is on disk.

use std::sync::{Arc, PoisonError, RwLock};

use crate::domain::work::Pool;

/// News of a transaction. It only says where to look: whoever is woken reads the tables again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wake {
    /// The booking of this id has changed.
    Booking(String),
    /// The person (a client or pro) of this id has something new to read.
    Person(String),
    /// Places in the slots of this postcode area were taken or given back.
    Places(String),
    /// A job of this pool was added to the queue.
    Jobs(Pool),
}

type Subscriber = Box<dyn Fn(&Wake) + Send + Sync>;

/// Those who asked to be told; cloning it is cheap.
#[derive(Clone, Default)]
pub(super) struct Subscribers(Arc<RwLock<Vec<Subscriber>>>);

impl Subscribers {
    pub(super) fn add(&self, subscriber: Subscriber) {
        self.0
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .push(subscriber);
    }

    pub(super) fn tell(&self, wakes: &[Wake]) {
        if wakes.is_empty() {
            return;
        }
        let subscribers = self.0.read().unwrap_or_else(PoisonError::into_inner);
        for wake in wakes {
            subscribers.iter().for_each(|subscriber| subscriber(wake));
        }
    }
}
