//! What cancelling costs the client. This rule never applies to a pro's no-show or withdrawal: those are refunded in full.

use crate::book::PriceBook;
use crate::error::PricingError;
use crate::money::{BasisPoints, Pence, read_whole, read_whole_option};
use crate::status::BookingStatus;
use crate::urgency::Urgency;
use serde::{Deserialize, Serialize};

/// Minutes of a day.
const DAY: i64 = 24 * 60;

/// A booking at the moment it is called off.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CancellationInput {
    /// What it costs, in pence.
    #[serde(rename = "amountPence")]
    pub amount: Pence,
    /// Its state.
    pub status: BookingStatus,
    /// How soon the pro was wanted.
    pub urgency: Urgency,
    /// Whole minutes since it was made.
    #[serde(deserialize_with = "read_whole")]
    pub minutes_since_booking: i64,
    /// Minutes until its slot starts, negative after that; none: no slot.
    #[serde(default, deserialize_with = "read_whole_option")]
    #[cfg_attr(target_family = "wasm", tsify(type = "number | null"))]
    pub minutes_to_slot: Option<i64>,
    /// Whether pros named its price; by default they did not.
    #[serde(default)]
    #[cfg_attr(target_family = "wasm", tsify(type = "boolean | null"))]
    pub open_price: Option<bool>,
}

/// What is kept, what goes back, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Cancellation {
    /// The fee in pence; once the work has begun, the most that an operator may decide on.
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
    let (kept, reason) = terms(book, input)?;
    let is_open = input.open_price == Some(true);
    let fee = match kept {
        Kept::Share(rate) => amount.share(rate),
        Kept::CallOut(rate) => book.cancellation.call_out(amount, rate, is_open),
    };
    Ok(Cancellation {
        fee_pence: fee,
        refund_pence: amount - fee,
        reason: reason.to_owned(),
    })
}

/// What is kept of the price.
enum Kept {
    Share(BasisPoints),
    /// A share that pays for the way.
    CallOut(BasisPoints),
}

/// What is kept, and why.
fn terms<'b>(book: &'b PriceBook, input: &CancellationInput) -> Result<(Kept, &'b str), PricingError> {
    use BookingStatus::{
        Accepted, Assigned, Cancelled, Completed, Confirmed, Created, EnRoute, InProgress, NoResponse, Paid,
        Pending,
    };
    let rules = &book.cancellation;
    match input.status {
        Completed | Cancelled => Err(PricingError::field(
            "illegal_transition",
            "status",
            "This booking has already ended.",
        )),
        InProgress => Ok((Kept::Share(rules.started_fee_bps), &rules.reason_started)),
        Created | Paid | Pending | Accepted | Confirmed | NoResponse => {
            Ok((Kept::Share(BasisPoints(0)), &rules.reason_unassigned))
        }
        Assigned => Ok(with_a_pro(book, input, false)),
        EnRoute => Ok(with_a_pro(book, input, true)),
    }
}

/// The same once a pro has the job. Within the client's 14 days to change their mind only what was already done for them
/// may be charged: nothing until the pro sets off, then the call-out.
fn with_a_pro<'b>(book: &'b PriceBook, input: &CancellationInput, has_set_off: bool) -> (Kept, &'b str) {
    let rules = &book.cancellation;
    let free = Kept::Share(BasisPoints(0));
    let early = |minutes| minutes > i64::from(rules.free_minutes_before_slot);
    if input.minutes_since_booking <= i64::from(rules.free_minutes_after_booking) {
        (free, &rules.reason_just_booked)
    } else if input.minutes_to_slot.is_some_and(early) {
        (free, &rules.reason_early)
    } else if input.urgency == Urgency::Emergency {
        (Kept::CallOut(rules.emergency_fee_bps), &rules.reason_emergency)
    } else if input.minutes_since_booking > i64::from(rules.cooling_off_days) * DAY {
        (Kept::Share(rules.late_fee_bps), &rules.reason_late)
    } else if has_set_off {
        (
            Kept::CallOut(rules.cooling_off_en_route_bps),
            &rules.reason_en_route,
        )
    } else {
        (free, &rules.reason_cooling_off)
    }
}

#[cfg(test)]
mod tests {
    use super::{CancellationInput, DAY, cancellation};
    use crate::book::PriceBook;
    use crate::money::Pence;
    use crate::status::BookingStatus::{self, *};
    use crate::urgency::Urgency;

    const FORTNIGHT: i64 = 14 * DAY;

    fn fee(status: BookingStatus, urgency: Urgency, since: i64, to_slot: Option<i64>) -> i64 {
        let input = CancellationInput {
            amount: Pence(9_751),
            status,
            urgency,
            minutes_since_booking: since,
            minutes_to_slot: to_slot,
            open_price: None,
        };
        let answer = cancellation(PriceBook::builtin(), &input).unwrap();
        assert_eq!(answer.fee_pence + answer.refund_pence, Pence(9_751));
        answer.fee_pence.0
    }

    #[test]
    fn free_until_assigned_just_booked_or_a_day_before() {
        for status in [Created, Paid, Pending, Accepted, Confirmed, NoResponse] {
            assert_eq!(fee(status, Urgency::Emergency, FORTNIGHT + 1, None), 0);
        }
        assert_eq!(fee(EnRoute, Urgency::Scheduled, 5, Some(60)), 0);
        assert_eq!(fee(Assigned, Urgency::Scheduled, FORTNIGHT + 1, Some(1441)), 0);
        assert_eq!(fee(EnRoute, Urgency::Emergency, 5, None), 0);
    }

    #[test]
    fn within_fourteen_days_only_a_pro_who_has_set_off_costs() {
        for to_slot in [None, Some(1440), Some(-10)] {
            for since in [6, FORTNIGHT] {
                assert_eq!(fee(Assigned, Urgency::Scheduled, since, to_slot), 0);
                assert_eq!(fee(Assigned, Urgency::Asap, since, to_slot), 0);
                assert_eq!(fee(EnRoute, Urgency::Asap, since, to_slot), 3_413);
            }
            for status in [Assigned, EnRoute] {
                assert_eq!(fee(status, Urgency::Scheduled, FORTNIGHT + 1, to_slot), 4_876);
            }
        }
    }

    #[test]
    fn an_emergency_costs_the_call_out_share_and_begun_work_all_at_most() {
        for since in [6, FORTNIGHT + 1] {
            assert_eq!(fee(Assigned, Urgency::Emergency, since, None), 3_413);
            assert_eq!(fee(EnRoute, Urgency::Emergency, since, None), 3_413);
        }
        assert_eq!(fee(InProgress, Urgency::Scheduled, 1, Some(2000)), 9_751);
    }

    #[test]
    fn a_call_out_at_a_price_that_a_pro_named_costs_100_pounds_at_most() {
        let kept = |amount, urgency, since, open_price| {
            let input = CancellationInput {
                amount: Pence(amount),
                status: EnRoute,
                urgency,
                minutes_since_booking: since,
                minutes_to_slot: Some(60),
                open_price: Some(open_price),
            };
            cancellation(PriceBook::builtin(), &input).unwrap().fee_pence.0
        };
        for urgency in [Urgency::Emergency, Urgency::Scheduled] {
            assert_eq!(kept(20_000, urgency, 6, true), 7_000);
            assert_eq!(kept(480_000, urgency, 6, true), 10_000);
            assert_eq!(kept(480_000, urgency, 6, false), 168_000);
        }
        // The half after 14 days is no call-out.
        assert_eq!(kept(480_000, Urgency::Scheduled, FORTNIGHT + 1, true), 240_000);
    }

    #[test]
    fn what_has_ended_cannot_be_cancelled() {
        for status in [Completed, Cancelled] {
            let input = CancellationInput {
                amount: Pence(1),
                status,
                urgency: Urgency::Asap,
                minutes_since_booking: 0,
                minutes_to_slot: None,
                open_price: None,
            };
            assert_eq!(
                cancellation(PriceBook::builtin(), &input).unwrap_err().code,
                "illegal_transition"
            );
        }
    }
}
