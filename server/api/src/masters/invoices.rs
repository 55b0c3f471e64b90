//! VAT invoices for our fees.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use callout_domain::failure::Fallible;
use callout_domain::fee_invoice::{Content, Kind, Line};
use callout_domain::problem::Problem;
use callout_domain::time;
use callout_front::extract::{Master, Path};
use callout_front::state::AppState;
use callout_store::fee_invoices::FeeInvoice;
use callout_store::from_json;

/// An invoice in a list. Money in pence.
#[derive(Serialize, ToSchema)]
#[schema(as = FeeInvoiceHead)]
#[serde(rename_all = "camelCase")]
pub struct Head {
    /// `CF-2026-000123`; `CN-…` for a credit note.
    number: String,
    /// Fees that were charged, or given back.
    kind: Kind,
    /// As `2026-11`.
    month: String,
    /// The fees, VAT included.
    fee_pence: i64,
    /// The VAT in them.
    vat_pence: i64,
}

impl From<FeeInvoice> for Head {
    fn from(invoice: FeeInvoice) -> Self {
        Self {
            kind: invoice.kind,
            number: invoice.number,
            month: invoice.month,
            fee_pence: invoice.fee_pence,
            vat_pence: invoice.vat_pence,
        }
    }
}

/// An invoice as a whole. Money in pence.
#[derive(Serialize, ToSchema)]
#[schema(as = FeeInvoice)]
#[serde(rename_all = "camelCase")]
pub struct Whole {
    #[serde(flatten)]
    head: Head,
    /// When it was issued, ISO 8601.
    issued_at: String,
    /// Our name and address.
    issuer: String,
    /// Our VAT number.
    vat_number: String,
    /// The pro's legal name.
    name: String,
    /// The pro's trading address.
    address: String,
    /// The fees, the oldest first.
    lines: Vec<Line>,
}

/// An invoice or credit note of the signed-in pro.
#[utoipa::path(
    get, path = "/api/masters/invoices/{number}", tag = "Masters",
    params(("number" = String, Path, description = "as `CF-2026-000123`")),
    responses((status = 200, body = Whole), (status = 401, body = Problem), (status = 404, body = Problem))
)]
pub async fn show(
    State(state): State<AppState>,
    Path(number): Path<String>,
    master: Master,
) -> Fallible<axum::Json<Whole>> {
    let invoice = state.fee_invoices.find(&master.id, &number).await?;
    let content: Content = from_json(&invoice.content)?;
    Ok(axum::Json(Whole {
        issued_at: time::iso(invoice.issued_at),
        issuer: content.issuer,
        vat_number: content.vat_number,
        name: content.name,
        address: content.address,
        lines: content.lines,
        head: invoice.into(),
    }))
}
