//! One client or guest: how to reach them, and their bookings.

use callout_domain::role::PersonKind;
use leptos::prelude::*;

use super::super::parts::{facts, history, section, text};
use super::super::visit::{Page, Visit};
use super::super::words::when;
use super::{AT_ONCE, bookings, data};
use callout_domain::audit::Subject;
use callout_domain::failure::{Failure, Fallible};
use callout_store::clients::{self, Profile};
use callout_store::people::{self, Person};
use callout_store::{audit, personal};

pub(in super::super) async fn page(visit: Visit) -> Fallible<Page> {
    let id = visit.parameter("id").to_owned();
    let mut connection = visit.state.db.read().await?;
    let person = people::find(&mut connection, &id).await?;
    let person = person.filter(|person| !person.is_pro());
    let person = person.ok_or_else(|| Failure::not_found("There is no such client."))?;
    let profile = clients::profile(&mut connection, &id).await?;
    let made = people::bookings_of_client(&mut connection, &id, AT_ONCE).await?;
    let open = personal::unsettled_bookings(&mut connection, &id, AT_ONCE).await?;
    let acts = audit::of_subject(&mut connection, &Subject::Client(id), AT_ONCE).await?;
    drop(connection);
    let title = match &person.name {
        Some(name) => name.clone(),
        None if person.kind == PersonKind::Guest => "A guest".to_owned(),
        None => "A client".to_owned(),
    };
    let out = person
        .ended_at
        .is_none()
        .then(|| data::sign_out_form(&visit, &person.id));
    let forms = data::forms_of_client(&visit, &person, open);
    let body = view! {
        <div class="columns">
            <div class="stack">
                {about(person, profile)}
                {section("Bookings", bookings("Bookings", made))}
            </div>
            <div class="stack">
                {out}
                {forms}
                {section("On record", history(acts))}
            </div>
        </div>
    };
    Ok(Page::new(title, body))
}

fn about(person: Person, profile: Option<Profile>) -> AnyView {
    let kind = if person.kind == PersonKind::Guest {
        "Guest"
    } else {
        "Client"
    };
    let mut pairs = vec![("Kind", text(kind)), ("Since", text(when(person.created_at)))];
    if let Some(at) = person.ended_at {
        pairs.push(("Closed", text(when(at))));
    }
    let or_none = |value: Option<String>| text(value.unwrap_or_else(|| "None".to_owned()));
    pairs.push(("Email", or_none(person.email)));
    pairs.push(("Phone", or_none(person.phone)));
    if let Some(profile) = profile {
        let lines: Vec<String> = [profile.address_line, profile.city, profile.postcode]
            .into_iter()
            .flatten()
            .collect();
        if !lines.is_empty() {
            pairs.push(("Address", text(lines.join(", "))));
        }
        let consent = match profile.marketing_consent_at {
            Some(at) => format!("Agreed {}", when(at)),
            None => "Not agreed".to_owned(),
        };
        pairs.push(("Marketing", text(consent)));
    }
    section("Client", facts(pairs))
}
