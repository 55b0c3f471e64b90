//! A pro's own profile.

use serde::Serialize;
use utoipa::ToSchema;

use super::photo::picture_url;
use super::suspension::SuspensionView;
use callout_domain::pro::{
    AccountType, Area, Basics, CheckedStep, Company, Pro, ProStatus, Rates, Skill, Step, Waiting,
};
use callout_domain::time;

/// A pro's own profile; parts never told are left out.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MasterProfile {
    /// `master-…`.
    master_id: String,
    /// Email.
    email: String,
    /// True once a code has proved the email.
    email_proved: bool,
    /// Kind of business.
    account_type: AccountType,
    /// How far the pro has come.
    status: ProStatus,
    /// The switch: willing to take jobs now.
    is_active: bool,
    /// When the account was made.
    #[schema(format = DateTime)]
    created_at: String,
    /// Who the pro is.
    #[serde(skip_serializing_if = "Option::is_none")]
    basics: Option<Basics>,
    /// What the pro said that they charge, if they did: nothing is made of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    rates: Option<Rates>,
    /// Where the pro works.
    #[serde(skip_serializing_if = "Option::is_none")]
    area: Option<Area>,
    /// The business the pro trades as.
    #[serde(skip_serializing_if = "Option::is_none")]
    company: Option<Company>,
    /// What the pro can do.
    skills: Vec<Skill>,
    /// Address of the public portrait.
    #[serde(skip_serializing_if = "Option::is_none")]
    avatar_url: Option<String>,
    /// Address of the public logo.
    #[serde(skip_serializing_if = "Option::is_none")]
    logo_url: Option<String>,
    /// The steps before activation, in order.
    checklist: Vec<CheckedStep>,
    /// The steps that are not done.
    missing: Vec<Step>,
    /// The documents that keep the pro from jobs.
    waiting_for: Vec<Waiting>,
    /// The suspension that the pro is under: no jobs, and the balance is held for a time.
    #[serde(skip_serializing_if = "Option::is_none")]
    suspension: Option<SuspensionView>,
}

impl From<Pro> for MasterProfile {
    fn from(pro: Pro) -> Self {
        Self {
            email_proved: pro.email_proved,
            account_type: pro.account_type,
            status: pro.status(),
            is_active: pro.is_online,
            created_at: time::iso(pro.created_at),
            avatar_url: pro.avatar_id.as_deref().map(picture_url),
            logo_url: pro.logo_id.as_deref().map(picture_url),
            checklist: pro.checklist(),
            missing: pro.missing(),
            waiting_for: pro.waiting_for(),
            suspension: pro.suspension.map(SuspensionView::from),
            master_id: pro.id,
            email: pro.email,
            basics: pro.basics,
            rates: pro.rates,
            area: pro.area,
            company: pro.company,
            skills: pro.skills,
        }
    }
}
