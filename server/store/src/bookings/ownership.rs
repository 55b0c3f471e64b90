//! Bookings that pass from a guest to the account that the guest becomes.

use sqlx::AssertSqlSafe;

use crate::{Connection, StoreError, statuses};
use callout_db::{execute, fetch_optional};
use callout_domain::clock::Millis;

/// Passes on every booking of a guest.
pub async fn pass_all(connection: &mut Connection, guest: &str, account: &str) -> Result<u64, StoreError> {
    execute!(
        connection,
        "update bookings set client_id = $2 where client_id = $1",
        guest,
        account
    )
}

/// Passes on what guests booked since `since` under exactly this email or phone, and the bookings of `loser`, a registration
/// without an identifier left. Those that await their payment stay with the guest, who is about to pay.
pub async fn pass_of_identifier(
    connection: &mut Connection,
    identifier: &str,
    loser: Option<&str>,
    account: &str,
    since: Millis,
) -> Result<u64, StoreError> {
    let certain = statuses::with("status", |facts| !facts.awaits_payment);
    let sql = AssertSqlSafe(format!(
        "update bookings set client_id = $2
         where (email = $1 or phone = $1) and created_at > $3 and {certain} and client_id <> $2
           and exists (select 1 from clients where clients.id = bookings.client_id and (is_guest = 1 or clients.id = $4))"
    ));
    execute!(
        connection,
        sql,
        identifier,
        account,
        since,
        loser.unwrap_or_default(),
    )
}

/// Fills the gaps in an account's profile from the newest booking that came to it from a guest. The address is filled as a whole or
/// not at all.
pub async fn fill_profile(connection: &mut Connection, account: &str) -> Result<(), StoreError> {
    let none = "clients.address_line is null and clients.city is null and clients.postcode is null";
    let sql = AssertSqlSafe(format!(
        "update clients set
           name = coalesce(clients.name, booking.customer_name), phone = coalesce(clients.phone, booking.phone),
           address_line = case when {none} then booking.address_line1 else clients.address_line end,
           city = case when {none} then booking.city else clients.city end,
           postcode = case when {none} then booking.postcode else clients.postcode end
         from (select customer_name, phone, address_line1, city, postcode from bookings
           where client_id = $1 and made_by <> $1 order by created_at desc, id desc limit 1) booking
         where clients.id = $1 and clients.is_guest = 0"
    ));
    execute!(connection, sql, account)?;
    Ok(())
}

/// Passes a guest's booking to the account that has proved its email or phone, by a payment the account knows; its id, or `None`
/// when there is no such booking for it. One that is the account's already stays so.
pub async fn claim_by_intent(
    connection: &mut Connection,
    intent: &str,
    account: &str,
) -> Result<Option<String>, StoreError> {
    let row = fetch_optional!(
        connection,
        (String,),
        "update bookings set client_id = $2
         where id = (select booking_id from payments where id = $1)
           and exists (select 1 from clients where clients.id = bookings.client_id and is_guest = 1)
           and exists (select 1 from identifiers
             where account_id = $2 and role || '' = 'client' and verified_at is not null
               and (value = bookings.email or value = bookings.phone))
         returning id",
        intent,
        account,
    )?;
    if let Some((id,)) = row {
        // What puts it right goes with it, as it is found and erased with its account.
        execute!(
            connection,
            "update bookings set client_id = $2 where parent_id = $1 and parent_id is not null",
            id.as_str(),
            account,
        )?;
        fill_profile(connection, account).await?;
        return Ok(Some(id));
    }
    let own = fetch_optional!(
        connection,
        (String,),
        "select id from bookings where id = (select booking_id from payments where id = $1)
           and (client_id = $2 or made_by = $2)",
        intent,
        account,
    )?;
    Ok(own.map(|(id,)| id))
}
