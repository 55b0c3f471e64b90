//! Pros: their accounts, what they tell of themselves, and the one position of each that is kept.

use callout_domain::booking::Json;
use pricing_core::Pence;
use sqlx::AssertSqlSafe;

use super::{Connection, StoreError, Wake, statuses, table, to_json};
use callout_db::{execute, fetch_all, fetch_optional, record};
use callout_domain::clock::{Millis, SECOND};
use callout_domain::districts::Location;
use callout_domain::kept::{Class, FACT, pro};
use callout_domain::pounds::Pounds;
use callout_domain::pro::{AccountType, Area, Basics, Company, Position, Rates, Skill};

/// How often a position may be replaced.
const POSITION_EVERY: Millis = SECOND;

record! {
    /// A row of `masters`. Money in pence, times in Unix milliseconds.
    pub struct Master in "masters" {
        /// `master-…`.
        pub id: String => FACT,
        /// Lower case.
        pub email: String => pro("''"),
        /// Kind of business.
        pub account_type: AccountType => FACT,
        /// When it was made.
        pub created_at: Millis => FACT,
        /// First name.
        pub first_name: Option<String> => pro("null"),
        /// Last name.
        pub last_name: Option<String> => pro("null"),
        /// `+447…`.
        pub phone: Option<String> => pro("null"),
        /// Whole years.
        pub experience_years: Option<i64> => pro("null"),
        /// The name that contracts are in.
        pub legal_name: Option<String> => pro("null"),
        /// Where the business is.
        pub trading_address: Option<String> => pro("null"),
        /// For coming out.
        pub call_out_pence: Option<i64> => pro("null"),
        /// For an hour's work.
        pub hourly_pence: Option<i64> => pro("null"),
        /// Radius of the area, whole km.
        pub radius_km: Option<i64> => pro("null"),
        /// `SW1A 1AA` or `SW1A`.
        pub base_postcode: Option<String> => pro("null"),
        /// Middle of the area, degrees.
        pub base_lat: Option<f64> => pro("null"),
        /// Middle of the area, degrees.
        pub base_lng: Option<f64> => pro("null"),
        /// What the business is called.
        pub company_name: Option<String> => pro("null"),
        /// At Companies House.
        pub company_number: Option<String> => pro("null"),
        /// `GB…`.
        pub vat_number: Option<String> => pro("null"),
        /// Trades.
        pub skills: Json<Vec<Skill>> => pro("'[]'"),
        /// File of the public portrait.
        pub avatar_id: Option<String> => pro("null").not_copied(),
        /// File of the public logo.
        pub logo_id: Option<String> => pro("null").not_copied(),
        /// When the profile was activated.
        pub activated_at: Option<Millis> => FACT,
        /// True while the pro is willing to take jobs.
        pub online: bool => FACT,
        /// When anything of this, or a document, last changed.
        pub changed_at: Millis => FACT,
        /// True for a demo pro, behind whom there is nobody.
        pub is_demo: bool => FACT,
        /// When the account was closed.
        pub ended_at: Option<Millis> => FACT,
        /// When they were last texted of an emergency.
        pub emergency_text_at: Option<Millis> => FACT,
    }
}

impl Master {
    /// A new account, of which nothing is known yet.
    #[must_use]
    pub fn new(id: String, email: String, account_type: AccountType, now: Millis) -> Self {
        Self {
            id,
            email,
            account_type,
            created_at: now,
            first_name: None,
            last_name: None,
            phone: None,
            experience_years: None,
            legal_name: None,
            trading_address: None,
            call_out_pence: None,
            hourly_pence: None,
            radius_km: None,
            base_postcode: None,
            base_lat: None,
            base_lng: None,
            company_name: None,
            company_number: None,
            vat_number: None,
            skills: Json::default(),
            avatar_id: None,
            logo_id: None,
            activated_at: None,
            online: false,
            changed_at: now,
            is_demo: false,
            ended_at: None,
            emergency_text_at: None,
        }
    }

    /// Who the pro is, once told.
    #[must_use]
    pub fn basics(&self) -> Option<Basics> {
        Some(Basics {
            first_name: self.first_name.clone()?,
            last_name: self.last_name.clone()?,
            phone: self.phone.clone()?,
            experience_years: self.experience_years?,
            legal_name: self.legal_name.clone()?,
            trading_address: self.trading_address.clone()?,
        })
    }

    /// What the pro charges, once told.
    #[must_use]
    pub fn rates(&self) -> Option<Rates> {
        Some(Rates {
            call_out: Pounds(Pence(self.call_out_pence?)),
            hourly: Pounds(Pence(self.hourly_pence?)),
        })
    }

    /// Where the pro works, once told.
    #[must_use]
    pub fn area(&self) -> Option<Area> {
        Some(Area {
            radius_km: self.radius_km?,
            base_postcode: self.base_postcode.clone()?,
            base_lat: self.base_lat?,
            base_lng: self.base_lng?,
        })
    }

    /// The business the pro trades as, once told.
    #[must_use]
    pub fn company(&self) -> Option<Company> {
        Some(Company {
            name: self.company_name.clone()?,
            number: self.company_number.clone(),
            vat_number: self.vat_number.clone(),
        })
    }
}

/// A part of the profile that is written as a whole.
#[derive(Debug, Clone)]
pub enum Part {
    /// Who the pro is.
    Basics(Basics),
    /// What the pro charges.
    Rates(Rates),
    /// Where the pro works.
    Area(Area),
    /// The business the pro trades as.
    Company(Company),
    /// What the pro can do.
    Skills(Vec<Skill>),
}

/// Adds a pro.
pub async fn add(connection: &mut Connection, master: &Master) -> Result<(), StoreError> {
    table::insert(connection, master, "").await?;
    Ok(())
}

/// The pro of this id.
pub async fn find(connection: &mut Connection, id: &str) -> Result<Option<Master>, StoreError> {
    fetch_optional!(connection, Master, table::select::<Master>("where id = $1"), id)
}

/// The ids of all pros whose accounts are open.
pub async fn all_ids(connection: &mut Connection) -> Result<Vec<String>, StoreError> {
    let rows = fetch_all!(
        connection,
        (String,),
        "select id from masters where email <> '' order by id -- scans: every pro is told",
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Notes that something of a pro has changed, for whoever reads the pros who changed, and locks the pro until the transaction ends.
/// False when there is no such pro, or the account is closed.
pub async fn touch(connection: &mut Connection, id: &str, now: Millis) -> Result<bool, StoreError> {
    let changed = execute!(
        connection,
        "update masters set changed_at = $2 where id = $1 and ended_at is null",
        id,
        now
    )?;
    Ok(changed == 1)
}

/// Notes that a pro is texted of an emergency; false when they were after `before` (Unix milliseconds), or there is no such pro.
pub async fn note_text(
    connection: &mut Connection,
    id: &str,
    now: Millis,
    before: Millis,
) -> Result<bool, StoreError> {
    let noted = execute!(
        connection,
        "update masters set emergency_text_at = $2
         where id = $1 and ended_at is null and (emergency_text_at is null or emergency_text_at <= $3)",
        id,
        now,
        before,
    )?;
    Ok(noted == 1)
}

/// Writes one part of a pro's profile; nothing when there is no such pro.
pub async fn set(connection: &mut Connection, id: &str, part: &Part, now: Millis) -> Result<(), StoreError> {
    if !touch(connection, id, now).await? {
        return Ok(());
    }
    match part {
        Part::Basics(basics) => execute!(
            connection,
            "update masters set first_name = $2, last_name = $3, phone = $4, experience_years = $5, legal_name = $6,
               trading_address = $7 where id = $1",
            id,
            basics.first_name.as_str(),
            basics.last_name.as_str(),
            basics.phone.as_str(),
            basics.experience_years,
            basics.legal_name.as_str(),
            basics.trading_address.as_str(),
        )?,
        Part::Rates(rates) => execute!(
            connection,
            "update masters set call_out_pence = $2, hourly_pence = $3 where id = $1",
            id,
            rates.call_out.0.0,
            rates.hourly.0.0,
        )?,
        Part::Area(area) => execute!(
            connection,
            "update masters set radius_km = $2, base_postcode = $3, base_lat = $4, base_lng = $5 where id = $1",
            id,
            area.radius_km,
            area.base_postcode.as_str(),
            area.base_lat,
            area.base_lng,
        )?,
        Part::Company(company) => execute!(
            connection,
            "update masters set company_name = $2, company_number = $3, vat_number = $4 where id = $1",
            id,
            company.name.as_str(),
            company.number.as_deref(),
            company.vat_number.as_deref(),
        )?,
        Part::Skills(skills) => execute!(
            connection,
            "update masters set skills = $2 where id = $1",
            id,
            to_json(skills)?,
        )?,
    };
    Ok(())
}

/// Turns the switch; the first time it is turned on is the activation.
pub async fn set_online(
    connection: &mut Connection,
    id: &str,
    is_online: bool,
    now: Millis,
) -> Result<(), StoreError> {
    let sql = if is_online {
        "update masters set online = 1, activated_at = coalesce(activated_at, $2), changed_at = $2 where id = $1"
    } else {
        "update masters set online = 0, changed_at = $2 where id = $1"
    };
    execute!(connection, sql, id, now)?;
    Ok(())
}

/// Replaces the position of a pro, unless it is less than a second older; whoever waits for them is told.
pub async fn put_position(
    connection: &mut Connection,
    id: &str,
    Position { place, at, accuracy }: Position,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into master_positions (master_id, lat, lng, at, accuracy) values ($1, $2, $3, $4, $5)
         on conflict (master_id) do update
         set lat = excluded.lat, lng = excluded.lng, at = excluded.at, accuracy = excluded.accuracy
         where master_positions.at <= $6",
        id,
        place.lat,
        place.lng,
        at,
        accuracy,
        at - POSITION_EVERY,
    )?;
    // The first condition is redundant: it is there so that the index of current jobs is used.
    let under_way = statuses::with("status", |facts| facts.has_pro && facts.is_open);
    let on_the_way = statuses::with("status", |facts| facts.is_on_the_way);
    let sql = AssertSqlSafe(format!(
        "select id from bookings where assigned_master_id = $1 and {under_way} and {on_the_way}"
    ));
    for (booking,) in fetch_all!(connection, (String,), sql, id)? {
        connection.tell_after_commit(Wake::Booking(booking));
    }
    Ok(())
}

/// Where a pro was last.
pub async fn position(connection: &mut Connection, id: &str) -> Result<Option<Position>, StoreError> {
    let row = fetch_optional!(
        connection,
        (f64, f64, i64, Option<f64>),
        "select lat, lng, at, accuracy from master_positions where master_id = $1",
        id
    )?;
    Ok(row.map(|(lat, lng, at, accuracy)| Position {
        place: Location { lat, lng },
        at,
        accuracy,
    }))
}
