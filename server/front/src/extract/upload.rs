//! What is checked before reading any of an upload.

use axum::extract::FromRequestParts;
use callout_domain::failure::Failure;
use http::request::Parts;

use crate::extract::{Caller, Master};
use crate::state::AppState;
use callout_base::limits;
use callout_domain::role::Role;
use callout_store::{identifiers, masters};

/// Proof that the caller's address has uploads left this hour; 429 otherwise. The photo is only counted when its first bytes
/// arrive.
pub struct MayUpload(());

impl FromRequestParts<AppState> for MayUpload {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Failure> {
        let caller = Caller::from_request_parts(parts, state).await?;
        state
            .limits
            .check(limits::UPLOADS, &caller.key, state.clock.now())?;
        Ok(Self(()))
    }
}

/// A pro whose email is proved; 409 `email_not_proved` otherwise. Whoever has proved nothing may fill no disk, and leaves no
/// way in or bank account behind for whoever proves the email.
pub struct ProvedMaster(());

impl FromRequestParts<AppState> for ProvedMaster {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Failure> {
        let master = Master::from_request_parts(parts, state).await?;
        let mut connection = state.db.read().await?;
        let row = masters::find(&mut connection, &master.id).await?;
        let row = row.ok_or_else(Failure::unauthorised)?;
        if identifiers::is_proved(&mut connection, Role::Master, &row.email, &master.id).await? {
            return Ok(Self(()));
        }
        Err(Failure::conflict(
            "email_not_proved",
            "Please verify your email first.",
        ))
    }
}
