//! Pros: what they tell of themselves, whether they may work, and where they are.

pub mod training;
mod vouch;

use callout_domain::badges::MOST_JOBS;
use callout_domain::clock::{Clock, Millis};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::pro::{Paper, Position, Pro};
use callout_domain::role::Role;
use callout_store::bookings::of_pros;
use callout_store::master_documents::{self, MasterDocument};
use callout_store::masters::{self, Part};
use callout_store::{Connection, Db, StoreError, identifiers, reviews, suspensions};

pub use vouch::{Vouched, Voucher};

/// Looks after the profiles of pros. Cheap to clone.
#[derive(Clone)]
pub struct Pros {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
}

impl Pros {
    /// Everything that is known of a pro.
    ///
    /// # Errors
    /// 401 when there is no such account.
    pub async fn profile(&self, id: &str) -> Fallible<Pro> {
        let now = self.clock.now();
        let pro = load(&mut self.db.read().await?, id, now).await?;
        working(pro)
    }

    /// A pro, if there is or was such an account.
    pub async fn known(&self, id: &str) -> Fallible<Option<Pro>> {
        let now = self.clock.now();
        Ok(Box::pin(load(&mut self.db.read().await?, id, now)).await?)
    }

    /// A pro whose profile is public: it was activated. A demo pro's never is.
    ///
    /// # Errors
    /// 404 when there is no such pro.
    pub async fn published(&self, id: &str) -> Fallible<Pro> {
        let now = self.clock.now();
        let pro = load(&mut self.db.read().await?, id, now).await?;
        pro.filter(|pro| pro.activated_at.is_some() && !pro.is_demo)
            .ok_or_else(|| Failure::not_found("There is no such pro."))
    }

    /// How many jobs a pro has done; no more are counted than any badge asks for.
    pub async fn jobs_done(&self, id: &str) -> Fallible<i64> {
        Ok(of_pros::done(&mut self.db.read().await?, id, MOST_JOBS).await?)
    }

    /// How many jobs a pro has done, all of them counted.
    pub async fn all_jobs_done(&self, id: &str) -> Fallible<i64> {
        Ok(of_pros::done(&mut self.db.read().await?, id, i64::MAX).await?)
    }

    /// Writes a part of a pro's profile.
    ///
    /// # Errors
    /// 401 when there is no such account.
    pub async fn set(&self, id: String, part: Part) -> Fallible<Pro> {
        let now = self.clock.now();
        let changed = self.db.write(move |connection| {
            Box::pin(async move {
                masters::set(connection, &id, &part, now).await?;
                working(load(connection, &id, now).await?)
            })
        });
        changed.await
    }

    /// Turns the switch that says whether a pro takes jobs now. The first time it is turned on is the activation; before that, turning
    /// it off changes nothing.
    ///
    /// # Errors
    /// 409 `suspended`; `profile_incomplete`, with the missing steps, when it would be the activation; 401 when there is no such account.
    pub async fn switch(&self, id: String, is_online: bool) -> Fallible<Pro> {
        let now = self.clock.now();
        let switched = self.db.write(move |connection| {
            Box::pin(async move {
                // Locks the pro, so that no step is undone between the check and the switch.
                masters::touch(connection, &id, now).await?;
                let pro = working(load(connection, &id, now).await?)?;
                if is_online && pro.suspension.is_some() {
                    return Err(suspended());
                }
                if is_online && pro.activated_at.is_none() {
                    check_complete(&pro)?;
                }
                masters::set_online(connection, &id, is_online, now).await?;
                Ok(Pro {
                    is_online,
                    activated_at: pro.activated_at.or(is_online.then_some(now)),
                    ..pro
                })
            })
        });
        switched.await
    }

    /// Keeps where a pro is, in place of where they were; more than once a second it does nothing.
    pub async fn put_position(&self, id: String, position: Position) -> Fallible<()> {
        let put = self.db.write(move |connection| {
            Box::pin(async move { masters::put_position(connection, &id, position).await })
        });
        Ok(put.await?)
    }
}

/// 401 when there is no such account, or it is closed.
fn working(pro: Option<Pro>) -> Fallible<Pro> {
    pro.filter(|pro| !pro.has_left).ok_or_else(Failure::unauthorised)
}

fn suspended() -> Failure {
    Failure::conflict("suspended", "Your account is suspended. Your home page says why.")
}

fn check_complete(pro: &Pro) -> Fallible<()> {
    let missing = pro.missing();
    if missing.is_empty() {
        return Ok(());
    }
    let missing = serde_json::to_value(missing).map_err(Failure::internal)?;
    let refusal = Failure::conflict("profile_incomplete", "Complete your profile first.");
    Err(refusal.with("missing", missing))
}

/// Reads a pro with what their papers are worth now; `None` when there is no such account.
async fn load(connection: &mut Connection, id: &str, now: Millis) -> Result<Option<Pro>, StoreError> {
    let Some(master) = masters::find(connection, id).await? else {
        return Ok(None);
    };
    let documents = master_documents::of_master(connection, id).await?;
    let email_proved = identifiers::is_proved(connection, Role::Master, &master.email, id).await?;
    Ok(Some(Pro {
        email_proved,
        stars: reviews::stars(connection, id, now).await?,
        suspension: suspensions::open(connection, id).await?,
        has_left: master.ended_at.is_some(),
        basics: master.basics(),
        rates: master.rates(),
        area: master.area(),
        company: master.company(),
        skills: master.skills.0,
        papers: documents.iter().map(|document| paper(document, now)).collect(),
        id: master.id,
        email: master.email,
        account_type: master.account_type,
        created_at: master.created_at,
        activated_at: master.activated_at,
        is_online: master.online,
        avatar_id: master.avatar_id,
        logo_id: master.logo_id,
        is_demo: master.is_demo,
    }))
}

/// A stored document as the rules see it.
fn paper(document: &MasterDocument, now: Millis) -> Paper {
    Paper {
        kind: document.kind,
        status: document.status(now),
    }
}
