//! A small collect.

use alloc::vec::Vec;

/// All items as a list.
pub(crate) fn list<T>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut list = Vec::new();
    for item in items {
        list.push(item);
    }
    list
}
