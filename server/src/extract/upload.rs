//! What is asked of somebody who wants to send a photo, before any of it is read.

use crate::domain::failure::Failure;
use axum::extract::FromRequestParts;
use http::request::Parts;

use crate::extract::Caller;
use crate::limits;
use crate::state::AppState;

/// Proof that the caller's address has not sent its photos of this hour yet; 429 otherwise. The photo itself is counted when its
/// first bytes come.
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
