//! How a booking looks to each viewer: its owner, the holder of the guest link, and the holder of the share link.

use callout_domain::failure::Fallible;
use pricing_core::Pence;
use pricing_core::estimate::Explained;
use pricing_core::quote::QuoteLine;
use serde::Serialize;
use utoipa::ToSchema;

use super::basics::BookingBasics;
use super::change_order::ChangeOrderView;
use super::dispute::DisputeView;
use super::gas_safe::GasSafe;
use super::invitation::InvitationView;
use super::late::LateView;
use super::mismatch::MismatchView;
use super::photo::photo_url;
use super::place::MasterPlace;
use super::proposal::{ProposalView, StandingProposal};
use super::put_right::PutRightView;
use super::review::ReviewView;
use super::search::{CardView, MatchingView};
use super::slot::{SlotView, slot};
use super::waiting::{PaymentDue, SuggestedTime, payment_due};
use super::work::{StopView, WorkView, stop, work};
use callout_domain::booking::{Booking, PaymentMethod};
use callout_domain::chat::State as ChatState;
use callout_domain::keys::Keys;
use callout_domain::links::{self, Kind};
use callout_domain::new_work;
use callout_domain::pounds::Pounds;
use callout_domain::start_code;
use callout_domain::status::BookingStatus;

/// A booking as its owner and the holder of its guest link see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Booking)]
pub struct BookingView {
    /// What its pro is shown of it, too.
    #[serde(flatten)]
    pub basics: BookingBasics,
    /// What the client wrote.
    pub description: String,
    /// What its price was read from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub explanation: Vec<Explained<'static>>,
    /// True for work on gas, which only a Gas Safe engineer may do.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub gas_work: bool,
    /// First address line.
    pub address_line1: String,
    /// Second address line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address_line2: Option<String>,
    /// Full postcode; its outward half while `entry_info_hidden`.
    pub postcode: String,
    /// Access notes: door code, floor, pets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry_info: Option<String>,
    /// True while there are access notes that a link sent by text does not show: `POST /b/{guestToken}/unlock` uncovers them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub entry_info_hidden: bool,
    /// The client's own budget in pounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    pub proposed_price: Option<Pounds>,
    /// The estimate in pounds; absent without an instant price.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    pub estimated_cost: Option<Pounds>,
    /// Amount to pay, pence.
    pub amount_pence: i64,
    /// How it is paid.
    pub payment_method: PaymentMethod,
    /// A payment that it waits for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment_due: Option<PaymentDue>,
    /// True for a budget well below the price.
    pub manual_quote: bool,
    /// True for one whose price pros name and the client chooses; nothing is to be paid before that.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub open_price: bool,
    /// Full name.
    pub customer_name: String,
    /// UK mobile.
    pub customer_phone: String,
    /// Email.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer_email: Option<String>,
    /// How it goes.
    #[serde(flatten)]
    pub progress: BookingProgress,
    /// The pro.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assigned_master_id: Option<String>,
    /// Four digits that the client shows to the pro at the door; there while the pro may begin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_code: Option<String>,
    /// True once it was typed wrong too often: `POST /bookings/{id}/start-code` makes a new one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub start_code_locked: bool,
    /// How the work began and ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub work: Option<WorkView>,
    /// The photo's address; only those who may see the booking can fetch it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub photo_url: Option<String>,
    /// The coupon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coupon_code: Option<String>,
    /// How the amount adds up; with a budget, how the price would have added up.
    pub lines: Vec<QuoteLine>,
    /// Version of the price book.
    pub book_version: String,
    /// What became of it once the client asked to stop the work, or Callout stopped it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<StopView>,
    /// Opens `/b/{guest_token}`; for the holder of a link, the link's own token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guest_token: Option<String>,
    /// Opens the status page with `?t=`; absent once the share link was ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share_token: Option<String>,
    /// Which link its viewer gets to it by, and to what belongs to it; none for whoever gets none.
    #[serde(skip)]
    pub link: Option<Kind>,
}

/// How it goes with a booking: the search for a pro, the pro, and what is proposed, said and disputed.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct BookingProgress {
    /// How the search for a pro goes, while there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matching: Option<MatchingView>,
    /// Where the money of its card is, where the status does not say it: while a pro is looked for, once none was found, and once it is
    /// cancelled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<CardView>,
    /// What a pro proposes, while it waits for the client.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposal: Option<ProposalView>,
    /// The prices that pros have named, from which the client chooses, the lowest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub proposals: Vec<StandingProposal>,
    /// Extra work that its pro has suggested, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub change_orders: Vec<ChangeOrderView>,
    /// The last visit that was asked for to put it right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub put_right: Option<PutRightView>,
    /// Until when one may be asked for, ISO 8601; absent where none may.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub put_right_until: Option<String>,
    /// Whether its pro may suggest further work; absent where there is nothing to allow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub may_suggest: Option<bool>,
    /// The further work that its pro last suggested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_work: Option<InvitationView>,
    /// What its pro says of a job that is not what was booked, the last time, while they are at work.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_as_booked: Option<MismatchView>,
    /// Another time that its pro was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggested_time: Option<SuggestedTime>,
    /// First name and initial: `Ada L.`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assigned_master_name: Option<String>,
    /// From assignment to 24 hours after the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assigned_master_phone: Option<String>,
    /// Address of the portrait.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assigned_master_photo: Option<String>,
    /// What clients gave the pro, 1 to 5 with one decimal; absent while there are fewer than 3 reviews.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assigned_master_rating: Option<f64>,
    /// True when we have verified who the pro is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assigned_master_verified: Option<bool>,
    /// True when we have verified an insurance that has not expired.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assigned_master_insured: Option<bool>,
    /// The pro's Gas Safe registration, where the work is on gas.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assigned_master_gas_safe: Option<GasSafe>,
    /// True for a demo pro: nobody is really coming.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub assigned_master_demo: bool,
    /// That the pro is late, as they last said, until the work begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub running_late: Option<LateView>,
    /// Where the pro is, while on the way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub master_location: Option<MasterPlace>,
    /// What may be done in the chat with the pro; absent while there is no pro.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chat: Option<ChatState>,
    /// Messages of the pro that the client has not read; absent while there is no pro.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unread: Option<i64>,
    /// The client's review of the pro.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review: Option<ReviewView>,
    /// Until when a review can be written, ISO 8601; absent when there is one, or none can be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review_until: Option<String>,
    /// Disputes of it, the newest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub disputes: Vec<DisputeView>,
    /// Until when it can be disputed, ISO 8601; absent when it was, or cannot be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dispute_until: Option<String>,
}

/// What a share viewer sees, and nothing more.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SharedBooking {
    /// Current status.
    pub status: BookingStatus,
    /// Sequence number of its last event, after which its stream resumes.
    pub seq: i64,
    /// Display name of the problem type.
    pub readable_name: String,
    /// Town.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    /// The outward half of the postcode.
    pub outward_code: String,
    /// The window.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeslot: Option<SlotView>,
    /// First name of the pro.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assigned_master_name: Option<String>,
    /// What clients gave the pro, 1 to 5 with one decimal; absent while there are fewer than 3 reviews.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assigned_master_rating: Option<f64>,
}

/// The booking for its owner.
///
/// # Errors
/// When the stored row no longer makes sense.
pub fn for_owner(keys: &Keys, booking: &Booking) -> Fallible<BookingView> {
    Ok(BookingView {
        link: Some(Kind::Guest),
        guest_token: links::token(&keys.link, Kind::Guest, booking),
        share_token: links::token(&keys.link, Kind::Share, booking),
        start_code: start_code::of(&keys.start, booking),
        ..without_links(booking)?
    })
}

/// The booking for the holder of its guest link.
///
/// # Errors
/// When the stored row no longer makes sense.
pub fn for_guest_link(keys: &Keys, kind: Kind, booking: &Booking) -> Fallible<BookingView> {
    Ok(BookingView {
        entry_info_hidden: links::hides_entry_info(kind, booking),
        link: Some(kind),
        guest_token: links::token(&keys.link, kind, booking),
        share_token: links::token(&keys.link, Kind::Share, booking),
        start_code: start_code::of(&keys.start, booking),
        ..without_links(&links::seen_by(kind, booking))?
    })
}

/// How it is paid. A chosen price that is due is paid by card, whatever was wanted.
fn payment_method(booking: &Booking) -> PaymentMethod {
    let is_due = booking.awaits_price() && booking.payment_due_until.is_some();
    if is_due {
        PaymentMethod::Card
    } else {
        booking.payment_method
    }
}

/// The whole booking without its links and its start code.
///
/// # Errors
/// When the stored row no longer makes sense.
pub fn without_links(booking: &Booking) -> Fallible<BookingView> {
    Ok(BookingView {
        basics: BookingBasics::of(booking),
        description: booking.description.clone(),
        explanation: booking.explanation.0.clone(),
        gas_work: booking.gas_work == Some(true),
        address_line1: booking.address_line1.clone(),
        address_line2: booking.address_line2.clone(),
        postcode: booking.postcode.clone(),
        entry_info: booking.entry_info.clone(),
        entry_info_hidden: false,
        proposed_price: booking.proposed_pence.map(|pence| Pounds(Pence(pence))),
        estimated_cost: booking.estimated_pence.map(|pence| Pounds(Pence(pence))),
        amount_pence: booking.amount_pence,
        payment_method: payment_method(booking),
        payment_due: payment_due(booking),
        manual_quote: booking.manual_quote,
        open_price: booking.open_price,
        customer_name: booking.customer_name.clone(),
        customer_phone: booking.phone.clone(),
        customer_email: booking.email.clone(),
        progress: BookingProgress {
            may_suggest: new_work::may_be_allowed(booking).then_some(booking.may_suggest),
            ..BookingProgress::default()
        },
        assigned_master_id: booking.assigned_master_id.clone(),
        start_code: None,
        start_code_locked: booking.awaits_start() && start_code::is_locked(booking),
        work: work(booking),
        photo_url: booking.photo_id.as_deref().map(photo_url),
        coupon_code: booking.coupon_code.clone(),
        lines: booking.lines.0.clone(),
        book_version: booking.book_version.clone(),
        stop: stop(booking),
        guest_token: None,
        share_token: None,
        link: None,
    })
}

/// The booking for a share viewer.
#[must_use]
pub fn for_share_link(booking: &Booking) -> SharedBooking {
    SharedBooking {
        // What client and pro settle between them is not for others.
        status: if booking.facts().waits_for_client {
            BookingStatus::Pending
        } else {
            booking.status
        },
        seq: booking.seq,
        readable_name: booking.readable_name.clone(),
        city: booking.city.clone(),
        outward_code: booking.outward_code().to_owned(),
        timeslot: slot(booking),
        assigned_master_name: None,
        assigned_master_rating: None,
    }
}
