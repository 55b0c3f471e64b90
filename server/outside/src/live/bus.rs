//! Who is currently reading, and the wake-ups from writers to readers: those of this process, and through the other servers theirs.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Notify;

use super::servers::{News, Servers};
use super::together::Together;
use callout_domain::config::StreamCaps;
use callout_store::events::BookingNews;

/// A limit on readers has been reached.
#[derive(Debug)]
pub struct Full;

/// The readers. Cheap to clone.
#[derive(Clone, Default)]
pub struct Bus {
    here: Arc<Mutex<Readers>>,
    servers: Servers,
}

#[derive(Default)]
struct Readers {
    next: u64,
    total: usize,
    /// By what they read and by their session, since either can wake them. Each reader is listed under all its names.
    by_name: HashMap<String, Group>,
    by_person: HashMap<String, usize>,
    by_address: HashMap<String, usize>,
}

/// The readers of one name.
#[derive(Default)]
struct Group {
    readers: HashMap<u64, Arc<Notify>>,
    /// What they read together, if that is a booking.
    booking: Option<Together<BookingNews>>,
}

/// A reader who wants to join.
#[derive(Debug, Clone, Copy)]
pub struct Joining<'a> {
    /// What wakes it: a person, a booking, a session.
    pub names: &'a [&'a str],
    /// Who reads, for the limit of streams a person.
    pub person: &'a str,
    /// Where from, for the limit of streams an address.
    pub address: &'a str,
}

/// One reader; leaves the bus when dropped.
pub struct Reader {
    bus: Bus,
    id: u64,
    names: Vec<String>,
    person: String,
    address: String,
    woken: Arc<Notify>,
}

impl Bus {
    /// One that wakes the readers of other servers, too.
    #[must_use]
    pub fn among(servers: Servers) -> Self {
        Self {
            here: Arc::default(),
            servers,
        }
    }

    /// The other servers.
    #[must_use]
    pub fn servers(&self) -> &Servers {
        &self.servers
    }

    /// Adds a reader.
    ///
    /// # Errors
    /// When a limit on readers is reached.
    pub fn join(&self, joining: Joining<'_>, caps: StreamCaps) -> Result<Reader, Full> {
        let Joining {
            names,
            person,
            address,
        } = joining;
        let woken = Arc::new(Notify::new());
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let mut readers = self.readers();
        let of_person = readers.by_person.get(person).copied().unwrap_or(0);
        let of_address = readers.by_address.get(address).copied().unwrap_or(0);
        if of_person >= caps.person || of_address >= caps.address || readers.total >= caps.total {
            return Err(Full);
        }
        readers.next += 1;
        readers.total += 1;
        let id = readers.next;
        for name in &names {
            let group = readers.by_name.entry(name.clone()).or_default();
            group.readers.insert(id, Arc::clone(&woken));
        }
        *readers.by_person.entry(person.to_owned()).or_default() += 1;
        *readers.by_address.entry(address.to_owned()).or_default() += 1;
        drop(readers);
        Ok(Reader {
            bus: self.clone(),
            id,
            names,
            person: person.to_owned(),
            address: address.to_owned(),
            woken,
        })
    }

    /// Wakes the readers of this name, on every server.
    pub fn wake(&self, name: &str) {
        self.wake_here(name);
        self.servers.tell_if_any(|| News::Changed(name.to_owned()));
    }

    /// Wakes the readers of this name on this server.
    pub fn wake_here(&self, name: &str) {
        if let Some(group) = self.readers().by_name.get(name) {
            // First, so that whoever is woken reads what is there now.
            group.booking.iter().for_each(Together::forget);
            group.readers.values().for_each(|reader| reader.notify_one());
        }
    }

    /// How many readers there are.
    #[must_use]
    pub fn total(&self) -> usize {
        self.readers().total
    }

    /// True when nobody reads and nothing is kept of those who did.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let readers = self.readers();
        let counts = [&readers.by_person, &readers.by_address];
        readers.total == 0 && readers.by_name.is_empty() && counts.iter().all(|counts| counts.is_empty())
    }

    fn leave(&self, reader: &Reader) {
        let mut readers = self.readers();
        readers.total = readers.total.saturating_sub(1);
        for name in &reader.names {
            if let Entry::Occupied(mut group) = readers.by_name.entry(name.clone()) {
                group.get_mut().readers.remove(&reader.id);
                if group.get().readers.is_empty() {
                    group.remove();
                }
            }
        }
        one_less(&mut readers.by_person, &reader.person);
        one_less(&mut readers.by_address, &reader.address);
    }

    fn readers(&self) -> std::sync::MutexGuard<'_, Readers> {
        // Safe after a panic elsewhere: entries are always complete.
        self.here.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts one reader less, and forgets whoever has none left.
fn one_less(counts: &mut HashMap<String, usize>, name: &str) {
    if let Entry::Occupied(mut count) = counts.entry(name.to_owned()) {
        *count.get_mut() = count.get().saturating_sub(1);
        if *count.get() == 0 {
            count.remove();
        }
    }
}

impl Reader {
    /// Resolves when woken, at once if that happened before this call.
    pub async fn woken(&self) {
        self.woken.notified().await;
    }

    /// What the readers of this booking, one of the reader's names, read together; it is read again after each wake-up.
    #[must_use]
    pub fn together(&self, booking_id: &str) -> Together<BookingNews> {
        let mut readers = self.bus.readers();
        let group = readers.by_name.get_mut(booking_id);
        let shared = group.map(|group| group.booking.get_or_insert_default().clone());
        shared.unwrap_or_default()
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.bus.leave(self);
    }
}
