//! What the audit log says of an act: what was done, to what, and how it was before and after.

use pricing_core::Pence;
use serde_json::{Map, Value};

use super::keys::Key;
use super::mask;
use crate::clock::Millis;
use callout_db::row;

/// The acts: each with its stored name, and what people read.
macro_rules! acts {
    ($($(#[$attribute:meta])* $name:ident = $stored:literal, $label:literal;)+) => {
        /// What an operator did.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Act {
            $($(#[$attribute])* $name,)+
        }

        impl Act {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// Its stored name.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $stored,)+
                }
            }

            /// What people read: `{operator} {label}`.
            #[must_use]
            pub const fn label(self) -> &'static str {
                match self {
                    $(Self::$name => $label,)+
                }
            }

            /// The act of a stored name.
            #[must_use]
            pub fn parse(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|act| act.as_str() == name)
            }
        }
    };
}

acts! {
    /// Signed in with both factors.
    SignedIn = "signed_in", "signed in";
    /// Set up the second factor.
    FactorSet = "factor_set", "set up the second factor";
    /// Added a passkey.
    PasskeyAdded = "passkey_added", "added a passkey";
    /// Removed a passkey.
    PasskeyRemoved = "passkey_removed", "removed a passkey";
    /// Chose a new password.
    PasswordChanged = "password_changed", "changed the password";
    /// Added an operator.
    OperatorAdded = "operator_added", "added the operator";
    /// Gave an operator a new first password.
    FirstPasswordGiven = "first_password_given", "gave a new first password";
    /// Ended their own other sessions.
    OtherSessionsEnded = "other_sessions_ended", "ended their other sessions";
    /// Gave an operator another role.
    OperatorRoleChanged = "operator_role_changed", "changed the role";
    /// Ended an operator's access.
    OperatorEnded = "operator_ended", "ended the access";
    /// Let an operator set up the second factor again.
    FactorReset = "factor_reset", "reset the second factor";
    /// Downloaded the audit log.
    AuditExported = "audit_exported", "exported the audit log";
    /// Gave a booking to a pro.
    BookingAssigned = "booking_assigned", "assigned the booking";
    /// Promised a booking to a pro, who has it once its client has paid.
    BookingPromised = "booking_promised", "promised the booking to a pro";
    /// Cancelled a booking.
    BookingCancelled = "booking_cancelled", "cancelled the booking";
    /// Gave money back.
    BookingRefunded = "booking_refunded", "refunded";
    /// Wrote a note about a booking.
    BookingNoted = "booking_noted", "wrote a note";
    /// Answered a suggested price or time for a client or pro.
    TimeAnswered = "time_answered", "answered a suggestion";
    /// Sent a message again.
    MessageResent = "message_resent", "sent a message again";
    /// Made a new start code, or let the pro begin without one.
    StartDecided = "start_decided", "decided about the start code";
    /// Stopped a job that had begun.
    JobStopped = "job_stopped", "stopped the job";
    /// Allowed extra work beyond the usual limit.
    ExtraAllowed = "extra_allowed", "allowed more extra work";
    /// Decided about a client who was not at home.
    NotHomeDecided = "not_home_decided", "decided about a client not at home";
    /// Decided about a visit that the pro is said to have missed.
    NoShowDecided = "no_show_decided", "decided about a missed visit";
    /// Looked at a document.
    DocumentViewed = "document_viewed", "viewed the document";
    /// Accepted a document.
    DocumentApproved = "document_approved", "approved the document";
    /// Turned a document down.
    DocumentRejected = "document_rejected", "rejected the document";
    /// Said that a pro's email and documents are good.
    ProVerified = "pro_verified", "verified the pro";
    /// Suspended a pro.
    ProSuspended = "pro_suspended", "suspended the pro";
    /// Let a suspended pro work again.
    ProReinstated = "pro_reinstated", "reinstated the pro";
    /// Let a suspension stand after an appeal.
    SuspensionUpheld = "suspension_upheld", "upheld the suspension";
    /// Downloaded what is stored about a person.
    PersonExported = "person_exported", "exported personal data";
    /// Erased a person.
    PersonErased = "person_erased", "erased the person";
    /// Ended all sessions of a client or pro.
    PersonSignedOut = "person_signed_out", "signed the person out everywhere";
    /// Opened what is sealed for the tax office.
    SealOpened = "seal_opened", "opened sealed data";
    /// Opened a receipt that is kept of erased people.
    SealedReceiptOpened = "sealed_receipt_opened", "opened a sealed receipt";
    /// Reported to the tax office.
    TaxReported = "tax_reported", "exported the tax report";
    /// Sealed tax details anew.
    TaxResealed = "tax_resealed", "sealed the tax details anew";
    /// Made a coupon.
    CouponCreated = "coupon_created", "created the coupon";
    /// Changed a coupon.
    CouponChanged = "coupon_changed", "changed the coupon";
    /// Ended a coupon.
    CouponEnded = "coupon_ended", "ended the coupon";
    /// Saved a draft of a price book.
    BookSaved = "book_saved", "saved a price book";
    /// Threw a draft of a price book away.
    BookDiscarded = "book_discarded", "threw away a draft of a price book";
    /// Published a price book, at once or for later.
    BookPublished = "book_published", "published the price book";
    /// Called off a price book that was to come.
    BookCalledOff = "book_called_off", "called off the price book";
    /// Approved a payout.
    PayoutApproved = "payout_approved", "approved the payout";
    /// Held a payout.
    PayoutHeld = "payout_held", "held the payout";
    /// Put a payout back into the pro's balance.
    PayoutReturned = "payout_returned", "returned the payout";
    /// Let payouts go that waited after a restored backup.
    PayoutsLetGo = "payouts_let_go", "let payouts go after a restore";
    /// Decided a dispute.
    DisputeDecided = "dispute_decided", "decided the dispute";
    /// Decided about an appeal.
    AppealDecided = "appeal_decided", "decided the appeal";
    /// Decided about the fee of a job in cash that was not paid.
    FeeDecided = "fee_decided", "decided about the fee";
    /// Wrote off what a pro owes.
    DebtWrittenOff = "debt_written_off", "wrote off a debt";
    /// Had refused refunds tried again.
    RefundsRetried = "refunds_retried", "retried refused refunds";
    /// Answered a message from the support page.
    SupportAnswered = "support_answered", "answered the message";
    /// Closed a message without an answer.
    SupportClosed = "support_closed", "closed the message";
    /// Sealed the log's end, which was written before the log was keyed.
    LogSealed = "log_sealed", "sealed the audit log";
    /// Kept a booking from being emptied, or let it go.
    BookingHeld = "booking_held", "decided how long the booking's data is kept";
}

impl Act {
    /// Acts that change nothing for the person concerned, which operators may therefore do about themselves.
    #[must_use]
    pub const fn is_harmless(self) -> bool {
        matches!(
            self,
            Self::SignedIn
                | Self::FactorSet
                | Self::PasskeyAdded
                | Self::PasskeyRemoved
                | Self::PasswordChanged
                | Self::AuditExported
                | Self::DocumentViewed
                | Self::BookingNoted
                | Self::TaxReported
                | Self::TaxResealed
                | Self::RefundsRetried
        )
    }
}

/// What an act was done to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// A booking, by its id.
    Booking(String),
    /// A client, or guest.
    Client(String),
    /// A pro.
    Pro(String),
    /// A pro's document.
    Document(String),
    /// A payout.
    Payout(String),
    /// A dispute.
    Dispute(String),
    /// A coupon, by its code.
    Coupon(String),
    /// A price book, by its version.
    PriceBook(String),
    /// An operator.
    Operator(String),
    /// A message from the support page.
    Support(String),
    /// A report or export, by its name.
    Report(String),
}

impl Subject {
    /// Stored name of its kind.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Booking(_) => "booking",
            Self::Client(_) => "client",
            Self::Pro(_) => "pro",
            Self::Document(_) => "document",
            Self::Payout(_) => "payout",
            Self::Dispute(_) => "dispute",
            Self::Coupon(_) => "coupon",
            Self::PriceBook(_) => "price_book",
            Self::Operator(_) => "operator",
            Self::Support(_) => "support",
            Self::Report(_) => "report",
        }
    }

    /// Its id.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::Booking(id)
            | Self::Client(id)
            | Self::Pro(id)
            | Self::Document(id)
            | Self::Payout(id)
            | Self::Dispute(id)
            | Self::Coupon(id)
            | Self::PriceBook(id)
            | Self::Operator(id)
            | Self::Support(id)
            | Self::Report(id) => id,
        }
    }
}

/// Field of an entry that says how much the act gives back, pence.
const REFUND_FIELD: &str = "refund_pence";

/// An act, as it is to be written down.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// What was done.
    pub act: Act,
    /// To what.
    pub subject: Subject,
    /// Fields before; personal values masked.
    pub before: Map<String, Value>,
    /// Fields after; personal values masked.
    pub after: Map<String, Value>,
    /// Why, without phones and emails.
    pub reason: String,
}

impl Entry {
    /// An act without further details.
    #[must_use]
    pub fn new(act: Act, subject: Subject) -> Self {
        Self {
            act,
            subject,
            before: Map::new(),
            after: Map::new(),
            reason: String::new(),
        }
    }

    /// How a field was.
    #[must_use]
    pub fn was(mut self, field: &str, value: impl Into<Value>) -> Self {
        self.before.insert(field.to_owned(), value.into());
        self
    }

    /// How a field is now.
    #[must_use]
    pub fn is(mut self, field: &str, value: impl Into<Value>) -> Self {
        self.after.insert(field.to_owned(), value.into());
        self
    }

    /// What it gives back to a client; see [`Entry::refund`].
    #[must_use]
    pub fn refunding(self, amount: Pence) -> Self {
        self.is(REFUND_FIELD, amount.0)
    }

    /// What it gives back to a client, which the operator's role limits.
    #[must_use]
    pub fn refund(&self) -> Pence {
        Pence(
            self.after
                .get(REFUND_FIELD)
                .and_then(Value::as_i64)
                .unwrap_or_default(),
        )
    }

    /// Why; phones and emails in it are hidden.
    #[must_use]
    pub fn because(mut self, reason: &str) -> Self {
        self.reason = mask::contacts(reason.trim()).into_owned();
        self
    }
}

row! {
    /// A row of `audit_log`, as it is read.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct AuditRow {
        /// Number of the row, from 1 without a gap.
        pub seq: i64,
        /// Unix milliseconds.
        pub at: Millis,
        /// Who.
        pub operator_id: String,
        /// Under which email.
        pub operator_email: String,
        /// What, as stored.
        pub act: String,
        /// To what kind of thing.
        pub subject_kind: String,
        /// Its id.
        pub subject_id: String,
        /// Fields before, JSON.
        pub before: String,
        /// Fields after, JSON.
        pub after: String,
        /// Why, in the operator's words, which are kept apart so that they can be erased: `None` where none were given, empty once they are
        /// erased.
        pub words: Option<String>,
        /// MAC of those words; empty where none were given, and in rows from before the log was keyed.
        pub words_mac: String,
        /// The form it came from.
        pub form: Option<String>,
        /// Hash of the row before; empty for the first.
        pub previous_hash: String,
        /// MAC of this row and the hash before, after [`KEYED`]; in rows from before the log was keyed their SHA-256.
        pub hash: String,
    }
}

/// What the hash of a row begins with that only this installation's secret can make.
const KEYED: &str = "k.";

/// What people read in place of words that are erased.
const ERASED: &str = "(erased)";

impl AuditRow {
    /// Chains the row to the one before with the key of the log.
    pub fn seal(&mut self, key: &Key) {
        self.words_mac = mac_of_words(key, self.words.as_deref());
        self.hash = format!("{KEYED}{}", key.text(self.content(&self.words_mac).as_bytes()));
    }

    /// True when the row was made with the key of the log, not before there was one.
    #[must_use]
    pub fn is_keyed(&self) -> bool {
        self.hash.starts_with(KEYED)
    }

    /// True when the row, with the hash before, is what was written; words that are erased may be missing. Of a row from before the log was
    /// keyed whose words are erased only its place in the chain can be told.
    #[must_use]
    pub fn is_as_written(&self, keys: &[&Key]) -> bool {
        let words = self.words.as_deref();
        let is_erased = words == Some("");
        match self.hash.strip_prefix(KEYED) {
            Some(hash) => keys.iter().any(|key| {
                key.text(self.content(&self.words_mac).as_bytes()) == hash
                    && (is_erased || mac_of_words(key, words) == self.words_mac)
            }),
            None => {
                is_erased
                    || crate::keys::sha256_text(self.content(words.unwrap_or_default()).as_bytes())
                        == self.hash
            }
        }
    }

    /// What the hash is made of. As JSON, so that text cannot move from one field to the next and hash alike.
    fn content(&self, reason: &str) -> String {
        let (seq, at) = (self.seq.to_string(), self.at.to_string());
        let fields = [
            seq.as_str(),
            &at,
            &self.operator_id,
            &self.operator_email,
            &self.act,
            &self.subject_kind,
            &self.subject_id,
            &self.before,
            &self.after,
            reason,
            self.form.as_deref().unwrap_or_default(),
            &self.previous_hash,
        ];
        serde_json::json!(fields).to_string()
    }

    /// Why, as people read it.
    #[must_use]
    pub fn reason(&self) -> &str {
        match self.words.as_deref() {
            Some("") => ERASED,
            words => words.unwrap_or_default(),
        }
    }

    /// What the act gave back to a client.
    #[must_use]
    pub fn refund(&self) -> Pence {
        let after: Map<String, Value> = serde_json::from_str(&self.after).unwrap_or_default();
        Pence(
            after
                .get(REFUND_FIELD)
                .and_then(Value::as_i64)
                .unwrap_or_default(),
        )
    }

    /// What people read of the act.
    #[must_use]
    pub fn label(&self) -> &str {
        Act::parse(&self.act).map_or_else(|| self.act.as_str(), |act| act.label())
    }
}

/// MAC of an operator's words; empty where none were given.
fn mac_of_words(key: &Key, words: Option<&str>) -> String {
    words.map_or_else(String::new, |words| key.text(words.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::Keys;

    fn keys(secret: &str) -> Keys {
        Keys::derive(&secrecy::SecretString::from(secret.to_owned()))
    }

    fn row(words: Option<&str>) -> AuditRow {
        AuditRow {
            seq: 1,
            at: 1_000,
            operator_id: "operator-1".to_owned(),
            operator_email: "ada@example.com".to_owned(),
            act: Act::BookingNoted.as_str().to_owned(),
            subject_kind: "booking".to_owned(),
            subject_id: "C-1".to_owned(),
            before: "{}".to_owned(),
            after: "{}".to_owned(),
            words: words.map(str::to_owned),
            words_mac: String::new(),
            form: None,
            previous_hash: String::new(),
            hash: String::new(),
        }
    }

    #[test]
    fn a_row_is_sealed_with_the_secret() {
        let (ours, theirs) = (keys("ours"), keys("theirs"));
        let mut sealed = row(Some("Called twice"));
        sealed.seal(&ours.audit);
        assert!(sealed.is_keyed() && sealed.is_as_written(&[&ours.audit]));
        assert!(
            sealed.is_as_written(&[&theirs.audit, &ours.audit]),
            "an earlier secret may be given, too"
        );
        assert!(!sealed.is_as_written(&[&theirs.audit]));

        let erased = AuditRow {
            words: Some(String::new()),
            ..sealed.clone()
        };
        assert!(erased.is_as_written(&[&ours.audit]));
        assert_eq!(erased.reason(), "(erased)");

        for forged in [
            AuditRow {
                words: Some("Never called".to_owned()),
                ..sealed.clone()
            },
            AuditRow {
                words: None,
                ..sealed.clone()
            },
            AuditRow {
                after: "{\"refund_pence\":1}".to_owned(),
                ..sealed.clone()
            },
            AuditRow {
                previous_hash: "k.x".to_owned(),
                ..sealed.clone()
            },
        ] {
            assert!(!forged.is_as_written(&[&ours.audit]), "{forged:?}");
        }
    }

    #[test]
    fn rows_from_before_the_key_are_read() {
        let ours = keys("ours");
        let mut old = row(Some("Called twice"));
        old.hash = crate::keys::sha256_text(old.content("Called twice").as_bytes());
        assert!(!old.is_keyed() && old.is_as_written(&[&ours.audit]));
        let forged = AuditRow {
            words: Some("Never called".to_owned()),
            ..old.clone()
        };
        assert!(!forged.is_as_written(&[&ours.audit]));
        assert!(
            AuditRow {
                words: Some(String::new()),
                ..old
            }
            .is_as_written(&[&ours.audit])
        );
    }

    #[test]
    fn acts_keep_their_names() {
        for act in Act::ALL {
            assert_eq!(Act::parse(act.as_str()), Some(*act));
        }
    }

    #[test]
    fn reasons_hide_how_to_reach_people() {
        let entry = Entry::new(Act::BookingNoted, Subject::Booking("C-1".to_owned()))
            .because(" Call 07700 900123 or jo@example.com ");
        assert_eq!(entry.reason, "Call ••• or •••");
    }
}
