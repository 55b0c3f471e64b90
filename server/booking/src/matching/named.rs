//! Prices that pros name for a booking without one. They stand beside each other while the booking goes on looking for more; the client
//! chooses one, and from then on it is an approved proposal like any other, whose payment may be due.

use callout_domain::master_event::MasterEventKind;
use callout_domain::matching::answer::OfferAnswer;
use callout_domain::matching::eligible::OutWhy;
use std::sync::Arc;

use serde_json::json;

use super::answers::Moment;
use super::asks::tell;
use super::proposals::{
    NO_PROPOSAL, Verdict, agree, can_come, lock as lock_chosen, needs_payment, no_proposal, pay_within,
    search_again,
};
use super::{Matching, not_found, rounds};
use crate::bookings::{self, Change};
use callout_domain::booking::Booking;
use callout_domain::booking_event::EventKind;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ids;
use callout_domain::matching::answer::offer_expired;
use callout_domain::matching::plan;
use callout_domain::matching::proposal::{NamedPrice, ProposalOutcome};
use callout_domain::matching::rules::MatchingRules;
use callout_domain::message_kind::MessageKind;
use callout_domain::quote::Content;
use callout_domain::status::{Actor, BookingStatus};
use callout_domain::time::Window;
use callout_store as store;
use callout_store::matchings::{self, Matching as Round};
use callout_store::offers::{self, ProOut};
use callout_store::proposals::{self, Proposal};
use callout_store::{Connection, events, master_events, masters, payments_due};

impl Moment {
    /// Adds a price to those from which the client of a booking chooses; the booking stays `pending`. The same price again changes nothing.
    pub(super) async fn name_price(
        &self,
        connection: &mut Connection,
        booking: &Booking,
        master: &str,
        wanted: NamedPrice,
    ) -> Fallible<BookingStatus> {
        let now = self.now;
        let named = proposals::named(connection, &booking.id).await?;
        let standing: Vec<_> = named.iter().filter(|price| price.is_standing()).collect();
        if let Some(own) = standing.iter().find(|price| price.master_id == master) {
            let is_same =
                own.delta_pence == wanted.price.0 && own.length_minutes == Some(wanted.length_minutes);
            return if is_same {
                Ok(booking.status)
            } else {
                Err(already_named())
            };
        }
        let own = named.iter().filter(|price| price.master_id == master);
        if standing.len() >= self.rules.prices_at_once || own.count() >= self.rules.prices_of_one {
            return Err(full());
        }
        let round = round(connection, booking).await?;
        if now >= rounds::deadline(booking, &round, !standing.is_empty(), &self.rules) {
            return Err(offer_expired());
        }
        let proposal = Proposal {
            id: ids::prefixed("proposal-").map_err(Failure::internal)?,
            booking_id: booking.id.clone(),
            master_id: master.to_owned(),
            price_pence: 0,
            delta_pence: wanted.price.0,
            length_minutes: Some(wanted.length_minutes),
            message: wanted.message,
            made_at: now,
            until: rounds::deadline(booking, &round, true, &self.rules),
            approved_at: None,
            outcome: None,
            ended_at: None,
        };
        proposals::add(connection, &proposal).await?;
        offers::answer(connection, &booking.id, master, OfferAnswer::Proposed, now).await?;
        note(connection, booking, EventKind::PriceNamed, now).await?;
        // Once for a booking: a price that is taken back and named again is no news by text.
        let message = if named.is_empty() {
            MessageKind::PriceNamed
        } else {
            MessageKind::AnotherPriceNamed
        };
        tell(connection, &proposal, message, now).await?;
        Ok(booking.status)
    }

    /// What the client says to a price that stands; the pro is locked, then the booking. False when the pro cannot come any more: then the
    /// price is over, and the client chooses another.
    pub(super) async fn answer_named(
        &self,
        connection: &mut Connection,
        booking: &Booking,
        price: &Proposal,
        verdict: Verdict,
    ) -> Fallible<bool> {
        match verdict {
            Verdict::Approve => self.choose(connection, booking, price, false).await,
            Verdict::ApproveByLink => self.choose(connection, booking, price, true).await,
            Verdict::Decline => {
                let out = ProOut {
                    master_id: price.master_id.clone(),
                    why: OutWhy::ProposalOver,
                    price_pence: price.price_pence,
                };
                offers::put_out(connection, &booking.id, &out, self.now).await?;
                end(
                    connection,
                    booking,
                    price,
                    ProposalOutcome::Declined,
                    Actor::Client,
                    self.now,
                )
                .await?;
                Ok(true)
            }
        }
    }

    async fn choose(
        &self,
        connection: &mut Connection,
        booking: &Booking,
        price: &Proposal,
        by_card: bool,
    ) -> Fallible<bool> {
        let now = self.now;
        if now >= until(connection, booking, &self.rules).await? {
            return Err(no_proposal());
        }
        let (current, rules) = (&self.current, &self.rules);
        if !can_come(connection, booking, price, current, rules, now).await? {
            end(
                connection,
                booking,
                price,
                ProposalOutcome::Gone,
                Actor::System,
                now,
            )
            .await?;
            return Ok(false);
        }
        let step = Change::of(booking, BookingStatus::Accepted, Actor::Client)?;
        // Locked, so that nobody else can have moved it.
        bookings::change(connection, booking, &step, now).await?;
        let booking = store::bookings::find(connection, &booking.id)
            .await?
            .ok_or_else(not_found)?;
        if by_card || needs_payment(&booking, price) {
            pay_within(connection, &booking, price, now).await?;
            return Ok(true);
        }
        proposals::approve(connection, &price.id, price.until, now).await?;
        agree(connection, &booking, price, current, rules, now).await
    }
}

impl Matching {
    /// The prices from which the client of a booking can choose, the lowest first.
    pub async fn named_prices(&self, booking: &Booking) -> Fallible<Vec<Proposal>> {
        if !booking.awaits_price() || !booking.facts().is_matching {
            return Ok(Vec::new());
        }
        Ok(proposals::standing(&mut self.db.read().await?, &booking.id).await?)
    }

    /// Has a price stand again that the client chose and did not pay in time: they choose anew.
    pub(super) async fn unchoose(&self, chosen: Proposal) -> Fallible<()> {
        let (rules, now) = (Arc::clone(&self.rules), self.clock.now());
        let over = self.db.write(move |connection| {
            Box::pin(async move {
                let (booking, price) = lock_chosen(connection, &chosen, now).await?;
                payments_due::end(connection, &booking.id).await?;
                search_again(connection, &booking, Actor::System, now).await?;
                let until = until(connection, &booking, &rules).await?;
                Ok::<_, Failure>(proposals::stand_again(connection, &price.id, until).await?)
            })
        });
        match over.await {
            // Somebody else has ended it.
            Err(failure) if failure.code == NO_PROPOSAL => Ok(()),
            over => over,
        }
    }

    /// Whether there is time enough for pros to name prices for what was quoted.
    #[must_use]
    pub fn can_name_price(&self, quote: &Content) -> bool {
        let slot = quote.wanted.slot.as_ref();
        let window = slot.map(|slot| Window {
            start: slot.start,
            end: slot.end,
        });
        plan::can_name(quote.wanted.urgency, window, self.clock.now(), &self.rules)
    }

    /// Takes back the price that a pro has named for a booking and the client has not chosen; none when there is none.
    pub(super) async fn take_back_named(
        &self,
        master_id: &str,
        booking_id: &str,
    ) -> Fallible<Option<BookingStatus>> {
        let now = self.clock.now();
        let mut connection = self.db.read().await?;
        let named = proposals::named(&mut connection, booking_id).await?;
        let Some(own) = named.into_iter().rfind(|price| price.master_id == master_id) else {
            return Ok(None);
        };
        let offer = offers::last(&mut connection, booking_id, master_id).await?;
        if own.outcome == Some(ProposalOutcome::TakenBack) && !offer.is_some_and(|offer| offer.stands(now)) {
            // Asked twice: it is no refusal of the job.
            let booking = store::bookings::find(&mut connection, booking_id).await?;
            return Ok(booking.map(|booking| booking.status));
        }
        if !own.is_standing() {
            return Ok(None);
        }
        drop(connection);
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let (booking, price) = lock(connection, &own, now).await?;
                    end(
                        connection,
                        &booking,
                        &price,
                        ProposalOutcome::TakenBack,
                        Actor::Pro,
                        now,
                    )
                    .await?;
                    Ok(Some(booking.status))
                })
            })
            .await
    }
}

/// How far the search for a booking's pro has got.
async fn round(connection: &mut Connection, booking: &Booking) -> Fallible<Round> {
    let round = matchings::find(connection, &booking.id).await?;
    round.ok_or_else(|| Failure::internal("a booking looks for a pro without a matching"))
}

/// Until when a price of a booking can be chosen.
async fn until(connection: &mut Connection, booking: &Booking, rules: &MatchingRules) -> Fallible<Millis> {
    Ok(rounds::deadline(
        booking,
        &round(connection, booking).await?,
        true,
        rules,
    ))
}

/// Locks the pro, then the booking, and reads the price again that stands.
pub(super) async fn lock(
    connection: &mut Connection,
    standing: &Proposal,
    now: Millis,
) -> Fallible<(Booking, Proposal)> {
    masters::touch(connection, &standing.master_id, now).await?;
    let booking = store::bookings::lock(connection, &standing.booking_id).await?;
    // While another price waits for its payment, this one can still be taken back.
    let booking = booking.filter(|booking| {
        let facts = booking.facts();
        booking.awaits_price() && (facts.is_matching || facts.waits_for_client)
    });
    let price = proposals::find(connection, &standing.id).await?;
    booking
        .zip(price.filter(Proposal::is_standing))
        .ok_or_else(no_proposal)
}

/// Ends a price that stands; its pro hears of it unless it was they who ended it.
pub(super) async fn end(
    connection: &mut Connection,
    booking: &Booking,
    price: &Proposal,
    outcome: ProposalOutcome,
    by: Actor,
    now: Millis,
) -> Fallible<()> {
    proposals::end(connection, &price.id, outcome, now).await?;
    note(connection, booking, EventKind::PriceGone, now).await?;
    // Without it there may be nothing left to choose.
    bookings::match_now(connection, &booking.id, now).await?;
    if by != Actor::Pro {
        master_events::add(
            connection,
            &price.master_id,
            MasterEventKind::Withdrawn,
            &booking.id,
            now,
        )
        .await?;
    }
    Ok(())
}

/// Writes an event that says nothing but that there is one: prices are the client's to see.
async fn note(connection: &mut Connection, booking: &Booking, kind: EventKind, now: Millis) -> Fallible<()> {
    Ok(events::note(connection, &booking.id, kind, &json!({}), now).await?)
}

fn already_named() -> Failure {
    Failure::conflict(
        "already_named",
        "You have named a price for this job. Take it back first.",
    )
}

fn full() -> Failure {
    Failure::conflict(
        "proposals_full",
        "No further price can be named for this job now.",
    )
}

/// 409 `open_price`.
pub(in crate::matching) fn no_price_yet() -> Failure {
    Failure::conflict("open_price", "Pros name the price of this job.")
}

/// 409 `pro_unavailable`.
pub(super) fn pro_unavailable() -> Failure {
    let detail = "This pro can't come at that time any more. Please choose another price.";
    Failure::conflict("pro_unavailable", detail)
}

/// 422 `price_required`.
pub(super) fn price_required() -> Failure {
    let mut failure = Failure::field("price", "Name your price for this job.");
    failure.code = "price_required";
    failure
}
