//! What is checked before reading any of an upload.

use axum::extract::FromRequestParts;
use callout_domain::failure::Failure;
use http::request::Parts;

use crate::extract::Caller;
use crate::state::AppState;
use callout_base::limits;

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
