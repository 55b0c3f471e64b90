//! The coupons that there are: offered, changed and ended by operators.

use pricing_core::book::Discount;
use pricing_core::{BasisPoints, PriceBook};
use serde_json::Value;

use crate::books::Books;
use callout_base::audit;
use callout_domain::address;
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::clock::{Clock, Millis};
use callout_domain::coupon::{Coupon, NewCoupon, NewLimits, Phase};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::operator::By;
use callout_domain::time;
use callout_store::{Connection, Db, offered_coupons};

/// Longest reason, characters.
const REASON_LIMIT: usize = 1_000;

/// A coupon, and how many bookings have used it.
#[derive(Debug, Clone)]
pub struct Used {
    /// The coupon.
    pub coupon: Coupon,
    /// Bookings that have used it.
    pub uses: i64,
}

/// Keeps the coupons; cloning it is cheap.
#[derive(Clone)]
pub struct Coupons {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// The price book, for its fee.
    pub books: Books,
}

impl Coupons {
    /// Puts the built-in book's coupons into the table, those that are not there yet. Whatever became of one since stays.
    pub async fn ensure_built_in(&self) -> Fallible<()> {
        let there = offered_coupons::all(&mut self.db.read().await?).await?;
        let now = self.clock.now();
        let missing: Vec<Coupon> = (PriceBook::builtin().coupons.iter())
            .filter(|terms| there.iter().all(|coupon| coupon.terms.code != terms.code))
            .map(|terms| Coupon::of_book(terms, now))
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    for coupon in missing {
                        offered_coupons::add(connection, &coupon).await?;
                    }
                    Ok(())
                })
            })
            .await
    }

    /// Every coupon, the newest first.
    pub async fn all(&self) -> Fallible<Vec<Used>> {
        let mut connection = self.db.read().await?;
        let counts = offered_coupons::uses(&mut connection).await?;
        let used = |coupon: Coupon| {
            let count = counts.iter().find(|(code, _)| *code == coupon.terms.code);
            Used {
                uses: count.map_or(0, |(_, uses)| *uses),
                coupon,
            }
        };
        Ok(offered_coupons::all(&mut connection)
            .await?
            .into_iter()
            .map(used)
            .collect())
    }

    /// One coupon.
    ///
    /// # Errors
    /// 404.
    pub async fn find(&self, code: &str) -> Fallible<Used> {
        let mut connection = self.db.read().await?;
        let coupon = offered_coupons::find(&mut connection, code)
            .await?
            .ok_or_else(no_coupon)?;
        let uses = offered_coupons::uses_of(&mut connection, code).await?;
        Ok(Used { coupon, uses })
    }

    /// The platform's fee, which a coupon may exceed.
    pub async fn fee(&self) -> Fallible<BasisPoints> {
        Ok(self.books.current().await?.book.fee_basis_points)
    }

    /// Offers a new coupon; gives its code.
    ///
    /// # Errors
    /// 422 on a field; 403 `super_admin_only` for one beyond what the role may offer; those of [`audit::note`].
    pub async fn create(&self, new: NewCoupon<'_>, by: By) -> Fallible<String> {
        let now = self.clock.now();
        let coupon = new.parse(self.fee().await?, now)?;
        coupon.within(&by)?;
        self.db
            .write(move |connection| Box::pin(create(connection, coupon, by, now)))
            .await
    }

    /// Changes the limits, the end and the listing of a coupon.
    ///
    /// # Errors
    /// 404; 422 on a field; 403 `super_admin_only` for one beyond what the role may offer; those of [`audit::note`].
    pub async fn change(&self, code: &str, limits: NewLimits<'_>, reason: &str, by: By) -> Fallible<()> {
        let (reason, now) = (words(reason)?, self.clock.now());
        let changed = limits.change(&self.find(code).await?.coupon, now)?;
        changed.within(&by)?;
        self.db
            .write(move |connection| Box::pin(change(connection, changed, reason, by, now)))
            .await
    }

    /// Ends a coupon now.
    ///
    /// # Errors
    /// 404; 409 `ended`; 422 on `reason`; those of [`audit::note`].
    pub async fn end(&self, code: &str, reason: &str, by: By) -> Fallible<()> {
        let (code, reason, now) = (code.to_owned(), words(reason)?, self.clock.now());
        self.db
            .write(move |connection| Box::pin(end(connection, code, reason, by, now)))
            .await
    }
}

async fn create(connection: &mut Connection, coupon: Coupon, by: By, now: Millis) -> Fallible<String> {
    let entry = described(entry(Act::CouponCreated, &coupon.terms.code), &coupon);
    if !offered_coupons::add(connection, &coupon).await? {
        audit::check(connection, &by, &entry).await?;
        return Err(Failure::field("code", "There is a coupon of this code already."));
    }
    audit::note(connection, &by, &entry, now).await?;
    Ok(coupon.terms.code)
}

async fn change(
    connection: &mut Connection,
    changed: Coupon,
    reason: String,
    by: By,
    now: Millis,
) -> Fallible<()> {
    let before = offered_coupons::lock(connection, &changed.terms.code)
        .await?
        .ok_or_else(no_coupon)?;
    offered_coupons::change(connection, &changed).await?;
    if before.terms.total_limit.is_none() && changed.terms.total_limit.is_some() {
        offered_coupons::recount(connection, &changed.terms.code).await?;
    }
    let mut entry = entry(Act::CouponChanged, &changed.terms.code).because(&reason);
    for ((field, was), (_, is)) in limits(&before).into_iter().zip(limits(&changed)) {
        if was != is {
            entry = entry.was(field, was).is(field, is);
        }
    }
    audit::note(connection, &by, &entry, now).await
}

async fn end(connection: &mut Connection, code: String, reason: String, by: By, now: Millis) -> Fallible<()> {
    let mut coupon = offered_coupons::lock(connection, &code)
        .await?
        .ok_or_else(no_coupon)?;
    let entry = entry(Act::CouponEnded, &code)
        .was("ends", moment(coupon.ends_at))
        .is("ends", moment(Some(now)))
        .because(&reason);
    audit::check(connection, &by, &entry).await?;
    if coupon.phase(now) == Phase::Ended {
        return Err(Failure::conflict("ended", "This coupon has ended already."));
    }
    coupon.ends_at = Some(now);
    offered_coupons::change(connection, &coupon).await?;
    audit::note(connection, &by, &entry, now).await
}

fn entry(act: Act, code: &str) -> Entry {
    Entry::new(act, Subject::Coupon(code.to_owned()))
}

/// The entry of a new coupon, with everything about it.
fn described(entry: Entry, coupon: &Coupon) -> Entry {
    let terms = &coupon.terms;
    let (pence, share) = match terms.discount {
        Discount::Pence(pence) => (Some(pence.0), None),
        Discount::Share(share) => (None, Some(share.0)),
    };
    let entry = entry
        .is("description", terms.description.as_str())
        .is("discount_pence", pence)
        .is("discount_bps", share)
        .is("cap_pence", terms.cap_pence.map(|cap| cap.0))
        .is(
            "minimum_order_pence",
            terms.minimum_order_pence.map(|minimum| minimum.0),
        )
        .is("first_booking_only", i64::from(terms.first_booking_only))
        .is("starts", moment(Some(coupon.starts_at)));
    limits(coupon)
        .into_iter()
        .fold(entry, |entry, (field, value)| entry.is(field, value))
}

/// What can be changed, by name.
fn limits(coupon: &Coupon) -> [(&'static str, Value); 4] {
    [
        ("per_person_limit", coupon.terms.per_person_limit.into()),
        ("total_limit", coupon.terms.total_limit.into()),
        ("is_listed", i64::from(coupon.is_listed).into()),
        ("ends", moment(coupon.ends_at)),
    ]
}

fn moment(at: Option<Millis>) -> Value {
    at.map(time::iso).into()
}

fn words(reason: &str) -> Fallible<String> {
    address::required(reason, "Write a few words.")
        .and_then(|reason| address::limited(reason, REASON_LIMIT))
        .map_err(|message| Failure::field("reason", message))
}

fn no_coupon() -> Failure {
    Failure::not_found("There is no such coupon.")
}
