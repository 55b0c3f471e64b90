//! The people who run Callout: what each role may do, and who is behind an act.

use std::sync::Arc;

use pricing_core::book::Discount;
use pricing_core::{BasisPoints, Pence};

use super::failure::{Failure, FailureKind, Fallible};
use super::keys::Keys;
use crate::clock::{DAY, HOUR, Millis};
use crate::kept::{Class, FACT, OWN, SECRET};
use callout_db::{names, record};

names! {
    /// What an operator may do.
    pub enum OperatorRole {
        /// The day's work: bookings, documents, support, small sums.
        Admin = "admin",
        /// Everything.
        SuperAdmin = "super_admin",
    }
}

impl OperatorRole {
    /// Its name for people.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Admin => "Admin",
            Self::SuperAdmin => "Super admin",
        }
    }

    /// What an operator of this role may move at a time and in a day; none for no limit. Decided for the product.
    #[must_use]
    pub const fn limits(self) -> Option<&'static RoleLimits> {
        match self {
            Self::Admin => Some(&RoleLimits {
                refund: Pence(25_000),
                refunds_of_a_day: Pence(100_000),
                payout: TWO_OPERATORS,
                coupon: Pence(2_000),
                coupon_share: BasisPoints(2_000),
                coupon_uses: 500,
            }),
            Self::SuperAdmin => None,
        }
    }
}

/// What operators of a role may move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoleLimits {
    /// Most that one refund or dispute may give back.
    pub refund: Pence,
    /// Most that all of a London day may give back.
    pub refunds_of_a_day: Pence,
    /// Most that one payout sends.
    pub payout: Pence,
    /// Most that a coupon may take off.
    pub coupon: Pence,
    /// Largest share that a coupon may take off.
    pub coupon_share: BasisPoints,
    /// Most uses in all of a coupon.
    pub coupon_uses: i64,
}

/// A refund above this asks whoever makes it for the second factor once more. Decided for the product.
pub const GRAVE_REFUND: Pence = Pence(25_000);

/// A payout above this is sent when two operators have approved it. Decided for the product.
pub const TWO_OPERATORS: Pence = Pence(100_000);

/// How long what was typed is kept, milliseconds: decided for the product. The session's row and cookie stay as long after its end, so
/// that what is sent then can be kept for the same operator.
pub const DRAFT_LIFE: Millis = 8 * HOUR;

/// How long a session lasts that nobody uses, milliseconds: decided for the product.
pub const IDLE_LIFE: Millis = HOUR;

/// How long a first password may be used, milliseconds: decided for the product.
pub const FIRST_PASSWORD_LIFE: Millis = 72 * HOUR;

/// How long an operator whom another one added is not one of two who decide, milliseconds: decided for the product. Otherwise one super
/// admin could make the second alone.
pub const NEW_FOR: Millis = 7 * DAY;

record! {
    /// A row of `operators`.
    pub struct Operator in "operators" {
        /// The operator.
        pub id: String => FACT,
        /// Lower case.
        pub email: String => OWN,
        /// What they may do.
        pub role: OperatorRole => FACT,
        /// Argon2id, in PHC form.
        pub password_hash: String => SECRET,
        /// Secret of the second factor, encrypted; none until it is set up.
        pub factor_secret: Option<String> => SECRET,
        /// The last 30-second step whose code was used.
        pub factor_step: i64 => FACT,
        /// Wrong codes in a row of 15 minutes.
        pub factor_tries: i64 => FACT,
        /// When the first of them was typed, Unix milliseconds.
        pub factor_tries_from: Millis => FACT,
        /// Unix milliseconds.
        pub created_at: Millis => FACT,
        /// Since when they may no longer sign in, Unix milliseconds.
        pub ended_at: Option<Millis> => FACT,
        /// Until when the first password may be used, Unix milliseconds; none once they have their own.
        pub first_password_until: Option<Millis> => FACT,
        /// From when they may be one of two who decide, Unix milliseconds.
        pub trusted_from: Millis => FACT,
    }
}

/// What stands for the operator where an act comes from the command line.
const COMMAND_LINE: &str = "command-line";

/// Who is behind an act, and the form it came from.
#[derive(Debug, Clone)]
pub struct By {
    /// The operator's id.
    pub id: String,
    /// The operator's email at the time.
    pub email: String,
    /// The operator's role.
    pub role: OperatorRole,
    /// The form: it acts once, however often it is sent. None from the command line.
    pub form: Option<String>,
    /// The audit log's last row when the form was shown. What others have done to the same subject since makes the act a conflict.
    pub seen: Option<i64>,
    /// The keys that what is written down of it is sealed with.
    pub keys: Arc<Keys>,
}

impl By {
    /// Whoever has a shell on the server.
    #[must_use]
    pub fn command_line(keys: &Arc<Keys>) -> Self {
        Self {
            id: COMMAND_LINE.to_owned(),
            email: "command line".to_owned(),
            role: OperatorRole::SuperAdmin,
            form: None,
            seen: None,
            keys: Arc::clone(keys),
        }
    }

    /// The operator; none from the command line, where it may be any of them.
    #[must_use]
    pub fn operator_id(&self) -> Option<&str> {
        (self.id != COMMAND_LINE).then_some(self.id.as_str())
    }

    /// From when an operator whom they add at `now` may be one of two who decide. Whoever has a shell could do without either.
    #[must_use]
    pub fn trusts_from(&self, now: Millis) -> Millis {
        match self.operator_id() {
            Some(_) => now + NEW_FOR,
            None => now,
        }
    }

    /// Refuses everybody but super admins.
    ///
    /// # Errors
    /// 403 `super_admin_only`, with `what` they may not do.
    pub fn require_super_admin(&self, what: &str) -> Fallible<()> {
        if self.role == OperatorRole::SuperAdmin {
            return Ok(());
        }
        Err(super_admin_only(format!("Only a super admin may {what}.")))
    }

    /// Refuses a refund that is too large for the role.
    ///
    /// # Errors
    /// 403 `super_admin_only`.
    pub fn require_refund(&self, amount: Pence) -> Fallible<()> {
        match self.role.limits() {
            Some(limits) if amount > limits.refund => Err(super_admin_only(format!(
                "Admins give back at most {} at a time. Ask a super admin.",
                limits.refund
            ))),
            _ => Ok(()),
        }
    }

    /// Refuses a payout that is too large for the role.
    ///
    /// # Errors
    /// 403 `super_admin_only`.
    pub fn require_payout(&self, amount: Pence) -> Fallible<()> {
        match self.role.limits() {
            Some(limits) if amount > limits.payout => Err(super_admin_only(format!(
                "Admins send payouts of at most {}. Ask a super admin.",
                limits.payout
            ))),
            _ => Ok(()),
        }
    }

    /// Refuses a coupon that is worth more, or may be used more often in all, than the role may offer; no limit is too often.
    ///
    /// # Errors
    /// 403 `super_admin_only`.
    pub fn require_coupon(&self, discount: &Discount, uses: Option<i64>) -> Fallible<()> {
        let Some(limits) = self.role.limits() else {
            return Ok(());
        };
        let is_small = match discount {
            Discount::Pence(pence) => *pence <= limits.coupon,
            Discount::Share(share) => *share <= limits.coupon_share,
        };
        if is_small && uses.is_some_and(|uses| uses <= limits.coupon_uses) {
            return Ok(());
        }
        Err(super_admin_only(format!(
            "Admins offer coupons of at most {} or {}%, and {} uses in all. Ask a super admin.",
            limits.coupon,
            limits.coupon_share.0 / 100,
            limits.coupon_uses
        )))
    }

    /// Refuses a day's refunds that are too much for the role.
    ///
    /// # Errors
    /// 403 `super_admin_only`.
    pub fn require_refunds_of_a_day(&self, sum: Pence) -> Fallible<()> {
        match self.role.limits() {
            Some(limits) if sum > limits.refunds_of_a_day => Err(super_admin_only(format!(
                "Admins give back at most {} a day. Ask a super admin.",
                limits.refunds_of_a_day
            ))),
            _ => Ok(()),
        }
    }
}

impl Operator {
    /// Refuses an operator who was added too lately to be one of two who decide.
    ///
    /// # Errors
    /// 403 `operator_new`.
    pub fn require_trust(&self, now: Millis) -> Fallible<()> {
        if self.trusted_from <= now {
            return Ok(());
        }
        let detail = "You were added less than 7 days ago. Until then others decide this.";
        Err(Failure::new(FailureKind::Forbidden, "operator_new", detail))
    }
}

fn super_admin_only(detail: String) -> Failure {
    Failure::new(FailureKind::Forbidden, "super_admin_only", detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys() -> Arc<Keys> {
        Arc::new(Keys::derive(&secrecy::SecretString::from("secret".to_owned())))
    }

    #[test]
    fn only_super_admins_pass_where_they_are_required() {
        let shell = By::command_line(&keys());
        assert!(shell.require_super_admin("publish prices").is_ok());
        let admin = By {
            role: OperatorRole::Admin,
            ..shell
        };
        let refused = admin.require_super_admin("publish prices").unwrap_err();
        assert_eq!(refused.code, "super_admin_only");
        assert_eq!(refused.detail, "Only a super admin may publish prices.");
    }

    #[test]
    fn admins_move_small_sums() {
        let shell = By::command_line(&keys());
        let admin = By {
            role: OperatorRole::Admin,
            ..shell.clone()
        };
        assert!(admin.require_refund(Pence(25_000)).is_ok());
        assert!(admin.require_refund(Pence(25_001)).is_err());
        assert!(admin.require_refunds_of_a_day(Pence(100_000)).is_ok());
        assert!(admin.require_refunds_of_a_day(Pence(100_001)).is_err());
        assert!(admin.require_payout(Pence(100_000)).is_ok());
        assert!(admin.require_payout(Pence(100_001)).is_err());
        assert!(shell.require_refund(Pence(1_000_000)).is_ok());
        assert!(shell.require_payout(Pence(1_000_000)).is_ok());
    }

    #[test]
    fn admins_offer_small_coupons() {
        let shell = By::command_line(&keys());
        let admin = By {
            role: OperatorRole::Admin,
            ..shell.clone()
        };
        let (pounds, share) = (
            |pence| Discount::Pence(Pence(pence)),
            |share| Discount::Share(BasisPoints(share)),
        );
        assert!(admin.require_coupon(&pounds(2_000), Some(500)).is_ok());
        assert!(admin.require_coupon(&share(2_000), Some(1)).is_ok());
        for (discount, uses) in [
            (pounds(2_001), Some(1)),
            (share(2_001), Some(1)),
            (pounds(1), Some(501)),
            (pounds(1), None),
        ] {
            assert!(admin.require_coupon(&discount, uses).is_err());
            assert!(shell.require_coupon(&discount, uses).is_ok());
        }
    }
}
