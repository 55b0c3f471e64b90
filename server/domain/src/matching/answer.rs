//! What an accept gets, and the refusals of an offer.

use pricing_core::fee::{Fee, fee};
use pricing_core::{Pence, PriceBook};

use super::eligible::{Fit, Reason};
use crate::failure::{Failure, FailureKind, Fallible};
use callout_db::names;

names! {
    /// What became of an offer.
    pub enum OfferAnswer {
        /// The pro took the job.
        Accepted = "accepted",
        /// The pro does not want it.
        Declined = "declined",
        /// The pro proposed another price, or named one.
        Proposed = "proposed",
        /// It was no longer to be had.
        Over = "over",
    }
}

/// Where the job stands for a pro who accepts it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// `pending`: in the pool, for any eligible pro, from the start.
    Open,
    /// Assigned to this very pro.
    Won,
    /// Another pro has it, or it waits for its client's answer to another pro.
    Taken,
    /// `no_response`, cancelled or done: no longer in the pool.
    Over,
}

/// What an accept leads to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Accept {
    /// The winner asks again: 200, and nothing changes.
    Again,
    /// The job goes to this pro, if nobody is faster.
    Take(Fit),
}

/// Judges an accept. A job that is `pending` stays open to an eligible pro whose offer has expired, because it is in the pool; the
/// grace of an expired offer is in the deadline, see [`super::plan::next`].
///
/// # Errors
/// 409 `already_taken` or `offer_expired`, 403 `not_eligible`, and 404 for a pro for whom the job never was.
pub fn accept(standing: Standing, was_offered: bool, verdict: Result<Fit, Reason>) -> Fallible<Accept> {
    let may_know = was_offered || verdict.map_or_else(Reason::is_passing, |_| true);
    match standing {
        Standing::Won => Ok(Accept::Again),
        _ if !may_know => Err(Failure::not_found("Booking not found.")),
        Standing::Open => verdict.map(Accept::Take).map_err(not_eligible),
        Standing::Taken => Err(taken()),
        Standing::Over => Err(offer_expired()),
    }
}

/// 409 `already_taken`.
#[must_use]
pub fn taken() -> Failure {
    Failure::conflict("already_taken", "Too late — already taken")
}

/// 409 `offer_expired`.
#[must_use]
pub fn offer_expired() -> Failure {
    Failure::conflict("offer_expired", "Offer ended")
}

/// 409 `payment_due`: no other price can be proposed while a payment of the booking is due, since paying it may change the price.
#[must_use]
pub fn payment_due() -> Failure {
    Failure::conflict(
        "payment_due",
        "The client has to pay for this job first. You may accept at the price shown, or try again later.",
    )
}

/// 403 `not_eligible`, with the reason's code in `reason`.
#[must_use]
pub fn not_eligible(reason: Reason) -> Failure {
    Failure::new(FailureKind::Forbidden, "not_eligible", reason.sentence()).with("reason", reason.code())
}

/// What the pro earns: price, fee and net of a booking for which the client pays `amount` after a coupon of `discount`. The platform
/// bears the coupon, so price and fee are those before it.
///
/// # Errors
/// 422 `invalid_amount` below £0 or above £10,000,000.
pub fn earnings(book: &PriceBook, amount: Pence, discount: Pence) -> Fallible<Fee> {
    Ok(fee(book, amount + discount)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIT: Fit = Fit {
        metres: 1_000.0,
        reach: None,
    };

    fn code(standing: Standing, was_offered: bool, verdict: Result<Fit, Reason>) -> &'static str {
        match accept(standing, was_offered, verdict) {
            Ok(Accept::Again) => "again",
            Ok(Accept::Take(fit)) => {
                assert_eq!(fit, FIT);
                "take"
            }
            Err(failure) => failure.code,
        }
    }

    #[test]
    fn each_accept_has_its_answer() {
        let (busy, area) = (Err(Reason::Busy), Err(Reason::Area));
        for (standing, was_offered, verdict, expected) in [
            (Standing::Won, true, Ok(FIT), "again"),
            (Standing::Won, false, busy, "again"),
            (Standing::Open, true, Ok(FIT), "take"),
            // Found in the pool.
            (Standing::Open, false, Ok(FIT), "take"),
            (Standing::Open, true, busy, "not_eligible"),
            (Standing::Open, false, busy, "not_eligible"),
            (Standing::Open, true, area, "not_eligible"),
            (Standing::Open, false, area, "not_found"),
            (Standing::Taken, true, area, "already_taken"),
            (Standing::Taken, false, Ok(FIT), "already_taken"),
            (Standing::Taken, false, busy, "already_taken"),
            (Standing::Taken, false, area, "not_found"),
            (Standing::Over, true, area, "offer_expired"),
            (Standing::Over, false, Ok(FIT), "offer_expired"),
            (Standing::Over, false, area, "not_found"),
        ] {
            let found = code(standing, was_offered, verdict);
            assert_eq!(found, expected, "{standing:?} {was_offered} {verdict:?}");
        }
    }

    #[test]
    fn a_refusal_tells_its_reason() {
        let failure = not_eligible(Reason::GasSafeEnds);
        assert_eq!(failure.kind, FailureKind::Forbidden);
        assert_eq!(failure.extra["reason"], "gas_safe");
        assert_eq!(
            failure.detail,
            "Your Gas Safe registration ends before this job does."
        );
        assert_eq!(taken().detail, "Too late — already taken");
    }

    #[test]
    fn the_platform_bears_the_coupon() {
        let split = earnings(PriceBook::builtin(), Pence(8_750), Pence(1_000)).unwrap();
        // 15% of £97.50 is £14.625, rounded away from zero.
        assert_eq!(
            (split.amount_pence, split.fee_pence, split.net_pence),
            (Pence(9_750), Pence(1_463), Pence(8_287))
        );
        assert!(earnings(PriceBook::builtin(), Pence(-1), Pence(0)).is_err());
    }
}
