//! What cancelling costs the client (decisions.md section 7). A pro's no-show or withdrawal is never cancelled by this
//! rule: it is refunded in full.

use crate::book::PriceBook;
use crate::error::PricingError;
use crate::money::{BasisPoints, Pence};
use crate::tier::{BookingStatus, Urgency};
use crate::wire::{ToJson, Writer};
use alloc::borrow::ToOwned;
use alloc::string::String;

/// A booking at the moment it is called off.
#[derive(Clone, Copy, Debug)]
pub struct CancellationInput {
    /// What it costs.
    pub amount: Pence,
    /// Its state.
    pub status: BookingStatus,
    /// How soon it was wanted.
    pub urgency: Urgency,
    /// Whole minutes since it was made.
    pub minutes_since_booking: i64,
    /// Minutes until its slot starts, negative after that; none: no slot.
    pub minutes_to_slot: Option<i64>,
}

/// What is kept, what goes back, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "openapi",
    derive(utoipa::ToSchema),
    schema(rename_all = "camelCase")
)]
pub struct Cancellation {
    /// The fee in pence.
    #[cfg_attr(feature = "openapi", schema(value_type = i64))]
    pub fee_pence: Pence,
    /// The refund in pence; fee and refund add up to the amount.
    #[cfg_attr(feature = "openapi", schema(value_type = i64))]
    pub refund_pence: Pence,
    /// The sentence for people.
    pub reason: String,
}

/// The fee of cancelling now.
///
/// # Errors
/// `illegal_transition` for a booking that has ended; `invalid_amount`.
pub fn cancellation(book: &PriceBook, input: &CancellationInput) -> Result<Cancellation, PricingError> {
    let amount = input.amount.checked("amountPence")?;
    let (rate, reason) = terms(book, input)?;
    let fee = amount.share(rate);
    Ok(Cancellation {
        fee_pence: fee,
        refund_pence: amount - fee,
        reason: reason.to_owned(),
    })
}

fn terms<'b>(book: &'b PriceBook, input: &CancellationInput) -> Result<(BasisPoints, &'b str), PricingError> {
    use BookingStatus::{
        Accepted, Assigned, Cancelled, Completed, Confirmed, Created, EnRoute, InProgress, NoResponse, Paid,
        Pending,
    };
    let rules = &book.cancellation;
    let free = BasisPoints(0);
    Ok(match input.status {
        Completed | Cancelled => {
            return Err(PricingError::field(
                "illegal_transition",
                "status",
                "This booking has already ended.",
            ));
        }
        InProgress => (rules.started_fee, &rules.reason_started),
        Created | Paid | Pending | Accepted | Confirmed | NoResponse => (free, &rules.reason_unassigned),
        Assigned | EnRoute if input.minutes_since_booking <= i64::from(rules.free_minutes_after_booking) => {
            (free, &rules.reason_just_booked)
        }
        Assigned | EnRoute if is_early(input, rules.free_minutes_before_slot) => (free, &rules.reason_early),
        Assigned | EnRoute if input.urgency == Urgency::Emergency => {
            (rules.emergency_fee, &rules.reason_emergency)
        }
        Assigned | EnRoute => (rules.late_fee, &rules.reason_late),
    })
}

fn is_early(input: &CancellationInput, free_minutes: u32) -> bool {
    input
        .minutes_to_slot
        .is_some_and(|minutes| minutes > i64::from(free_minutes))
}

impl ToJson for Cancellation {
    fn write(&self, out: &mut Writer) {
        out.object(|out| {
            out.field("feePence", &self.fee_pence);
            out.field("refundPence", &self.refund_pence);
            out.field("reason", &self.reason);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::{CancellationInput, cancellation};
    use crate::book::PriceBook;
    use crate::money::Pence;
    use crate::tier::{BookingStatus, Urgency};

    fn fee(status: BookingStatus, urgency: Urgency, since: i64, to_slot: Option<i64>) -> i64 {
        let input = CancellationInput {
            amount: Pence(9_751),
            status,
            urgency,
            minutes_since_booking: since,
            minutes_to_slot: to_slot,
        };
        let answer = cancellation(PriceBook::builtin(), &input).unwrap();
        assert_eq!(answer.fee_pence + answer.refund_pence, Pence(9_751));
        answer.fee_pence.0
    }

    #[test]
    fn free_until_assigned_just_booked_or_a_day_before() {
        use BookingStatus::*;
        for status in [Created, Paid, Pending, Accepted, Confirmed, NoResponse] {
            assert_eq!(fee(status, Urgency::Emergency, 500, None), 0);
        }
        assert_eq!(fee(Assigned, Urgency::Scheduled, 5, Some(60)), 0);
        assert_eq!(fee(Assigned, Urgency::Scheduled, 6, Some(1441)), 0);
        assert_eq!(fee(EnRoute, Urgency::Emergency, 5, None), 0);
    }

    #[test]
    fn half_late_the_call_out_share_in_an_emergency_all_once_begun() {
        use BookingStatus::*;
        assert_eq!(fee(Assigned, Urgency::Scheduled, 6, Some(1440)), 4_876);
        assert_eq!(fee(EnRoute, Urgency::Asap, 6, Some(-10)), 4_876);
        assert_eq!(fee(Assigned, Urgency::Asap, 6, None), 4_876);
        assert_eq!(fee(Assigned, Urgency::Emergency, 6, None), 3_413);
        assert_eq!(fee(InProgress, Urgency::Scheduled, 1, Some(2000)), 9_751);
    }

    #[test]
    fn what_has_ended_cannot_be_cancelled() {
        for status in [BookingStatus::Completed, BookingStatus::Cancelled] {
            let input = CancellationInput {
                amount: Pence(1),
                status,
                urgency: Urgency::Asap,
                minutes_since_booking: 0,
                minutes_to_slot: None,
            };
            assert_eq!(
                cancellation(PriceBook::builtin(), &input).unwrap_err().code,
                "illegal_transition"
            );
        }
    }
}
