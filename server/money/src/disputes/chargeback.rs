//! Chargebacks: a client's bank takes a payment back, and decides later whether it stands. What the job earned is frozen meanwhile.

use pricing_core::Pence;

use super::notices::tell;
use super::{Disputes, late, regained};
use crate::payments::debt_returned::{self, Movement};
use crate::payments::{refund, superseded};
use callout_base::bank_disputes;
use callout_base::frozen::{self, Taken};
use callout_domain::booking::Booking;
use callout_domain::clock::Millis;
use callout_domain::dispute::{BankSays, BorneBy, DisputeStatus, News, Reader};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ledger::{Account, Credit, Debit, Kind, NegativeTransfer, Transaction};
use callout_domain::money_alert::MoneyAlert;
use callout_domain::payment::ChargebackStatus;
use callout_outside::providers::provider::{Chargeback, ChargebackState, known};
use callout_store as store;
use callout_store::chargebacks::{self, ChargebackRow};
use callout_store::disputes::{self, Dispute, Verdict};
use callout_store::payments::{self, Payment};
use callout_store::{Connection, bookings, jobs, ledger, masters, refunds};

/// A chargeback and what it is about, all of it locked.
struct Case<'a> {
    chargeback: &'a Chargeback,
    payment: Payment,
    booking: Booking,
    now: Millis,
}

impl Disputes {
    /// Brings our books in line with what the provider says of a chargeback now; may be repeated. Does nothing for a payment that is not
    /// ours, and for an inquiry, by which no money moves.
    ///
    /// # Errors
    /// 502 `payment_unavailable` when the provider cannot be reached, 503 `refund_pending` while it is asked for a refund of a payment that
    /// is lost; to be tried again.
    pub async fn follow_chargeback(&self, id: &str) -> Fallible<()> {
        let Some(chargeback) = known(self.provider.chargeback(id).await)? else {
            return Ok(());
        };
        let now = self.clock.now();
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let Some(case) = case(connection, &chargeback, now).await? else {
                        return of_debt(connection, &chargeback, now).await;
                    };
                    let before = chargebacks::find(connection, &chargeback.id).await?;
                    case.follow(connection, before).await
                })
            })
            .await
    }
}

/// What a pro paid of a debt is owed again as soon as a bank takes it back, and no longer once it is decided that the payment stands.
async fn of_debt(connection: &mut Connection, chargeback: &Chargeback, now: Millis) -> Fallible<()> {
    let movement = Movement {
        id: &chargeback.id,
        intent_id: &chargeback.intent_id,
        amount: Pence(chargeback.amount_pence),
    };
    if chargeback.state == ChargebackState::Inquiry
        || !debt_returned::take_back(connection, movement, now).await?
    {
        return Ok(());
    }
    late::costs(connection, chargeback, None, now).await?;
    let came_back = chargeback.changes.iter().any(|change| change.amount_pence > 0);
    match chargeback.state {
        ChargebackState::Won => debt_returned::restore(connection, movement, now).await,
        ChargebackState::Lost if came_back => debt_returned::restore(connection, movement, now).await,
        _ => Ok(()),
    }
}

/// Locks the payment, then the pro, then the booking.
async fn case<'a>(
    connection: &mut Connection,
    chargeback: &'a Chargeback,
    now: Millis,
) -> Fallible<Option<Case<'a>>> {
    let Some(payment) = payments::lock(connection, &chargeback.intent_id, now).await? else {
        return Ok(None);
    };
    let unlocked = bookings::find(connection, &payment.booking_id).await?;
    if let Some(master) = unlocked.and_then(|booking| booking.assigned_master_id) {
        masters::touch(connection, &master, now).await?;
    }
    let booking = bookings::lock(connection, &payment.booking_id).await?;
    let booking = booking.ok_or_else(|| Failure::internal("a payment without its booking"))?;
    Ok(Some(Case {
        chargeback,
        payment,
        booking,
        now,
    }))
}

impl Case<'_> {
    async fn follow(&self, connection: &mut Connection, before: Option<ChargebackRow>) -> Fallible<()> {
        let state = self.chargeback.state;
        let row = match before {
            Some(row) => row,
            None if state == ChargebackState::Inquiry => return Ok(()),
            None => self.open(connection).await?,
        };
        late::costs(connection, self.chargeback, Some(&self.payment), self.now).await?;
        match state {
            ChargebackState::Won => self.won(connection, &row).await?,
            ChargebackState::Lost => self.lost(connection, &row).await?,
            ChargebackState::Open | ChargebackState::Inquiry => {}
        }
        late::follow(connection, self.chargeback, &self.payment, self.now).await
    }

    fn begin(&self, kind: Kind) -> Transaction {
        Transaction::new(kind, &self.chargeback.id, &self.payment.currency)
            .about(&self.booking.id, &self.payment.id)
    }

    async fn open(&self, connection: &mut Connection) -> Fallible<ChargebackRow> {
        let Chargeback { id, amount_pence, .. } = self.chargeback;
        tracing::warn!(payment = %self.payment.id, chargeback = %id, "a client's bank has taken a payment back");
        chargebacks::add(connection, id, &self.payment.id, *amount_pence, self.now).await?;
        let cash = Credit(Account::ProviderCash);
        let posting = self.begin(Kind::Chargeback).transfer(
            Pence(*amount_pence),
            Debit(Account::ProviderDisputed),
            cash,
        );
        self.post(connection, posting).await?;
        self.freeze(connection).await?;
        let row = chargebacks::find(connection, id).await?;
        row.ok_or_else(|| Failure::internal("a chargeback that is not there"))
    }

    /// Opens the bank's dispute, which takes the place of the client's own.
    async fn freeze(&self, connection: &mut Connection) -> Fallible<()> {
        let Some(master_id) = self.booking.assigned_master_id.clone() else {
            return self.alert(connection, ChargebackStatus::Open).await;
        };
        let before = disputes::of_booking(connection, &self.booking.id).await?;
        // Opened first, so that what the others release is frozen for it and for no other job.
        let dispute = bank_disputes::open(connection, &self.booking.id, &master_id, self.now).await?;
        for own in before {
            if own.status == DisputeStatus::Open {
                let words = "The client's bank has taken the payment back, and now decides.";
                self.decide(connection, &own, words, BankSays::TookOver, None)
                    .await?;
            }
        }
        tell(connection, &dispute, News::Opened, self.now).await
    }

    async fn won(&self, connection: &mut Connection, row: &ChargebackRow) -> Fallible<()> {
        if !chargebacks::end(connection, row, ChargebackStatus::Won, self.now).await? {
            return Ok(());
        }
        let amount = Pence(row.amount_pence);
        let cash = Debit(Account::ProviderCash);
        let posting =
            self.begin(Kind::ChargebackWon)
                .transfer(amount, cash, Credit(Account::ProviderDisputed));
        self.post(connection, posting).await?;
        regained::follow(connection, &self.booking, &self.payment.id, &row.id, self.now).await?;
        let words = "The bank has decided that the payment stands.";
        self.end(connection, words, Pence::ZERO, ChargebackStatus::Won)
            .await
    }

    async fn lost(&self, connection: &mut Connection, row: &ChargebackRow) -> Fallible<()> {
        if !chargebacks::end(connection, row, ChargebackStatus::Lost, self.now).await? {
            return Ok(());
        }
        // Only what the provider has refused is known not to be on its way to the client.
        if refunds::is_pending(connection, &self.payment.id).await? {
            return Err(refund::is_being_made());
        }
        let lost = Pence(row.amount_pence);
        let refused = refunds::refused_of(connection, &self.payment.id).await?;
        superseded::end(connection, &self.booking.id, refused, lost, self.now).await?;
        let earned = store::frozen::earned(connection, &self.booking.id).await?.paid();
        // Without a dispute nothing was frozen: there was no pro yet, or another chargeback of the booking has been decided.
        let is_disputed = self.open_dispute(connection).await?.is_some();
        // Take money that nobody has earned first: it is the client's anyway (they paid twice, or a refund was due). Refused refunds of other
        // payments are still owed from those payments.
        let unearned = refund::unearned(connection, &self.booking.id).await?;
        let of_client = lost.min(unearned);
        let taken = (lost - of_client).min(if is_disputed { earned } else { Pence::ZERO });
        // What was given back already cannot be taken from anybody.
        let rest = if earned > Pence::ZERO {
            Account::PlatformCosts
        } else {
            Account::Client(self.booking.made_by.clone())
        };
        let debits = [
            (Account::Client(self.booking.made_by.clone()), of_client),
            (rest, lost - of_client - taken),
        ];
        let credits = [(Account::ProviderDisputed, lost - taken)];
        let posting = self.begin(Kind::ChargebackLost).transfer_all(&debits, &credits);
        self.post(connection, posting).await?;
        regained::give_back_surplus(connection, &self.booking, &format!("lost:{}", row.id), self.now).await?;
        let words = "The bank decided in the client's favour.";
        self.end(connection, words, taken, ChargebackStatus::Lost).await
    }

    /// Decides the bank's dispute: `amount` of what the job earned is taken for the bank. Without a dispute a person is told.
    async fn end(
        &self,
        connection: &mut Connection,
        words: &str,
        amount: Pence,
        stands: ChargebackStatus,
    ) -> Fallible<()> {
        let Some(dispute) = self.open_dispute(connection).await? else {
            return self.alert(connection, stands).await;
        };
        let earned = store::frozen::earned(connection, &self.booking.id).await?;
        let shares = earned.shares(amount).filter(|_| amount > Pence::ZERO);
        let taken = shares.map(|shares| Taken {
            kind: Kind::TakenBack,
            shares,
            to: Account::ProviderDisputed,
        });
        let says = if stands == ChargebackStatus::Won {
            BankSays::Won
        } else {
            BankSays::Lost
        };
        self.decide(connection, &dispute, words, says, taken).await?;
        // Another bank may still have a payment of the booking: what has just become free waits for it.
        match &self.booking.assigned_master_id {
            Some(master) => {
                bank_disputes::freeze_earned(connection, &self.booking.id, master, self.now).await
            }
            None => Ok(()),
        }
    }

    async fn alert(&self, connection: &mut Connection, stands: ChargebackStatus) -> Fallible<()> {
        let alert = MoneyAlert::Chargeback {
            id: self.chargeback.id.clone(),
            booking_id: self.booking.id.clone(),
            amount_pence: self.chargeback.amount_pence,
            stands,
        };
        Ok(jobs::alert(connection, alert, self.now).await?)
    }

    /// The oldest of the bank's disputes that are open: it has frozen what the booking has earned.
    async fn open_dispute(&self, connection: &mut Connection) -> Fallible<Option<Dispute>> {
        let open = bank_disputes::open_ones(connection, &self.booking.id).await?;
        Ok(open.into_iter().last())
    }

    async fn decide(
        &self,
        connection: &mut Connection,
        dispute: &Dispute,
        words: &str,
        says: BankSays,
        taken: Option<Taken>,
    ) -> Fallible<()> {
        let refund = taken.as_ref().map_or(Pence::ZERO, |taken| {
            taken.shares.pro + taken.shares.fees - taken.shares.promotions
        });
        let verdict = Verdict {
            refund_pence: refund.0,
            borne_by: BorneBy::Pro,
            words,
        };
        if disputes::decide(connection, &dispute.id, verdict, None, self.now).await? {
            disputes::note_bank(connection, &dispute.id, says).await?;
            frozen::end(connection, dispute, taken, self.now).await?;
            tell(connection, dispute, News::Decided, self.now).await?;
            // An operator has not decided this, so they are told, too.
            jobs::tell_of_dispute(connection, &dispute.id, News::Decided, Reader::Operator, self.now).await?;
        }
        Ok(())
    }

    async fn post(
        &self,
        connection: &mut Connection,
        posting: Result<Transaction, NegativeTransfer>,
    ) -> Fallible<()> {
        let posting =
            posting.map_err(|NegativeTransfer| Failure::internal("a chargeback of less than nothing"))?;
        ledger::post(connection, &posting, self.now).await?;
        Ok(())
    }
}
