//! Receipts: what they list, and those that tax law wants kept when the people they name are erased. These are sealed: stored so that a copy
//! of the database tells nobody, and opened by super admins alone.

mod content;
mod lines;

pub use content::Content;
pub use lines::lines;

use std::sync::Arc;

use callout_base::audit;
use callout_base::words::words;
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::clock::{Clock, Millis};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::keys::{Key, Keys};
use callout_domain::operator::By;
use callout_domain::retention::{self, NAMELESS_UP_TO};
use callout_domain::sealed;
use callout_domain::seller::Seller;
use callout_store::receipts::{self, IssuedReceipt};
use callout_store::sealed_receipts::{self, SealedReceipt};
use callout_store::{Connection, Db, bookings, change_orders, from_json, payments, to_json};

/// Opens sealed receipts; cloning it is cheap.
#[derive(Clone)]
pub struct Receipts {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// The key that seals them.
    pub keys: Arc<Keys>,
}

impl Receipts {
    /// What a sealed receipt of a pro said, by its number, for an operator and on record.
    ///
    /// # Errors
    /// 403 for anybody but super admins; 404 where there is none; 422 on `number` and `reason`; those of [`audit::note`].
    pub async fn open_for(&self, master_id: &str, number: &str, reason: &str, by: By) -> Fallible<Content> {
        by.require_super_admin("open sealed receipts")?;
        let number: u32 = number
            .trim()
            .parse()
            .map_err(|_| Failure::field("number", "Type a number like 000012."))?;
        let (reason, now) = (words("reason", reason)?, self.clock.now());
        let found = sealed_receipts::find(&mut self.db.read().await?, master_id, number.into()).await?;
        let found =
            found.ok_or_else(|| Failure::not_found("This pro has no sealed receipt of this number."))?;
        let content = open(&self.keys.receipt, &found)?;
        let entry = Entry::new(Act::SealedReceiptOpened, Subject::Booking(found.booking_id));
        let entry = entry
            .is("pro", found.master_id)
            .is("number", found.number)
            .because(&reason);
        self.db
            .write(move |connection| Box::pin(async move { audit::note(connection, &by, &entry, now).await }))
            .await?;
        Ok(content)
    }

    /// Seals every receipt anew that was sealed with the keys of an earlier secret; how many. Those that the present secret opens already
    /// are left as they are, so it may be repeated.
    ///
    /// # Errors
    /// When neither secret opens one; nothing is changed then.
    pub async fn reseal(&self, old: Arc<Keys>) -> Fallible<usize> {
        let keys = Arc::clone(&self.keys);
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let mut resealed = 0;
                    for mut row in sealed_receipts::all(connection).await? {
                        if sealed::open(&keys.receipt, &row.booking_id, &row.sealed).is_ok() {
                            continue;
                        }
                        let text = sealed::open(&old.receipt, &row.booking_id, &row.sealed)?;
                        row.sealed = sealed::seal(&keys.receipt, &row.booking_id, &text)?;
                        sealed_receipts::put(connection, &row).await?;
                        resealed += 1;
                    }
                    Ok(resealed)
                })
            })
            .await
    }
}

/// Seals the receipts of a client that must be kept, and takes the names of former pros out of all of the client's. Called before the
/// client's data goes.
pub async fn seal_of_client(
    connection: &mut Connection,
    key: &Key,
    client_id: &str,
    now: Millis,
) -> Fallible<()> {
    let issued = receipts::of_client(connection, client_id, NAMELESS_UP_TO.0).await?;
    for receipt in sealed_of(connection, key, issued, now).await? {
        sealed_receipts::put(connection, &receipt).await?;
    }
    Ok(receipts::forget_former_sellers(connection, client_id).await?)
}

/// Seals the receipt of a booking, if there is one that must be kept. Called before the booking's words and address go.
pub async fn seal_of_booking(
    connection: &mut Connection,
    key: &Key,
    booking_id: &str,
    now: Millis,
) -> Fallible<()> {
    let issued = receipts::find(connection, booking_id).await?;
    let issued = issued.into_iter().collect();
    for receipt in sealed_of(connection, key, issued, now).await? {
        sealed_receipts::add(connection, &receipt).await?;
    }
    Ok(())
}

/// Seals the receipts of a pro that must be kept, whose clients still read them, and takes the pro's name out of those whose clients are
/// erased already. Called before the pro's data goes.
pub async fn seal_of_pro(
    connection: &mut Connection,
    key: &Key,
    master_id: &str,
    now: Millis,
) -> Fallible<()> {
    let issued = receipts::of_master(connection, master_id, NAMELESS_UP_TO.0).await?;
    for receipt in sealed_of(connection, key, issued, now).await? {
        // A client who is erased at this very moment has sealed it before the name went.
        sealed_receipts::add(connection, &receipt).await?;
    }
    Ok(receipts::forget_seller(connection, master_id).await?)
}

/// Those of these receipts that must be kept, sealed.
async fn sealed_of(
    connection: &mut Connection,
    key: &Key,
    issued: Vec<IssuedReceipt>,
    now: Millis,
) -> Fallible<Vec<SealedReceipt>> {
    let mut kept = Vec::new();
    for receipt in issued {
        let keep_until = retention::kept_until(receipt.issued_at)
            .ok_or_else(|| Failure::internal("a receipt from outside the calendar"))?;
        if keep_until <= now {
            continue;
        }
        if let Some(content) = content(connection, &receipt).await? {
            kept.push(SealedReceipt {
                sealed: sealed::seal(key, &receipt.booking_id, &to_json(&content)?)?,
                booking_id: receipt.booking_id,
                master_id: receipt.master_id,
                number: receipt.number,
                keep_until,
            });
        }
    }
    Ok(kept)
}

/// What a receipt says, if its seller is registered for VAT.
async fn content(connection: &mut Connection, receipt: &IssuedReceipt) -> Fallible<Option<Content>> {
    let seller: Seller = from_json(&receipt.seller)?;
    if seller.vat_number.is_none() {
        return Ok(None);
    }
    let id = &receipt.booking_id;
    let Some(booking) = bookings::find(connection, id).await? else {
        return Ok(None);
    };
    let orders = change_orders::of_booking(connection, id).await?;
    let paid = payments::of_booking(connection, id).await?;
    Content::of(&booking, receipt, seller, &orders, &paid).map(Some)
}

fn open(key: &Key, receipt: &SealedReceipt) -> Fallible<Content> {
    let text = sealed::open(key, &receipt.booking_id, &receipt.sealed)?;
    Ok(from_json(&text)?)
}
