//! What the link of an invitation to further work opens: whoever has it sees what is suggested, books it as anybody would, or says no.

use axum::extract::State;

use crate::views::invitation::{InvitationView, InvitedAddress, InvitingPro, OpenedInvitation};
use callout_domain::clock::HOUR;
use callout_domain::failure::Fallible;
use callout_domain::new_work::{self, PROMISED};
use callout_domain::problem::Problem;
use callout_front::extract::Path;
use callout_front::state::AppState;

/// What a link suggests.
#[utoipa::path(
    get, path = "/api/invitations/{token}", tag = "Bookings", params(("token" = String, Path)),
    responses((status = 200, body = OpenedInvitation), (status = 404, body = Problem))
)]
pub async fn show(
    State(state): State<AppState>,
    Path(token): Path<String>,
) -> Fallible<axum::Json<OpenedInvitation>> {
    seen(&state, &token).await
}

/// Says that the client does not want it. Saying so again changes nothing.
#[utoipa::path(
    post, path = "/api/invitations/{token}/decline", tag = "Bookings", params(("token" = String, Path)),
    responses((status = 200, body = OpenedInvitation), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`invitation_used`, `invitation_over`"))
)]
pub async fn decline(
    State(state): State<AppState>,
    Path(token): Path<String>,
) -> Fallible<axum::Json<OpenedInvitation>> {
    state.matching.decline_invitation(&token).await?;
    seen(&state, &token).await
}

async fn seen(state: &AppState, token: &str) -> Fallible<axum::Json<OpenedInvitation>> {
    let (seen, job) = state.matching.opened_invitation(token).await?;
    let pro = state.pros.known(&seen.invitation.master_id).await?;
    let is_open = seen.state == new_work::State::Open;
    Ok(axum::Json(OpenedInvitation {
        invitation: InvitationView::from(seen),
        pro: pro.as_ref().and_then(InvitingPro::of),
        district: is_open.then(|| job.outward_code().to_owned()),
        address: InvitedAddress::of(&job).filter(|_| is_open),
        promised_hours: PROMISED / HOUR,
    }))
}
