//! Maps each job to the service that does it.

use futures_util::future::BoxFuture;

use callout_base::earnings::Earnings;
use callout_booking::booking_links::BookingLinks;
use callout_booking::chat::Chat;
use callout_booking::confirmations::Confirmations;
use callout_booking::matching::Matching;
use callout_booking::messages::{Messages, Told};
use callout_booking::prices::Prices;
use callout_booking::readings::Readings;
use callout_booking::visits::Visits;
use callout_domain::failure::Fallible;
use callout_domain::work::Work;
use callout_money::debts::Debts;
use callout_money::disputes::Disputes;
use callout_money::fee_invoices::FeeInvoices;
use callout_money::payment_notices::PaymentNotices;
use callout_money::payments::Payments;
use callout_money::payouts::Payouts;
use callout_money::restore::Restore;
use callout_money::tax::Tax;
use callout_people::documents::Documents;
use callout_people::keeping::Keeping;
use callout_people::support::Support;
use callout_people::suspensions::Suspensions;

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
    /// What a restored backup has left out.
    pub restore: Restore,
    /// What they owe.
    pub debts: Debts,
    /// Visits that came to nothing.
    pub visits: Visits,
    /// Invoices for our fees.
    pub fee_invoices: FeeInvoices,
    /// Jobs that went wrong.
    pub disputes: Disputes,
    /// What the tax office is told of pros.
    pub tax: Tax,
    /// Papers of pros.
    pub documents: Documents,
    /// Pros who may not work for now.
    pub suspensions: Suspensions,
    /// How long people's data is kept.
    pub keeping: Keeping,
    /// Price books.
    pub prices: Prices,
    /// What became of what was read from clients' words.
    pub readings: Readings,
}

impl Services {
    /// Does the work. Must be safe to repeat: a job is started again when nobody knows how it ended.
    ///
    /// Not an `async fn`: its frame would hold the futures of all kinds of work side by side, which took half of a thread's stack.
    ///
    /// # Errors
    /// Whatever error the service returns; the work is tried again later.
    pub fn perform<'a>(&'a self, work: &'a Work) -> BoxFuture<'a, Fallible<()>> {
        match work {
            Work::SandboxWebhook { body } => Box::pin(self.payments.deliver_sandbox_webhook(body)),
            Work::AnnounceFee { change } => Box::pin(self.prices.announce(change)),
            Work::FeeChangeEmail { change, master_id } => Box::pin(self.prices.tell_fee(change, master_id)),
            Work::Match { booking_id } => Box::pin(self.matching.go_on(booking_id)),
            Work::EndProposal { proposal_id } => Box::pin(self.matching.end_proposal(proposal_id)),
            Work::EndChange { change_id } => Box::pin(self.matching.end_suggestion(change_id)),
            Work::EndMismatch { mismatch_id } => Box::pin(self.matching.end_mismatch(mismatch_id)),
            Work::EndPutRight { put_right_id } => Box::pin(self.matching.end_put_right(put_right_id)),
            Work::MismatchAlert {
                mismatch_id,
                is_often,
            } => Box::pin(self.support.not_as_booked(mismatch_id, *is_often)),
            Work::EndChangeOrder { order_id } => Box::pin(self.matching.end_change_order(order_id)),
            Work::CaptureExtra { payment_id } => Box::pin(self.payments.capture_extra(payment_id)),
            Work::Reoffer {
                booking_id,
                withdrawn,
            } => Box::pin(self.matching.reoffer(booking_id, withdrawn)),
            Work::TellProOfChange {
                master_id,
                booking_id,
            } => Box::pin(self.matching.tell_changed(master_id, booking_id)),
            Work::GiveBackSurplus {
                booking_id,
                reference,
            } => Box::pin(self.payments.give_back_surplus(booking_id, reference)),
            Work::EndOffers { booking_id } => Box::pin(self.matching.end_offers(booking_id)),
            Work::TellPro {
                master_id,
                booking_id,
            } => Box::pin(self.matching.tell_cancelled(master_id, booking_id)),
            Work::LetGoUnmatched { booking_id, since } => {
                Box::pin(self.matching.let_go_unmatched(booking_id, *since))
            }
            Work::CancelUnmatched { booking_id, since } => {
                Box::pin(self.matching.cancel_unmatched(booking_id, *since))
            }
            Work::CapturePayment { booking_id } => Box::pin(self.payments.capture_for(booking_id)),
            Work::AbandonBooking { booking_id } => Box::pin(self.payments.settle_or_abandon(booking_id)),
            Work::ReleasePayment {
                payment_id,
                fee_pence,
            } => Box::pin(self.payments.release(payment_id, *fee_pence)),
            Work::ConfirmationEmail { booking_id } => Box::pin(self.confirmations.send(booking_id)),
            Work::ConfirmationText { booking_id } => Box::pin(self.confirmations.send_text(booking_id)),
            Work::CancelledText {
                booking_id,
                fee_pence,
            } => Box::pin(self.payment_notices.cancelled_by_text(booking_id, *fee_pence)),
            Work::BookingLinks {
                to,
                request,
                asked_at,
            } => Box::pin(self.booking_links.send(to, request, *asked_at)),
            Work::SupportMessage { id } => Box::pin(self.support.pass_on(id)),
            Work::SupportAnswer { id } => Box::pin(self.support.send_answer(id)),
            Work::BegunWithoutCodeAlert { booking_id } => {
                Box::pin(self.support.begun_without_code(booking_id))
            }
            Work::OperatorAddedEmail { operator_id, by } => {
                Box::pin(self.support.operator_added(operator_id, by.as_deref()))
            }
            Work::PasskeyAddedEmail {
                master_id,
                passkey_id,
            } => Box::pin(self.support.passkey_added(master_id, passkey_id)),
            Work::TextsAlert { percent, of_day } => Box::pin(self.support.texts_used(*percent, *of_day)),
            Work::GasWorkAlert { booking_id } => Box::pin(self.support.gas_work(booking_id)),
            Work::StopAlert { booking_id } => Box::pin(self.support.stop_asked(booking_id)),
            Work::ChatUnread {
                booking_id,
                master_id,
                seq,
            } => Box::pin(self.chat.remind(booking_id, master_id, *seq)),
            Work::EndDebtPayment { payment_id } => Box::pin(self.payments.end_debt(payment_id)),
            Work::DebtPaidEmail { payment_id } => Box::pin(self.debts.tell_paid(payment_id)),
            Work::FeeInvoiceEmail { number } => Box::pin(self.fee_invoices.tell(number)),
            Work::NotPaidAlert { booking_id } => Box::pin(self.debts.alert(booking_id)),
            Work::FeeVerdictEmail { booking_id } => Box::pin(self.debts.tell_verdict(booking_id)),
            Work::MissedVisitAlert { visit_id } => Box::pin(self.visits.alert(visit_id)),
            Work::MissedVisitVerdict { visit_id } => Box::pin(self.visits.tell_verdict(visit_id)),
            Work::TaxCopy { master_id, quarter } => Box::pin(self.tax.send_copy(master_id, *quarter)),
            Work::SuspensionMessage { suspension_id, news } => {
                Box::pin(self.suspensions.send(suspension_id, *news))
            }
            Work::FollowRefunds { intent_id } => Box::pin(self.payments.follow_refunds(intent_id)),
            Work::TakeInRestored => Box::pin(self.restore.take_in()),
            Work::FollowRefund { refund_id } => Box::pin(self.payments.follow_refund(refund_id)),
            Work::Refund { reference } => Box::pin(self.payments.make_refund(reference)),
            Work::RefundRefusedEmail { reference } => {
                Box::pin(self.payment_notices.refund_refused(reference))
            }
            Work::AuditHead => Box::pin(self.keeping.audit_head()),
            Work::MoneyAlert { alert } => Box::pin(self.payment_notices.alert(alert)),
            Work::SendPayout { payout_id } => Box::pin(self.payouts.send(payout_id)),
            Work::ReverseTransfer { reference } => Box::pin(self.payouts.reverse(reference)),
            Work::ReversalEmail { reference } => Box::pin(self.payouts.tell_reversed(reference)),
            Work::TakenBackEmail {
                reference,
                booking_id,
                master_id,
                amount_pence,
            } => Box::pin(
                self.payouts
                    .tell_taken_back(reference, booking_id, master_id, *amount_pence),
            ),
            Work::BankRefusedEmail {
                id,
                master_id,
                amount_pence,
            } => Box::pin(self.payouts.tell_bank_refused(id, master_id, *amount_pence)),
            Work::PayoutEmail { payout_id } => Box::pin(self.payouts.tell(payout_id)),
            Work::PayoutAlert { payout_id } => Box::pin(self.payouts.alert(payout_id)),
            Work::DocumentEmail { document_id, news } => Box::pin(self.documents.tell(document_id, *news)),
            Work::CheckPapers { master_id } => Box::pin(self.matching.check_papers(master_id)),
            Work::FollowChargeback { chargeback_id } => Box::pin(self.follow_chargeback(chargeback_id)),
            Work::DisputeMessage {
                dispute_id,
                news,
                reader,
            } => Box::pin(self.disputes.send(dispute_id, *news, *reader)),
            Work::ChargedMessage {
                payment_id,
                fee_pence,
            } => Box::pin(self.payment_notices.charged(payment_id, *fee_pence)),
            Work::RefundedMessage { reference, fee_pence } => {
                Box::pin(self.payment_notices.refunded(reference, *fee_pence))
            }
            Work::PaymentDueMessage { booking_id, way } => {
                Box::pin(self.payment_notices.payment_due(booking_id, *way))
            }
            Work::EndPaymentDue { booking_id } => Box::pin(self.payments.end_due(booking_id)),
            Work::UnpaidCancelledMessage { booking_id, way } => {
                Box::pin(self.payment_notices.cancelled(booking_id, *way))
            }
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
                Box::pin(self.messages.send(told))
            }
            Work::WriteReading { booking_id } => Box::pin(self.readings.write(booking_id)),
            Work::TextNearby { booking_id, round } => Box::pin(self.matching.text_nearby(booking_id, *round)),
            Work::PushOffers {
                booking_id,
                round,
                wave,
            } => Box::pin(self.messages.push_offers(booking_id, *round, *wave)),
        }
    }

    async fn follow_chargeback(&self, id: &str) -> Fallible<()> {
        self.payments.settle_charged_back(id).await?;
        self.disputes.follow_chargeback(id).await
    }
}
