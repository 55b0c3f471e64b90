//! Who is looking at a booking: its owner with a bearer token, or the holder of a link. Knowing an id never grants access.

use std::borrow::Cow;

use callout_domain::failure::{Failure, FailureKind, Fallible};
use serde::Deserialize;

use crate::views::booking::{self, BookingView};
use callout_base::tickets::Grant;
use callout_domain::booking::Booking;
use callout_domain::keys::Keys;
use callout_domain::links::{self, Kind};
use callout_domain::role::Role;
use callout_front::extract::MaybeClient;
use callout_front::state::AppState;
use callout_store::bookings;

/// The links that a request may carry.
#[derive(Debug, Default, Deserialize)]
pub struct LinkQuery {
    /// The guest link's token.
    token: Option<String>,
    /// The share link's token.
    share: Option<String>,
    /// The share link's token, as in the status page's address.
    t: Option<String>,
}

impl LinkQuery {
    /// True for a request without a link.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.token.is_none() && self.share.is_none() && self.t.is_none()
    }
}

/// What the viewer may see and do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Viewer {
    /// The owner: everything.
    Owner,
    /// The holder of a link.
    Link(Kind),
}

impl Viewer {
    /// The booking as this viewer sees it, where more than the share view is open to them.
    #[must_use]
    pub fn sees(self, booking: &Booking) -> Cow<'_, Booking> {
        match self {
            Self::Owner => Cow::Borrowed(booking),
            Self::Link(kind) => links::seen_by(kind, booking),
        }
    }

    /// The same as it is shown to them.
    ///
    /// # Errors
    /// When the stored row no longer makes sense.
    pub fn view(self, keys: &Keys, booking: &Booking) -> Fallible<BookingView> {
        match self {
            Self::Owner => booking::for_owner(keys, booking),
            Self::Link(kind) => booking::for_guest_link(keys, kind, booking),
        }
    }
}

/// Who may make a call besides the owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Open {
    /// The guest link, too (G in the route table).
    ToGuests,
    /// The guest and share links, too (G S).
    ToShares,
}

/// The caller, if they sent a valid bearer token. An invalid one is ignored: somebody who opens a link may still have an old
/// token.
pub type Bearer = Result<MaybeClient, Failure>;

/// Finds the booking `id` and says who is looking.
///
/// # Errors
/// 401 without access or with an invalid, ended or expired link; 403 for a share link where more is needed; 404 for somebody
/// else's booking.
pub async fn see(
    state: &AppState,
    id: &str,
    bearer: Bearer,
    link: &LinkQuery,
    open: Open,
) -> Fallible<(Booking, Viewer)> {
    let sent = link.token.as_deref().map(|token| (Kind::Guest, token));
    let shared = link
        .share
        .as_deref()
        .or(link.t.as_deref())
        .map(|token| (Kind::Share, token));
    let capability = sent.or(shared);
    let client = match (bearer, capability) {
        (Ok(MaybeClient(client)), _) => client,
        (Err(error), Some(_)) => {
            error.log();
            None
        }
        (Err(error), None) => return Err(error),
    };
    let booking = bookings::find(&mut state.db.read().await?, id).await?;
    if let (Some(client), Some(found)) = (&client, &booking)
        && found.is_of(&client.id)
    {
        return Ok((found.clone(), Viewer::Owner));
    }
    match capability {
        Some((kind, token)) => Box::pin(by_link(state, booking, id, kind, token, open)).await,
        None if client.is_some() => Err(not_found()),
        None => Err(Failure::unauthorised()),
    }
}

async fn by_link(
    state: &AppState,
    booking: Option<Booking>,
    id: &str,
    sent_as: Kind,
    token: &str,
    open: Open,
) -> Fallible<(Booking, Viewer)> {
    let named = links::booking_id(token).ok_or_else(broken_link)?;
    if named != id {
        let parent = booking.as_ref().and_then(|visit| visit.parent_id.as_deref());
        if parent == Some(named) {
            let (_, kind) = from_link(state, token).await?;
            let visit = booking.ok_or_else(broken_link)?;
            return opened(visit, sent_as, kind, open);
        }
        // 404 only for a valid link of another booking; a bad link learns nothing about this one.
        return match from_link(state, token).await {
            Ok(_) => Err(not_found()),
            Err(error) => Err(error),
        };
    }
    let booking = booking.ok_or_else(broken_link)?;
    let now = state.clock.now();
    let found = links::kind(&state.keys.link, &booking, token, now).ok_or_else(broken_link)?;
    opened(booking, sent_as, found, open)
}

/// What a link of this kind opens, of its own booking or of a visit that puts that right.
fn opened(booking: Booking, sent_as: Kind, found: Kind, open: Open) -> Fallible<(Booking, Viewer)> {
    let is_allowed = match (sent_as, found) {
        (Kind::Share, Kind::Share) => open == Open::ToShares,
        (Kind::Share, Kind::Guest | Kind::Text) => return Err(broken_link()),
        (Kind::Guest | Kind::Text, found) => found != Kind::Share,
    };
    if is_allowed {
        Ok((booking, Viewer::Link(found)))
    } else {
        Err(view_only())
    }
}

/// The booking that a link's token belongs to, and the kind of link.
async fn from_link(state: &AppState, token: &str) -> Fallible<(Booking, Kind)> {
    let id = links::booking_id(token).ok_or_else(broken_link)?;
    let booking = bookings::find(&mut state.db.read().await?, id)
        .await?
        .ok_or_else(broken_link)?;
    let now = state.clock.now();
    let kind = links::kind(&state.keys.link, &booking, token, now).ok_or_else(broken_link)?;
    Ok((booking, kind))
}

/// The booking of a guest link, and whether the link was sent by text.
///
/// # Errors
/// 401 for an invalid, ended or expired link; 403 for a share link.
pub async fn by_guest_token(state: &AppState, token: &str) -> Fallible<(Booking, Kind)> {
    match from_link(state, token).await? {
        (_, Kind::Share) => Err(view_only()),
        found => Ok(found),
    }
}

/// A link's token as a request carries it.
#[derive(Debug, Clone, Copy)]
pub struct Link<'a>(Kind, &'a str);

impl<'a> Link<'a> {
    /// A guest link's.
    #[must_use]
    pub fn guest(token: &'a str) -> Self {
        Self(Kind::Guest, token)
    }

    /// A share link's.
    #[must_use]
    pub fn share(token: &'a str) -> Self {
        Self(Kind::Share, token)
    }
}

/// What a ticket may grant the holder of a link to the booking `id`.
///
/// # Errors
/// 401 for an invalid, ended or expired link; 403 for a share link in place of a guest link; 404 for another booking's link.
pub async fn grant_of_link(state: &AppState, id: &str, link: Link<'_>) -> Fallible<Grant> {
    let Link(sent_as, token) = link;
    let booking = bookings::find(&mut state.db.read().await?, id).await?;
    match Box::pin(by_link(state, booking, id, sent_as, token, Open::ToShares)).await? {
        (booking, Viewer::Link(kind)) => granted(state, &booking, kind, links::booking_id(token)).await,
        (_, Viewer::Owner) => Err(Failure::internal("a link made its holder an owner")),
    }
}

/// What the link of this request, which has opened a booking, goes on granting.
pub async fn grant_of_query(
    state: &AppState,
    booking: &Booking,
    kind: Kind,
    link: &LinkQuery,
) -> Fallible<Grant> {
    let token = link
        .token
        .as_deref()
        .or(link.share.as_deref())
        .or(link.t.as_deref());
    granted(state, booking, kind, token.and_then(links::booking_id)).await
}

/// By its own link, or by that of the job that it puts right.
async fn granted(state: &AppState, booking: &Booking, kind: Kind, named: Option<&str>) -> Fallible<Grant> {
    let job = booking.parent_id.as_deref().filter(|job| named == Some(*job));
    let generation = match job {
        Some(job) => {
            let job = bookings::find(&mut state.db.read().await?, job).await?;
            kind.generation(&job.ok_or_else(broken_link)?)
        }
        None => kind.generation(booking),
    };
    Ok(Grant::Link {
        booking_id: booking.id.clone(),
        link: kind,
        generation,
        of_job: job.map(str::to_owned),
    })
}

/// Whether the link of a grant is still valid: the booking's own, or that of the job that it puts right.
///
/// # Errors
/// When the database fails.
pub async fn still_stands(
    state: &AppState,
    booking: &Booking,
    (kind, generation, of_job): (Kind, i64, Option<&str>),
) -> Fallible<bool> {
    let now = state.clock.now();
    let Some(job) = of_job else {
        return Ok(links::stands(kind, booking, generation, now));
    };
    let job = bookings::find(&mut state.db.read().await?, job).await?;
    Ok(job.is_some_and(|job| links::stands(kind, &job, generation, now)))
}

/// Finds the booking `id` on behalf of a ticket's holder.
///
/// # Errors
/// 401 when the session or the link has ended since; 404 for somebody else's booking.
pub async fn see_by_grant(state: &AppState, id: &str, grant: &Grant) -> Fallible<(Booking, Viewer)> {
    let booking = bookings::find(&mut state.db.read().await?, id).await?;
    match grant {
        Grant::Session(person) => {
            if !state.sessions.goes_on(person).await? {
                return Err(Failure::unauthorised());
            }
            let own = booking.filter(|booking| person.role == Role::Client && booking.is_of(&person.id));
            own.map(|booking| (booking, Viewer::Owner)).ok_or_else(not_found)
        }
        Grant::Link {
            booking_id,
            link,
            generation,
            of_job,
        } => {
            let booking = booking
                .filter(|booking| booking.id == *booking_id)
                .ok_or_else(not_found)?;
            let held = (*link, *generation, of_job.as_deref());
            if !Box::pin(still_stands(state, &booking, held)).await? {
                return Err(broken_link());
            }
            Ok((booking, Viewer::Link(*link)))
        }
    }
}

fn broken_link() -> Failure {
    Failure::new(
        FailureKind::Unauthorised,
        "unauthorised",
        "This link is not valid or has ended.",
    )
}

fn view_only() -> Failure {
    Failure::new(
        FailureKind::Forbidden,
        "forbidden",
        "This link only lets you watch the booking.",
    )
}

/// 404 for a booking that does not exist or belongs to somebody else.
#[must_use]
pub fn not_found() -> Failure {
    Failure::not_found("Booking not found.")
}
