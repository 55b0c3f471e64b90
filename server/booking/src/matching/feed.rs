//! The link by which a pro's own calendar reads their jobs.

use super::Matching;
use callout_domain::booking::Booking;
use callout_domain::calendar_file;
use callout_domain::clock::{DAY, Millis, random_bytes};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::keys::sha256_text;
use callout_store::calendar_links::{self, CalendarLink};
use callout_store::{masters, sessions};

/// How far ahead a calendar reads, milliseconds.
const AHEAD: Millis = 90 * DAY;
/// How far back.
const BACK: Millis = 30 * DAY;
/// Most jobs in it.
const MOST: i64 = 500;

impl Matching {
    /// The link of a pro, if there is one.
    pub async fn calendar_link(&self, master_id: &str) -> Fallible<Option<CalendarLink>> {
        Ok(calendar_links::of_master(&mut self.db.read().await?, master_id).await?)
    }

    /// Makes a new link for a pro, and ends the one before at once. Its token is told this once: only its hash is kept.
    ///
    /// # Errors
    /// 401 when the account is closed or the session has ended.
    pub async fn new_calendar_link(
        &self,
        (master_id, session): (&str, &str),
        shows_clients: bool,
    ) -> Fallible<(String, CalendarLink)> {
        let token = sha256_text(&random_bytes::<32>()?);
        let link = CalendarLink {
            master_id: master_id.to_owned(),
            token_hash: sha256_text(token.as_bytes()),
            shows_clients,
            made_at: self.clock.now(),
        };
        let session = session.to_owned();
        let made = self.db.write(move |connection| {
            Box::pin(async move {
                let is_open = masters::touch(connection, &link.master_id, link.made_at).await?;
                // Whatever ended the session took the account's link before this one.
                if !is_open || !sessions::hold(connection, &session).await? {
                    return Err(Failure::unauthorised());
                }
                calendar_links::put(connection, &link).await?;
                Ok(link)
            })
        });
        Ok((token, made.await?))
    }

    /// Ends the link of a pro at once.
    pub async fn end_calendar_link(&self, master_id: &str) -> Fallible<()> {
        let master = master_id.to_owned();
        let ended = self.db.write(move |connection| {
            Box::pin(async move { calendar_links::delete(connection, &master).await })
        });
        Ok(ended.await?)
    }

    /// The pro's jobs as a calendar, for whoever has the link.
    ///
    /// # Errors
    /// 404 when the link has ended or never was.
    pub async fn calendar(&self, token: &str) -> Fallible<String> {
        let now = self.clock.now();
        let mut connection = self.db.read().await?;
        let link = calendar_links::by_hash(&mut connection, &sha256_text(token.as_bytes())).await?;
        let link = link.ok_or_else(|| Failure::not_found("This calendar link has ended."))?;
        let (from, to) = (now - BACK, now + AHEAD);
        let jobs: Vec<Booking> =
            calendar_links::jobs(&mut connection, &link.master_id, from, to, MOST).await?;
        Ok(calendar_file::feed(&jobs, link.shows_clients, now))
    }
}
