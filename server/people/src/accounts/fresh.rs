//! The one place where a step is refused that a stolen session must not take: it wants a code of what the account has proved, entered in
//! this session a few minutes ago at most.

use super::Signed;
use callout_domain::clock::{MINUTE, Millis};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::identifier::Identifier;
use callout_store::{Connection, identifiers, sessions};

/// How long a session stays fresh, milliseconds: decided for the product.
const LIFE: Millis = 10 * MINUTE;

/// Refuses a session that is not fresh. Where nothing is proved, nothing could be asked for: then the session is enough.
///
/// # Errors
/// 409 `fresh_code_required`, with the `channel` by which a code can be had: `email` or `phone`.
pub(super) async fn expect(connection: &mut Connection, signed: &Signed, now: Millis) -> Fallible<()> {
    let proved = identifiers::proved(connection, &signed.account).await?;
    let Some(channel) = channel(&proved) else {
        return Ok(());
    };
    if sessions::is_fresh(connection, &signed.session, now - LIFE).await? {
        return Ok(());
    }
    let detail = "To be sure that it is you, enter the code that we send you.";
    Err(Failure::conflict("fresh_code_required", detail).with("channel", channel))
}

/// The email, if there is one: it costs nothing.
fn channel(proved: &[String]) -> Option<&'static str> {
    let is_email = |value: &String| matches!(Identifier::of_normalised(value), Identifier::Email(_));
    if proved.iter().any(is_email) {
        return Some("email");
    }
    proved.first().map(|_| "phone")
}
