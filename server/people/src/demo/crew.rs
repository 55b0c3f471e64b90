//! Crews: made, placed around a booking, ended.

use std::collections::BTreeMap;
use std::collections::HashMap;

use super::{Crews, Demo, middle};
use callout_domain::booking::{Booking, Json};
use callout_domain::clock::Millis;
use callout_domain::demo;
use callout_domain::districts::Location;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ids;
use callout_domain::master_document::DocumentKind;
use callout_domain::pro::AccountType;
use callout_store::demo_pros::{self, DemoPro};
use callout_store::master_documents::{self, MasterDocument};
use callout_store::masters::{self, Master};
use callout_store::{Connection, StoreError};

/// What a demo pro charges, pence. Nobody pays by it: a booking has its price.
const CALL_OUT: i64 = 4_000;
const HOURLY: i64 = 6_000;
/// The radius of a demo pro's area, km; the bases are nearer.
const RADIUS_KM: i64 = 10;

/// The papers that every trade needs; an insurance is none of them, and nobody is told that there is one.
const PAPERS: [DocumentKind; 3] = [
    DocumentKind::Identity,
    DocumentKind::GasSafe,
    DocumentKind::Electrical,
];

/// The crews with a booking, by its id, and those without.
pub(super) fn by_booking(pros: Vec<DemoPro>) -> Crews {
    let mut crews: BTreeMap<String, Vec<DemoPro>> = BTreeMap::new();
    for pro in pros {
        crews.entry(pro.crew.clone()).or_default().push(pro);
    }
    let (mut placed, mut free) = (HashMap::new(), Vec::new());
    for crew in crews.into_values() {
        match crew.first().and_then(|pro| pro.booking_id.clone()) {
            Some(booking) => drop(placed.insert(booking, crew)),
            None => free.push(crew),
        }
    }
    Crews { placed, free }
}

/// Where a demo pro has the base while placed around this booking.
pub(super) fn base(booking: &Booking, pro: &DemoPro) -> Location {
    demo::base(middle(booking), usize::try_from(pro.seat).unwrap_or_default())
}

impl Demo {
    /// Places a crew around a booking: one that is free, or a new one.
    pub(super) async fn place(
        &self,
        booking: &Booking,
        free: Option<Vec<DemoPro>>,
    ) -> Fallible<Vec<DemoPro>> {
        let now = self.clock.now();
        let is_new = free.is_none();
        let mut crew = match free {
            Some(crew) => crew,
            None => self.new_crew()?,
        };
        // The order in which everybody locks pros.
        crew.sort_unstable_by(|one, other| one.master_id.cmp(&other.master_id));
        let (around, mut placed) = (booking.clone(), crew.clone());
        let written = self.db.write(move |connection| {
            Box::pin(async move {
                for pro in &crew {
                    if is_new {
                        add(connection, pro, now).await?;
                    }
                    demo_pros::place(connection, &pro.master_id, &around, base(&around, pro), now).await?;
                }
                Ok(())
            })
        });
        match written.await {
            Ok(()) => {}
            Err(StoreError::Duplicate) => return Err(placed_already()),
            Err(error) => return Err(error.into()),
        }
        placed.sort_unstable_by_key(|pro| pro.seat);
        for pro in &mut placed {
            pro.booking_id = Some(booking.id.clone());
        }
        Ok(placed)
    }

    /// Ends a crew; the next look places another around its booking.
    pub(super) async fn retire(&self, crew: &str) -> Fallible<()> {
        let (crew, now) = (crew.to_owned(), self.clock.now());
        self.db
            .write(move |connection| Box::pin(async move { demo_pros::retire(connection, &crew, now).await }))
            .await
            .map_err(|error: StoreError| error.into())
    }

    fn new_crew(&self) -> Fallible<Vec<DemoPro>> {
        let crew = ids::prefixed("crew-").map_err(Failure::internal)?;
        (0..)
            .take(self.seats)
            .map(|seat| {
                Ok(DemoPro {
                    master_id: ids::prefixed("master-").map_err(Failure::internal)?,
                    crew: crew.clone(),
                    seat,
                    booking_id: None,
                })
            })
            .collect()
    }
}

/// Another server of the same database was faster.
fn placed_already() -> Failure {
    Failure::conflict("crew_placed", "Another server has placed this crew.")
}

/// Writes a new demo pro: eligible by the ordinary rules once there is a base, and nobody can sign in as them. There is no password, and
/// where the email should be stands what is no address, so no code can be asked for.
async fn add(connection: &mut Connection, pro: &DemoPro, now: Millis) -> Result<(), StoreError> {
    let person = demo::person(usize::try_from(pro.seat).unwrap_or_default());
    let email = format!("nobody, {}", pro.master_id);
    let blank = Master::new(pro.master_id.clone(), email, AccountType::SoleTrader, now);
    let master = Master {
        first_name: person.map(|person| person.first_name.to_owned()),
        last_name: person.map(|person| person.last_name.to_owned()),
        phone: person.map(|person| person.phone.to_owned()),
        experience_years: Some(0),
        legal_name: Some("A demo pro, who is nobody".to_owned()),
        trading_address: Some("Nowhere: this is a demonstration".to_owned()),
        call_out_pence: Some(CALL_OUT),
        hourly_pence: Some(HOURLY),
        radius_km: Some(RADIUS_KM),
        skills: Json(demo::skills().to_vec()),
        activated_at: Some(now),
        is_demo: true,
        ..blank
    };
    masters::add(connection, &master).await?;
    for kind in PAPERS {
        let id = ids::prefixed("document-").map_err(|error| StoreError::Corrupt(error.to_string()))?;
        let paper = MasterDocument {
            id,
            master_id: pro.master_id.clone(),
            kind,
            file_id: None,
            media_type: None,
            expires_on: None,
            uploaded_at: now,
            verified_at: Some(now),
            rejected_at: None,
            reason: None,
            number: None,
            end_told: None,
            bytes: 0,
        };
        master_documents::add(connection, &paper).await?;
    }
    demo_pros::add(connection, pro).await
}
