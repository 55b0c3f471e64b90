//! Operators answer for whoever is on the phone: a pro's price, a suggested time, and how much extra work may cost.

use pricing_core::Pence;

use super::proposals::{self as answers, Verdict};
use super::{Matching, SuggestionVerdict, changes, named, not_found};
use crate::bookings::tell_pro_of_change;
use callout_base::audit;
use callout_base::words::words;
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::booking::Booking;
use callout_domain::change_order;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::operator::By;
use callout_domain::status;
use callout_store as store;
use callout_store::bookings::{self, work};
use callout_store::{masters, proposals};

impl Matching {
    /// Answers a proposal for the client who has said so, and returns the booking as it then stands. If approving needs a payment, the
    /// booking waits for that.
    ///
    /// # Errors
    /// 409 `no_proposal` when it is not open (any more), `pro_unavailable`; 422 on `reason`; those of [`audit::note`].
    pub async fn answer_proposal_for_client(
        &self,
        proposal_id: &str,
        verdict: Verdict,
        reason: &str,
        by: By,
    ) -> Fallible<Booking> {
        let (reason, moment) = (words("reason", reason)?, self.moment().await?);
        let open = proposals::find(&mut self.db.read().await?, proposal_id).await?;
        let open = open.ok_or_else(answers::no_proposal)?;
        let master = open.master_id.clone();
        let answered = self
            .db
            .write(move |connection| {
                Box::pin(async move {
                    let entry = Entry::new(Act::TimeAnswered, Subject::Booking(open.booking_id.clone()));
                    // Waits for whoever is answering at this moment.
                    masters::touch(connection, &open.master_id, moment.now).await?;
                    audit::check(connection, &by, &entry).await?;
                    let can_come = Box::pin(moment.answer_any(connection, &open, verdict)).await?;
                    let entry = entry
                        .is("is_approved", can_come && verdict != Verdict::Decline)
                        .is("delta_pence", open.delta_pence)
                        .because(&reason);
                    audit::note(connection, &by, &entry, moment.now).await?;
                    let booking = bookings::find(connection, &open.booking_id).await?;
                    Ok::<_, Failure>(booking.filter(|_| can_come))
                })
            })
            .await?;
        self.index.reload(&master).await?;
        answered.ok_or_else(named::pro_unavailable)
    }

    /// Answers a suggested time for the pro who has said so, and returns the booking as it then stands.
    ///
    /// # Errors
    /// 409 `no_suggestion` when it is not open (any more), `slot_gone`; 403 `not_eligible` when the pro is busy then; 422 on `reason`;
    /// those of [`audit::note`].
    pub async fn answer_suggestion_for_pro(
        &self,
        change_id: &str,
        verdict: SuggestionVerdict,
        reason: &str,
        by: By,
    ) -> Fallible<Booking> {
        let (reason, moment) = (words("reason", reason)?, self.moment().await?);
        let change = store::changes::find(&mut self.db.read().await?, change_id).await?;
        let change = change.ok_or_else(changes::no_suggestion)?;
        let pro = change.master_id.clone().ok_or_else(changes::no_suggestion)?;
        let (id, master) = (change.booking_id.clone(), pro.clone());
        let answered = self
            .db
            .write(move |connection| {
                Box::pin(async move {
                    let entry = Entry::new(Act::TimeAnswered, Subject::Booking(id.clone()));
                    // From here on the client cannot replace it by another one.
                    masters::touch(connection, &pro, moment.now).await?;
                    audit::check(connection, &by, &entry).await?;
                    let open = store::changes::open(connection, &id).await?;
                    if open.is_none_or(|open| open.id != change.id) {
                        return Err(changes::no_suggestion());
                    }
                    let answered = moment.answer_suggestion(connection, &id, &pro, verdict);
                    let answered = Box::pin(answered).await?;
                    if answered.is_ok() {
                        let entry = entry
                            .is("is_accepted", verdict == SuggestionVerdict::Accept)
                            .because(&reason);
                        audit::note(connection, &by, &entry, moment.now).await?;
                    }
                    Ok::<_, Failure>(answered)
                })
            })
            .await?;
        self.index.reload(&master).await?;
        answered
    }

    /// Says how much the extra work of a job may cost beyond its original price.
    ///
    /// # Errors
    /// 404 when there is no such booking; 409 `illegal_transition` unless a pro has it and it goes on; 422 on `amount` and `reason`;
    /// those of [`audit::note`].
    pub async fn allow_extra(&self, booking_id: String, amount: Pence, reason: &str, by: By) -> Fallible<()> {
        let (reason, now) = (words("reason", reason)?, self.clock.now());
        if amount > change_order::MOST_ALLOWED {
            let most = change_order::MOST_ALLOWED;
            return Err(Failure::field("amount", format!("Enter at most {most}.")));
        }
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let entry = Entry::new(Act::ExtraAllowed, Subject::Booking(booking_id.clone()));
                    let booking = bookings::lock(connection, &booking_id)
                        .await?
                        .ok_or_else(not_found)?;
                    audit::check(connection, &by, &entry).await?;
                    let facts = booking.facts();
                    let Some(master) = booking.assigned_master_id.as_deref().filter(|_| facts.is_open) else {
                        return Err(status::illegal(booking.status));
                    };
                    work::allow_extra(connection, &booking_id, amount.0).await?;
                    tell_pro_of_change(connection, master, &booking_id, now).await?;
                    let entry = entry
                        .was("extra_allowed_pence", booking.extra_allowed_pence)
                        .is("extra_allowed_pence", amount.0)
                        .because(&reason);
                    audit::note(connection, &by, &entry, now).await
                })
            })
            .await
    }
}
