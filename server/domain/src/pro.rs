//! A pro: what they have told of themselves, what is still missing before they may work, and what strangers may know.

mod area;
mod details;
pub mod diary;
mod papers;
mod position;
mod skill;

use serde::Serialize;
use utoipa::ToSchema;

use crate::clock::Millis;
use crate::master_document::{DocumentKind, DocumentStatus};
use crate::review::Stars;
use crate::suspension::Suspension;
use callout_db::names;

pub use area::{Area, AreaInput, LEAST_RADIUS_KM, MOST_RADIUS_KM};
pub use details::{
    BUSINESS_NAME_LIMIT, Basics, BasicsInput, Company, CompanyInput, RATE_LIMIT, Rates, RatesInput,
    TRADING_ADDRESS_LIMIT, YEARS_LIMIT,
};
use papers::lacking;
pub use papers::{Paper, Reason, a_year_after};
pub use position::{Position, Sent};
pub use skill::Skill;

/// What a pro is called who has closed the account.
pub const FORMER: &str = "A former pro";

names! {
    /// Kind of business.
    #[derive(Default)]
    pub enum AccountType {
        /// One person.
        #[default]
        SoleTrader = "sole_trader",
        /// A company.
        Company = "company",
    }
}

names! {
    /// A step of onboarding. When all are done, the pro may activate the profile.
    #[schema(as = OnboardingStep)]
    pub enum Step {
        /// Name, phone, experience, trading address.
        Basics = "basics",
        /// Where the pro works.
        Area = "area",
        /// At least one skill.
        Skills = "skills",
        /// The email is proved by a code.
        Email = "email",
        /// The papers that the skills demand, uploaded.
        Documents = "documents",
    }
}

/// A line of the checklist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct CheckedStep {
    /// The step.
    pub step: Step,
    /// True once it is done.
    pub done: bool,
}

/// How far a pro has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MasterStatus)]
pub enum ProStatus {
    /// The profile was never activated.
    Incomplete,
    /// Activated, but for want of verified documents not eligible for any job.
    Waiting,
    /// Activated, and eligible for jobs.
    Active,
}

/// A kind of document that keeps a pro from jobs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MasterWaiting)]
pub struct Waiting {
    /// `identity`, `gas_safe` or `electrical`.
    pub kind: DocumentKind,
    /// The skill it holds up; all of them if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub for_trade: Option<Skill>,
    /// Why.
    pub reason: Reason,
}

/// Everything that is known of a pro.
#[derive(Debug, Clone)]
pub struct Pro {
    /// `master-…`.
    pub id: String,
    /// Lower case.
    pub email: String,
    /// A code has proved the email.
    pub email_proved: bool,
    /// Kind of business.
    pub account_type: AccountType,
    /// When the account was made, Unix milliseconds.
    pub created_at: Millis,
    /// When the profile was activated, Unix milliseconds.
    pub activated_at: Option<Millis>,
    /// The switch: willing to take jobs now.
    pub is_online: bool,
    /// Who the pro is.
    pub basics: Option<Basics>,
    /// What the pro charges.
    pub rates: Option<Rates>,
    /// Where the pro works.
    pub area: Option<Area>,
    /// The business the pro trades as.
    pub company: Option<Company>,
    /// What the pro can do.
    pub skills: Vec<Skill>,
    /// File of the public portrait.
    pub avatar_id: Option<String>,
    /// File of the public logo.
    pub logo_id: Option<String>,
    /// The papers, newest first.
    pub papers: Vec<Paper>,
    /// Nobody is behind it: a demonstration server plays this pro.
    pub is_demo: bool,
    /// What clients gave.
    pub stars: Stars,
    /// The suspension that they are under.
    pub suspension: Option<Suspension>,
    /// True once the account is closed: then nothing is known of the person any more.
    pub has_left: bool,
}

impl Pro {
    /// Every step of onboarding, in order.
    #[must_use]
    pub fn checklist(&self) -> Vec<CheckedStep> {
        let checked = |step| CheckedStep {
            step,
            done: self.has_done(step),
        };
        Step::ALL.iter().copied().map(checked).collect()
    }

    /// The steps that are not done.
    #[must_use]
    pub fn missing(&self) -> Vec<Step> {
        let mut steps = Step::ALL.to_vec();
        steps.retain(|step| !self.has_done(*step));
        steps
    }

    fn has_done(&self, step: Step) -> bool {
        match step {
            Step::Basics => self.basics.is_some(),
            Step::Area => self.area.is_some(),
            Step::Skills => !self.skills.is_empty(),
            Step::Documents => {
                self.has_shown(DocumentKind::Identity)
                    && (!self.can(Skill::Electrician) || self.has_shown(DocumentKind::Electrical))
            }
            Step::Email => self.email_proved,
        }
    }

    fn can(&self, skill: Skill) -> bool {
        self.skills.contains(&skill)
    }

    /// True when a document of this kind is there that is neither refused nor expired.
    fn has_shown(&self, kind: DocumentKind) -> bool {
        let mut of_kind = self.papers.iter().filter(|paper| paper.kind == kind);
        of_kind.any(|paper| matches!(paper.status, DocumentStatus::Uploaded | DocumentStatus::Verified))
    }

    fn lacks(&self, kind: DocumentKind) -> Option<Reason> {
        lacking(&self.papers, kind)
    }

    /// The documents that keep the pro from jobs, and an identity to be renewed, which does not. A plumber who never showed a Gas Safe
    /// registration does without gas work, and is not reminded of it.
    #[must_use]
    pub fn waiting_for(&self) -> Vec<Waiting> {
        let mut waiting = Vec::new();
        let mut note = |kind, for_trade| {
            if let Some(reason) = self.lacks(kind) {
                waiting.push(Waiting {
                    kind,
                    for_trade,
                    reason,
                });
            }
        };
        note(DocumentKind::Identity, None);
        if self.can(Skill::Electrician) {
            note(DocumentKind::Electrical, Some(Skill::Electrician));
        }
        if self.can(Skill::Plumber) && self.lacks(DocumentKind::GasSafe) != Some(Reason::NotUploaded) {
            note(DocumentKind::GasSafe, Some(Skill::Plumber));
        }
        waiting
    }

    /// How far the pro has come.
    #[must_use]
    pub fn status(&self) -> ProStatus {
        if self.activated_at.is_none() {
            ProStatus::Incomplete
        } else if self.papers_allow_work() {
            ProStatus::Active
        } else {
            ProStatus::Waiting
        }
    }

    /// True unless the papers stand in the way of every job. Somebody without skills waits for no paper.
    fn papers_allow_work(&self) -> bool {
        let allows =
            |skill: &Skill| *skill != Skill::Electrician || self.lacks(DocumentKind::Electrical).is_none();
        !self.is_demo && self.was_verified() && (self.skills.is_empty() || self.skills.iter().any(allows))
    }

    /// True once an operator has verified who the pro is: for work, the document may have expired since.
    fn was_verified(&self) -> bool {
        self.papers.iter().any(|paper| {
            paper.kind == DocumentKind::Identity
                && matches!(paper.status, DocumentStatus::Verified | DocumentStatus::Expired)
        })
    }

    /// First name and initial, as clients read it.
    #[must_use]
    pub fn short_name(&self) -> Option<String> {
        self.name(Basics::short_name)
    }

    /// First name, as whoever has a share link reads it.
    #[must_use]
    pub fn first_name(&self) -> Option<String> {
        self.name(|basics| basics.first_name.clone())
    }

    fn name(&self, of: impl FnOnce(&Basics) -> String) -> Option<String> {
        if self.has_left {
            return Some(FORMER.to_owned());
        }
        self.basics.as_ref().map(of)
    }

    /// True when an operator has verified who the pro is; never for a demo pro, who is nobody.
    #[must_use]
    pub fn is_verified(&self) -> bool {
        !self.is_demo && self.lacks(DocumentKind::Identity).is_none()
    }

    /// True when an operator has verified a Gas Safe registration that has not expired.
    #[must_use]
    pub fn is_gas_safe(&self) -> bool {
        self.lacks(DocumentKind::GasSafe).is_none()
    }

    /// True when an operator has verified an insurance that has not expired.
    #[must_use]
    pub fn is_insured(&self) -> bool {
        self.lacks(DocumentKind::Insurance).is_none()
    }
}

#[cfg(test)]
mod tests;
