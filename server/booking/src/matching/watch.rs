//! What happens every two seconds: the map of pros is brought up to date, and pros who have come are asked for jobs of the pool.

use super::Matching;
use callout_domain::clock::SECOND;
use callout_domain::failure::Fallible;
use callout_domain::geo;
use callout_domain::matching::candidate::Candidate;
use callout_store::matchings;

/// A decision that is this late was lost with its job.
const LATE: i64 = 30 * SECOND;

/// How many lost decisions one sweep takes.
const AT_ONCE: i64 = 100;

/// How many jobs of the pool a pro who has come is held against.
const POOL: i64 = 50;

impl Matching {
    /// Brings the map up to date, asks the pros who have come for jobs of the pool, and tells streams that the pool has changed.
    pub async fn look(&self) -> Fallible<()> {
        self.index.refresh().await?;
        for pro in self.index.take_arrived() {
            if pro.presence.reach(self.clock.now(), &self.rules).is_some() {
                Box::pin(self.ask(&pro)).await?;
            }
        }
        for pro in self.index.take_pool_changed() {
            self.live.wake_here(&pro);
        }
        Ok(())
    }

    /// Decides anew about the jobs of the pool near a pro.
    async fn ask(&self, pro: &Candidate) -> Fallible<()> {
        let (latitudes, longitudes) = geo::around(pro.base, pro.radius);
        let moment = self.moment().await?;
        let mut connection = self.db.read().await?;
        let mut fitting = Vec::new();
        for booking in matchings::pool(&mut connection, latitudes, longitudes, POOL).await? {
            if moment.fits(&mut connection, pro, &booking).await? {
                fitting.push(booking);
            }
        }
        drop(connection);
        for booking in fitting {
            self.go_on(&booking.id).await?;
        }
        Ok(())
    }

    /// Takes decisions whose job was lost, and writes down when pros were last heard of. To be called once a minute.
    pub async fn sweep(&self) -> Fallible<()> {
        self.index.write_seen().await?;
        for pro in self.index.turn_off_unseen().await? {
            self.index.reload(&pro).await?;
        }
        let late = self.clock.now() - LATE;
        let lost = matchings::overdue(&mut self.db.read().await?, late, AT_ONCE).await?;
        for booking in lost {
            self.go_on(&booking).await?;
        }
        Ok(())
    }
}
