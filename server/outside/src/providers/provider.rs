//! What a payment provider can do, and how it describes an intent.

use callout_domain::failure::{Failure, FailureKind};
use futures_util::future::BoxFuture;

use callout_domain::clock::Millis;
use callout_domain::intent_status::IntentStatus;
use callout_domain::payment::ProviderName;
use callout_domain::renewal::SavedCard;

/// An intent to open.
#[derive(Debug, Clone)]
pub struct NewIntent {
    /// The same key opens the same intent.
    pub idempotency_key: String,
    /// Pence, above 0.
    pub amount_pence: i64,
    /// ISO code, e.g. `GBP`.
    pub currency: String,
    /// The booking, kept as metadata; none for what a pro owes.
    pub booking_id: Option<String>,
    /// The booking's quote, or our own id of a payment of a debt: kept as metadata and checked when the intent is settled.
    pub reference: String,
    /// The card is kept, so that its hold can be renewed.
    pub keeps_card: bool,
}

/// An intent as the provider has it now.
#[derive(Debug, Clone)]
pub struct ProviderIntent {
    /// The provider's id.
    pub id: String,
    /// The secret with which the browser can pay it.
    pub client_secret: String,
    /// Where it stands.
    pub status: IntentStatus,
    /// The whole amount, pence.
    pub amount_pence: i64,
    /// What was captured of it, pence.
    pub captured_pence: i64,
    /// ISO code, upper case.
    pub currency: String,
    /// The quote, or the payment of a debt, that it was opened for, from its metadata.
    pub reference: Option<String>,
    /// Until when what is held may be captured, Unix milliseconds, where the provider says so.
    pub capture_before: Option<Millis>,
    /// Its card, if that is kept.
    pub card: Option<SavedCard>,
    /// By what the provider tells its card from others, the same for each payment with it; never its number.
    pub card_fingerprint: Option<String>,
    /// What the provider charges for it, once it is captured.
    pub cost: Option<Cost>,
}

/// What the provider charges for a payment or refund.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cost {
    /// The provider's id of the movement that it comes off.
    pub id: String,
    /// Pence.
    pub pence: i64,
}

/// A refund to make.
#[derive(Debug, Clone, Copy)]
pub struct NewRefund<'a> {
    /// The captured intent.
    pub intent_id: &'a str,
    /// Pence, above 0.
    pub amount_pence: i64,
    /// Makes it happen only once; kept as metadata, by which it is found again.
    pub reference: &'a str,
    /// Number of the attempt: 0, and one more each time after the provider refused it.
    pub attempt: i64,
}

/// A refund as the provider has it now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadeRefund {
    /// The provider's id of it.
    pub id: String,
    /// The captured intent.
    pub intent_id: String,
    /// Pence.
    pub amount_pence: i64,
    /// The reference it was made with; none when it was not made by us.
    pub reference: Option<String>,
    /// This installation made it.
    pub is_ours: bool,
    /// Number of the attempt.
    pub attempt: i64,
    /// When it was made, Unix milliseconds.
    pub made_at: Millis,
    /// The money did not reach the client: the provider has it again.
    pub has_failed: bool,
    /// What the provider charges for it.
    pub cost: Option<Cost>,
}

/// A payment that the client's bank has taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chargeback {
    /// The provider's id of it.
    pub id: String,
    /// The captured intent.
    pub intent_id: String,
    /// Pence.
    pub amount_pence: i64,
    /// How our balance at the provider has changed because of it so far, the oldest first: the money may go and come long after the
    /// bank's decision.
    pub changes: Vec<BalanceChange>,
    /// Where it stands.
    pub state: ChargebackState,
}

/// A change of our balance at the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BalanceChange {
    /// The provider's id of it.
    pub id: String,
    /// Pence; negative where the money went.
    pub amount_pence: i64,
    /// What the provider charges for it, pence; negative where it gives a charge back.
    pub fee_pence: i64,
}

/// Where a chargeback stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChargebackState {
    /// The bank only asks: no money has moved.
    Inquiry,
    /// The bank has the money and has not decided.
    Open,
    /// The payment stands: the money came back.
    Won,
    /// The bank keeps the money.
    Lost,
}

/// What the provider's event is about.
#[derive(Debug, Clone)]
pub struct ProviderEvent {
    /// The provider's id of the event.
    pub id: String,
    /// Its kind, e.g. `payment_intent.amount_capturable_updated`.
    pub kind: String,
    /// What it is about.
    pub subject: Subject,
}

/// What an event is about, by the provider's id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// An intent.
    Intent(String),
    /// A chargeback.
    Chargeback(String),
    /// A refund.
    Refund(String),
    /// The refunds of an intent.
    RefundsOf(String),
    /// What the provider could not pay into our own bank account.
    FailedPayout(String),
    /// Nothing of ours.
    Other,
}

/// Why the provider did not do as asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProviderError {
    /// It could not be reached or is unwell: the same call may be repeated.
    Unavailable(String),
    /// It will never do it; its code.
    Refused(String),
    /// It knows nothing of what it was asked about, or that is not ours (any more); its code.
    Missing(String),
}

/// Code of the failure of a call that may be repeated, since the provider was not reached.
pub const UNREACHABLE: &str = "payment_unavailable";

/// What the provider answers; none for what it does not know.
///
/// # Errors
/// Those of the answer, apart from [`ProviderError::Missing`].
pub fn known<T>(answer: Result<T, ProviderError>) -> Result<Option<T>, ProviderError> {
    match answer {
        Err(ProviderError::Missing(_)) => Ok(None),
        answer => answer.map(Some),
    }
}

impl std::fmt::Display for ProviderError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unavailable(cause) => write!(formatter, "payment provider unavailable: {cause}"),
            Self::Refused(code) => write!(formatter, "payment provider refused: {code}"),
            Self::Missing(code) => write!(formatter, "unknown to the payment provider: {code}"),
        }
    }
}

impl std::error::Error for ProviderError {}

impl From<ProviderError> for Failure {
    fn from(error: ProviderError) -> Self {
        let (code, detail) = match &error {
            ProviderError::Unavailable(_) => (
                UNREACHABLE,
                "The payment service cannot be reached. Please try again.",
            ),
            ProviderError::Refused(_) | ProviderError::Missing(_) => (
                "payment_refused",
                "The payment service does not accept this payment. Please choose another way to pay.",
            ),
        };
        Self::new(FailureKind::ProviderUnavailable, code, detail).caused_by(error)
    }
}

impl From<callout_store::StoreError> for ProviderError {
    fn from(error: callout_store::StoreError) -> Self {
        Self::Unavailable(error.to_string())
    }
}

/// The sandbox keeps its books in our database; our own writes will notice that it is full.
impl callout_store::WriteError for ProviderError {}

/// The signature of a webhook is missing, wrong or too old, or its body is not an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BadWebhook;

/// What the browser needs to know to take a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrowserConfig {
    /// Which provider.
    pub provider: ProviderName,
    /// The provider's publishable key.
    pub publishable_key: String,
}

/// The provider's answer, as a future.
pub type Answer<'a, T> = BoxFuture<'a, Result<T, ProviderError>>;

/// A payment provider. Every call may be repeated: the same idempotency key acts only once.
pub trait Provider: Send + Sync {
    /// Which one: stored with each payment, and the last part of the webhook's path.
    fn name(&self) -> ProviderName;

    /// What the browser needs.
    fn browser_config(&self) -> BrowserConfig;

    /// Name of the header that carries the signature of a webhook.
    fn signature_header(&self) -> &'static str;

    /// Opens an intent that authorises a card and captures later.
    fn create<'a>(&'a self, new: &'a NewIntent) -> Answer<'a, ProviderIntent>;

    /// Opens an intent and holds its amount on a card that was kept, while the client is away. Refused when the bank wants to ask them.
    fn renew<'a>(&'a self, new: &'a NewIntent, card: &'a SavedCard) -> Answer<'a, ProviderIntent>;

    /// Forgets a card that was kept; does nothing when that is done.
    fn forget_card<'a>(&'a self, card: &'a SavedCard) -> Answer<'a, ()>;

    /// The intent as it stands now.
    fn retrieve<'a>(&'a self, id: &'a str) -> Answer<'a, ProviderIntent>;

    /// Captures `amount_pence` of an authorised intent (no more than was authorised) and lets the rest go.
    fn capture<'a>(&'a self, id: &'a str, amount_pence: i64) -> Answer<'a, ProviderIntent>;

    /// Ends an intent that was not captured, and with it any hold. Repeating it gives the same answer.
    fn void<'a>(&'a self, id: &'a str) -> Answer<'a, ProviderIntent>;

    /// Refunds a part of a captured intent, once per reference; whether that was done days ago, [`Provider::refunds_of`] shows.
    fn refund<'a>(&'a self, new: NewRefund<'a>) -> Answer<'a, ()>;

    /// The refund as it stands now; banks may return one days after it was made.
    fn made_refund<'a>(&'a self, id: &'a str) -> Answer<'a, MadeRefund>;

    /// The refunds of an intent as they stand now.
    fn refunds_of<'a>(&'a self, intent_id: &'a str) -> Answer<'a, Vec<MadeRefund>>;

    /// The chargeback as it stands now.
    fn chargeback<'a>(&'a self, id: &'a str) -> Answer<'a, Chargeback>;

    /// Checks the signature over the raw bytes at `now`, and reads them only if it is right.
    ///
    /// # Errors
    /// When the signature is missing, wrong or too old, or the bytes are not an event.
    fn parse_webhook(&self, body: &[u8], signature: &str, now: Millis) -> Result<ProviderEvent, BadWebhook>;
}
