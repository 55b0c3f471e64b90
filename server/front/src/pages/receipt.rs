//! A booking's receipt, to read, print and keep: its lines, who sold it, what was paid and how, dates, the price book.

use axum::response::Response;
use leptos::prelude::*;
use pricing_core::Pence;

use super::shell;
use callout_domain::booking::Booking;
use callout_domain::clock::Millis;
use callout_domain::failure::Failure;
use callout_domain::fee_invoice::vat_in;
use callout_domain::intent_status::IntentStatus;
use callout_domain::seller::Seller;
use callout_domain::time;
use callout_money::receipts::lines;
use callout_outside::mail::words;
use callout_store::change_orders::ChangeOrder;
use callout_store::payments::Payment;

/// What a client's bank has done.
const TAKEN_BACK: &str = "Taken back by your bank";

/// Who sold the job.
#[derive(Debug, Clone)]
pub struct Sold {
    /// The pro's business.
    pub seller: Seller,
    /// Counts the receipts of the pro; none while the job is not done.
    pub number: Option<i64>,
    /// When the receipt was issued, Unix milliseconds.
    pub at: Millis,
}

/// The VAT included in a price; only on the receipt of a VAT-registered pro.
#[derive(Debug, Clone)]
struct Vat {
    /// The pro's VAT number.
    number: String,
    /// The VAT part of the price, pence.
    pence: i64,
}

impl Vat {
    fn of(booking: &Booking, sold: &Sold) -> Option<Self> {
        Some(Self {
            number: sold.seller.vat_number.clone()?,
            pence: vat_in(Pence(booking.amount_pence)).0,
        })
    }
}

/// A receipt to be rendered.
#[derive(Debug)]
pub struct Receipt {
    booking: Booking,
    /// What is listed above the total: label and pence.
    lines: Vec<(String, i64)>,
    payment: Paid,
    sold: Option<Sold>,
    vat: Option<Vat>,
    /// Name and address of the business.
    trader: String,
    issued_at: Millis,
}

/// The state of the payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Paid {
    words: &'static str,
    tone: &'static str,
    /// What was charged and kept, pence, if known.
    charged: Option<i64>,
    /// What was refunded, pence.
    refunded: i64,
    /// What the client's bank has taken back, pence.
    taken_back: i64,
    /// What is kept for a cancellation, pence.
    fee: Option<i64>,
}

impl Receipt {
    /// Builds a receipt from the booking, its change orders and its payments, newest first. `fee` is what its cancellation costs, pence.
    ///
    /// # Errors
    /// When the stored lines cannot be read.
    pub fn new(
        booking: Booking,
        orders: &[ChangeOrder],
        payments: &[Payment],
        fee: i64,
        sold: Option<Sold>,
        trader: String,
        now: Millis,
    ) -> Result<Self, Failure> {
        Ok(Self {
            lines: lines(&booking, orders),
            payment: paid(&booking, payments, fee),
            vat: sold.as_ref().and_then(|sold| Vat::of(&booking, sold)),
            issued_at: sold.as_ref().map_or(now, |sold| sold.at),
            booking,
            sold,
            trader,
        })
    }

    /// Renders the page. `font` is the address of the web app's typeface.
    #[must_use]
    pub fn page(&self, font: Option<&str>) -> Response {
        let booking = &self.booking;
        let title = format!("Receipt {}", booking.id);
        let main = view! {
            <main>
                {shell::brand()}
                <div class="top">
                    <div>
                        <h1>"Receipt"</h1>
                        <p class="muted num">{booking.id.clone()}</p>
                    </div>
                    <span class=format!("badge {}", self.payment.tone)>{self.payment.words}</span>
                </div>
                {self.docket()}
                {self.facts()}
                <p class="muted small">"The pro sells you the work. Callout arranged it as the pro’s agent: what is paid to Callout is paid to the pro."</p>
                <p class="muted small">"Priced by price book "{booking.book_version.clone()}"."</p>
                <p class="muted small screen-only">"To keep a copy, print this page or save it as a PDF."</p>
            </main>
        };
        shell::page(&title, main, font)
    }

    fn docket(&self) -> impl IntoView + use<> {
        let booking = &self.booking;
        let rows: Vec<_> = self
            .lines
            .iter()
            .enumerate()
            .map(|(place, (label, pence))| (label.clone(), words::line(place, *pence)))
            .map(|(label, value)| view! { <tr><th scope="row">{label}</th><td class="num">{value}</td></tr> })
            .collect();
        // Only a VAT-registered pro charges VAT.
        let included = match &self.vat {
            _ if words::is_budget(booking) && self.lines.is_empty() => "(the whole price)",
            Some(_) => "(incl. VAT & callout)",
            None => "(incl. callout)",
        };
        view! {
            <section class="docket">
                <h2>{booking.readable_name.clone()}</h2>
                <p class="muted small">"“"{booking.description.clone()}"”"</p>
                <table>
                    <tbody>{rows}</tbody>
                    <tfoot>
                        <tr>
                            <th scope="row">{self.total_label()}" "<small>{included}</small></th>
                            <td class="num">{words::exact(booking.amount_pence)}</td>
                        </tr>
                        {self.below_the_total()}
                    </tfoot>
                </table>
            </section>
        }
    }

    /// A budget alone is its own total.
    fn total_label(&self) -> &'static str {
        if self.lines.is_empty() {
            words::total_label(&self.booking)
        } else {
            words::TOTAL
        }
    }

    /// The VAT in the price, the amount charged where it differs from the price, what went back with the VAT in it (the credit note), what the
    /// client's bank took, and the whole fee of a cancellation, however many payments bear it.
    fn below_the_total(&self) -> impl IntoView + use<> {
        let vat = self.vat.as_ref().map(|vat| ("of which VAT", vat.pence));
        let charged = self
            .payment
            .charged
            .filter(|charged| {
                *charged != self.booking.amount_pence
                    || self.payment.refunded > 0
                    || self.payment.taken_back > 0
            })
            .map(|charged| ("Charged", charged));
        let refunded = (self.payment.refunded > 0).then_some(("Refunded", -self.payment.refunded));
        let taken_back = (self.payment.taken_back > 0).then_some((TAKEN_BACK, -self.payment.taken_back));
        let credited = self.vat.as_ref().zip(refunded);
        let credited = credited.map(|_| ("of which VAT", -vat_in(Pence(self.payment.refunded)).0));
        let fee = self.payment.fee.map(|fee| ("Cancellation fee", fee));
        [vat, charged, refunded, credited, taken_back, fee]
            .into_iter()
            .flatten()
            .map(|(label, pence)| view! { <tr><th scope="row">{label}</th><td class="num">{words::exact(pence)}</td></tr> })
            .collect::<Vec<_>>()
    }

    fn facts(&self) -> impl IntoView + use<> {
        let booking = &self.booking;
        let ended = booking.ended_at.unwrap_or(booking.updated_at);
        let method = if booking.is_in_cash() {
            "Cash, to the pro"
        } else {
            "Card"
        };
        let facts = [
            (
                "Receipt no.",
                self.sold
                    .as_ref()
                    .and_then(|sold| Some(format!("{:06}", sold.number?))),
            ),
            ("Sold by", self.sold.as_ref().and_then(sold_by)),
            ("Booked with", Some(self.trader.clone())),
            // A link that was sent by text does not say whose booking it is.
            (
                "Customer",
                Some(booking.customer_name.clone()).filter(|name| !name.is_empty()),
            ),
            ("Address", Some(words::address(booking).join(", "))),
            ("Visit", Some(words::when(booking))),
            ("Booked", Some(moment(booking.created_at))),
            ("Completed", booking.facts().is_done.then(|| moment(ended))),
            ("Cancelled", booking.facts().is_called_off.then(|| moment(ended))),
            ("Payment", Some(format!("{method}. {}", self.payment.words))),
            ("VAT number", self.vat.as_ref().map(|vat| vat.number.clone())),
            ("Issued", Some(moment(self.issued_at))),
        ];
        let rows: Vec<_> = facts
            .into_iter()
            .filter_map(|(name, value)| value.map(|value| view! { <dt>{name}</dt><dd>{value}</dd> }))
            .collect();
        view! { <dl class="facts">{rows}</dl> }
    }
}

/// Name and address in one line; none where we do not know them.
fn sold_by(sold: &Sold) -> Option<String> {
    let lines = std::iter::once(sold.seller.name.as_str()).chain(sold.seller.address.lines());
    let lines: Vec<&str> = lines.map(str::trim).filter(|line| !line.is_empty()).collect();
    (!lines.is_empty()).then(|| lines.join(", "))
}

/// `Tuesday 24 November 2026, 11:00`.
fn moment(at: Millis) -> String {
    format!("{}, {}", time::day_in_words(at), time::clock_face(at))
}

fn paid(booking: &Booking, payments: &[Payment], fee: i64) -> Paid {
    let captured: i64 = payments.iter().map(|payment| payment.captured_pence).sum();
    let refunded: i64 = payments.iter().map(|payment| payment.refunded_pence).sum();
    let taken_back: i64 = payments.iter().map(|payment| payment.disputed_pence).sum();
    let left = captured - refunded - taken_back;
    let is_held = payments
        .iter()
        .any(|payment| payment.status == IntentStatus::RequiresCapture);
    let has_ended = booking.facts().is_called_off;
    let (words, tone, charged) = match booking.payment_method.as_str() {
        _ if captured > 0 && refunded >= captured => ("Refunded", "good", Some(captured)),
        _ if taken_back > 0 && left <= 0 => (TAKEN_BACK, "warn", Some(captured)),
        _ if captured > 0 && booking.owes_rest() => ("Paid in part", "warn", Some(captured)),
        _ if captured > 0 => ("Paid", "good", Some(captured)),
        _ if has_ended => ("Cancelled, nothing was charged", "", None),
        _ if booking.amount_pence == 0 => ("Nothing to pay", "good", None),
        "cash" if booking.facts().is_done => ("Paid in cash when the job was done", "good", None),
        "cash" => ("To be paid when the job is done", "warn", None),
        _ if is_held => ("Held, not charged yet", "warn", None),
        _ => ("Not paid yet", "warn", None),
    };
    Paid {
        words,
        tone,
        charged,
        refunded,
        taken_back,
        fee: Some(fee.min(left)).filter(|fee| *fee > 0),
    }
}
