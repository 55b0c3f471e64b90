//! The caller's own profile as a pro: read as a whole, written in parts.

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::views::master_profile::MasterProfile;
use callout_domain::failure::Fallible;
use callout_domain::pro::{
    Area, AreaInput, Basics, BasicsInput, Company, CompanyInput, Pro, Rates, RatesInput, Skill,
};
use callout_domain::problem::Problem;
use callout_front::extract::{Json, Master as MasterCaller};
use callout_front::state::AppState;
use callout_store::masters::Part;

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
    let saved = state.pros.switch(caller.id.clone(), body.is_active).await?;
    // Whoever has just gone offline is asked for nothing any more.
    state.matching.index().reload(&caller.id).await?;
    Ok(answer(saved))
}
