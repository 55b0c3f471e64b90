//! A person leaves for good: what is theirs goes, what the books need stays without them.

use crate::domain::failure::{Failure, Fallible};
use crate::state::AppState;
use crate::store::{clients, personal, sessions};

/// Erases a client.
///
/// # Errors
/// 401 when it was erased already; 409 `open_bookings` while a booking has not ended.
pub async fn erase(state: &AppState, client_id: &str) -> Fallible<()> {
    let now = state.clock.now();
    let id = client_id.to_owned();
    let (ended, photos) = state
        .db
        .write(move |connection| {
            Box::pin(async move {
                if !personal::shut(connection, &id).await? {
                    return Err(Failure::unauthorised());
                }
                // Whoever books holds the client, too: now there is nothing that this cannot see.
                if personal::has_open_booking(connection, &id).await? {
                    return Err(open_bookings());
                }
                personal::delete_keys(connection, &id).await?;
                let photos = personal::let_go_of_photos(connection, &id).await?;
                personal::anonymise_bookings(connection, &id).await?;
                clients::end(connection, &id, now).await?;
                let ended = sessions::end_all(connection, &id, now).await?;
                Ok((ended, photos))
            })
        })
        .await?;
    ended.iter().for_each(|session| state.sessions.forget(session));
    // What is not deleted now, the sweep deletes: nobody has these photos any more.
    if let Err(error) = state.photos.delete(photos).await {
        tracing::warn!(
            code = error.code,
            "photos of an erased person are left to the sweep"
        );
    }
    Ok(())
}

fn open_bookings() -> Failure {
    Failure::conflict(
        "open_bookings",
        "You have a booking that has not ended. Please cancel it, or wait until it is done.",
    )
}
