//! A pro's statement: every posting that changed what the pro has, with what it was for.

use super::{Connection, StoreError};
use callout_db::{fetch_all, fetch_optional, row};
use callout_domain::clock::Millis;
use callout_domain::ledger::{Account, Kind};

row! {
    /// One line. Transfers between the pro's own accounts are left out.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct StatementLine {
        /// When, Unix milliseconds.
        pub at: Millis,
        /// The booking it was about.
        pub booking_id: Option<String>,
        /// What that job is, for people.
        pub readable_name: Option<String>,
        /// What happened.
        pub kind: Kind,
        /// The other account of the transfer.
        pub counterpart: Account,
        /// Pence: positive is the pro's, negative the platform's.
        pub amount_pence: i64,
    }
}

/// The lines of a pro from one instant up to another (Unix milliseconds), the oldest first. Both entries of a transfer stand side
/// by side in the ledger, the even line before the odd one.
pub async fn lines(
    connection: &mut Connection,
    master_id: &str,
    from: Millis,
    until: Millis,
) -> Result<Vec<StatementLine>, StoreError> {
    fetch_all!(
        connection,
        StatementLine,
        "select happened.at, happened.booking_id, bookings.readable_name, happened.kind, other.account as counterpart,
           -entry.amount_pence as amount_pence
         from ledger_entries entry
         join ledger_transactions happened on happened.reference = entry.reference
         join ledger_entries other on other.reference = entry.reference
           and other.line = entry.line + 1 - 2 * (entry.line % 2)
         left join bookings on bookings.id = happened.booking_id
         where entry.account in ('pro:' || $1, 'pro:' || $1 || ':clearing', 'pro:' || $1 || ':frozen')
           and other.account not in ('pro:' || $1, 'pro:' || $1 || ':clearing', 'pro:' || $1 || ':frozen')
           and happened.at >= $2 and happened.at < $3
         order by happened.at, entry.reference, entry.line",
        master_id,
        from,
        until,
    )
}

row! {
    /// A receipt that was issued in a pro's name.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct ReceiptLine {
        /// When, Unix milliseconds.
        pub at: Millis,
        /// Counts the receipts of the pro, from 1.
        pub number: i64,
        /// The booking.
        pub booking_id: String,
        /// What that job is, for people.
        pub readable_name: String,
        /// What the client paid, pence.
        pub paid_pence: i64,
        /// By hand.
        pub is_in_cash: bool,
    }
}

impl ReceiptLine {
    /// What the client paid by hand, pence.
    #[must_use]
    pub fn cash_pence(&self) -> i64 {
        if self.is_in_cash { self.paid_pence } else { 0 }
    }
}

/// The receipts of a pro from one instant up to another (Unix milliseconds), the oldest first. What a client is said not to have paid was
/// not collected, unless an operator has found otherwise; that a fee was waived unasked says nothing of it.
pub async fn receipts(
    connection: &mut Connection,
    master_id: &str,
    from: Millis,
    until: Millis,
) -> Result<Vec<ReceiptLine>, StoreError> {
    fetch_all!(
        connection,
        ReceiptLine,
        "select receipts.issued_at as at, receipts.number, bookings.id as booking_id, bookings.readable_name,
           bookings.amount_pence as paid_pence,
           cast(case when bookings.payment_method = 'cash' and not exists
             (select 1 from unpaid_jobs said where said.booking_id = bookings.id and said.reported_at is not null
                and coalesce(said.verdict, '') <> 'upheld') then 1 else 0 end as bigint) as is_in_cash
         from receipts join bookings on bookings.id = receipts.booking_id
         where receipts.master_id = $1 and receipts.issued_at >= $2 and receipts.issued_at < $3
         order by receipts.issued_at, receipts.number",
        master_id,
        from,
        until,
    )
}

/// When a pro's first and last lines were (Unix milliseconds); none for a pro who never earned.
pub async fn span(
    connection: &mut Connection,
    master_id: &str,
) -> Result<Option<(Millis, Millis)>, StoreError> {
    let row = fetch_optional!(
        connection,
        (Option<Millis>, Option<Millis>),
        "select min(happened.at), max(happened.at)
         from ledger_entries entry join ledger_transactions happened on happened.reference = entry.reference
         where entry.account in ('pro:' || $1, 'pro:' || $1 || ':clearing', 'pro:' || $1 || ':frozen')
           and happened.kind not in ('cleared', 'frozen', 'unfrozen')",
        master_id,
    )?;
    Ok(row.and_then(|(first, last)| first.zip(last)))
}

/// What a pro had before an instant (Unix milliseconds): available, in clearing and frozen, pence.
pub async fn sum_before(
    connection: &mut Connection,
    master_id: &str,
    before: Millis,
) -> Result<i64, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select cast(coalesce(-sum(entry.amount_pence), 0) as bigint)
         from ledger_entries entry join ledger_transactions happened on happened.reference = entry.reference
         where entry.account in ('pro:' || $1, 'pro:' || $1 || ':clearing', 'pro:' || $1 || ':frozen') and happened.at < $2",
        master_id,
        before,
    )?;
    Ok(row.map_or(0, |(sum,)| sum))
}
