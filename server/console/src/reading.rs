//! Who reads a file or a stream of the console.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use http::request::Parts;

use super::visitor::Visitor;
use callout_domain::failure::Failure;
use callout_domain::keys::Keys;
use callout_domain::operator::By;
use callout_front::extract::Caller;
use callout_front::state::AppState;
use callout_people::operators::Signed;

/// An operator behind a door that the gate has opened.
#[derive(Debug, Clone)]
pub(super) struct Reading {
    /// Who, and in which session.
    pub(super) signed: Signed,
    /// A keyed hash of the network address.
    pub(super) address: String,
    /// The keys that the record of it is sealed with.
    pub(super) keys: Arc<Keys>,
}

impl Reading {
    /// Whoever reads, for what is written down of it. It comes from no form.
    pub(super) fn by(&self) -> By {
        let operator = &self.signed.operator;
        By {
            id: operator.id.clone(),
            email: operator.email.clone(),
            role: operator.role,
            form: None,
            seen: None,
            keys: Arc::clone(&self.keys),
        }
    }
}

impl FromRequestParts<AppState> for Reading {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Failure> {
        let caller = Caller::from_request_parts(parts, state).await?;
        let visitor = parts.extensions.get::<Visitor>();
        let signed = visitor.and_then(|visitor| visitor.signed.clone());
        Ok(Self {
            signed: signed.ok_or_else(Failure::unauthorised)?,
            address: caller.key,
            keys: Arc::clone(&state.keys),
        })
    }
}
