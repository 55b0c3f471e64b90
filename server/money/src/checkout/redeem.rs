//! Redeems a quote in one transaction: booking, slot place, coupon, photo, events, jobs and the idempotency key are
//! written together or not at all. The payment provider is called outside it.

use std::ops::ControlFlow;
use std::sync::Arc;

use pricing_core::Pence;
use pricing_core::book::Coupon;

use super::Checkout;
use crate::payments::Cancelled;
use callout_base::limits::LimitSettings;
use callout_booking::bookings;
use callout_booking::books::Current;
use callout_domain::booking::{Booking, PaymentMethod};
use callout_domain::cash;
use callout_domain::change::{LATE_COUNTS_FOR, LATE_LIMIT};
use callout_domain::clock::{DAY, HOUR, MINUTE, Millis};
use callout_domain::coupon::{PERSONAL, Phase};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ids;
use callout_domain::keys::Keys;
use callout_domain::new_work;
use callout_domain::redemption::{self, InTheWay, Pay, Redemption};
use callout_store as store;
use callout_store::coupons::{CouponLimits, Person};
use callout_store::{
    Connection, StoreError, WriteError, booking_limits, clients, coupons, erased_identifiers, idempotency,
    identifiers, invitations, offered_coupons, uploads,
};

/// How often a transaction is tried when others keep getting in its way.
const ATTEMPTS: usize = 5;

/// Why a coupon is lost: its limits.
const USED: &str = "It has been used.";
/// Why a coupon is lost: it is for those who never booked.
const SECOND: &str = "It is for a first booking only.";
/// Why a coupon is lost: its time, or an operator.
const ENDED: &str = "It has ended.";

/// A redemption with its idempotency key, and how its answer is stored under it.
pub struct Job {
    /// What is redeemed.
    pub redemption: Redemption,
    /// The `Idempotency-Key` header.
    pub key: Option<idempotency::Key>,
    /// What is stored under the key; no token and no secret.
    pub remember: fn(&Booking) -> Fallible<String>,
}

/// What became of it.
pub enum Redeemed {
    /// The booking, made now or by an earlier identical redemption.
    Booking(Box<Booking>),
    /// The key was used for this very request before: the stored answer.
    Before(String),
}

/// Why a transaction was rolled back.
enum Undone {
    /// The answer for the caller.
    Refused(Box<Failure>),
    /// Another transaction wrote the same rows: try again.
    Crossed,
    /// The coupon is no longer to be had; why, for the client.
    CouponLost(&'static str),
}

impl From<StoreError> for Undone {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Duplicate => Self::Crossed,
            error => Self::Refused(Box::new(error.into())),
        }
    }
}

impl WriteError for Undone {
    fn is_exhausted(&self) -> bool {
        matches!(self, Self::Refused(error) if error.is_exhausted())
    }
}

impl From<bookings::Undone> for Undone {
    fn from(undone: bookings::Undone) -> Self {
        match undone {
            bookings::Undone::Crossed => Self::Crossed,
            bookings::Undone::Refused(failure) => Self::Refused(failure),
        }
    }
}

impl From<Failure> for Undone {
    fn from(error: Failure) -> Self {
        Self::Refused(Box::new(error))
    }
}

enum Step {
    Done(Redeemed),
    /// This booking must give way first: its intent is cancelled at the provider, outside the transaction.
    GiveWay(Box<Booking>),
}

impl Checkout {
    /// Redeems a quote.
    ///
    /// # Errors
    /// 410 `quote_expired`; 409 `quote_used`, `already_paid`, `already_booked`, `price_changed`,
    /// `slot_gone`, `coupon_unavailable`; 429.
    pub async fn redeem(&self, job: Job) -> Fallible<Redeemed> {
        let now = self.clock.now();
        let current = self.books.current().await?;
        // By the terms that were signed, whatever has become of the coupon: the transaction looks.
        let current = match &job.redemption.quote.coupon {
            Some(coupon) => Arc::new(current.with_coupon(coupon.clone())),
            None => current,
        };
        let job = Arc::new(job);
        self.check_region(&current, &job.redemption, now)?;
        let limits = self.limits;
        let mut giving_way = None;
        for _ in 0..ATTEMPTS {
            let attempt = Attempt {
                booking: job.redemption.booking(ids::booking()?, now),
                job: Arc::clone(&job),
                current: Arc::clone(&current),
                gives_way: giving_way.clone(),
                limits,
                keys: Arc::clone(&self.keys),
                now,
            };
            let tried = self
                .db
                .write(move |connection| Box::pin(attempt.run(connection)))
                .await;
            match tried {
                Ok(Step::Done(redeemed)) => {
                    return Ok(redeemed);
                }
                Ok(Step::GiveWay(old)) => {
                    if Box::pin(self.payments.cancel_intent(&old.id)).await? == Cancelled::AlreadyPaid {
                        return Err(redemption::already(&old));
                    }
                    giving_way = Some(old.id);
                }
                Err(Undone::Crossed) => {}
                Err(Undone::CouponLost(why)) => {
                    return Err(self.without_coupon(&current, &job.redemption, why, now)?);
                }
                Err(Undone::Refused(error)) => return Err(*error),
            }
        }
        Err(Failure::conflict(
            "try_again",
            "This is being booked at the same time. Please try again.",
        ))
    }
}

/// One transaction.
struct Attempt {
    /// What it adds.
    booking: Booking,
    job: Arc<Job>,
    current: Arc<Current>,
    /// The booking whose intent was cancelled to make room.
    gives_way: Option<String>,
    /// `None`: the limits are off.
    limits: Option<LimitSettings>,
    /// Hash what is remembered of erased clients.
    keys: Arc<Keys>,
    now: Millis,
}

impl Attempt {
    async fn run(self, connection: &mut Connection) -> Result<Step, Undone> {
        let old = match self.look(connection).await? {
            ControlFlow::Break(step) => return Ok(step),
            ControlFlow::Continue(old) => old,
        };
        if self.job.redemption.quote.has_expired(self.now) {
            return Err(redemption::expired().into());
        }
        self.use_invitation(connection, old.as_deref()).await?;
        self.refuse_cash(connection).await?;
        self.check_limits(connection, old.as_deref()).await?;
        let booking = self.add(connection, old.as_deref()).await?;
        self.take_coupon(connection).await?;
        self.attach_photo(connection).await?;
        self.remember(connection, &booking).await?;
        Ok(Step::Done(Redeemed::Booking(Box::new(booking))))
    }

    /// The booking that gives way, if any. Otherwise how the attempt ends: it was done already, or a booking must give way
    /// first.
    async fn look(
        &self,
        connection: &mut Connection,
    ) -> Result<ControlFlow<Step, Option<Box<Booking>>>, Undone> {
        if let Some(key) = &self.job.key
            && let Some(stored) = idempotency::find(connection, key, self.now).await?
        {
            let body = before(key, stored)?;
            return Ok(ControlFlow::Break(Step::Done(Redeemed::Before(body))));
        }
        if !clients::hold(connection, &self.booking.client_id).await? {
            return Err(Failure::unauthorised().into());
        }
        let quote = &self.job.redemption.quote;
        let there = store::bookings::in_the_way(connection, &quote.id, &quote.person, &quote.draft).await?;
        Ok(match self.job.redemption.judge(there)? {
            InTheWay::Nothing => ControlFlow::Continue(None),
            InTheWay::Same(booking) => {
                self.remember(connection, &booking).await?;
                ControlFlow::Break(Step::Done(Redeemed::Booking(booking)))
            }
            InTheWay::Unpaid(old) if self.gives_way.as_deref() == Some(&old.id) => {
                ControlFlow::Continue(Some(old))
            }
            InTheWay::Unpaid(old) => ControlFlow::Break(Step::GiveWay(old)),
        })
    }

    /// Locks the gates before counting, so two transactions cannot both pass a limit; the booking that gives way is not counted.
    async fn check_limits(&self, connection: &mut Connection, old: Option<&Booking>) -> Result<(), Undone> {
        let wanted = &self.job.redemption;
        let (address, phone) = (&wanted.address_key, &wanted.address.phone);
        let except = old.map_or("", |old| old.id.as_str());
        let too_many =
            |wait: Millis| Undone::from(Failure::too_many(u64::try_from(wait / 1_000).unwrap_or(1)));
        let Some(limits) = self.limits else {
            return Ok(());
        };
        // The client's row is locked by now: nobody else can book in its name meanwhile.
        if let Some(there) = booking_limits::in_same_window(connection, &self.booking, except).await? {
            return Err(redemption::already_in_window(&there).into());
        }
        if wanted.pay != Pay::Card {
            let open = booking_limits::open_without_card(connection, &wanted.quote.person, except).await?;
            if open >= limits.open_person.into() {
                return Err(too_many(HOUR));
            }
        }
        if wanted.waits_for_payment() {
            booking_limits::pass(connection, [address, address], self.now).await?;
            if booking_limits::unpaid(connection, address, except).await? >= limits.unpaid.into() {
                return Err(too_many(MINUTE));
            }
        } else if wanted.pay != Pay::Card && self.is_unverified(connection).await? {
            booking_limits::pass(connection, [address, &wanted.phone_key], self.now).await?;
            let (open, today) =
                booking_limits::without_card(connection, phone, address, self.now - DAY, except).await?;
            if open >= limits.open_phone.into() || today >= limits.day_address.into() {
                return Err(too_many(HOUR));
            }
        }
        Ok(())
    }

    /// Locks the invitation that it is booked by: one booking uses it up.
    async fn use_invitation(&self, connection: &mut Connection, old: Option<&Booking>) -> Result<(), Undone> {
        let Some(invited) = &self.job.redemption.invited else {
            return Ok(());
        };
        let invitation = invitations::lock(connection, &invited.invitation_id).await?;
        let invitation = invitation.ok_or_else(new_work::broken_link)?;
        let booked = invitations::booked(connection, &invitation.id).await?;
        let booked = booked.filter(|there| old.is_none_or(|old| old.id != there.id));
        if let Some(there) = &booked
            && there.is_of(&self.booking.client_id)
            && !there.facts().awaits_payment
        {
            return Err(redemption::already(there).into());
        }
        Ok(new_work::check(invitation.state(booked.is_some(), self.now))?)
    }

    /// Dear jobs are paid by card, and so are those of whoever cancelled cash bookings late, again and again.
    async fn refuse_cash(&self, connection: &mut Connection) -> Result<(), Undone> {
        let wanted = &self.job.redemption;
        if wanted.pay.method() != PaymentMethod::Cash {
            return Ok(());
        }
        cash::check(true, Pence(self.booking.amount_pence))?;
        let since = self.now - LATE_COUNTS_FOR;
        let (person, phone) = (&wanted.quote.person, &wanted.address.phone);
        if booking_limits::cancelled_late(connection, person, phone, since).await? >= LATE_LIMIT {
            return Err(redemption::card_only().into());
        }
        Ok(())
    }

    /// True for a guest, and for an account without a proved email or phone, which is just as easily made.
    async fn is_unverified(&self, connection: &mut Connection) -> Result<bool, Undone> {
        let wanted = &self.job.redemption;
        Ok(wanted.is_guest || !identifiers::any_proved(connection, &wanted.quote.person).await?)
    }

    /// Adds the booking with its place in the area of the full postcode; the replaced one returns its place and its coupon.
    async fn add(&self, connection: &mut Connection, old: Option<&Booking>) -> Result<Booking, Undone> {
        let booking = self.booking.clone();
        let capacity = self.current.book.capacity.of_area(&booking.area);
        Ok(match old {
            Some(old) => bookings::replace(connection, old, booking, capacity, self.now).await?,
            None => bookings::add(connection, booking, capacity, self.now).await?,
        })
    }

    async fn take_coupon(&self, connection: &mut Connection) -> Result<(), Undone> {
        let booking = &self.booking;
        let Some(code) = &booking.coupon_code else {
            return Ok(());
        };
        let terms = self.job.redemption.quote.coupon.as_ref();
        let terms = terms.ok_or(Undone::CouponLost(ENDED))?;
        let limits = self.coupon_limits(connection, terms).await?;
        // Account, email and phone all count, both those of the address and those of the account.
        let (email, phone) = clients::contact(connection, &booking.client_id).await?;
        let person = Person {
            client_id: &booking.client_id,
            phones: [Some(&booking.phone), phone.as_deref()],
            emails: [booking.email.as_deref(), email.as_deref()],
            draft_id: &booking.draft_id,
        };
        // This draft's own booking exists by now, `created` or not, so only others count.
        let history = coupons::history(connection, code, person, &booking.id).await?;
        let has_used = history.used >= i64::from(limits.per_person);
        let is_second =
            terms.first_booking_only && (history.has_booked || self.had_booked(connection, person).await?);
        if has_used || is_second {
            return Err(Undone::CouponLost(if has_used { USED } else { SECOND }));
        }
        let named = person.phones.into_iter().chain(person.emails).flatten();
        let persons: Vec<&str> = named.chain([person.client_id]).collect();
        if coupons::take(connection, code, limits, &persons, &booking.id, self.now).await? {
            Ok(())
        } else {
            Err(Undone::CouponLost(USED))
        }
    }

    /// True when somebody who booked with an email or phone of this person was erased since.
    async fn had_booked(&self, connection: &mut Connection, person: Person<'_>) -> Result<bool, Undone> {
        let proved = identifiers::proved(connection, person.client_id).await?;
        let named = person.phones.into_iter().chain(person.emails).flatten();
        let values: Vec<&str> = named.chain(proved.iter().map(String::as_str)).collect();
        Ok(erased_identifiers::knows(connection, &self.keys.erased, &values, self.now).await?)
    }

    /// The limits that hold now, of a coupon that has not ended since it was quoted.
    async fn coupon_limits(
        &self,
        connection: &mut Connection,
        quoted: &Coupon,
    ) -> Result<CouponLimits, Undone> {
        let terms = if quoted.code.starts_with(PERSONAL) {
            quoted.clone()
        } else {
            let offered = offered_coupons::find(connection, &quoted.code).await?;
            let open = offered.filter(|coupon| coupon.phase(self.now) == Phase::Open);
            open.ok_or(Undone::CouponLost(ENDED))?.terms
        };
        Ok(CouponLimits {
            per_person: terms.per_person_limit,
            total: terms.total_limit,
        })
    }

    async fn attach_photo(&self, connection: &mut Connection) -> Result<(), Undone> {
        let booking = &self.booking;
        let Some(photo) = &booking.photo_id else {
            return Ok(());
        };
        let url = format!("{}{photo}", uploads::PHOTO_PATH);
        match uploads::attach(connection, &url, &booking.id).await? {
            Some(_) => Ok(()),
            None => Err(no_photo().into()),
        }
    }

    async fn remember(&self, connection: &mut Connection, booking: &Booking) -> Result<(), Undone> {
        let Some(key) = &self.job.key else { return Ok(()) };
        let body = (self.job.remember)(booking)?;
        Ok(idempotency::store(connection, key, 201, &body, self.now).await?)
    }
}

/// The stored answer, if the key was used for this very request.
fn before(key: &idempotency::Key, stored: idempotency::Stored) -> Fallible<String> {
    if stored.request_hash == key.request_hash {
        return Ok(stored.body);
    }
    Err(Failure::unprocessable(
        "idempotency_key_reused",
        "This Idempotency-Key was used for another request.",
    ))
}

/// 422 for a photo that does not exist or belongs to another booking.
pub(super) fn no_photo() -> Failure {
    Failure::field(
        "photo_url",
        "This photo is not there any more. Please add it again.",
    )
}
