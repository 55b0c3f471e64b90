//! What a payment provider does for pros: it keeps their bank details, and pays them.

use url::Url;

use super::provider::{Answer, BadWebhook};
use callout_domain::clock::Millis;
use callout_domain::payment::ProviderName;
use callout_domain::payout::Made;

/// An account to open for a pro.
#[derive(Debug, Clone)]
pub struct NewAccount {
    /// The pro, kept as metadata; the same pro opens the same account.
    pub master_id: String,
    /// The pro's email.
    pub email: String,
    /// The account that this one takes the place of, since the provider does not know it any more.
    pub gone: Option<String>,
}

/// An account as the provider has it now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountState {
    /// True once it can be paid into.
    pub is_ready: bool,
    /// The provider's id of the bank account behind it.
    pub bank: Option<String>,
}

/// Where the provider's page sends the pro afterwards.
#[derive(Debug, Clone)]
pub struct WayBack {
    /// When the pro is done, or gives up.
    pub done: Url,
    /// When the page's address has run out.
    pub again: Url,
}

/// A transfer to make.
#[derive(Debug, Clone)]
pub struct NewTransfer {
    /// What it is called: kept by the provider, which finds it again by it.
    pub name: String,
    /// Makes this attempt at it happen only once.
    pub key: String,
    /// In which group it is looked for; by its account where that is not said.
    pub group: Option<String>,
    /// What the provider's pages say of it.
    pub description: String,
    /// The pro's account.
    pub account_id: String,
    /// Pence, above 0.
    pub amount_pence: i64,
    /// The payment whose money it is; the platform's own where there is none.
    pub intent_id: Option<String>,
}

/// A transfer to reverse, as a whole or in part.
#[derive(Debug, Clone)]
pub struct NewReversal {
    /// Makes it happen only once; kept by the provider, which finds it again by it.
    pub reference: String,
    /// The pro's account.
    pub account_id: String,
    /// The provider's id of the transfer.
    pub transfer_id: String,
    /// Pence, above 0.
    pub amount_pence: i64,
}

/// What an event says of a pro's account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountNews {
    /// The account, which may have changed.
    pub account_id: String,
    /// What the bank did not take.
    pub refused: Option<RefusedByBank>,
}

/// A payout from the provider to a bank that the bank did not take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedByBank {
    /// The provider's id of it.
    pub id: String,
    /// Pence.
    pub amount_pence: i64,
}

/// The part of a payment provider that pays pros. Every call may be repeated.
pub trait PayoutProvider: Send + Sync {
    /// Which one: stored with each account and payout.
    fn name(&self) -> ProviderName;

    /// Opens an account for a pro, and gives its id.
    fn open_account<'a>(&'a self, new: &'a NewAccount) -> Answer<'a, String>;

    /// The account as it stands now.
    fn account<'a>(&'a self, id: &'a str) -> Answer<'a, AccountState>;

    /// The address of the provider's page for the bank details; it works once and for a few minutes.
    fn details_page<'a>(&'a self, id: &'a str, back: &'a WayBack) -> Answer<'a, Url>;

    /// The address of the provider's page where bank details that are given can be changed; it works once and for a few minutes.
    fn account_page<'a>(&'a self, id: &'a str, back: &'a WayBack) -> Answer<'a, Url>;

    /// What was sent in the group of a transfer, whenever that was: it is looked for there before it is sent.
    fn sent<'a>(&'a self, new: &'a NewTransfer) -> Answer<'a, Vec<Made>>;

    /// Sends a transfer, and gives the provider's id of it.
    fn transfer<'a>(&'a self, new: &'a NewTransfer) -> Answer<'a, String>;

    /// Takes a transfer back, as a whole or in part, and gives the provider's id of that. Refused where the account has not got it.
    fn reverse<'a>(&'a self, new: &'a NewReversal) -> Answer<'a, String>;

    /// Checks the signature of an event about an account at `now`, and reads it.
    ///
    /// # Errors
    /// When the signature is missing, wrong or too old, when no secret is set, or when the bytes are not such an event.
    fn parse_account_event(
        &self,
        body: &[u8],
        signature: &str,
        now: Millis,
    ) -> Result<AccountNews, BadWebhook>;
}
