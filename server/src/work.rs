//! Maps each job to the service that does it.

use crate::booking_links::BookingLinks;
use crate::chat::Chat;
use crate::confirmations::Confirmations;
use crate::disputes::Disputes;
use crate::domain::failure::Fallible;
use crate::domain::work::Work;
use crate::earnings::Earnings;
use crate::matching::Matching;
use crate::messages::{Messages, Told};
use crate::payment_notices::PaymentNotices;
use crate::payments::Payments;
use crate::payouts::Payouts;
use crate::support::Support;
use crate::tax::Tax;

/// The services that jobs call; cloning it is cheap.
#[derive(Clone)]
pub struct Services {
    /// Pros for bookings.
    pub matching: Matching,
    /// Clients' money.
    pub payments: Payments,
    /// Confirmations of bookings.
    pub confirmations: Confirmations,
    /// Messages about payments.
    pub payment_notices: PaymentNotices,
    /// Links that somebody asked for.
    pub booking_links: BookingLinks,
    /// Messages from the support page.
    pub support: Support,
    /// Chats of clients with their pros.
    pub chat: Chat,
    /// Messages to people.
    pub messages: Messages,
    /// What pros have earned.
    pub earnings: Earnings,
    /// What is sent to their banks.
    pub payouts: Payouts,
    /// Jobs that went wrong.
    pub disputes: Disputes,
    /// What the tax office is told of pros.
    pub tax: Tax,
}

impl Services {
    /// Does the work. Must be safe to repeat: a job is started again when nobody knows how it ended.
    ///
    /// # Errors
    /// Whatever error the service returns; the work is tried again later.
    pub async fn perform(&self, work: &Work) -> Fallible<()> {
        match work {
            Work::SandboxWebhook { body } => self.payments.deliver_sandbox_webhook(body).await,
            Work::Match { booking_id } => self.matching.go_on(booking_id).await,
            Work::EndProposal { proposal_id } => self.matching.end_proposal(proposal_id).await,
            Work::EndChange { change_id } => Box::pin(self.matching.end_suggestion(change_id)).await,
            Work::EndChangeOrder { order_id } => Box::pin(self.matching.end_change_order(order_id)).await,
            Work::CaptureExtra { payment_id } => Box::pin(self.payments.capture_extra(payment_id)).await,
            Work::Reoffer {
                booking_id,
                withdrawn,
            } => self.matching.reoffer(booking_id, withdrawn).await,
            Work::TellProOfChange {
                master_id,
                booking_id,
            } => self.matching.tell_changed(master_id, booking_id).await,
            Work::GiveBackSurplus {
                booking_id,
                reference,
            } => self.payments.give_back_surplus(booking_id, reference).await,
            Work::EndOffers { booking_id } => self.matching.end_offers(booking_id).await,
            Work::TellPro {
                master_id,
                booking_id,
            } => self.matching.tell_cancelled(master_id, booking_id).await,
            Work::LetGoUnmatched { booking_id, since } => {
                self.matching.let_go_unmatched(booking_id, *since).await
            }
            Work::CancelUnmatched { booking_id, since } => {
                self.matching.cancel_unmatched(booking_id, *since).await
            }
            Work::CapturePayment { booking_id } => self.payments.capture_for(booking_id).await,
            Work::AbandonBooking { booking_id } => {
                Box::pin(self.payments.settle_or_abandon(booking_id)).await
            }
            Work::ReleasePayment {
                payment_id,
                fee_pence,
            } => self.payments.release(payment_id, *fee_pence).await,
            Work::ConfirmationEmail { booking_id } => self.confirmations.send(booking_id).await,
            Work::ConfirmationText { booking_id } => self.confirmations.send_text(booking_id).await,
            Work::CancelledText {
                booking_id,
                fee_pence,
            } => {
                self.payment_notices
                    .cancelled_by_text(booking_id, *fee_pence)
                    .await
            }
            Work::BookingLinks {
                to,
                request,
                asked_at,
            } => self.booking_links.send(to, request, *asked_at).await,
            Work::SupportMessage { id } => self.support.pass_on(id).await,
            Work::BegunWithoutCodeAlert { booking_id } => self.support.begun_without_code(booking_id).await,
            Work::StopAlert { booking_id } => self.support.stop_asked(booking_id).await,
            Work::ChatUnread {
                booking_id,
                master_id,
                seq,
            } => self.chat.remind(booking_id, master_id, *seq).await,
            Work::TaxCopy { master_id, quarter } => self.tax.send_copy(master_id, *quarter).await,
            Work::FollowRefund { refund_id } => self.payments.follow_refund(refund_id).await,
            Work::Refund { reference } => self.payments.make_refund(reference).await,
            Work::RefundRefusedEmail { reference } => self.payment_notices.refund_refused(reference).await,
            Work::SendPayout { payout_id } => self.payouts.send(payout_id).await,
            Work::PayoutEmail { payout_id } => self.payouts.tell(payout_id).await,
            Work::PayoutAlert { payout_id } => self.payouts.alert(payout_id).await,
            Work::FollowChargeback { chargeback_id } => {
                Box::pin(self.disputes.follow_chargeback(chargeback_id)).await
            }
            Work::DisputeMessage {
                dispute_id,
                news,
                reader,
            } => Box::pin(self.disputes.send(dispute_id, *news, *reader)).await,
            Work::ChargedMessage { payment_id } => Box::pin(self.payment_notices.charged(payment_id)).await,
            Work::RefundedMessage { reference } => Box::pin(self.payment_notices.refunded(reference)).await,
            Work::PaymentDueMessage { booking_id } => self.payment_notices.payment_due(booking_id).await,
            Work::EndPaymentDue { booking_id } => Box::pin(self.payments.end_due(booking_id)).await,
            Work::UnpaidCancelledMessage { booking_id } => self.payment_notices.cancelled(booking_id).await,
            Work::Tell {
                message,
                way,
                booking_id,
                master_id,
                occasion,
                asked_at,
            } => {
                let told = Told {
                    message: *message,
                    way: *way,
                    booking_id,
                    master_id: master_id.as_deref(),
                    occasion,
                    asked_at: *asked_at,
                };
                Box::pin(self.messages.send(told)).await
            }
            Work::PushOffers {
                booking_id,
                round,
                wave,
            } => Box::pin(self.messages.push_offers(booking_id, *round, *wave)).await,
        }
    }
}
