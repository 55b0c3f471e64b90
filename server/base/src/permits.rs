//! Limits how many things may be under way at once, in total and per holder.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many permits there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AtOnce {
    /// In total.
    pub total: usize,
    /// Per holder.
    pub each: usize,
}

/// The permits. Clones share them.
#[derive(Debug)]
pub struct Permits<K> {
    at_once: AtOnce,
    held: Arc<Mutex<Held<K>>>,
}

#[derive(Debug)]
struct Held<K> {
    total: usize,
    by_holder: HashMap<K, usize>,
}

/// One permit, returned when dropped.
#[derive(Debug)]
pub struct Permit<K: Eq + Hash> {
    held: Arc<Mutex<Held<K>>>,
    /// `None` if it counts only towards the total.
    holder: Option<K>,
}

impl<K: Eq + Hash + Clone> Permits<K> {
    /// Makes as many permits as `at_once` says.
    #[must_use]
    pub fn new(at_once: AtOnce) -> Self {
        let held = Held {
            total: 0,
            by_holder: HashMap::new(),
        };
        Self {
            at_once,
            held: Arc::new(Mutex::new(held)),
        }
    }

    /// A permit for `holder`, or for nobody in particular with `None`; `None` is returned when there is none left.
    #[must_use]
    pub fn take(&self, holder: Option<K>) -> Option<Permit<K>> {
        let mut held = locked(&self.held);
        if held.total >= self.at_once.total {
            return None;
        }
        if let Some(holder) = &holder {
            let own = held.by_holder.entry(holder.clone()).or_default();
            if *own >= self.at_once.each {
                return None;
            }
            *own += 1;
        }
        held.total += 1;
        drop(held);
        Some(Permit {
            held: Arc::clone(&self.held),
            holder,
        })
    }
}

impl<K> Permits<K> {
    /// True when nothing is taken, and nothing is kept of those who went.
    #[must_use]
    pub fn are_untouched(&self) -> bool {
        let held = locked(&self.held);
        held.total == 0 && held.by_holder.is_empty()
    }
}

impl<K> Clone for Permits<K> {
    fn clone(&self) -> Self {
        Self {
            at_once: self.at_once,
            held: Arc::clone(&self.held),
        }
    }
}

impl<K: Eq + Hash> Drop for Permit<K> {
    fn drop(&mut self) {
        let mut held = locked(&self.held);
        held.total = held.total.saturating_sub(1);
        if let Some(Entry::Occupied(mut own)) = self.holder.take().map(|holder| held.by_holder.entry(holder))
        {
            match own.get_mut() {
                0 | 1 => drop(own.remove()),
                several => *several -= 1,
            }
        }
    }
}

/// Safe after a panic: the counts are never left half-changed.
fn locked<K>(held: &Mutex<Held<K>>) -> MutexGuard<'_, Held<K>> {
    held.lock().unwrap_or_else(PoisonError::into_inner)
}
