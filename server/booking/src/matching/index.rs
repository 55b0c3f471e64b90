//! The online pros in memory: read from the tables at the start, and kept in step with them.
//!
//! The tables are the authority. Changes made by this server are read right after their commit, those of other servers within two
//! seconds; a pro who takes a job is judged by the tables, so an entry that is out of date costs an offer at most. When a pro was last
//! heard of lives here, and is written down once a minute.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::candidates::{self, Read};
use callout_domain::clock::{Clock, Millis, SECOND};
use callout_domain::failure::Fallible;
use callout_domain::matching::candidate::{Candidate, Reach};
use callout_domain::matching::eligible::Job;
use callout_domain::matching::grid::Grid;
use callout_domain::matching::rules::MatchingRules;
use callout_domain::matching::wave;
use callout_outside::live::{News, Servers};
use callout_store as store;
use callout_store::candidates::Which;
use callout_store::{Db, StoreError};

/// How much further back than the last change each reading looks, since a transaction commits later than the time it writes.
const OVERLAP: Millis = 10 * SECOND;

/// A call notes that its pro is there at most this often.
const NOTE_EVERY: Millis = 10 * SECOND;

/// The online pros; cloning it is cheap.
#[derive(Clone)]
pub struct Index {
    db: Db,
    clock: Clock,
    rules: Arc<MatchingRules>,
    grid: Arc<RwLock<Grid>>,
    around: Arc<Mutex<Around>>,
    /// The other servers, whose pros can be asked, too.
    servers: Servers,
}

/// What is known of pros besides the grid.
#[derive(Default)]
struct Around {
    /// The latest change that was read.
    read_until: Millis,
    /// Open streams of each pro.
    streams: HashMap<String, usize>,
    /// When each was last heard of.
    seen: HashMap<String, Millis>,
    /// Those of them for whom that is not written down yet.
    unwritten: HashSet<String>,
    /// Pros who may have become able to take a job of the pool.
    arrived: HashSet<String>,
    /// Pros for whom the pool changed since they were last told.
    pool_changed: HashSet<String>,
    /// How often each pro with an open stream was told that the pool changed.
    pool_version: HashMap<String, u64>,
}

/// An open stream of a pro, who can be reached for as long as it is held.
pub struct Streaming {
    index: Index,
    pro: String,
}

impl Index {
    pub(super) fn new(db: Db, clock: Clock, rules: Arc<MatchingRules>, servers: Servers) -> Self {
        Self {
            grid: Arc::new(RwLock::new(Grid::new(MatchingRules::clone(&rules)))),
            around: Arc::default(),
            db,
            clock,
            rules,
            servers,
        }
    }

    /// The pros on the map.
    pub(super) fn grid(&self) -> RwLockReadGuard<'_, Grid> {
        // A panic while it was written may have left one pro out, who is read again when they change.
        self.grid.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many pros are online.
    #[must_use]
    pub fn len(&self) -> usize {
        self.grid().len()
    }

    /// True when nobody is online.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.grid().is_empty()
    }

    /// Reads the pros who changed since the last time, and moves those whose position has grown old.
    pub async fn refresh(&self) -> Fallible<()> {
        let since = self.around().read_until - OVERLAP;
        let mut connection = self.db.read().await?;
        let read = candidates::read(&mut connection, Which::ChangedSince(since), &self.rules).await?;
        drop(connection);
        let latest = read.iter().map(|read| read.changed_at).max().unwrap_or_default();
        self.take(read);
        self.around().read_to(latest);
        self.grid_mut().age(self.clock.now());
        Ok(())
    }

    /// Reads one pro again, who has just changed.
    pub async fn reload(&self, pro: &str) -> Fallible<()> {
        let mut connection = self.db.read().await?;
        let read = candidates::read(&mut connection, Which::One(pro), &self.rules).await?;
        drop(connection);
        self.take(read);
        Ok(())
    }

    /// Notes that a pro is there now.
    pub fn heard_of(&self, pro: &str) {
        let now = self.clock.now();
        let mut around = self.around();
        let last = around.seen.get(pro).copied().unwrap_or_default();
        if now - last < NOTE_EVERY {
            return;
        }
        around.seen.insert(pro.to_owned(), now);
        around.unwritten.insert(pro.to_owned());
        if now - last > self.rules.reachable_for {
            around.arrived.insert(pro.to_owned());
        }
        drop(around);
        self.update_presence(pro);
        self.servers.tell_of(&[pro.to_owned()], News::Here);
    }

    /// Notes that these pros are there now, as another server tells. That server writes it down and asks them for jobs of the pool.
    pub fn heard_elsewhere(&self, pros: &[String]) {
        let now = self.clock.now();
        for pro in pros {
            self.around().seen.insert(pro.clone(), now);
            self.update_presence(pro);
        }
    }

    /// Notes that a pro's stream is open, until what is returned is dropped.
    #[must_use]
    pub fn streams_to(&self, pro: &str) -> Streaming {
        self.heard_of(pro);
        let mut around = self.around();
        *around.streams.entry(pro.to_owned()).or_default() += 1;
        around.arrived.insert(pro.to_owned());
        drop(around);
        self.update_presence(pro);
        Streaming {
            index: self.clone(),
            pro: pro.to_owned(),
        }
    }

    /// Notes that the pool changed for the pros with an open stream who could do this job. Streams that other servers hold are not
    /// known here, so those servers are told of everybody who can be reached.
    pub(super) fn pool_changed(&self, job: &Job) {
        let now = self.clock.now();
        let grid = self.grid();
        let (mut near, mut elsewhere) = (Vec::new(), Vec::new());
        wave::in_reach(&grid, job, |pro| {
            if pro.presence.streaming {
                near.push(pro.id.clone());
            } else if pro.presence.reach(now, &self.rules) == Some(Reach::Now) {
                elsewhere.push(pro.id.clone());
            }
        });
        drop(grid);
        self.servers.tell_of(&elsewhere, News::Pool);
        self.around().pool_changed.extend(near);
    }

    /// Notes that the pool changed for those of these pros who have a stream open here, as another server tells.
    pub fn pool_changed_for(&self, pros: Vec<String>) {
        let mut around = self.around();
        for pro in pros {
            if around.streams.contains_key(&pro) {
                around.pool_changed.insert(pro);
            }
        }
    }

    /// Takes the pros for whom the pool has changed; their streams say so at the next look.
    pub(super) fn take_pool_changed(&self) -> Vec<String> {
        let mut around = self.around();
        let changed: Vec<String> = std::mem::take(&mut around.pool_changed).into_iter().collect();
        for pro in &changed {
            *around.pool_version.entry(pro.clone()).or_default() += 1;
        }
        changed
    }

    /// A number that grows each time the pool has changed for a pro with an open stream.
    #[must_use]
    pub fn pool_version(&self, pro: &str) -> u64 {
        self.around().pool_version.get(pro).copied().unwrap_or_default()
    }

    /// Takes the pros who may have become able to take a job of the pool.
    pub(super) fn take_arrived(&self) -> Vec<Candidate> {
        let arrived = std::mem::take(&mut self.around().arrived);
        let grid = self.grid();
        arrived.iter().filter_map(|id| grid.get(id).cloned()).collect()
    }

    /// Writes down when pros were last heard of, and tells the other servers of those with an open stream. Open streams count as now.
    ///
    /// # Errors
    /// When the database fails; it is tried again the next time.
    pub async fn write_seen(&self) -> Fallible<()> {
        let seen = self.around().unwritten(self.clock.now());
        let written = seen.clone();
        self.db
            .write(move |connection| {
                Box::pin(async move { store::candidates::seen(connection, &written).await })
            })
            .await?;
        let mut around = self.around();
        around.wrote(&seen);
        let streaming: Vec<String> = around.streams.keys().cloned().collect();
        drop(around);
        self.servers.tell_of(&streaming, News::Here);
        Ok(())
    }

    /// Turns off the switch of pros who were not heard of for long, and gives them.
    pub async fn turn_off_unseen(&self) -> Fallible<Vec<String>> {
        let now = self.clock.now();
        let before = now - self.rules.push_for;
        let turned_off = self
            .db
            .write(move |connection| {
                Box::pin(async move { store::candidates::turn_off_unseen(connection, before, now).await })
            })
            .await
            .map_err(|error: StoreError| error)?;
        Ok(turned_off)
    }

    /// Puts pros who were read on the map, or takes them off it. Demo pros are never on it: they are asked for nothing and counted
    /// nowhere, and come to a booking by themselves.
    fn take(&self, read: Vec<Read>) {
        let now = self.clock.now();
        let mut grid = self.grid_mut();
        for Read {
            id,
            candidate,
            is_demo,
            ..
        } in read
        {
            match candidate.filter(|pro| pro.active && pro.online && !is_demo) {
                Some(mut pro) => {
                    self.add_presence(&mut pro);
                    if grid.get(&id) != Some(&pro) {
                        self.around().arrived.insert(id);
                        grid.put(pro, now);
                    }
                }
                None => drop(grid.remove(&id)),
            }
        }
    }

    fn update_presence(&self, pro: &str) {
        let now = self.clock.now();
        self.grid_mut().change(pro, now, |pro| self.add_presence(pro));
    }

    fn add_presence(&self, pro: &mut Candidate) {
        let around = self.around();
        pro.presence.streaming = around.streams.contains_key(&pro.id);
        let seen = around.seen.get(&pro.id).copied().unwrap_or_default();
        pro.presence.seen_at = pro.presence.seen_at.max(seen);
    }

    fn grid_mut(&self) -> RwLockWriteGuard<'_, Grid> {
        self.grid.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn around(&self) -> MutexGuard<'_, Around> {
        self.around.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Around {
    fn read_to(&mut self, changed_at: Millis) {
        self.read_until = self.read_until.max(changed_at);
    }

    /// When pros were last heard of, for those for whom that is not written down; those with an open stream are there now. In one
    /// order, so that two servers don't wait for each other.
    fn unwritten(&mut self, now: Millis) -> Vec<(String, Millis)> {
        for pro in self.streams.keys() {
            self.seen.insert(pro.clone(), now);
            self.unwritten.insert(pro.clone());
        }
        let seen = |id: &String| Some((id.clone(), *self.seen.get(id)?));
        let mut unwritten: Vec<(String, Millis)> = self.unwritten.iter().filter_map(seen).collect();
        unwritten.sort_unstable();
        unwritten
    }

    fn wrote(&mut self, seen: &[(String, Millis)]) {
        for (id, at) in seen {
            if self.seen.get(id) == Some(at) {
                self.unwritten.remove(id);
            }
        }
    }
}

impl Drop for Streaming {
    fn drop(&mut self) {
        let now = self.index.clock.now();
        let mut around = self.index.around();
        if let Some(open) = around.streams.get_mut(&self.pro) {
            *open = open.saturating_sub(1);
            if *open == 0 {
                around.streams.remove(&self.pro);
                around.pool_version.remove(&self.pro);
            }
        }
        around.seen.insert(self.pro.clone(), now);
        around.unwritten.insert(self.pro.clone());
        drop(around);
        self.index.update_presence(&self.pro);
    }
}
