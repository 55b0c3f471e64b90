//! A job, as its pro sees it.

mod answers;

use answers::ProposalView;
pub use answers::SuggestedVisit;
use serde::Serialize;
use utoipa::ToSchema;

use super::basics::BookingBasics;
use super::change_order::ExtraOfJob;
use super::dispute::DisputeView;
use super::earned::JobEarned;
use super::event::BookingEvent;
use super::invitation::{InvitationView, WorkType};
use super::late::LateView;
use super::mismatch::MismatchView;
use super::missed_visit::MissedVisitView;
use super::not_paid::NotPaid;
use super::notes::NotesView;
use super::offer::cash_to_collect;
use super::photo::photo_url;
use super::place::kilometres;
use super::put_right::PutRightView;
use super::review::ReviewView;
use super::work::{StartView, StopView, WorkView, start, stop, work};
use callout_booking::matching::{JobSeen, Seen};
use callout_domain::booking::PaymentMethod;
use callout_domain::chat::State as ChatState;
use callout_domain::mask;
use callout_domain::pounds::Pounds;
use callout_domain::time;

/// A job as a pro sees it. Name, phone, address and entry notes are there from assignment to 24 hours after the job was done.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Job)]
pub struct JobView {
    /// What its client is shown of it, too.
    #[serde(flatten)]
    pub basics: BookingBasics,
    /// What the client wrote; phones, emails and postcodes are hidden until the job is the pro's.
    pub description: String,
    /// The photo's address; fetched with the bearer token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub photo_url: Option<String>,
    /// The outward half of the postcode.
    pub district: String,
    /// From where the pro is to the middle of the district, kilometres with one decimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance_km: Option<f64>,
    /// `card` or `cash`.
    pub payment_method: PaymentMethod,
    /// True while a price is to be named for it; price, fee and net are 0 then.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub open_price: bool,
    /// What the job costs before a coupon, pence.
    pub price_pence: i64,
    /// The platform's part of it, pence.
    pub fee_pence: i64,
    /// The pro's part of it, pence.
    pub net_pence: i64,
    /// How much of the pro's part refunds have taken back since the job was done, pence; 0 for most.
    pub taken_back_pence: i64,
    /// The platform's rate, which the booking keeps for life.
    pub fee_basis_points: u32,
    /// How much extra work an operator has allowed above the original price, pence; 0 unless one has.
    pub extra_allowed_pence: i64,
    /// When the offer to this pro ends, ISO 8601.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer_until: Option<String>,
    /// Until when nobody else is asked, ISO 8601, where the client booked what this pro suggested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promised_until: Option<String>,
    /// The pro's own answer that waits for the client.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposal: Option<ProposalView>,
    /// What the client pays the pro in cash when the job is done, pounds; for the pro's own jobs and those that the pro may have.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    pub collect_in_cash: Option<Pounds>,
    /// What became of it once the client asked to stop the work, or Callout stopped it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<StopView>,
    /// What only its own page has.
    #[serde(flatten)]
    pub page: JobPage,
    /// What may be done in the chat with the client, once the job is the pro's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chat: Option<ChatState>,
    /// Messages of the client that the pro has not read, once the job is the pro's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unread: Option<i64>,
    /// Another time that the client suggests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggested_time: Option<SuggestedVisit>,
    /// Extra work that was suggested for it, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub change_orders: Vec<ExtraOfJob>,
    /// True while the client's payment is being checked: don't set off yet.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub payment_is_checked: bool,
    /// How the pro may begin; there while that is the next step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<StartView>,
    /// How the work began and ended, for the pro's own jobs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub work: Option<WorkView>,
    /// First name of the client, from assignment on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer_first_name: Option<String>,
    /// Full name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer_name: Option<String>,
    /// UK mobile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer_phone: Option<String>,
    /// First address line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address_line1: Option<String>,
    /// Second address line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address_line2: Option<String>,
    /// Full postcode.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub postcode: Option<String>,
    /// Door code, floor, pets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry_info: Option<String>,
}

/// What a job on a page of its own shows besides; nothing of it is in lists.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct JobPage {
    /// The pro's review of the client, which only operators read; not in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review: Option<ReviewView>,
    /// Until when a review can be written, ISO 8601; absent when there is one, or none can be written. Not in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review_until: Option<String>,
    /// Disputes of it, the newest first. Not in lists.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub disputes: Vec<DisputeView>,
    /// What the pro says of a cash job that was not paid. Not in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_paid: Option<NotPaid>,
    /// Until when the pro may say that a cash job was not paid, ISO 8601; absent when there is nothing to say. Not in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_paid_until: Option<String>,
    /// What the pro says to the client's report that they did not come. Not in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_show: Option<MissedVisitView>,
    /// Until when the pro may contest such a report, ISO 8601; absent when there is nothing to contest. Not in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_show_until: Option<String>,
    /// What the pro says of a client who is not at home. Not in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_home: Option<MissedVisitView>,
    /// From when on the pro may say that they are at the door, ISO 8601; absent when they did, or no visit is to come. Not in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_the_door_from: Option<String>,
    /// The last visit that was asked for to put it right. Not in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub put_right: Option<PutRightView>,
    /// Until when one may be asked for, ISO 8601; absent where none may. Not in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub put_right_until: Option<String>,
    /// The further work that the pro last suggested. Not in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_work: Option<InvitationView>,
    /// Until when the pro may suggest some, ISO 8601; absent where the client does not let them. Not in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_work_until: Option<String>,
    /// The problem types that the pro may suggest: those of their trades. Not in lists.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub new_work_types: Vec<WorkType>,
    /// What the pro says of a job that is not what was booked, the last time, while they are at work. Not in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_as_booked: Option<MismatchView>,
    /// What the pro keeps for themselves. Not in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<NotesView>,
    /// That the pro has said that they are late. Not in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub running_late: Option<LateView>,
    /// When the pro said that they are there, where their place did not show it, ISO 8601. Not in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub here_at: Option<String>,
    /// The steps of the job since it is this pro's. Not in lists.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub events: Vec<BookingEvent>,
    /// What a cancelled job has earned all the same. Not in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub earned: Option<JobEarned>,
}

impl From<JobSeen> for JobView {
    fn from(job: JobSeen) -> Self {
        let JobSeen {
            booking,
            seen,
            fee,
            metres,
            offer_until,
            promised_until,
            proposal,
            chat,
            suggestion,
            extras,
            payment_is_checked,
            taken_back,
        } = job;
        let basics = BookingBasics::of(&booking);
        let is_whole = seen == Seen::Whole;
        // What waits for the client's answer has two prices.
        let may_collect = is_whole || (seen == Seen::Offered && proposal.is_none());
        let collect_in_cash = cash_to_collect(&booking).filter(|_| may_collect && booking.facts().is_open);
        let (start, work, stop) = (start(&booking), work(&booking), stop(&booking));
        let open_price = booking.awaits_price();
        let first_name = booking.customer_name.split_whitespace().next().map(str::to_owned);
        Self {
            basics,
            district: booking.outward_code().to_owned(),
            description: if is_whole {
                booking.description
            } else {
                mask::contacts_and_postcodes(&booking.description).into_owned()
            },
            photo_url: booking
                .photo_id
                .as_deref()
                .filter(|_| seen != Seen::Over)
                .map(photo_url),
            distance_km: metres.map(kilometres),
            open_price,
            price_pence: fee.amount_pence.0,
            fee_pence: fee.fee_pence.0,
            net_pence: fee.net_pence.0,
            taken_back_pence: taken_back.0,
            fee_basis_points: fee.fee_basis_points.0,
            extra_allowed_pence: booking.extra_allowed_pence,
            offer_until: offer_until.map(time::iso),
            promised_until: promised_until.map(time::iso),
            proposal: proposal.map(ProposalView::from),
            collect_in_cash,
            page: JobPage::default(),
            chat: chat.map(|glance| glance.state),
            unread: chat.map(|glance| glance.unread),
            suggested_time: suggestion.as_ref().and_then(SuggestedVisit::of),
            change_orders: extras.into_iter().map(ExtraOfJob::from).collect(),
            payment_is_checked,
            start: start.filter(|_| is_whole),
            work: work.filter(|_| seen != Seen::Offered),
            stop: stop.filter(|_| seen != Seen::Offered),
            customer_first_name: first_name.filter(|_| seen != Seen::Offered),
            customer_name: is_whole.then_some(booking.customer_name),
            customer_phone: is_whole.then_some(booking.phone),
            address_line1: is_whole.then_some(booking.address_line1),
            address_line2: booking.address_line2.filter(|_| is_whole),
            postcode: is_whole.then_some(booking.postcode),
            entry_info: booking.entry_info.filter(|_| is_whole),
            payment_method: booking.payment_method,
        }
    }
}
