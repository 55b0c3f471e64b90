//! Maps each job to the service that does it.

use crate::booking_links::BookingLinks;
use crate::confirmations::Confirmations;
use crate::domain::failure::Fallible;
use crate::domain::work::Work;
use crate::matching::Matching;
use crate::payment_notices::PaymentNotices;
use crate::payments::Payments;
use crate::support::Support;

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
            Work::Refund { reference } => self.payments.make_refund(reference).await,
            Work::RefundRefusedEmail { reference } => self.payment_notices.refund_refused(reference).await,
            Work::PaymentDueMessage { booking_id } => self.payment_notices.payment_due(booking_id).await,
            Work::EndPaymentDue { booking_id } => Box::pin(self.payments.end_due(booking_id)).await,
            Work::UnpaidCancelledMessage { booking_id } => self.payment_notices.cancelled(booking_id).await,
        }
    }
}
