//! A coupon and its limits as an operator types them.

use pricing_core::book::{Coupon as Terms, Discount};
use pricing_core::calendar::CivilDateTime;
use pricing_core::{BasisPoints, Pence};

use super::{Coupon, Dearer};
use crate::address;
use crate::clock::Millis;
use crate::failure::Failure;
use crate::mistakes::Mistakes;
use crate::pounds::Pounds;
use crate::time;

/// Shortest code, characters: shorter ones are found by trying.
const SHORTEST: usize = 4;
/// Longest code, characters.
pub const CODE_LIMIT: usize = 32;
/// Longest description, characters.
const DESCRIPTION: usize = 80;
/// The most that a coupon takes off.
const MOST_OFF: Pence = Pence::from_pounds(1_000);
/// The highest minimum of an order.
const MOST_MINIMUM: Pence = Pence::from_pounds(10_000);
/// Most uses by one person.
const MOST_EACH: u32 = 100;
/// Most uses in all.
const MOST_USES: u32 = 1_000_000;

/// A new coupon, as typed.
#[derive(Debug, Clone, Copy)]
pub struct NewCoupon<'a> {
    /// The code; lower case is raised.
    pub code: &'a str,
    /// What it gives, for clients.
    pub description: &'a str,
    /// `pounds` or `percent`.
    pub kind: &'a str,
    /// How many of them.
    pub amount: &'a str,
    /// Takes off no more than this, pounds.
    pub cap: &'a str,
    /// Only for orders of at least this, pounds.
    pub minimum: &'a str,
    /// `on`: for a first booking alone.
    pub first: &'a str,
    /// From when on, London time; empty for at once.
    pub starts: &'a str,
    /// `on`: it may be dearer than our fee.
    pub dearer: &'a str,
    /// Its limits.
    pub limits: NewLimits<'a>,
}

/// What can be changed about a coupon, as typed.
#[derive(Debug, Clone, Copy)]
pub struct NewLimits<'a> {
    /// Uses by one person.
    pub each: &'a str,
    /// Uses in all; empty for no limit.
    pub uses: &'a str,
    /// Until when, London time; empty while no end is planned.
    pub ends: &'a str,
    /// `on`: browsers get it with the price book.
    pub listed: &'a str,
}

impl NewCoupon<'_> {
    /// Checks every field; all mistakes are reported at once.
    ///
    /// # Errors
    /// 422 with a message for each invalid field; on `dearer` when it may be dearer than a fee of this share and nobody said so.
    pub fn parse(self, fee: BasisPoints, now: Millis) -> Result<Coupon, Failure> {
        let mut wrong = Mistakes::default();
        let discount = self.discount().unwrap_or_else(|message| {
            wrong.note("amount", message);
            Discount::Pence(Pence::ZERO)
        });
        let starts = wrong.checked("starts", moment(self.starts));
        let missing = "Say what it gives.";
        let mut coupon = Coupon {
            terms: Terms {
                code: wrong.checked("code", code(self.code)),
                description: wrong.checked(
                    "description",
                    address::required_line(self.description, DESCRIPTION, missing),
                ),
                discount,
                cap_pence: wrong.checked("cap", pounds(self.cap, MOST_OFF)),
                minimum_order_pence: wrong.checked("minimum", pounds(self.minimum, MOST_MINIMUM)),
                first_booking_only: self.first == "on",
                per_person_limit: 1,
                total_limit: None,
            },
            is_listed: false,
            starts_at: starts.unwrap_or(now).max(now),
            ends_at: None,
            created_at: now,
        };
        self.limits.put(&mut coupon, now, &mut wrong);
        if wrong.is_empty() && self.dearer != "on" && coupon.dearer(fee) != Dearer::Never {
            let message = "It may take off more than our fee. Tick this if that is meant.";
            wrong.note("dearer", message);
        }
        wrong.or(coupon)
    }

    /// Pence or a share, by the kind.
    fn discount(&self) -> Result<Discount, String> {
        let amount = hundredths(self.amount.trim_end_matches('%')).filter(|amount| *amount > 0);
        match self.kind {
            "pounds" => amount
                .filter(|pence| *pence <= MOST_OFF.0)
                .map(|pence| Discount::Pence(Pence(pence)))
                .ok_or_else(|| "Use an amount from £0.01 to £1,000, such as 10 or 7.50.".to_owned()),
            "percent" => amount
                .and_then(|share| u32::try_from(share).ok())
                .map(BasisPoints)
                .filter(|share| *share <= BasisPoints::WHOLE)
                .map(Discount::Share)
                .ok_or_else(|| "Use a percentage from 0.01 to 100, such as 15.".to_owned()),
            _ => Err("Choose pounds or per cent.".to_owned()),
        }
    }
}

impl NewLimits<'_> {
    /// Checks the limits, and puts them into a coupon.
    ///
    /// # Errors
    /// 422 with a message for each invalid field.
    pub fn change(self, coupon: &Coupon, now: Millis) -> Result<Coupon, Failure> {
        let (mut wrong, mut changed) = (Mistakes::default(), coupon.clone());
        self.put(&mut changed, now, &mut wrong);
        wrong.or(changed)
    }

    fn put(self, coupon: &mut Coupon, now: Millis, wrong: &mut Mistakes) {
        coupon.terms.per_person_limit = wrong.checked(
            "each",
            whole(self.each, MOST_EACH).and_then(|each| each.ok_or_else(|| count(MOST_EACH))),
        );
        coupon.terms.total_limit = wrong.checked("uses", whole(self.uses, MOST_USES));
        coupon.is_listed = self.listed == "on";
        let ends = wrong.checked("ends", moment(self.ends));
        let first = coupon.starts_at.max(now);
        // An end that was there before may have passed.
        if ends.is_some_and(|end| end <= first) && !same_minute(ends, coupon.ends_at) {
            wrong.note("ends", "Choose a time after its start, and after now.");
        } else if !same_minute(ends, coupon.ends_at) {
            coupon.ends_at = ends;
        }
    }
}

/// A form knows an end to the minute alone.
fn same_minute(one: Option<Millis>, other: Option<Millis>) -> bool {
    one.map(time::london) == other.map(time::london)
}

fn code(text: &str) -> Result<String, String> {
    let code = text.trim().to_ascii_uppercase();
    let is_plain = code.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if is_plain && (SHORTEST..=CODE_LIMIT).contains(&code.len()) {
        Ok(code)
    } else {
        Err(format!("Use {SHORTEST} to {CODE_LIMIT} letters and digits."))
    }
}

/// An amount in pounds, or none.
fn pounds(text: &str, most: Pence) -> Result<Option<Pence>, String> {
    let text = text.trim().trim_start_matches('£');
    if text.is_empty() {
        return Ok(None);
    }
    hundredths(text)
        .filter(|pence| (1..=most.0).contains(pence))
        .map(|pence| Some(Pence(pence)))
        .ok_or_else(|| format!("Use an amount from £0.01 to {most}, such as 25 or 7.50."))
}

/// A number of at most two decimals, in hundredths.
fn hundredths(text: &str) -> Option<i64> {
    let Pounds(Pence(hundredths)) = serde_json::from_str(text.trim().trim_start_matches('£')).ok()?;
    Some(hundredths)
}

fn whole(text: &str, most: u32) -> Result<Option<u32>, String> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    text.parse()
        .ok()
        .filter(|number| (1..=most).contains(number))
        .map(Some)
        .ok_or_else(|| count(most))
}

fn count(most: u32) -> String {
    format!("Use a whole number from 1 to {most}.")
}

/// A moment in London, or none.
fn moment(text: &str) -> Result<Option<Millis>, String> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    text.parse::<CivilDateTime>()
        .ok()
        .and_then(time::instant)
        .map(Some)
        .ok_or_else(|| "Use a date and time such as 2026-12-24T18:00.".to_owned())
}

#[cfg(test)]
mod tests {
    use pricing_core::PriceBook;

    use super::*;

    const FEE: BasisPoints = BasisPoints(1_500);
    /// 24 November 2026, 12:00 in London.
    const NOW: Millis = 1_795_521_600_000;
    const LIMITS: NewLimits<'_> = NewLimits {
        each: "1",
        uses: " 500 ",
        ends: "2026-12-24T18:00",
        listed: "on",
    };
    const GOOD: NewCoupon<'_> = NewCoupon {
        code: " tap7 ",
        description: "£7.50 off",
        kind: "pounds",
        amount: "7.50",
        cap: "",
        minimum: "£50",
        first: "",
        starts: "",
        dearer: "",
        limits: LIMITS,
    };

    #[test]
    fn what_is_typed_becomes_a_coupon() {
        let coupon = GOOD.parse(FEE, NOW).unwrap();
        assert_eq!(
            (coupon.terms.code.as_str(), coupon.terms.discount),
            ("TAP7", Discount::Pence(Pence(750)))
        );
        assert_eq!(
            (coupon.terms.minimum_order_pence, coupon.terms.cap_pence),
            (Some(Pence(5_000)), None)
        );
        assert_eq!(
            (coupon.terms.total_limit, coupon.is_listed, coupon.starts_at),
            (Some(500), true, NOW)
        );
        assert_eq!(
            coupon.ends_at.map(time::iso).as_deref(),
            Some("2026-12-24T18:00:00+00:00")
        );
        let share = NewCoupon {
            kind: "percent",
            amount: "12.5 %",
            ..GOOD
        };
        let share = share.parse(FEE, NOW).unwrap();
        assert_eq!(share.terms.discount, Discount::Share(BasisPoints(1_250)));
    }

    #[test]
    fn every_invalid_field_has_its_message() {
        let wrong = NewCoupon {
            code: "A-B",
            description: " ",
            amount: "1000.01",
            cap: "0",
            minimum: "ten",
            starts: "tomorrow",
            limits: NewLimits {
                each: "",
                uses: "0",
                ends: "2026-11-24T11:59",
                listed: "",
            },
            ..GOOD
        };
        let fields: Vec<_> = wrong.parse(FEE, NOW).unwrap_err().errors.into_keys().collect();
        let all = [
            "amount",
            "cap",
            "code",
            "description",
            "each",
            "ends",
            "minimum",
            "starts",
            "uses",
        ];
        assert_eq!(fields, all);
        for amount in ["", "0", "-1", "7.505", "100.01%"] {
            let wrong = NewCoupon {
                kind: "percent",
                amount,
                ..GOOD
            };
            assert!(wrong.parse(FEE, NOW).is_err(), "{amount}");
        }
    }

    #[test]
    fn what_is_dearer_than_the_fee_is_said() {
        let dear = NewCoupon {
            minimum: "49.99",
            ..GOOD
        };
        let refused = dear.parse(FEE, NOW).unwrap_err();
        assert_eq!(refused.errors.into_keys().collect::<Vec<_>>(), ["dearer"]);
        assert!(NewCoupon { dearer: "on", ..dear }.parse(FEE, NOW).is_ok());
    }

    #[test]
    fn an_end_that_has_passed_may_stay_but_not_come() {
        let later = NOW + 60 * 86_400_000;
        let coupon = GOOD.parse(FEE, NOW).unwrap();
        let stays = LIMITS.change(&coupon, later).unwrap();
        assert_eq!(stays.ends_at, coupon.ends_at);
        let earlier = NewLimits {
            ends: "2026-12-24T17:59",
            ..LIMITS
        };
        assert!(
            earlier
                .change(&coupon, later)
                .unwrap_err()
                .errors
                .contains_key("ends")
        );
        let open = NewLimits { ends: "", ..LIMITS };
        assert_eq!(open.change(&coupon, later).unwrap().ends_at, None);
    }

    #[test]
    fn whatever_passes_is_good_for_the_price_book() {
        let long = "é".repeat(DESCRIPTION);
        let extreme = NewCoupon {
            code: &"Z".repeat(CODE_LIMIT),
            description: &long,
            amount: "1000",
            cap: "1000",
            minimum: "10000",
            limits: NewLimits {
                each: "100",
                uses: "1000000",
                ..LIMITS
            },
            ..GOOD
        };
        let mut book = PriceBook::builtin().clone();
        book.coupons.push(extreme.parse(FEE, NOW).unwrap().terms);
        assert!(book.validated().is_ok());
    }
}
