//! Which jobs run beside which, and what they are called.

use super::Work;
use callout_db::names;

names! {
    /// Jobs that run side by side, a few at once. If one pool hangs, the jobs of the others carry on.
    pub enum Pool {
        /// Needs nothing but the database, and has people waiting.
        Matching = "matching",
        /// Needs the payment provider.
        Money = "money",
        /// Needs the mail server or the SMS gateway.
        Messages = "messages",
        /// Needs the browsers' push services, and an offer lives for half a minute or two.
        Pushes = "pushes",
    }
}

impl Work {
    /// The pool that runs it.
    #[must_use]
    pub const fn pool(&self) -> Pool {
        match self {
            Self::Match { .. }
            | Self::EndProposal { .. }
            | Self::EndChange { .. }
            | Self::EndChangeOrder { .. }
            | Self::EndMismatch { .. }
            | Self::EndPutRight { .. }
            | Self::Reoffer { .. }
            | Self::TellProOfChange { .. }
            | Self::EndOffers { .. }
            | Self::TellPro { .. }
            | Self::LetGoUnmatched { .. }
            | Self::CancelUnmatched { .. }
            | Self::CheckPapers { .. }
            | Self::TextNearby { .. }
            // The sandbox is in our own database.
            | Self::SandboxWebhook { .. } => Pool::Matching,
            Self::CapturePayment { .. }
            | Self::CaptureExtra { .. }
            | Self::GiveBackSurplus { .. }
            | Self::AbandonBooking { .. }
            | Self::ReleasePayment { .. }
            | Self::EndPaymentDue { .. }
            | Self::SendPayout { .. }
            | Self::ReverseTransfer { .. }
            | Self::EndDebtPayment { .. }
            | Self::FollowChargeback { .. }
            | Self::FollowRefund { .. }
            | Self::FollowRefunds { .. }
            | Self::TakeInRestored
            | Self::Refund { .. } => Pool::Money,
            Self::PushOffers { .. } => Pool::Pushes,
            Self::Tell { .. }
            // Nobody waits for it.
            | Self::WriteReading { .. }
            | Self::AnnounceFee { .. }
            | Self::FeeChangeEmail { .. }
            | Self::ConfirmationEmail { .. }
            | Self::ConfirmationText { .. }
            | Self::CancelledText { .. }
            | Self::TextsAlert { .. }
            | Self::OperatorAddedEmail { .. }
            | Self::PasskeyAddedEmail { .. }
            | Self::BookingLinks { .. }
            | Self::SupportMessage { .. }
            | Self::SupportAnswer { .. }
            | Self::BegunWithoutCodeAlert { .. }
            | Self::GasWorkAlert { .. }
            | Self::StopAlert { .. }
            | Self::MismatchAlert { .. }
            | Self::ChatUnread { .. }
            | Self::RefundRefusedEmail { .. }
            | Self::AuditHead
            | Self::MoneyAlert { .. }
            | Self::PayoutEmail { .. }
            | Self::ReversalEmail { .. }
            | Self::TakenBackEmail { .. }
            | Self::BankRefusedEmail { .. }
            | Self::DocumentEmail { .. }
            | Self::DebtPaidEmail { .. }
            | Self::FeeInvoiceEmail { .. }
            | Self::NotPaidAlert { .. }
            | Self::FeeVerdictEmail { .. }
            | Self::MissedVisitAlert { .. }
            | Self::MissedVisitVerdict { .. }
            | Self::TaxCopy { .. }
            | Self::SuspensionMessage { .. }
            | Self::PayoutAlert { .. }
            | Self::DisputeMessage { .. }
            | Self::ChargedMessage { .. }
            | Self::RefundedMessage { .. }
            | Self::PaymentDueMessage { .. }
            | Self::UnpaidCancelledMessage { .. } => Pool::Messages,
        }
    }

    /// Its name in metrics and logs.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::SandboxWebhook { .. } => "sandbox_webhook",
            Self::AnnounceFee { .. } => "announce_fee",
            Self::FeeChangeEmail { .. } => "fee_change_email",
            Self::Match { .. } => "match",
            Self::EndProposal { .. } => "end_proposal",
            Self::EndChange { .. } => "end_change",
            Self::EndMismatch { .. } => "end_mismatch",
            Self::EndPutRight { .. } => "end_put_right",
            Self::MismatchAlert { .. } => "mismatch_alert",
            Self::EndChangeOrder { .. } => "end_change_order",
            Self::CaptureExtra { .. } => "capture_extra",
            Self::Reoffer { .. } => "reoffer",
            Self::TellProOfChange { .. } => "tell_pro_of_change",
            Self::GiveBackSurplus { .. } => "give_back_surplus",
            Self::EndOffers { .. } => "end_offers",
            Self::TellPro { .. } => "tell_pro",
            Self::CapturePayment { .. } => "capture_payment",
            Self::LetGoUnmatched { .. } => "let_go_unmatched",
            Self::CancelUnmatched { .. } => "cancel_unmatched",
            Self::AbandonBooking { .. } => "abandon_booking",
            Self::ReleasePayment { .. } => "release_payment",
            Self::ConfirmationEmail { .. } => "confirmation_email",
            Self::ConfirmationText { .. } => "confirmation_text",
            Self::CancelledText { .. } => "cancelled_text",
            Self::BookingLinks { .. } => "booking_links",
            Self::SupportMessage { .. } => "support_message",
            Self::SupportAnswer { .. } => "support_answer",
            Self::ChatUnread { .. } => "chat_unread",
            Self::BegunWithoutCodeAlert { .. } => "begun_without_code_alert",
            Self::TextsAlert { .. } => "texts_alert",
            Self::OperatorAddedEmail { .. } => "operator_added_email",
            Self::PasskeyAddedEmail { .. } => "passkey_added_email",
            Self::GasWorkAlert { .. } => "gas_work_alert",
            Self::StopAlert { .. } => "stop_alert",
            Self::Refund { .. } => "refund",
            Self::RefundRefusedEmail { .. } => "refund_refused_email",
            Self::AuditHead => "audit_head",
            Self::MoneyAlert { .. } => "money_alert",
            Self::SendPayout { .. } => "send_payout",
            Self::PayoutEmail { .. } => "payout_email",
            Self::ReverseTransfer { .. } => "reverse_transfer",
            Self::ReversalEmail { .. } => "reversal_email",
            Self::TakenBackEmail { .. } => "taken_back_email",
            Self::BankRefusedEmail { .. } => "bank_refused_email",
            Self::DocumentEmail { .. } => "document_email",
            Self::CheckPapers { .. } => "check_papers",
            Self::EndDebtPayment { .. } => "end_debt_payment",
            Self::DebtPaidEmail { .. } => "debt_paid_email",
            Self::FeeInvoiceEmail { .. } => "fee_invoice_email",
            Self::NotPaidAlert { .. } => "not_paid_alert",
            Self::FeeVerdictEmail { .. } => "fee_verdict_email",
            Self::MissedVisitAlert { .. } => "missed_visit_alert",
            Self::MissedVisitVerdict { .. } => "missed_visit_verdict",
            Self::TaxCopy { .. } => "tax_copy",
            Self::SuspensionMessage { .. } => "suspension_message",
            Self::PayoutAlert { .. } => "payout_alert",
            Self::FollowChargeback { .. } => "follow_chargeback",
            Self::FollowRefund { .. } => "follow_refund",
            Self::FollowRefunds { .. } => "follow_refunds",
            Self::TakeInRestored => "take_in_restored",
            Self::DisputeMessage { .. } => "dispute_message",
            Self::ChargedMessage { .. } => "charged_message",
            Self::RefundedMessage { .. } => "refunded_message",
            Self::PaymentDueMessage { .. } => "payment_due_message",
            Self::EndPaymentDue { .. } => "end_payment_due",
            Self::UnpaidCancelledMessage { .. } => "unpaid_cancelled_message",
            Self::Tell { .. } => "tell",
            Self::WriteReading { .. } => "write_reading",
            Self::TextNearby { .. } => "text_nearby",
            Self::PushOffers { .. } => "push_offers",
        }
    }
}
