//! What the payment provider has of this installation, to be compared with the database: after a backup was restored it has more.

use callout_db::names;
use pricing_core::Pence;

use crate::clock::Millis;
use crate::time;

names! {
    /// What was made at the provider.
    pub enum RecordKind {
        /// A payment by card, held or charged.
        Intent = "intent",
        /// A refund.
        Refund = "refund",
        /// Money sent to a pro.
        Transfer = "transfer",
        /// A payment that a client's bank took back.
        Chargeback = "chargeback",
    }
}

/// Something that was made at the provider, as it has it now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// What it is.
    pub kind: RecordKind,
    /// The provider's id of it.
    pub id: String,
    /// What we made it with; none for what was made otherwise.
    pub reference: Option<String>,
    /// It was made by this installation; others may share its account at the provider.
    pub is_ours: bool,
    /// The intent of a refund or chargeback.
    pub intent_id: Option<String>,
    /// Pence.
    pub amount: Pence,
    /// What of an intent was captured, or of a transfer taken back.
    pub moved: Pence,
    /// Where it stands, in the provider's word.
    pub state: String,
    /// Unix milliseconds.
    pub made_at: Millis,
}

/// How our tables stand to a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Known {
    /// They do not know it.
    No,
    /// As the provider does.
    Same,
    /// They know it as something else: how it stands here.
    Otherwise(String),
}

/// A record that our tables do not know, or know as something else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// What the provider has.
    pub record: Record,
    /// How it stands here; none where it is not known.
    pub here: Option<String>,
}

impl std::fmt::Display for Difference {
    /// `unknown  refund  re_1  £7  succeeded  2026-11-27T10:00:00+00:00  goodwill:1`
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let record = &self.record;
        let (kind, state) = (record.kind.as_str(), words(record));
        let found = if self.here.is_some() { "differs" } else { "unknown" };
        let at = time::iso(record.made_at);
        write!(
            formatter,
            "{found}  {kind}  {}  {}  {state}  {at}",
            record.id, record.amount
        )?;
        if let Some(reference) = &record.reference {
            write!(formatter, "  {reference}")?;
        }
        if let Some(intent) = &record.intent_id {
            write!(formatter, "  of {intent}")?;
        }
        match &self.here {
            Some(here) => write!(formatter, "  here: {here}"),
            None => Ok(()),
        }
    }
}

/// Where a record stands at the provider, as [`Known::Otherwise`] says it of our tables.
#[must_use]
pub fn words(record: &Record) -> String {
    stands(record.kind, &record.state, record.moved)
}

/// Where something stands: its state, and what was captured of an intent or taken back of a transfer.
#[must_use]
pub fn stands(kind: RecordKind, state: &str, moved: Pence) -> String {
    match kind {
        RecordKind::Intent if moved > Pence::ZERO => format!("{state} ({moved})"),
        RecordKind::Transfer if moved > Pence::ZERO => format!("{state} ({moved} taken back)"),
        _ => state.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_says_both_sides() {
        let record = Record {
            kind: RecordKind::Transfer,
            id: "tr_1".to_owned(),
            reference: Some("transfer:a:pi_1:0".to_owned()),
            is_ours: true,
            intent_id: None,
            amount: Pence(9_945),
            moved: Pence(500),
            state: "sent".to_owned(),
            made_at: time::of_iso("2026-11-27T10:00:00Z").unwrap(),
        };
        let unknown = Difference {
            record: record.clone(),
            here: None,
        };
        assert_eq!(
            unknown.to_string(),
            "unknown  transfer  tr_1  £99.45  sent (£5 taken back)  2026-11-27T10:00:00+00:00  transfer:a:pi_1:0"
        );
        let differs = Difference {
            record: Record {
                kind: RecordKind::Refund,
                moved: Pence::ZERO,
                reference: None,
                intent_id: Some("pi_1".to_owned()),
                ..record
            },
            here: Some("refused".to_owned()),
        };
        assert_eq!(
            differs.to_string(),
            "differs  refund  tr_1  £99.45  sent  2026-11-27T10:00:00+00:00  of pi_1  here: refused"
        );
    }
}
