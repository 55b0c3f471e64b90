//! The caller's own profile as a pro: read as a whole, written in parts.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::public::picture_url;
use super::suspension::SuspensionView;
use callout_domain::failure::Fallible;
use callout_domain::pro::{
    AccountType, Area, AreaInput, Basics, BasicsInput, CheckedStep, Company, CompanyInput, Pro, ProStatus,
    Rates, RatesInput, Skill, Step, Waiting,
};
use callout_domain::problem::Problem;
use callout_domain::time;
use callout_front::extract::{Json, Master as MasterCaller};
use callout_front::state::AppState;
use callout_store::masters::Part;

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
    /// What the pro charges.
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
    /// The six steps before activation, in order.
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

pub(super) type Answer = Fallible<axum::Json<MasterProfile>>;

pub(super) fn answer(pro: Pro) -> axum::Json<MasterProfile> {
    axum::Json(pro.into())
}

/// The caller's profile.
#[utoipa::path(
    get, path = "/api/masters/me", tag = "Masters",
    responses((status = 200, body = MasterProfile), (status = 401, body = Problem))
)]
pub async fn me(State(state): State<AppState>, caller: MasterCaller) -> Answer {
    state.pros.profile(&caller.id).await.map(answer)
}

/// Begins onboarding. The profile begins with the account, so this changes nothing and gives what `GET /api/masters/me` gives.
#[utoipa::path(
    post, path = "/api/masters/profile/init", tag = "Masters",
    responses((status = 200, body = MasterProfile), (status = 401, body = Problem))
)]
pub async fn init(State(state): State<AppState>, caller: MasterCaller) -> Answer {
    state.pros.profile(&caller.id).await.map(answer)
}

/// Says who the pro is.
#[utoipa::path(
    put, path = "/api/masters/profile/basics", tag = "Masters", request_body = BasicsInput,
    responses((status = 200, body = MasterProfile), (status = 401, body = Problem), (status = 422, body = Problem))
)]
pub async fn basics(
    State(state): State<AppState>,
    caller: MasterCaller,
    Json(body): Json<BasicsInput>,
) -> Answer {
    let part = Part::Basics(Basics::parse(&body)?);
    state.pros.set(caller.id, part).await.map(answer)
}

/// Says what the pro usually charges.
#[utoipa::path(
    put, path = "/api/masters/profile/rates", tag = "Masters", request_body = RatesInput,
    responses((status = 200, body = MasterProfile), (status = 401, body = Problem), (status = 422, body = Problem))
)]
pub async fn rates(
    State(state): State<AppState>,
    caller: MasterCaller,
    Json(body): Json<RatesInput>,
) -> Answer {
    let part = Part::Rates(Rates::parse(&body)?);
    state.pros.set(caller.id, part).await.map(answer)
}

/// Says where the pro works: a circle around a base, which is the middle of its postcode's district or a place within 30 km of that.
#[utoipa::path(
    put, path = "/api/masters/profile/area", tag = "Masters", request_body = AreaInput,
    responses((status = 200, body = MasterProfile), (status = 401, body = Problem), (status = 422, body = Problem))
)]
pub async fn area(
    State(state): State<AppState>,
    caller: MasterCaller,
    Json(body): Json<AreaInput>,
) -> Answer {
    let part = Part::Area(Area::parse(&body)?);
    state.pros.set(caller.id, part).await.map(answer)
}

/// Says which business the pro trades as.
#[utoipa::path(
    put, path = "/api/masters/profile/company", tag = "Masters", request_body = CompanyInput,
    responses((status = 200, body = MasterProfile), (status = 401, body = Problem), (status = 422, body = Problem))
)]
pub async fn company(
    State(state): State<AppState>,
    caller: MasterCaller,
    Json(body): Json<CompanyInput>,
) -> Answer {
    let part = Part::Company(Company::parse(&body)?);
    state.pros.set(caller.id, part).await.map(answer)
}

/// What a pro can do.
#[derive(Deserialize, ToSchema)]
#[schema(as = MasterSkills)]
pub struct Skills {
    /// Each at most once; none is allowed, but leaves the step undone.
    #[schema(value_type = Vec<Skill>)]
    skills: Vec<String>,
}

/// Says what the pro can do.
#[utoipa::path(
    put, path = "/api/masters/skills", tag = "Masters", request_body = Skills,
    responses((status = 200, body = MasterProfile), (status = 401, body = Problem), (status = 422, body = Problem))
)]
pub async fn skills(State(state): State<AppState>, caller: MasterCaller, Json(body): Json<Skills>) -> Answer {
    let part = Part::Skills(Skill::parse_all(&body.skills)?);
    state.pros.set(caller.id, part).await.map(answer)
}

/// The switch.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MasterSwitch)]
pub struct Switch {
    /// True to take jobs from now on.
    is_active: bool,
}

/// Turns the pro on- or offline. The first time on is the activation, which needs every step done; from then on the profile is public,
/// and going offline leaves onboarding done.
#[utoipa::path(
    put, path = "/api/masters/profile/activate", tag = "Masters", request_body = Switch,
    responses((status = 200, body = MasterProfile), (status = 401, body = Problem),
        (status = 409, body = Problem, description = "`suspended`; `profile_incomplete`, with the steps that are not done in `missing`"),
        (status = 422, body = Problem))
)]
pub async fn activate(
    State(state): State<AppState>,
    caller: MasterCaller,
    Json(body): Json<Switch>,
) -> Answer {
    state.pros.switch(caller.id, body.is_active).await.map(answer)
}
