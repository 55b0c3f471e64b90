//! New work: the pro of a job that was done suggests something further, where the client let them. Its link leads to a draft; what is booked
//! from it is offered to that pro alone.

use std::sync::Arc;

use serde_json::json;

use super::answers::Moment;
use super::{Matching, candidates, job, not_found};
use crate::bookings;
use crate::idempotent;
use crate::messages::{self, Telling};
use callout_domain::booking::{Booking, Json};
use callout_domain::booking_event::EventKind;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ids;
use callout_domain::keys::Keys;
use callout_domain::master_event::MasterEventKind;
use callout_domain::matching::answer;
use callout_domain::matching::candidate::{Candidate, skill};
use callout_domain::matching::eligible::{self, Reason};
use callout_domain::message_kind::MessageKind;
use callout_domain::new_work::{self as rules, Invited, STANDS, State, Work};
use callout_domain::redemption::Redemption;
use callout_domain::time::Window;
use callout_store as store;
use callout_store::invitations::{self, Invitation};
use callout_store::{Connection, booking_limits, events, idempotency, master_events, masters};

/// An invitation, with what became of it.
#[derive(Debug, Clone)]
pub struct InvitationSeen {
    /// What is suggested.
    pub invitation: Invitation,
    /// The human-readable name of its problem type.
    pub readable_name: String,
    /// Where it stands.
    pub state: State,
    /// What was booked by it.
    pub booked: Option<Booking>,
}

impl Matching {
    /// Suggests further work to the client of a job that this pro did; returns the job's booking. The same key again changes nothing.
    ///
    /// # Errors
    /// 404 when there is no such job of this pro; 409 `illegal_transition` unless it was done, `not_allowed`, `too_late`,
    /// `suggested_already`; 403 `not_eligible`; 422 on `text` and `problemType`.
    pub async fn suggest_work(
        &self,
        master_id: &str,
        booking_id: &str,
        work: Work,
        key: Option<idempotency::Key>,
    ) -> Fallible<Booking> {
        let (master, id) = (master_id.to_owned(), booking_id.to_owned());
        let (moment, keys) = (self.moment().await?, Arc::clone(&self.keys));
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let booking = lock(connection, &master, &id, moment.now).await?;
                    if !idempotent::is_done(connection, key.as_ref(), moment.now).await? {
                        rules::may_suggest(&booking, moment.now)?;
                        moment.may_do(connection, &master, &booking, &work).await?;
                        suggest(connection, &booking, master, work, &keys, moment.now).await?;
                        idempotent::done(connection, key.as_ref(), moment.now).await?;
                    }
                    store::bookings::find(connection, &id)
                        .await?
                        .ok_or_else(not_found)
                })
            })
            .await
    }

    /// What was last suggested to the client of a job that was done.
    pub async fn invitation(&self, booking: &Booking) -> Fallible<Option<InvitationSeen>> {
        if !booking.facts().is_done || booking.parent_id.is_some() {
            return Ok(None);
        }
        let moment = self.moment().await?;
        let mut connection = self.db.read().await?;
        match invitations::last(&mut connection, &booking.id).await? {
            Some(last) => moment.seen(&mut connection, last).await.map(Some),
            None => Ok(None),
        }
    }

    /// The problem types that the pro of a job may suggest, by code and name: those of their trades and papers. None where they may suggest
    /// nothing now.
    pub async fn work_types(&self, job: &Booking) -> Fallible<Vec<(String, String)>> {
        let moment = self.moment().await?;
        let pro = job.assigned_master_id.as_deref();
        let Some(pro) = pro.filter(|_| rules::may_suggest(job, moment.now).is_ok()) else {
            return Ok(Vec::new());
        };
        let mut connection = self.db.read().await?;
        let pro = candidates::one(&mut connection, pro, &self.rules).await?;
        let types = moment.current.book.problem_types.iter();
        let own = types.filter(|kind| pro.as_ref().is_some_and(|pro| pro.does(kind)));
        Ok(own.map(|kind| (kind.code.clone(), kind.name.clone())).collect())
    }

    /// What a link suggests, and the job that it follows.
    ///
    /// # Errors
    /// 404 for a link that opens nothing.
    pub async fn opened_invitation(&self, token: &str) -> Fallible<(InvitationSeen, Booking)> {
        let moment = self.moment().await?;
        let mut connection = self.db.read().await?;
        let invitation = self.by_token(&mut connection, token).await?;
        let job = store::bookings::find(&mut connection, &invitation.booking_id).await?;
        let job = job.ok_or_else(not_found)?;
        Ok((moment.seen(&mut connection, invitation).await?, job))
    }

    /// Notes that the client does not want what a link suggests. Saying so again changes nothing.
    ///
    /// # Errors
    /// 404 for a link that opens nothing; 409 `invitation_used`, `invitation_over`.
    pub async fn decline_invitation(&self, token: &str) -> Fallible<()> {
        let now = self.clock.now();
        let invitation = self.by_token(&mut self.db.read().await?, token).await?;
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let Invitation { id, booking_id, .. } = invitation;
                    store::bookings::lock(connection, &booking_id).await?;
                    let invitation = invitations::lock(connection, &id)
                        .await?
                        .ok_or_else(rules::broken_link)?;
                    let is_booked = invitations::booked(connection, &id).await?.is_some();
                    let state = invitation.state(is_booked, now);
                    if state == State::Declined {
                        return Ok(());
                    }
                    rules::check(state)?;
                    invitations::decline(connection, &id, now).await?;
                    let declined = EventKind::NewWorkDeclined;
                    events::note(connection, &booking_id, declined, &json!({}), now).await?;
                    bookings::tell_pro_of_change(connection, &invitation.master_id, &booking_id, now).await
                })
            })
            .await
    }

    /// A redemption with the invitation that this token opens, whose pro could have the booking; without a token as it is. Whether it is
    /// open still is looked at when it is booked.
    ///
    /// # Errors
    /// 404 for a token that opens nothing; 422 on `urgency`; 409 `pro_unavailable`, `card_needed`, `pro_cannot`.
    pub async fn invited(&self, token: Option<&str>, redemption: Redemption) -> Fallible<Redemption> {
        let Some(token) = token else {
            return Ok(redemption);
        };
        let moment = self.moment().await?;
        let mut connection = self.db.read().await?;
        let invitation = self.by_token(&mut connection, token).await?;
        let booked = invitations::booked(&mut connection, &invitation.id).await?;
        // What was booked by this very quote gets the same answer, whatever its pro does by now.
        if booked.is_none_or(|booked| booked.quote_id != redemption.quote.id) {
            let booking = redemption.booking(String::new(), moment.now);
            let against = moment
                .speaks_against(&mut connection, &invitation.master_id, &booking)
                .await?;
            rules::check_booking(booking.urgency, against)?;
        }
        Ok(Redemption {
            invited: Some(Invited {
                invitation_id: invitation.id,
                master_id: invitation.master_id,
            }),
            ..redemption
        })
    }

    /// Those of these windows in which the pro could come who suggests what a token opens. All of them once it may not be booked any more, which
    /// tells nobody of their days; and where they may not have it whenever it is, which is said to whoever books. A booking that waits for its
    /// payment may still be made for another time.
    ///
    /// # Errors
    /// 404 for a token that opens nothing.
    pub async fn for_invited<T>(
        &self,
        token: &str,
        gas_work: bool,
        mut windows: Vec<(Window, T)>,
    ) -> Fallible<Vec<(Window, T)>> {
        let Moment { now, current, .. } = self.moment().await?;
        let mut connection = self.db.read().await?;
        let invitation = self.by_token(&mut connection, token).await?;
        let booked = invitations::booked(&mut connection, &invitation.id).await?;
        let is_booked = booked.is_some_and(|booking| !booking.facts().awaits_payment);
        let is_open = invitation.state(is_booked, now) == State::Open;
        let kind = current.book.problem_type(&invitation.problem_type);
        let kind = kind.and_then(|kind| Some((skill(&kind.trade)?, gas_work || kind.gas_safe)));
        let Some((skill, is_gas_work)) = kind.filter(|_| is_open) else {
            return Ok(windows);
        };
        let pro = candidates::one(&mut connection, &invitation.master_id, &self.rules).await?;
        if let Some(pro) = pro.filter(|pro| pro.active) {
            windows.retain(|(window, _)| {
                let visit = job::not_booked(
                    skill,
                    is_gas_work,
                    pro.base,
                    job::in_window(*window, now, &self.rules),
                );
                eligible::cannot_come(&pro, &visit).is_none()
            });
        }
        Ok(windows)
    }

    async fn by_token(&self, connection: &mut Connection, token: &str) -> Fallible<Invitation> {
        let id = rules::opened(&self.keys.link, token)?;
        let found = invitations::find(connection, id).await?;
        found.ok_or_else(rules::broken_link)
    }
}

impl Moment {
    async fn seen(&self, connection: &mut Connection, invitation: Invitation) -> Fallible<InvitationSeen> {
        let booked = invitations::booked(connection, &invitation.id).await?;
        let kind = self.current.book.problem_type(&invitation.problem_type);
        Ok(InvitationSeen {
            readable_name: kind.map_or_else(|| invitation.problem_type.clone(), |kind| kind.name.clone()),
            state: invitation.state(booked.is_some(), self.now),
            booked,
            invitation,
        })
    }

    /// Whether the pro of a job may do this work there, at some time or other.
    async fn may_do(
        &self,
        connection: &mut Connection,
        master: &str,
        done: &Booking,
        work: &Work,
    ) -> Fallible<()> {
        let kind = work.read(&self.current.book, &done.postcode)?;
        let wanted = Booking {
            id: String::new(),
            problem_type: work.problem_type.clone(),
            skills: Json(vec![kind.trade]),
            gas_work: Some(kind.is_gas_work),
            book_version: self.current.book.version.clone(),
            ..done.clone()
        };
        let against = self.speaks_against(connection, master, &wanted).await?;
        match against.filter(|reason| !reason.is_passing()) {
            None => Ok(()),
            Some(reason @ (Reason::Skill(_) | Reason::NoGasSafe | Reason::NoElectrical)) => {
                Err(Failure::field("problemType", reason.sentence()))
            }
            Some(reason) => Err(answer::not_eligible(reason)),
        }
    }

    /// What speaks against giving a booking to a pro, as if it were open to all; whether their switch is on does not matter.
    async fn speaks_against(
        &self,
        connection: &mut Connection,
        master: &str,
        booking: &Booking,
    ) -> Fallible<Option<Reason>> {
        let Some(pro) = candidates::one(connection, master, &self.rules).await? else {
            return Ok(Some(Reason::Inactive));
        };
        let job = job::read(connection, booking, &self.current, self.now, &self.rules).await?;
        let pro = Candidate { online: true, ..pro };
        Ok(eligible::fit(&pro, &job, self.now, &self.rules).err())
    }
}

/// Has the bookings end that wait for a pro alone who can have none from now on, since they are suspended or their account is closed.
pub async fn end_waiting(connection: &mut Connection, master_id: &str, now: Millis) -> Fallible<()> {
    for waiting in invitations::waiting_for(connection, master_id).await? {
        bookings::match_now(connection, &waiting, now).await?;
    }
    Ok(())
}

async fn suggest(
    connection: &mut Connection,
    booking: &Booking,
    master_id: String,
    work: Work,
    keys: &Keys,
    now: Millis,
) -> Fallible<()> {
    // Two pros of one client at the same moment: one of them waits here.
    let [phone, account] =
        [&booking.phone, &booking.client_id].map(|known| keys.phone.text(known.as_bytes()));
    booking_limits::pass(connection, [&phone, &account], now).await?;
    if invitations::had(connection, booking, now - STANDS).await? {
        return Err(rules::suggested_already());
    }
    let invitation = Invitation {
        id: ids::prefixed("work-")?,
        booking_id: booking.id.clone(),
        master_id,
        text: work.text,
        problem_type: work.problem_type,
        made_at: now,
        until: now + STANDS,
        declined_at: None,
    };
    invitations::add(connection, &invitation).await?;
    events::note(
        connection,
        &booking.id,
        EventKind::NewWorkSuggested,
        &json!({}),
        now,
    )
    .await?;
    let (master, updated) = (&invitation.master_id, MasterEventKind::Updated);
    master_events::add(connection, master, updated, &booking.id, now).await?;
    let telling = Telling {
        message: MessageKind::NewWorkSuggested,
        booking_id: &booking.id,
        master_id: Some(master),
        occasion: &invitation.id,
    };
    messages::enqueue(connection, &telling, now).await
}

/// Locks the pro, then the job that they did.
async fn lock(connection: &mut Connection, master: &str, id: &str, now: Millis) -> Fallible<Booking> {
    if !masters::touch(connection, master, now).await? {
        return Err(Failure::unauthorised());
    }
    let booking = store::bookings::lock(connection, id).await?;
    booking
        .filter(|booking| booking.assigned_master_id.as_deref() == Some(master))
        .ok_or_else(not_found)
}
