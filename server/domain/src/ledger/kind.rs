//! What transactions of the ledger record.

/// What a transaction records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A hold was placed on a card.
    Authorise,
    /// A hold, or a part of it, became money; the rest was released.
    Capture,
    /// A hold was released.
    Void,
    /// Captured money was refunded.
    Refund,
    /// A refund did not reach the client's card, and its money came back.
    RefundReturned,
    /// A cancellation fee was earned.
    CancellationFee,
    /// A job was done.
    Completed,
    /// What a pro had in clearing became available.
    Cleared,
    /// A payout was asked for.
    Payout,
    /// A transfer of a payout was sent to the pro.
    PayoutSent,
    /// A transfer of a payout could not be sent, and is the pro's again.
    PayoutFailed,
    /// A part of what was sent to a pro came back, since it was owed.
    Reversed,
    /// What a disputed job earned a pro was frozen.
    Frozen,
    /// What was frozen is the pro's again.
    Unfrozen,
    /// What a job had earned was taken back for its client, or its client's bank.
    TakenBack,
    /// The platform gave a client money of its own.
    Goodwill,
    /// The platform paid a pro for a visit that they are said to have missed.
    MissedVisit,
    /// The platform gave a pro who won an appeal what the decision had taken.
    MadeGood,
    /// A client's bank took a payment back, until it decides.
    Chargeback,
    /// The provider charged for a payment or refund.
    ProviderCharge,
    /// A bank decided that its client was right to.
    ChargebackLost,
    /// A bank decided that the payment stands.
    ChargebackWon,
    /// A pro paid fees by card.
    DebtPaid,
    /// What a pro had paid by card went back to the card.
    DebtReturned,
    /// It came back to us.
    DebtRestored,
    /// A pro need not pay a fee.
    WrittenOff,
    /// A pro need not pay what they owe.
    DebtWrittenOff,
    /// The VAT in a month's fees was invoiced, or credited.
    FeeInvoice,
}

impl Kind {
    /// The name it is stored under, and the first part of its reference.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Authorise => "authorise",
            Self::Capture => "capture",
            Self::Void => "void",
            Self::Refund => "refund",
            Self::RefundReturned => "refund_returned",
            Self::CancellationFee => "cancellation_fee",
            Self::Completed => "completed",
            Self::Cleared => "cleared",
            Self::Payout => "payout",
            Self::PayoutSent => "payout_sent",
            Self::PayoutFailed => "payout_failed",
            Self::Reversed => "reversed",
            Self::Frozen => "frozen",
            Self::Unfrozen => "unfrozen",
            Self::TakenBack => "taken_back",
            Self::Goodwill => "goodwill",
            Self::MissedVisit => "missed_visit",
            Self::MadeGood => "made_good",
            Self::Chargeback => "chargeback",
            Self::ProviderCharge => "provider_charge",
            Self::ChargebackLost => "chargeback_lost",
            Self::ChargebackWon => "chargeback_won",
            Self::DebtPaid => "debt_paid",
            Self::DebtReturned => "debt_returned",
            Self::DebtRestored => "debt_restored",
            Self::WrittenOff => "written_off",
            Self::DebtWrittenOff => "debt_written_off",
            Self::FeeInvoice => "fee_invoice",
        }
    }
}
