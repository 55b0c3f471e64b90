//! The daily message that says how the audit log ends, so that it is known somewhere else, too.

use super::note::to_operator;
use callout_domain::message::Message;

/// Says how the log ends (`17:k.…`) at an instant (ISO 8601).
#[must_use]
pub fn message(to: &str, head: &str, at: &str) -> Message {
    let text = format!(
        "The record of what operators do ends with this row:\n\n{head}\n\n\
         Keep this message where nobody who can reach the server can change it. Should you ever doubt the record, run\n\
         callout audit verify --expect {head}\n"
    );
    to_operator(
        to,
        format!("How the audit log ends: {at}"),
        text,
        format!("audit-head-{head}"),
    )
}
