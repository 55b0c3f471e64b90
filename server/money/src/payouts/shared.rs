//! What a pro and the clients of the jobs to be paid out have in common: it may be one person who paid themselves.

use callout_domain::failure::Fallible;
use callout_domain::payout::{ProAddress, Shared};
use callout_store::payouts::money;
use callout_store::{Connection, masters};

/// What a pro shares with clients of jobs that are not paid out yet.
pub(super) async fn of(connection: &mut Connection, master_id: &str) -> Fallible<Shared> {
    let addresses = money::addresses(connection, master_id).await?;
    let master = masters::find(connection, master_id).await?;
    let address = master.as_ref().is_some_and(|master| {
        let own = ProAddress {
            trading: master.trading_address.as_deref().unwrap_or_default(),
            base_postcode: master.base_postcode.as_deref().unwrap_or_default(),
        };
        addresses.iter().any(|(line1, postcode)| own.is(line1, postcode))
    });
    Ok(Shared {
        phone: money::shares_phone(connection, master_id).await?,
        address,
        card: money::shares_card(connection, master_id).await?,
    })
}
