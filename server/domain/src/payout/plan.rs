//! Which money a payout is made of.

use pricing_core::Pence;

/// What a job earned that is not paid out yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Earning {
    /// Its row of `clearing`.
    pub reference: String,
    /// The booking.
    pub booking_id: String,
    /// What is left of it.
    pub left: Pence,
}

/// A client's payment, from which its job is paid out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Charge {
    /// The payment.
    pub payment_id: String,
    /// The booking that it paid.
    pub booking_id: String,
    /// What is left of it: captured, not given back, and not paid out.
    pub left: Pence,
}

/// A transfer to the pro's account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transfer {
    /// How much.
    pub amount: Pence,
    /// What it pays: the reference of an [`Earning`]; none for coupons of cash jobs.
    pub earning: Option<String>,
    /// The payment whose money it is; none for what the platform pays itself.
    pub payment_id: Option<String>,
}

/// Which money a payout is made of.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    /// Earnings that are used up, in part or whole, each with how much: paid out, or set off against fees that the pro owed.
    pub used: Vec<(String, Pence)>,
    /// The transfers. They add up to the payout.
    pub transfers: Vec<Transfer>,
}

/// Takes `amount` from `earnings`, the oldest first. Where they come to more than the `available` balance, the pro owed the difference
/// in fees of cash jobs: that much of the oldest is set off. Where they come to less, the rest is the platform's to pay.
#[must_use]
pub fn plan(amount: Pence, available: Pence, earnings: &[Earning], charges: &[Charge]) -> Plan {
    let earned: i64 = earnings.iter().map(|earning| earning.left.0).sum();
    let mut to_set_off = (earned - available.0).max(0);
    let mut to_pay = amount.0;
    let mut charges = charges.to_vec();
    let mut plan = Plan::default();
    for earning in earnings {
        let set_off = earning.left.0.min(to_set_off);
        let paid = (earning.left.0 - set_off).min(to_pay);
        to_set_off -= set_off;
        to_pay -= paid;
        if set_off + paid > 0 {
            plan.used.push((earning.reference.clone(), Pence(set_off + paid)));
        }
        plan.transfers.extend(transfers_of(earning, paid, &mut charges));
    }
    if to_pay > 0 {
        plan.transfers.push(Transfer {
            amount: Pence(to_pay),
            earning: None,
            payment_id: None,
        });
    }
    plan
}

/// Splits what is paid of an earning over its booking's payments; what they do not cover (a coupon) is the platform's to pay.
fn transfers_of(earning: &Earning, paid: i64, charges: &mut [Charge]) -> Vec<Transfer> {
    let transfer = |amount: i64, payment_id: Option<String>| Transfer {
        amount: Pence(amount),
        earning: Some(earning.reference.clone()),
        payment_id,
    };
    let mut left = paid;
    let mut transfers = Vec::new();
    for charge in charges {
        let part = charge.left.0.min(left);
        if charge.booking_id == earning.booking_id && part > 0 {
            charge.left = charge.left - Pence(part);
            left -= part;
            transfers.push(transfer(part, Some(charge.payment_id.clone())));
        }
    }
    if left > 0 {
        transfers.push(transfer(left, None));
    }
    transfers
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn earning(reference: &str, left: i64) -> Earning {
        Earning {
            reference: reference.to_owned(),
            booking_id: format!("C-{reference}"),
            left: Pence(left),
        }
    }

    fn charge(reference: &str, left: i64) -> Charge {
        Charge {
            payment_id: format!("pi_{reference}"),
            booking_id: format!("C-{reference}"),
            left: Pence(left),
        }
    }

    #[test]
    fn a_debt_is_set_off_against_the_oldest_and_a_coupon_is_the_platforms() {
        let earnings = [earning("a", 1_000), earning("b", 5_000)];
        let charges = [charge("a", 9_999), charge("b", 1_500)];
        // £12 are owed.
        let plan = plan(Pence(4_000), Pence(4_800), &earnings, &charges);
        assert_eq!(
            plan.used,
            [("a".to_owned(), Pence(1_000)), ("b".to_owned(), Pence(4_200))]
        );
        let b = |amount, payment_id: Option<&str>| Transfer {
            amount: Pence(amount),
            earning: Some("b".to_owned()),
            payment_id: payment_id.map(str::to_owned),
        };
        assert_eq!(plan.transfers, [b(1_500, Some("pi_b")), b(2_500, None)]);
    }

    proptest! {
        #[test]
        fn nothing_is_paid_twice(
            jobs in prop::collection::vec((0i64..5_000, 0i64..5_000), 0..6),
            owed in -2_000i64..5_000,
            share in 0i64..=100,
        ) {
            let names: Vec<String> = (0..jobs.len()).map(|number| number.to_string()).collect();
            let mut earnings: Vec<Earning> = names.iter().zip(&jobs).map(|(name, job)| earning(name, job.0)).collect();
            let mut charges: Vec<Charge> = names.iter().zip(&jobs).map(|(name, job)| charge(name, job.1)).collect();
            let earned: i64 = earnings.iter().map(|earning| earning.left.0).sum();
            let mut available = earned - owed;
            prop_assume!(available >= 0);
            // Paid out in two parts, it is still all paid once.
            for part in [available * share / 100, available - available * share / 100] {
                let plan = plan(Pence(part), Pence(available), &earnings, &charges);
                let sent: i64 = plan.transfers.iter().map(|transfer| transfer.amount.0).sum();
                prop_assert_eq!(sent, part);
                available -= part;
                for (reference, used) in plan.used {
                    let earning = earnings.iter_mut().find(|earning| earning.reference == reference).unwrap();
                    earning.left = earning.left - used;
                    prop_assert!(earning.left >= Pence::ZERO);
                }
                for transfer in plan.transfers {
                    prop_assert!(transfer.amount > Pence::ZERO);
                    let Some(payment) = transfer.payment_id else { continue };
                    let charge = charges.iter_mut().find(|charge| charge.payment_id == payment).unwrap();
                    charge.left = charge.left - transfer.amount;
                    prop_assert!(charge.left >= Pence::ZERO);
                }
                let left: i64 = earnings.iter().map(|earning| earning.left.0).sum();
                // What a debt exceeds is set off with the next earnings.
                prop_assert!(part == 0 || left <= available.max(0));
            }
        }
    }
}
