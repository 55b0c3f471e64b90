//! How the search for a pro goes, and what the client's money does meanwhile.

use serde::Serialize;
use utoipa::ToSchema;

use callout_domain::clock::Millis;
use callout_domain::payment::CardMoney;
use callout_domain::time;

/// How the search for a pro goes.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = MatchingProgress)]
#[serde(rename_all = "camelCase")]
pub struct MatchingView {
    /// Waves sent in this round.
    pub wave: i64,
    /// Pros asked in this round.
    pub asked: i64,
    /// How far the last wave went.
    pub radius_km: i64,
    /// When the search ends, ISO 8601.
    pub until: String,
    /// The name of the only pro who is asked, where it was booked by an invitation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only_asked: Option<String>,
}

/// Where the money of a booking's card is.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = CardStanding)]
pub struct CardView {
    /// Where.
    pub money: CardMoney,
    /// Until when it is kept while nobody has taken the booking, ISO 8601.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
}

impl From<(CardMoney, Option<Millis>)> for CardView {
    fn from((money, until): (CardMoney, Option<Millis>)) -> Self {
        Self {
            money,
            until: until.map(time::iso),
        }
    }
}
