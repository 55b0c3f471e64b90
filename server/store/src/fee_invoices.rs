//! VAT invoices for our fees, and the fees that they are for.

use super::{Connection, StoreError, table};
use callout_db::{execute, fetch_all, fetch_optional, record, row};
use callout_domain::clock::Millis;
use callout_domain::fee_invoice::Kind;
use callout_domain::kept::{Class, FACT, OWN};

record! {
    /// A row of `fee_invoices`. Money in pence, times in Unix milliseconds.
    pub struct FeeInvoice in "fee_invoices" {
        /// `CF-2026-000123`.
        pub number: String => FACT,
        /// Which of the two.
        pub kind: Kind => FACT,
        /// The pro.
        pub master_id: String => FACT,
        /// As `2026-11`.
        pub month: String => FACT,
        /// When it was issued.
        pub issued_at: Millis => FACT,
        /// The fees, VAT included.
        pub fee_pence: i64 => FACT,
        /// The VAT in them.
        pub vat_pence: i64 => FACT,
        /// What it says, JSON.
        pub content: String => OWN,
    }
}

row! {
    /// The fees of one job in some time, pence.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct JobFees {
        /// Its pro.
        pub master_id: String,
        /// The job.
        pub booking_id: String,
        /// What it is, for people.
        pub readable_name: String,
        /// What was charged.
        pub charged_pence: i64,
        /// What was given back.
        pub returned_pence: i64,
    }
}

/// Our fees from one instant up to another (Unix milliseconds), job by job, those of one pro together.
pub async fn fees(
    connection: &mut Connection,
    from: Millis,
    until: Millis,
) -> Result<Vec<JobFees>, StoreError> {
    fetch_all!(
        connection,
        JobFees,
        "select bookings.assigned_master_id as master_id, bookings.id as booking_id, bookings.readable_name,
           cast(sum(case when entry.amount_pence < 0 then -entry.amount_pence else 0 end) as bigint) as charged_pence,
           cast(sum(case when entry.amount_pence > 0 then entry.amount_pence else 0 end) as bigint) as returned_pence
         from ledger_entries entry
         join ledger_transactions happened on happened.reference = entry.reference
         join bookings on bookings.id = happened.booking_id
         where entry.account = 'platform:fees' and bookings.assigned_master_id is not null
           and happened.at >= $1 and happened.at < $2
         group by bookings.assigned_master_id, bookings.id, bookings.readable_name
         order by bookings.assigned_master_id, min(happened.at), bookings.id",
        from,
        until,
    )
}

/// When a fee was first charged, Unix milliseconds.
pub async fn first_fee(connection: &mut Connection) -> Result<Option<Millis>, StoreError> {
    let row = fetch_optional!(
        connection,
        (Millis,),
        "select happened.at from ledger_transactions happened
         where exists (select 1 from ledger_entries entry
           where entry.reference = happened.reference and entry.account || '' = 'platform:fees')
         order by happened.at limit 1 -- scans: by time, up to the first fee",
    )?;
    Ok(row.map(|(at,)| at))
}

/// True when all invoices of a month are issued.
pub async fn is_done(connection: &mut Connection, month: &str) -> Result<bool, StoreError> {
    let row = fetch_optional!(
        connection,
        (String,),
        "select month from invoiced_months where month = $1",
        month
    )?;
    Ok(row.is_some())
}

/// Notes that all invoices of a month are issued.
pub async fn note_done(connection: &mut Connection, month: &str, now: Millis) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into invoiced_months (month, done_at) values ($1, $2) on conflict (month) do nothing",
        month,
        now,
    )?;
    Ok(())
}

/// Adds an invoice.
///
/// # Errors
/// `Duplicate` when the pro has one of this kind for the month; otherwise when the database fails.
pub async fn add(connection: &mut Connection, invoice: &FeeInvoice) -> Result<(), StoreError> {
    table::insert(connection, invoice, "").await?;
    Ok(())
}

/// The invoice of this kind that a pro has for a month.
pub async fn of_month(
    connection: &mut Connection,
    master_id: &str,
    month: &str,
    kind: Kind,
) -> Result<Option<FeeInvoice>, StoreError> {
    fetch_optional!(
        connection,
        FeeInvoice,
        table::select::<FeeInvoice>("where master_id = $1 and month = $2 and kind = $3"),
        master_id,
        month,
        kind,
    )
}

/// The invoice of this number.
pub async fn find(connection: &mut Connection, number: &str) -> Result<Option<FeeInvoice>, StoreError> {
    fetch_optional!(
        connection,
        FeeInvoice,
        table::select::<FeeInvoice>("where number = $1"),
        number
    )
}

/// A pro's invoices, the newest first.
pub async fn of_master(connection: &mut Connection, master_id: &str) -> Result<Vec<FeeInvoice>, StoreError> {
    fetch_all!(
        connection,
        FeeInvoice,
        table::select::<FeeInvoice>("where master_id = $1 order by month desc, number desc"),
        master_id,
    )
}
