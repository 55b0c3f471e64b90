//! What a message is made from, and whom it is for.

use super::Told;
use callout_domain::booking::Booking;
use callout_domain::change_order::Status;
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::message_kind::MessageKind;
use callout_domain::new_work::State;
use callout_domain::pro::Basics;
use callout_domain::put_right::Side;
use callout_domain::role::Role;
use callout_domain::told::Standing;
use callout_outside::mail::news::Asked;
use callout_store::change_orders::ChangeOrder;
use callout_store::invitations::Invitation;
use callout_store::masters::Master;
use callout_store::proposals::Proposal;
use callout_store::{
    Connection, bookings, change_orders, events, identifiers, invitations, masters, mismatches, proposals,
    put_rights,
};

/// What a message is made from, read at one moment.
pub(super) struct Content {
    pub(super) booking: Booking,
    master: Option<Master>,
    proposal: Option<Proposal>,
    /// The last extra work that was suggested.
    extra: Option<ChangeOrder>,
    /// Until when the client chooses what to do about a job that is not what was booked; none when they have.
    choose_until: Option<Millis>,
    /// A request to put the job right waits for the reader's answer.
    waits_for_put_right: bool,
    /// How late the pro is, minutes, as they last said.
    pub(super) late_minutes: Option<i64>,
    /// The further work that was suggested last.
    invitation: Option<Invitation>,
    /// Its client has an account.
    has_account: bool,
}

/// Whom a message is for.
pub(super) struct Reader {
    pub(super) id: String,
    /// The guest who made the booking, who is told in their browser, too; else the same.
    pub(super) also: String,
    pub(super) email: Option<String>,
    pub(super) phone: Option<String>,
    /// Messages can be switched off in it; guests have none.
    pub(super) has_profile: bool,
}

pub(super) async fn read(connection: &mut Connection, told: &Told<'_>) -> Fallible<Option<Content>> {
    let Some(booking) = bookings::find(connection, told.booking_id).await? else {
        return Ok(None);
    };
    let master = match told.master_id {
        Some(id) => masters::find(connection, id).await?,
        None => None,
    };
    let proposal = if booking.facts().waits_for_client {
        proposals::open(connection, told.booking_id).await?
    } else if booking.awaits_price() {
        let standing = proposals::standing(connection, told.booking_id).await?;
        let mut standing = standing.into_iter();
        standing.find(|price| Some(price.master_id.as_str()) == told.master_id)
    } else {
        None
    };
    let extra = change_orders::of_booking(connection, told.booking_id)
        .await?
        .pop();
    let choose_until = match told.message {
        MessageKind::NotAsBooked => mismatches::open(connection, &booking.id)
            .await?
            .filter(|open| open.choice.is_none())
            .map(|open| open.until),
        _ => None,
    };
    let answered_by = match told.message {
        MessageKind::PutRightForClient => Some(Side::Client),
        MessageKind::PutRightForPro => Some(Side::Pro),
        _ => None,
    };
    let waits_for_put_right = match answered_by {
        Some(side) => put_rights::last(connection, &booking.id)
            .await?
            .is_some_and(|asked| asked.waits() && asked.named_by != side),
        None => false,
    };
    let late_minutes = match told.message {
        MessageKind::RunningLate | MessageKind::StillLate => {
            let said = events::on_the_way(connection, &booking).await?;
            said.last().map(|late| late.minutes)
        }
        _ => None,
    };
    let invitation = match told.message {
        MessageKind::NewWorkSuggested => invitations::last(connection, &booking.id).await?,
        _ => None,
    };
    let known = identifiers::of_account(connection, &booking.client_id).await?;
    Ok(Some(Content {
        has_account: !known.is_empty(),
        booking,
        master,
        proposal,
        extra,
        late_minutes,
        choose_until,
        invitation,
        waits_for_put_right,
    }))
}

impl Content {
    pub(super) fn reader(&self, role: Role) -> Option<Reader> {
        // An erased person's booking has no phone.
        let given = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
        Some(match role {
            Role::Client => Reader {
                id: self.booking.client_id.clone(),
                also: self.booking.made_by.clone(),
                email: self.booking.email.clone(),
                phone: given(&self.booking.phone),
                has_profile: self.has_account,
            },
            Role::Master => {
                // Behind a demo pro there is nobody.
                let master = self.master.as_ref().filter(|master| !master.is_demo)?;
                Reader {
                    id: master.id.clone(),
                    also: master.id.clone(),
                    email: given(&master.email),
                    phone: master.phone.clone(),
                    has_profile: true,
                }
            }
        })
    }

    pub(super) fn standing(&self, master_id: Option<&str>, now: Millis) -> Standing {
        let booking = &self.booking;
        Standing {
            status: booking.status,
            is_assigned: master_id.is_some() && booking.assigned_master_id.as_deref() == master_id,
            waits_for_approval: self
                .proposal
                .as_ref()
                .is_some_and(|open| open.approved_at.is_none() && now < open.until),
            waits_for_extra: self
                .extra
                .as_ref()
                .is_some_and(|order| order.status() == Status::Open && now < order.until),
            waits_for_booking: self
                .invitation
                .as_ref()
                .is_some_and(|invitation| invitation.state(false, now) == State::Open),
            waits_for_choice: self.choose_until.is_some(),
            waits_for_put_right: self.waits_for_put_right,
            is_payment_due: booking.payment_due_until.is_some_and(|until| now < until),
        }
    }

    pub(super) fn invitation_id(&self) -> Option<&str> {
        self.invitation.as_ref().map(|invitation| invitation.id.as_str())
    }

    pub(super) fn basics(&self) -> Option<Basics> {
        self.master.as_ref().and_then(Master::basics)
    }

    pub(super) fn asked(&self, message: MessageKind) -> Option<Asked> {
        let booking = &self.booking;
        if matches!(
            message,
            MessageKind::Proposal | MessageKind::PriceNamed | MessageKind::AnotherPriceNamed
        ) {
            return self.proposal.as_ref().map(|open| Asked {
                pence: booking.amount_pence + open.delta_pence,
                until: open.until,
                length_minutes: open.length_minutes,
            });
        }
        if matches!(
            message,
            MessageKind::ExtraProposed | MessageKind::ExtraApproved | MessageKind::ExtraAgreed
        ) {
            return self.extra.as_ref().map(|order| Asked {
                pence: order.sum_pence,
                until: order.until,
                length_minutes: None,
            });
        }
        if let Some(until) = self.choose_until {
            return Some(Asked {
                pence: booking.amount_pence,
                until,
                length_minutes: None,
            });
        }
        let (pence, until) = booking.payment_due_pence.zip(booking.payment_due_until)?;
        Some(Asked {
            pence,
            until,
            length_minutes: None,
        })
    }
}
