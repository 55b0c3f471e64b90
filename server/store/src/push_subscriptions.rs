//! Browsers that take web push.

use super::{Connection, StoreError};
use callout_db::{execute, fetch_all, fetch_optional, record, row};
use callout_domain::clock::Millis;
use callout_domain::kept::{Class, FACT, SECRET};

record! {
    /// A row of `push_subscriptions`.
    pub struct PushSubscription in "push_subscriptions" {
        /// SHA-256 of the endpoint, base64url.
        pub id: String => FACT,
        /// Who was signed in.
        pub person_id: String => FACT,
        /// The session it ends with.
        pub session_id: String => FACT,
        /// Where its push service takes messages for it.
        pub endpoint: String => SECRET,
        /// The browser's key, base64url.
        pub public_key: String => SECRET,
        /// Its secret, base64url.
        pub auth_secret: String => SECRET,
        /// When it was turned on, Unix milliseconds.
        pub created_at: Millis => FACT,
    }
}

row! {
    /// An offer that stands, and a browser of its pro.
    #[derive(Debug, Clone)]
    pub struct OfferToPush {
        /// The browser.
        pub id: String,
        /// Where its push service takes messages for it.
        pub endpoint: String,
        /// The browser's key, base64url.
        pub public_key: String,
        /// Its secret, base64url.
        pub auth_secret: String,
        /// The price, pence.
        pub price_pence: i64,
        /// When the offer ends, Unix milliseconds.
        pub expires_at: Millis,
    }
}

/// Adds a browser, or gives it to whoever is signed in there now; of a person's browsers the newest `most` stay.
pub async fn put(
    connection: &mut Connection,
    browser: &PushSubscription,
    most: i64,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into push_subscriptions (id, person_id, session_id, endpoint, public_key, auth_secret, created_at)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (id) do update set person_id = excluded.person_id, session_id = excluded.session_id,
           endpoint = excluded.endpoint, public_key = excluded.public_key, auth_secret = excluded.auth_secret,
           created_at = excluded.created_at",
        browser.id.as_str(),
        browser.person_id.as_str(),
        browser.session_id.as_str(),
        browser.endpoint.as_str(),
        browser.public_key.as_str(),
        browser.auth_secret.as_str(),
        browser.created_at,
    )?;
    // The one just added counts as the newest, even among several of one millisecond.
    execute!(
        connection,
        "delete from push_subscriptions where person_id = $1 and id <> $2 and id not in
           (select id from push_subscriptions where person_id = $1 and id <> $2 order by created_at desc, id limit $3)",
        browser.person_id.as_str(),
        browser.id.as_str(),
        most - 1,
    )?;
    Ok(())
}

/// The subscription that a browser has in place of another.
#[derive(Debug, Clone)]
pub struct Renewed {
    /// SHA-256 of the endpoint, base64url.
    pub id: String,
    /// Where its push service takes messages for it.
    pub endpoint: String,
    /// The browser's key, base64url.
    pub public_key: String,
    /// Its secret, base64url.
    pub auth_secret: String,
}

/// True when a browser has a subscription with this id and secret. A read, so that a flood of made-up ones writes nothing.
pub async fn is_known(connection: &mut Connection, id: &str, secret: &str) -> Result<bool, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select cast(1 as bigint) from push_subscriptions where id = $1 and auth_secret = $2",
        id,
        secret,
    )?;
    Ok(row.is_some())
}

/// Puts a browser's new subscription in the place of the one with this id and secret; nothing where there is none, or the new one is known.
pub async fn renew(
    connection: &mut Connection,
    was: &str,
    secret: &str,
    now: &Renewed,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update push_subscriptions set id = $3, endpoint = $4, public_key = $5, auth_secret = $6
         where id = $1 and auth_secret = $2
           and not exists (select 1 from push_subscriptions known where known.id = $3)",
        was,
        secret,
        now.id.as_str(),
        now.endpoint.as_str(),
        now.public_key.as_str(),
        now.auth_secret.as_str(),
    )?;
    Ok(())
}

/// The browsers of these people whose session is open at `now` (Unix milliseconds), each once. The second may be the first.
pub async fn of_people(
    connection: &mut Connection,
    one: &str,
    other: &str,
    now: Millis,
) -> Result<Vec<PushSubscription>, StoreError> {
    fetch_all!(
        connection,
        PushSubscription,
        "select id, person_id, session_id, endpoint, public_key, auth_secret, created_at from push_subscriptions
         where (person_id = $1 or person_id = $2)
           and session_id in (select id from sessions where ended_at is null and expires_at > $3)
         order by created_at, id",
        one,
        other,
        now,
    )
}

/// The browsers of the pros who have an offer of this wave that stands at `now` (Unix milliseconds) and did not switch offers off.
pub async fn of_wave(
    connection: &mut Connection,
    booking_id: &str,
    round: i64,
    wave: i64,
    now: Millis,
) -> Result<Vec<OfferToPush>, StoreError> {
    fetch_all!(
        connection,
        OfferToPush,
        "select push_subscriptions.id, push_subscriptions.endpoint, push_subscriptions.public_key,
           push_subscriptions.auth_secret, offers.price_pence, offers.expires_at
         from offers join push_subscriptions on push_subscriptions.person_id = offers.master_id
         where offers.booking_id = $1 and offers.round = $2 and offers.wave = $3 and offers.answer is null
           and offers.expires_at > $4
           and push_subscriptions.session_id in (select id from sessions where ended_at is null and expires_at > $4)
           and not exists (select 1 from message_choices
             where person_id = offers.master_id and choice = 'offers' and is_on = 0)
         order by push_subscriptions.id",
        booking_id,
        round,
        wave,
        now,
    )
}

/// Everything of a person, for their copy of their data: endpoint and when it was turned on.
pub async fn of_person(
    connection: &mut Connection,
    person_id: &str,
) -> Result<Vec<(String, Millis)>, StoreError> {
    fetch_all!(
        connection,
        (String, Millis),
        "select endpoint, created_at from push_subscriptions where person_id = $1 order by created_at, id",
        person_id,
    )
}

/// Deletes a person's browser; nothing when it is not theirs.
pub async fn delete_own(connection: &mut Connection, id: &str, person_id: &str) -> Result<u64, StoreError> {
    execute!(
        connection,
        "delete from push_subscriptions where id = $1 and person_id = $2",
        id,
        person_id,
    )
}

/// Deletes a browser that its push service no longer knows, unless it was turned on anew meanwhile, and says whose it was.
pub async fn delete_gone(
    connection: &mut Connection,
    id: &str,
    public_key: &str,
) -> Result<Option<String>, StoreError> {
    let row = fetch_optional!(
        connection,
        (String,),
        "delete from push_subscriptions where id = $1 and public_key = $2 returning person_id",
        id,
        public_key,
    )?;
    Ok(row.map(|(person,)| person))
}

/// Deletes the browsers whose session is over at `now` (Unix milliseconds).
pub async fn forget(connection: &mut Connection, now: Millis) -> Result<u64, StoreError> {
    execute!(
        connection,
        "delete from push_subscriptions where session_id not in
           (select id from sessions where ended_at is null and expires_at > $1) -- scans: tidying, of sessions that are gone",
        now,
    )
}
