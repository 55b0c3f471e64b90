//! A pro's statement of a month or tax year: a file for a spreadsheet, and a page to print.

use axum::extract::State;
use axum::response::IntoResponse;
use http::header;
use serde::Serialize;
use utoipa::ToSchema;

use callout_base::earnings;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::letters::without_formula;
use callout_domain::pounds::plain;
use callout_domain::problem::Problem;
use callout_domain::statement::{self, Period};
use callout_domain::time;
use callout_front::extract::{Master, Path};
use callout_front::state::AppState;
use callout_store::statements::{ReceiptLine, StatementLine};

/// A month or tax year of what a pro earned, owed and was paid. All amounts are in pence.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Statement {
    /// As `2026-11` or, of a tax year, `2026-27`.
    month: String,
    /// What the pro had when the month began: available, in clearing and frozen; negative where fees of cash jobs were owed.
    opening_pence: i64,
    /// What the pro had when it ended.
    closing_pence: i64,
    /// What changed it, the oldest first.
    lines: Vec<Line>,
    /// What clients paid the pro in cash. It is no part of the balance.
    cash_pence: i64,
    /// The receipts issued in the pro's name, the oldest first.
    receipts: Vec<Receipt>,
}

/// A receipt that a client has of the pro.
#[derive(Serialize, ToSchema)]
#[schema(as = StatementReceipt)]
#[serde(rename_all = "camelCase")]
pub struct Receipt {
    /// When it was issued, ISO 8601.
    at: String,
    /// Its number, which counts the pro's receipts.
    number: i64,
    /// The job.
    booking_id: String,
    /// What that job is, for people.
    readable_name: String,
    /// What the client paid, after a coupon.
    paid_pence: i64,
    /// True for what was paid in cash.
    in_cash: bool,
}

impl From<ReceiptLine> for Receipt {
    fn from(line: ReceiptLine) -> Self {
        Self {
            at: time::iso(line.at),
            number: line.number,
            booking_id: line.booking_id,
            readable_name: line.readable_name,
            paid_pence: line.paid_pence,
            in_cash: line.is_in_cash,
        }
    }
}

/// One line.
#[derive(Serialize, ToSchema)]
#[schema(as = StatementLine)]
#[serde(rename_all = "camelCase")]
pub struct Line {
    /// When, ISO 8601.
    at: String,
    /// The job it was about.
    #[serde(skip_serializing_if = "Option::is_none")]
    booking_id: Option<String>,
    /// What that job is, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    readable_name: Option<String>,
    /// What for, e.g. `Platform fee`.
    what_for: String,
    /// Positive is the pro's; fees and payouts are negative.
    amount_pence: i64,
}

impl From<StatementLine> for Line {
    fn from(line: StatementLine) -> Self {
        Self {
            at: time::iso(line.at),
            what_for: statement::describe(line.kind, &line.counterpart).to_owned(),
            booking_id: line.booking_id,
            readable_name: line.readable_name,
            amount_pence: line.amount_pence,
        }
    }
}

/// The signed-in pro's statement of one month or tax year (London time), to be shown and printed: the same lines as the file's.
#[utoipa::path(
    get, path = "/api/masters/statements/{month}/lines", tag = "Masters",
    params(("month" = String, Path, description = "as `2026-11`; a tax year as `2026-27`")),
    responses((status = 200, body = Statement), (status = 401, body = Problem), (status = 422, body = Problem))
)]
pub async fn lines(
    State(state): State<AppState>,
    Path(month): Path<String>,
    master: Master,
) -> Fallible<axum::Json<Statement>> {
    let month = parse(&month)?;
    let statement = state.earnings.statement(&master.id, month).await?;
    Ok(axum::Json(Statement {
        month: month.to_string(),
        opening_pence: statement.opening.0,
        closing_pence: statement.closing().0,
        cash_pence: statement.cash().0,
        lines: statement.lines.into_iter().map(Line::from).collect(),
        receipts: statement.receipts.into_iter().map(Receipt::from).collect(),
    }))
}

/// The signed-in pro's statement of one month or tax year (London time), as a file for a spreadsheet: date, time, booking, job, what for, amount in
/// pounds, number of the receipt, cash collected. What the pro earned is positive, fees are negative; cash is no part of the balance.
#[utoipa::path(
    get, path = "/api/masters/statements/{month}", tag = "Masters",
    params(("month" = String, Path, description = "as `2026-11`; a tax year as `2026-27`")),
    responses((status = 200, content_type = "text/csv", body = String), (status = 401, body = Problem),
        (status = 422, body = Problem))
)]
pub async fn file(
    State(state): State<AppState>,
    Path(month): Path<String>,
    master: Master,
) -> Fallible<impl IntoResponse> {
    let month = parse(&month)?;
    let statement = state.earnings.statement(&master.id, month).await?;
    let file = csv(&statement).map_err(Failure::internal)?;
    let name = format!("attachment; filename=\"callout-statement-{month}.csv\"");
    Ok((
        [
            (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
            (header::CONTENT_DISPOSITION, name),
        ],
        file,
    ))
}

fn csv(statement: &earnings::Statement) -> Result<Vec<u8>, csv::Error> {
    let mut file = csv::Writer::from_writer(Vec::new());
    file.write_record(HEADER)?;
    let mut rows: Vec<(Millis, [String; 8])> = statement.lines.iter().map(of_line).collect();
    rows.extend(statement.receipts.iter().map(of_receipt));
    // Those of one moment stay in the ledger's order, the receipt last.
    rows.sort_by_key(|(at, _)| *at);
    for (_, row) in rows {
        file.write_record(row)?;
    }
    file.into_inner().map_err(|error| error.into_error().into())
}

const HEADER: [&str; 8] = [
    "Date",
    "Time",
    "Booking",
    "Job",
    "What for",
    "Amount (GBP)",
    "Receipt",
    "Cash collected (GBP)",
];

fn of_line(line: &StatementLine) -> (Millis, [String; 8]) {
    let row = [
        time::day(line.at),
        time::clock_face(line.at),
        without_formula(line.booking_id.as_deref().unwrap_or_default()),
        without_formula(line.readable_name.as_deref().unwrap_or_default()),
        statement::describe(line.kind, &line.counterpart).to_owned(),
        plain(line.amount_pence),
        String::new(),
        String::new(),
    ];
    (line.at, row)
}

/// Changes nothing of the balance, so it has no amount.
fn of_receipt(line: &ReceiptLine) -> (Millis, [String; 8]) {
    let (what, cash) = if line.is_in_cash {
        ("Cash from the client", plain(line.paid_pence))
    } else {
        ("Receipt to the client", String::new())
    };
    let row = [
        time::day(line.at),
        time::clock_face(line.at),
        without_formula(&line.booking_id),
        without_formula(&line.readable_name),
        what.to_owned(),
        String::new(),
        format!("{:06}", line.number),
        cash,
    ];
    (line.at, row)
}

fn parse(month: &str) -> Fallible<Period> {
    month
        .parse()
        .map_err(|_| Failure::field("month", "Use a month like 2026-11, or a tax year like 2026-27."))
}
