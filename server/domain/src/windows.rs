//! The time windows in which calls are counted. Each limit has its own table, so that a flood on one does not evict the windows
//! of another. When a table is full, expired windows go first, then those with the fewest calls, which belong to the flood.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::clock::Millis;
use crate::keys::sha256_text;

/// Windows of one limit.
const CAPACITY: usize = 100_000;
/// Longest name of a caller that is kept as it is, bytes: an email and what it is counted with. Of a longer one, which a stranger made up, its
/// hash is kept.
const NAME_LIMIT: usize = 400;

/// One caller's window.
#[derive(Debug, Clone, Copy)]
pub struct Window {
    /// Start, Unix milliseconds.
    pub began_at: Millis,
    /// Calls counted since then.
    pub calls: u32,
}

/// Every open window, by limit and caller.
#[derive(Debug, Default)]
pub struct Windows(HashMap<&'static str, HashMap<String, Window>>);

impl Windows {
    /// The window of `who` at `now`, restarted if it has expired.
    pub fn of(&mut self, limit: &'static str, length: Millis, who: &str, now: Millis) -> &mut Window {
        let table = self.0.entry(limit).or_default();
        let who = if who.len() > NAME_LIMIT {
            Cow::Owned(sha256_text(who.as_bytes()))
        } else {
            Cow::Borrowed(who)
        };
        if table.len() >= CAPACITY && !table.contains_key(who.as_ref()) {
            make_room(table, length, now);
        }
        let fresh = Window {
            began_at: now,
            calls: 0,
        };
        let window = table.entry(who.into_owned()).or_insert(fresh);
        if now - window.began_at >= length {
            *window = fresh;
        }
        window
    }
}

/// Frees at least a quarter of a full table, so that it is not scanned again for every newcomer.
fn make_room(table: &mut HashMap<String, Window>, length: Millis, now: Millis) {
    table.retain(|_, window| now - window.began_at < length);
    let mut calls: Vec<u32> = table.values().map(|window| window.calls).collect();
    let mut surplus = calls.len().saturating_sub(CAPACITY / 4 * 3);
    if surplus == 0 {
        return;
    }
    let (_, &mut fewest, _) = calls.select_nth_unstable(surplus);
    // First remove every window below the threshold (at most `surplus`), then as many at the threshold as are still needed.
    surplus -= table.values().filter(|window| window.calls < fewest).count();
    table.retain(|_, window| {
        let goes = window.calls < fewest || (window.calls == fewest && surplus > 0);
        if goes && window.calls == fewest {
            surplus -= 1;
        }
        !goes
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_cost_no_more_than_short_ones() {
        let mut windows = Windows::default();
        let (one, other) = ("a".repeat(60_000), "a".repeat(60_001));
        for (who, calls) in [(&one, 1), (&other, 1), (&one, 2)] {
            let window = windows.of("logins", 1_000, who, 0);
            window.calls += 1;
            assert_eq!(window.calls, calls);
        }
        assert!(windows.0["logins"].keys().all(|kept| kept.len() <= NAME_LIMIT));
    }

    #[test]
    fn a_flood_evicts_only_its_own_windows() {
        let mut windows = Windows::default();
        windows.of("codes", 1_000, "somebody at the limit", 0).calls = 20;
        windows.of("logins", 1_000, "somebody else", 0).calls = 1;
        for number in 0..3 * CAPACITY {
            windows.of("codes", 1_000, &number.to_string(), 1).calls += 1;
        }
        assert_eq!(windows.of("codes", 1_000, "somebody at the limit", 2).calls, 20);
        assert_eq!(windows.of("logins", 1_000, "somebody else", 2).calls, 1);
        assert!(windows.0["codes"].len() <= CAPACITY);
        // Expired windows go first.
        for number in 0..CAPACITY {
            windows
                .of("codes", 1_000, &format!("later {number}"), 1_500)
                .calls += 1;
        }
        assert_eq!(windows.of("codes", 1_000, "later 0", 1_500).calls, 1);
    }
}
