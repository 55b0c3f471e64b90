//! A postcode district among its neighbours, from which the web draws its map where there are no tiles.

use serde::Serialize;
use utoipa::ToSchema;

use callout_domain::failure::{Failure, Fallible};
use callout_domain::neighbours::{self, District};
use callout_domain::problem::Problem;
use callout_front::extract::Path;

/// Enough that their borders close around a district.
const NEIGHBOURS: usize = 16;

/// The centre of a district.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DistrictCentre)]
pub struct Centre {
    /// The outward code: `SW1A`.
    code: &'static str,
    /// Degrees north.
    lat: f64,
    /// Degrees east.
    lng: f64,
}

impl From<District> for Centre {
    fn from(district: District) -> Self {
        Self {
            code: district.code,
            lat: district.place.lat,
            lng: district.place.lng,
        }
    }
}

/// A district with those around it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = District)]
pub struct Surroundings {
    /// The district.
    #[serde(flatten)]
    centre: Centre,
    /// The nearest districts, the nearest first.
    neighbours: Vec<Centre>,
}

/// A postcode district with the 16 nearest to it.
#[utoipa::path(
    get, path = "/api/public/districts/{outward}", tag = "About", params(("outward" = String, Path, description = "e.g. `SW1A`")),
    responses((status = 200, body = Surroundings), (status = 404, body = Problem))
)]
pub async fn show(Path(outward): Path<String>) -> Fallible<axum::Json<Surroundings>> {
    let found = neighbours::around(&outward.to_uppercase(), NEIGHBOURS);
    let (centre, neighbours) =
        found.ok_or_else(|| Failure::not_found("There is no such postcode district."))?;
    Ok(axum::Json(Surroundings {
        centre: centre.into(),
        neighbours: neighbours.into_iter().map(Centre::from).collect(),
    }))
}
