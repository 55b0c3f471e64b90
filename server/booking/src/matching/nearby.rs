//! The last way to a pro: a text, to those who asked for it, of an emergency near them for which nobody could be asked.

use super::Matching;
use crate::messages::{self, Telling};
use callout_domain::clock::{MINUTE, Millis};
use callout_domain::failure::Fallible;
use callout_domain::message_kind::{Choice, MessageKind};
use callout_store::{Connection, jobs, masters, message_choices};

/// How many pros are texted of an emergency.
const TEXTED: usize = 3;

/// A pro is texted of one emergency in this time, milliseconds.
const ONE_IN: Millis = 30 * MINUTE;

impl Matching {
    /// Has the nearest pros texted who may have this emergency, whom neither an open page nor push reaches, and who asked for it.
    pub async fn text_nearby(&self, booking_id: &str, round: i64) -> Fallible<()> {
        let now = self.clock.now();
        let near = self.unreached(booking_id, round, now).await?;
        let round = round.to_string();
        let mut chosen = self.wants_texts(near, (booking_id, &round), now).await?;
        // The order in which everybody locks pros.
        chosen.sort_unstable();
        let booking_id = booking_id.to_owned();
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    for master_id in &chosen {
                        // False when another emergency was faster.
                        if masters::note_text(connection, master_id, now, now - ONE_IN).await? {
                            let telling = telling((&booking_id, &round), master_id);
                            jobs::add(connection, &[messages::job(&telling, now)?]).await?;
                        }
                    }
                    Ok(())
                })
            })
            .await
    }

    /// The first of these pros, in their order, who asked for such texts and had none lately but this very one: a job may run twice, and
    /// then means the same pros.
    async fn wants_texts(
        &self,
        near: Vec<String>,
        round: (&str, &str),
        now: Millis,
    ) -> Fallible<Vec<String>> {
        let mut connection = self.db.read().await?;
        let mut wanted = Vec::with_capacity(TEXTED);
        for id in near {
            if wanted.len() < TEXTED && wants_text(&mut connection, &id, round, now).await? {
                wanted.push(id);
            }
        }
        Ok(wanted)
    }
}

fn telling<'a>((booking_id, round): (&'a str, &'a str), master_id: &'a str) -> Telling<'a> {
    Telling {
        message: MessageKind::EmergencyNearby,
        booking_id,
        master_id: Some(master_id),
        occasion: round,
    }
}

async fn wants_text(
    connection: &mut Connection,
    id: &str,
    round: (&str, &str),
    now: Millis,
) -> Fallible<bool> {
    if !message_choices::is_on(connection, id, Choice::EmergencyTexts).await? {
        return Ok(false);
    }
    let master = masters::find(connection, id).await?;
    let Some(master) = master.filter(|master| master.phone.is_some() && !master.is_demo) else {
        return Ok(false);
    };
    let is_rested = master.emergency_text_at.is_none_or(|at| at <= now - ONE_IN);
    Ok(is_rested || messages::is_enqueued(connection, &telling(round, id)).await?)
}
