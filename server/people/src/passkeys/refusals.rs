//! What is said of a passkey that is not taken.

use callout_domain::failure::{Failure, FailureKind};
use callout_domain::passkey::MOST;
use webauthn_rs::prelude::WebauthnError;

/// 409 `passkeys_off`.
pub(super) fn off() -> Failure {
    let detail = "Passkeys don’t work here: they need an address with a name, and https.";
    Failure::conflict("passkeys_off", detail)
}

/// 409 `passkey_over`: asked too long ago, answered already, or asked of somebody else.
pub(super) fn over() -> Failure {
    let detail = "That took too long, or was used already. Please try again.";
    Failure::conflict("passkey_over", detail)
}

/// 409 `too_many_passkeys`.
pub(super) fn most() -> Failure {
    let detail = format!("You have {MOST} passkeys, which is the most. Remove one first.");
    Failure::conflict("too_many_passkeys", detail)
}

/// 409 `passkey_known`.
pub(super) fn known() -> Failure {
    Failure::conflict("passkey_known", "This passkey has been added already.")
}

/// 409 `no_passkeys`.
pub(super) fn none() -> Failure {
    let detail = "You have no passkey yet. Add one on your account’s page.";
    Failure::conflict("no_passkeys", detail)
}

/// 401: the account is gone.
pub(super) fn closed() -> Failure {
    Failure::unauthorised()
}

/// 404.
pub(super) fn not_there() -> Failure {
    Failure::not_found("There is no such passkey.")
}

/// 422 on `credential`.
pub(super) fn unreadable() -> Failure {
    Failure::field("credential", "This is not what a browser says of a passkey.")
}

/// 401 `passkey_unknown`.
pub(super) fn unknown() -> Failure {
    let detail = "This passkey opens no account here; it may have been removed. Please sign in another way.";
    Failure::new(FailureKind::Unauthorised, "passkey_unknown", detail)
}

/// 401 `passkey_copied` when its counter went back, else `passkey_refused`.
pub(super) fn refused(error: &WebauthnError) -> Failure {
    if matches!(error, WebauthnError::CredentialPossibleCompromise) {
        tracing::warn!("the counter of a passkey went back");
        let detail = "This passkey may have been copied. Please sign in another way, then remove it and add a new one.";
        return Failure::new(FailureKind::Unauthorised, "passkey_copied", detail);
    }
    tracing::info!(%error, "a passkey was refused");
    let detail = "This passkey was not accepted. Please try again, or sign in another way.";
    Failure::new(FailureKind::Unauthorised, "passkey_refused", detail)
}

/// 422 `passkey_refused`: whoever adds one is signed in, and stays so.
pub(super) fn refused_new(error: &WebauthnError) -> Failure {
    tracing::info!(%error, "a new passkey was refused");
    let detail = "This passkey was not accepted. Please try again.";
    Failure::unprocessable("passkey_refused", detail)
}
