//! The double-entry ledger's types: a transaction is built from transfers, so it always balances.

mod kind;

pub use kind::Kind;

use std::str::FromStr;

use callout_db::{Column, Value};
use pricing_core::money::Pence;

/// Whose money it is. A positive balance is owed to the platform (holds and cash at the provider); a negative one is owed by it
/// or earned (prepayments by clients, earnings of pros, the platform's own fees).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Account {
    /// What a client has paid for work not done yet.
    Client(String),
    /// Holds on clients' cards at the payment provider.
    ProviderHolds,
    /// Captured money at the payment provider.
    ProviderCash,
    /// Captured money that a client's bank has taken back, as long as the bank has not decided.
    ProviderDisputed,
    /// What the platform has earned.
    PlatformFees,
    /// What the platform gives away in coupons.
    PlatformPromotions,
    /// What the platform gives clients of its own accord.
    PlatformGoodwill,
    /// What the payment provider charges.
    PlatformCosts,
    /// Fees that pros need not pay.
    PlatformBadDebts,
    /// VAT in the fees, owed to the tax office.
    PlatformVat,
    /// What a pro has earned and may have paid out; positive when fees of cash jobs are owed.
    Pro(String),
    /// What a pro has earned and does not have yet.
    ProClearing(String),
    /// What is on its way to a pro's bank.
    ProPayout(String),
    /// What a pro has earned by jobs that are disputed.
    ProFrozen(String),
}

/// A part of a pro's money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProPart {
    /// Available to the pro, or owed by them.
    Available,
    /// In clearing.
    Clearing,
    /// On its way to the pro's bank.
    InTransit,
    /// Earned by jobs that are disputed.
    Frozen,
}

impl Account {
    /// Whose money it is and which part of it, when it is a pro's.
    #[must_use]
    pub fn of_pro(&self) -> Option<(&str, ProPart)> {
        match self {
            Self::Pro(id) => Some((id, ProPart::Available)),
            Self::ProClearing(id) => Some((id, ProPart::Clearing)),
            Self::ProPayout(id) => Some((id, ProPart::InTransit)),
            Self::ProFrozen(id) => Some((id, ProPart::Frozen)),
            Self::Client(_)
            | Self::ProviderHolds
            | Self::ProviderCash
            | Self::ProviderDisputed
            | Self::PlatformFees
            | Self::PlatformPromotions
            | Self::PlatformGoodwill
            | Self::PlatformCosts
            | Self::PlatformBadDebts
            | Self::PlatformVat => None,
        }
    }
}

impl std::fmt::Display for Account {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Client(id) => write!(formatter, "client:{id}"),
            Self::ProviderHolds => formatter.write_str("provider:holds"),
            Self::ProviderCash => formatter.write_str("provider:cash"),
            Self::ProviderDisputed => formatter.write_str("provider:disputed"),
            Self::PlatformFees => formatter.write_str("platform:fees"),
            Self::PlatformPromotions => formatter.write_str("platform:promotions"),
            Self::PlatformGoodwill => formatter.write_str("platform:goodwill"),
            Self::PlatformCosts => formatter.write_str("platform:costs"),
            Self::PlatformBadDebts => formatter.write_str("platform:bad_debts"),
            Self::PlatformVat => formatter.write_str("platform:vat"),
            Self::Pro(id) => write!(formatter, "pro:{id}"),
            Self::ProClearing(id) => write!(formatter, "pro:{id}:clearing"),
            Self::ProPayout(id) => write!(formatter, "pro:{id}:payout"),
            Self::ProFrozen(id) => write!(formatter, "pro:{id}:frozen"),
        }
    }
}

impl FromStr for Account {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts: Vec<&str> = text.split(':').collect();
        Ok(match *parts.as_slice() {
            ["client", id] => Self::Client(id.to_owned()),
            ["provider", "holds"] => Self::ProviderHolds,
            ["provider", "cash"] => Self::ProviderCash,
            ["provider", "disputed"] => Self::ProviderDisputed,
            ["platform", "fees"] => Self::PlatformFees,
            ["platform", "promotions"] => Self::PlatformPromotions,
            ["platform", "goodwill"] => Self::PlatformGoodwill,
            ["platform", "costs"] => Self::PlatformCosts,
            ["platform", "bad_debts"] => Self::PlatformBadDebts,
            ["platform", "vat"] => Self::PlatformVat,
            ["pro", id] => Self::Pro(id.to_owned()),
            ["pro", id, "clearing"] => Self::ProClearing(id.to_owned()),
            ["pro", id, "payout"] => Self::ProPayout(id.to_owned()),
            ["pro", id, "frozen"] => Self::ProFrozen(id.to_owned()),
            _ => return Err(format!("no account is called {text}")),
        })
    }
}

impl Column for Account {
    type Stored = String;

    fn to_value(&self) -> Value {
        self.to_string().into()
    }

    fn from_stored(stored: String) -> Result<Self, String> {
        stored.parse()
    }
}

/// One side of a transfer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The account.
    pub account: Account,
    /// Pence: positive is a debit, negative a credit.
    pub amount: Pence,
}

/// The account that a transfer debits: what is owed to us grows, or what we owe shrinks.
#[derive(Debug, Clone)]
pub struct Debit(pub Account);

/// The account that a transfer credits: what we owe grows, or what is owed to us shrinks.
#[derive(Debug, Clone)]
pub struct Credit(pub Account);

/// The amount of a transfer was negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NegativeTransfer;

/// Transfers that happen together, once per reference. Since it holds only transfers, its entries always sum to zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transaction {
    reference: String,
    kind: Kind,
    booking_id: Option<String>,
    payment_id: Option<String>,
    currency: String,
    entries: Vec<Entry>,
}

impl Transaction {
    /// A transaction with no transfers yet; `subject` (a payment or refund) and the kind form its reference.
    #[must_use]
    pub fn new(kind: Kind, subject: &str, currency: &str) -> Self {
        Self {
            reference: kind.reference(subject),
            kind,
            booking_id: None,
            payment_id: None,
            currency: currency.to_owned(),
            entries: Vec::new(),
        }
    }

    /// Names the booking and payment it is about.
    #[must_use]
    pub fn about(mut self, booking_id: &str, payment_id: &str) -> Self {
        self.booking_id = Some(booking_id.to_owned());
        self.payment_id = Some(payment_id.to_owned());
        self
    }

    /// Names the booking it is about, where there was no payment.
    #[must_use]
    pub fn about_booking(mut self, booking_id: &str) -> Self {
        self.booking_id = Some(booking_id.to_owned());
        self
    }

    /// Debits one account and credits another with `amount` pence; does nothing for an amount of 0.
    ///
    /// # Errors
    /// When the amount is negative: swap the accounts instead.
    pub fn transfer(
        mut self,
        amount: Pence,
        Debit(debit): Debit,
        Credit(credit): Credit,
    ) -> Result<Self, NegativeTransfer> {
        if amount < Pence::ZERO {
            return Err(NegativeTransfer);
        }
        if amount > Pence::ZERO {
            // The negative of a positive i64 always exists.
            self.entries.push(Entry {
                account: debit,
                amount,
            });
            self.entries.push(Entry {
                account: credit,
                amount: -amount,
            });
        }
        Ok(self)
    }

    /// Moves what the `debits` come to into the `credits`, each list in its order; both come to the same.
    ///
    /// # Errors
    /// When an amount is negative.
    pub fn transfer_all(
        mut self,
        debits: &[(Account, Pence)],
        credits: &[(Account, Pence)],
    ) -> Result<Self, NegativeTransfer> {
        if debits
            .iter()
            .chain(credits)
            .any(|(_, amount)| *amount < Pence::ZERO)
        {
            return Err(NegativeTransfer);
        }
        let mut credits = credits.iter().cloned();
        let mut credit = credits.next();
        for (debit, amount) in debits {
            let mut left = *amount;
            while let Some((to, open)) = &mut credit {
                let part = left.min(*open);
                self = self.transfer(part, Debit(debit.clone()), Credit(to.clone()))?;
                left = left - part;
                *open = *open - part;
                if left == Pence::ZERO {
                    break;
                }
                credit = credits.next();
            }
        }
        Ok(self)
    }

    /// The reference that makes it happen only once.
    #[must_use]
    pub fn reference(&self) -> &str {
        &self.reference
    }

    /// What it records.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// The booking it is about.
    #[must_use]
    pub fn booking_id(&self) -> Option<&str> {
        self.booking_id.as_deref()
    }

    /// The payment it is about.
    #[must_use]
    pub fn payment_id(&self) -> Option<&str> {
        self.payment_id.as_deref()
    }

    /// ISO code of its one currency.
    #[must_use]
    pub fn currency(&self) -> &str {
        &self.currency
    }

    /// Its entries; their sum is zero.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn account() -> impl Strategy<Value = Account> {
        prop_oneof![
            "[a-z]{1,3}".prop_map(Account::Client),
            Just(Account::ProviderHolds),
            Just(Account::ProviderCash),
            Just(Account::PlatformFees),
            "[a-z]{1,3}".prop_map(Account::Pro),
        ]
    }

    #[test]
    fn an_account_is_read_as_it_is_written() {
        let id = || "m-1".to_owned();
        for account in [
            Account::Client(id()),
            Account::ProviderHolds,
            Account::ProviderCash,
            Account::ProviderDisputed,
            Account::PlatformFees,
            Account::PlatformPromotions,
            Account::PlatformGoodwill,
            Account::PlatformCosts,
            Account::PlatformBadDebts,
            Account::PlatformVat,
            Account::Pro(id()),
            Account::ProClearing(id()),
            Account::ProPayout(id()),
            Account::ProFrozen(id()),
        ] {
            assert_eq!(account.to_string().parse(), Ok(account));
        }
        for text in ["", "pro", "platform:other", "pro:m-1:other", "client:c-1:frozen"] {
            assert!(text.parse::<Account>().is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_transfers_sum_to_zero(transfers in prop::collection::vec((any::<i64>(), account(), account()), 0..12)) {
            let mut transaction = Transaction::new(Kind::Capture, "pi_1", "GBP");
            for (amount, debit, credit) in transfers {
                let before = transaction.clone();
                transaction = match transaction.transfer(Pence(amount), Debit(debit), Credit(credit)) {
                    Ok(longer) => longer,
                    Err(NegativeTransfer) => {
                        prop_assert!(amount < 0);
                        before
                    }
                };
                let sum: i128 = transaction.entries().iter().map(|entry| i128::from(entry.amount.0)).sum();
                prop_assert_eq!(sum, 0);
            }
        }
    }

    #[test]
    fn many_accounts_pay_many() {
        let transaction = Transaction::new(Kind::TakenBack, "dispute-1", "GBP");
        let debits = [
            (Account::Pro("p".to_owned()), Pence(80)),
            (Account::PlatformFees, Pence(20)),
        ];
        let credits = [
            (Account::PlatformPromotions, Pence(30)),
            (Account::Client("c".to_owned()), Pence(70)),
        ];
        let entries = transaction.transfer_all(&debits, &credits).unwrap().entries;
        let amounts: Vec<(String, i64)> = entries
            .iter()
            .map(|entry| (entry.account.to_string(), entry.amount.0))
            .collect();
        let expected = [
            ("pro:p", 30),
            ("platform:promotions", -30),
            ("pro:p", 50),
            ("client:c", -50),
            ("platform:fees", 20),
            ("client:c", -20),
        ];
        assert_eq!(
            amounts,
            expected.map(|(account, amount)| (account.to_owned(), amount))
        );
    }

    #[test]
    fn its_reference_names_kind_and_subject() {
        let transaction = Transaction::new(Kind::Authorise, "pi_1", "GBP").about("C-1", "pi_1");
        assert_eq!(transaction.reference(), "authorise:pi_1");
        assert_eq!(transaction.booking_id(), Some("C-1"));
    }
}
