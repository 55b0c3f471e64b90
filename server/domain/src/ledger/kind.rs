//! What transactions of the ledger record.

use callout_db::names;

names! {
    /// What a transaction records: the word is the first part of its reference, too.
    #[schema(as = PostingKind)]
    pub enum Kind {
        /// A hold was placed on a card.
        Authorise = "authorise",
        /// A hold, or a part of it, became money; the rest was released.
        Capture = "capture",
        /// A hold was released.
        Void = "void",
        /// Captured money was refunded.
        Refund = "refund",
        /// A refund did not reach the client's card, and its money came back.
        RefundReturned = "refund_returned",
        /// A cancellation fee was earned.
        CancellationFee = "cancellation_fee",
        /// A job was done.
        Completed = "completed",
        /// What a pro had in clearing became available.
        Cleared = "cleared",
        /// A payout was asked for.
        Payout = "payout",
        /// A transfer of a payout was sent to the pro.
        PayoutSent = "payout_sent",
        /// A transfer of a payout could not be sent, and is the pro's again.
        PayoutFailed = "payout_failed",
        /// A part of what was sent to a pro came back, since it was owed.
        Reversed = "reversed",
        /// What a disputed job earned a pro was frozen.
        Frozen = "frozen",
        /// What was frozen is the pro's again.
        Unfrozen = "unfrozen",
        /// What a job had earned was taken back for its client, or its client's bank.
        TakenBack = "taken_back",
        /// The platform gave a client money of its own.
        Goodwill = "goodwill",
        /// The platform paid a pro for a visit that they are said to have missed.
        MissedVisit = "missed_visit",
        /// The platform gave a pro who won an appeal what the decision had taken.
        MadeGood = "made_good",
        /// A client's bank took a payment back, until it decides.
        Chargeback = "chargeback",
        /// The provider charged for a payment or refund.
        ProviderCharge = "provider_charge",
        /// A bank decided that its client was right to.
        ChargebackLost = "chargeback_lost",
        /// A bank decided that the payment stands.
        ChargebackWon = "chargeback_won",
        /// Money of a chargeback went or came beside what was decided.
        ChargebackMoved = "chargeback_moved",
        /// A pro paid fees by card.
        DebtPaid = "debt_paid",
        /// What a pro had paid by card went back to the card.
        DebtReturned = "debt_returned",
        /// It came back to us.
        DebtRestored = "debt_restored",
        /// A pro need not pay a fee.
        WrittenOff = "written_off",
        /// A pro need not pay what they owe.
        DebtWrittenOff = "debt_written_off",
        /// The VAT in a month's fees was invoiced, or credited.
        FeeInvoice = "fee_invoice",
    }
}

impl Kind {
    /// The reference of the one transaction of this kind about `subject`.
    #[must_use]
    pub fn reference(self, subject: &str) -> String {
        format!("{}:{subject}", self.as_str())
    }
}
