//! One pro: who they are, what they have shown and earned, their jobs, and what an operator may do about them.

use leptos::prelude::*;

use super::super::documents::kind_of;
use super::super::parts::{badge, facts, history, link, section, table, text};
use super::super::visit::{Page, Visit};
use super::super::words::{pounds, when};
use super::{AT_ONCE, bookings, data, receipt, suspension};
use callout_booking::matching;
use callout_domain::audit::{AuditRow, Subject};
use callout_domain::booking::Booking;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::master_document::DocumentStatus;
use callout_domain::pro::{Pro, ProStatus, Skill};
use callout_domain::suspension::Suspension;
use callout_front::state::AppState;
use callout_store::master_documents::{self, MasterDocument};
use callout_store::payouts::{self, Payout};
use callout_store::people;
use callout_store::pro_balances::{self, ProBalance};
use callout_store::reviews::{self, Review};
use callout_store::{audit, suspensions};

/// What the page shows of a pro.
struct Known {
    pro: Pro,
    documents: Vec<MasterDocument>,
    balance: ProBalance,
    payouts: Vec<Payout>,
    jobs: Vec<Booking>,
    at_work: Vec<String>,
    reviews: Vec<Review>,
    suspensions: Vec<Suspension>,
    acts: Vec<AuditRow>,
}

pub(in super::super) async fn page(visit: Visit) -> Fallible<Page> {
    let known = Box::pin(read(&visit.state, visit.parameter("id"))).await?;
    let blocks = data::blocks_pro(&visit, &known.pro).await?;
    let receipt = receipt::form(&visit, &known.pro.id).await?;
    let title = name(&known.pro);
    let forms = suspension::forms(&visit, &known.pro, known.at_work);
    let out = (!known.pro.has_left).then(|| data::sign_out_form(&visit, &known.pro.id));
    let of_person = data::forms_of_pro(&visit, &known.pro, blocks);
    let body = view! {
        <div class="columns">
            <div class="stack">
                {person(&known.pro)}
                {papers(known.documents, visit.state.clock.now())}
                {section("Jobs", bookings("Jobs", known.jobs))}
                {said(known.reviews)}
            </div>
            <div class="stack">
                {suspension::known(known.suspensions)}
                {money(known.balance, known.payouts)}
                {forms}
                {out}
                {of_person}
                {receipt}
                {section("On record", history(known.acts))}
            </div>
        </div>
    };
    Ok(Page::new(title, body))
}

async fn read(state: &AppState, id: &str) -> Fallible<Known> {
    let pro = state.pros.known(id).await?;
    let pro = pro.ok_or_else(|| Failure::not_found("There is no such pro."))?;
    let now = state.clock.now();
    let mut connection = state.db.read().await?;
    let connection = &mut connection;
    Ok(Known {
        documents: master_documents::of_master(connection, id).await?,
        balance: pro_balances::of(connection, id).await?,
        payouts: payouts::of_master(connection, id, AT_ONCE).await?,
        jobs: people::jobs_of_pro(connection, id, AT_ONCE).await?,
        at_work: matching::at_work(connection, id).await?,
        reviews: reviews::of_master(connection, id, now, (Millis::MAX, ""), AT_ONCE).await?,
        suspensions: suspensions::of_master(connection, id).await?,
        acts: audit::of_subject(connection, &Subject::Pro(pro.id.clone()), AT_ONCE).await?,
        pro,
    })
}

/// What a pro is called: the person, else the business, else the email.
fn name(pro: &Pro) -> String {
    if pro.has_left {
        return "A former pro".to_owned();
    }
    let person = pro.basics.as_ref();
    let person = person.map(|basics| format!("{} {}", basics.first_name, basics.last_name));
    let business = pro.company.as_ref().map(|company| company.name.clone());
    person.or(business).unwrap_or_else(|| pro.email.clone())
}

fn person(pro: &Pro) -> AnyView {
    let mut pairs = vec![
        ("State", standing(pro)),
        ("Email", text(email(pro))),
        ("Joined", text(when(pro.created_at))),
    ];
    if let Some(at) = pro.activated_at {
        pairs.push(("Activated", text(when(at))));
    }
    if let Some(basics) = &pro.basics {
        pairs.push(("Phone", text(basics.phone.clone())));
        pairs.push(("Experience", text(format!("{} years", basics.experience_years))));
        pairs.push(("Legal name", text(basics.legal_name.clone())));
        pairs.push(("Trading address", text(basics.trading_address.clone())));
    }
    if let Some(company) = &pro.company {
        let parts = [
            Some(&company.name),
            company.number.as_ref(),
            company.vat_number.as_ref(),
        ];
        let parts: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
        pairs.push(("Business", text(parts.join(", "))));
    }
    if let Some(area) = &pro.area {
        let words = format!("{} km around {}", area.radius_km, area.base_postcode);
        pairs.push(("Area", text(words)));
    }
    if let Some(rates) = &pro.rates {
        let words = format!("{} to come, {} an hour", rates.call_out.0, rates.hourly.0);
        pairs.push(("Rates", text(words)));
    }
    pairs.push(("Skills", text(skills(&pro.skills))));
    pairs.push(("Stars", text(stars(pro))));
    section("Pro", facts(pairs))
}

fn standing(pro: &Pro) -> AnyView {
    if pro.has_left {
        return text("Account closed");
    }
    if pro.suspension.is_some() {
        return badge("Suspended", "bad");
    }
    match pro.status() {
        ProStatus::Incomplete => badge("Not activated", ""),
        ProStatus::Waiting => badge("Waits for documents", "warn"),
        ProStatus::Active if pro.is_online => badge("Online", "good"),
        ProStatus::Active => badge("Offline", ""),
    }
}

fn email(pro: &Pro) -> String {
    if pro.email_proved || pro.email.is_empty() {
        pro.email.clone()
    } else {
        format!("{} (not proved)", pro.email)
    }
}

fn skills(skills: &[Skill]) -> String {
    if skills.is_empty() {
        return "None".to_owned();
    }
    let skills: Vec<&str> = skills.iter().map(|skill| skill.as_str()).collect();
    skills.join(", ")
}

fn stars(pro: &Pro) -> String {
    match pro.stars.rating() {
        Some(rating) => format!("{rating:.1} from {} reviews", pro.stars.count),
        None => format!("{} reviews, too few to show stars", pro.stars.count),
    }
}

fn papers(documents: Vec<MasterDocument>, now: Millis) -> AnyView {
    let rows = documents.into_iter().map(|document| {
        let (words, tone) = match document.status(now) {
            DocumentStatus::Uploaded => ("To look at", "warn"),
            DocumentStatus::Verified => ("Verified", "good"),
            DocumentStatus::Rejected => ("Rejected", "bad"),
            DocumentStatus::Expired => ("Expired", "bad"),
        };
        vec![
            link(
                format!("/admin/documents/{}", document.id),
                kind_of(document.kind),
            ),
            badge(words, tone),
            text(when(document.uploaded_at)),
            text(document.expires_on.unwrap_or_default()),
        ]
    });
    let columns = ["Document", "State", "Uploaded", "Last day"];
    section(
        "Documents",
        table("Documents", &columns, rows.collect(), "There are none."),
    )
}

fn money(balance: ProBalance, payouts: Vec<Payout>) -> AnyView {
    let rows = payouts.into_iter().map(|payout| {
        vec![
            link(format!("/admin/payouts/{}", payout.id), when(payout.asked_at)),
            text(payout.status.as_str()),
            text(pounds(payout.amount_pence)),
            text(pounds(payout.sent_pence)),
        ]
    });
    let body = view! {
        {facts(vec![
            ("Available", text(pounds(balance.available_pence))),
            ("In clearing", text(pounds(balance.clearing_pence))),
            ("On its way", text(pounds(balance.in_transit_pence))),
            ("Frozen", text(pounds(balance.frozen_pence))),
        ])}
        {table("Payouts", &["Asked", "State", "Amount", "Sent"], rows.collect(), "No payouts.")}
    };
    section("Money", body)
}

fn said(reviews: Vec<Review>) -> AnyView {
    let rows = reviews.into_iter().map(|review| {
        vec![
            text(when(review.written_at)),
            text(format!("{} of 5", review.rating)),
            text(review.text),
            text(review.reply.unwrap_or_default()),
        ]
    });
    let columns = ["When", "Stars", "What the client says", "Reply"];
    section(
        "Reviews",
        table("Reviews", &columns, rows.collect(), "There are none."),
    )
}
