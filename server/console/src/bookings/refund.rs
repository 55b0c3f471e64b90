//! Giving money back for a job that has ended.

use leptos::prelude::*;
use pricing_core::Pence;

use super::super::acting::{Done, act};
use super::super::entered::Entered;
use super::super::field::Button;
use super::super::parts::disclosure;
use super::super::visit::Visit;
use super::one::here;
use callout_domain::amount;
use callout_domain::booking::Booking;
use callout_domain::dispute::BorneBy;
use callout_domain::failure::Failure;
use callout_domain::operator::GRAVE_REFUND;
use callout_money::refunds::{Left, Refund};

const BEARERS: &[(&str, &str)] = &[
    ("pro", "The pro’s: taken from what the pro and we earned"),
    ("callout", "Ours: the pro keeps what was earned"),
];

const TITLE: &str = "Give money back";

/// The form for a refund, or why there is none yet; `None` where nothing can be refunded.
pub(super) fn form(visit: &Visit, booking: &Booking, left: Left) -> Option<AnyView> {
    let entered = visit.entered::<RefundBooking>("");
    if left.most <= Pence::ZERO {
        return None;
    }
    let body = if left.is_disputed {
        let words = "A dispute about this booking is open; any refund is decided there.";
        view! { <p>{words}</p> }.into_any()
    } else {
        let fields = fields(&entered, booking, left.most);
        visit.form::<RefundBooking, _>(&entered, Button::danger("Give it back"), fields)
    };
    Some(disclosure(TITLE, entered.is_again(), body))
}

fn fields(entered: &Entered, booking: &Booking, most: Pence) -> AnyView {
    let hint = format!("At most {most}: what was charged and not given back yet.");
    let factor = (most > GRAVE_REFUND).then(|| {
        let hint =
            format!("Only for more than {GRAVE_REFUND}: six digits from your app, or a recovery code.");
        entered.second_factor().hint(hint).optional().view()
    });
    view! {
        {entered.pounds("amount", "Amount").hint(hint).view()}
        {entered.choice("borne_by", "Whose fault it is", BEARERS).view()}
        {entered.reason().view()}
        {factor}
        {entered.hidden("id", booking.id.clone())}
    }
    .into_any()
}

/// Gives a client money back.
#[server(prefix = "/admin/do", endpoint = "bookings/refund")]
pub(super) async fn refund_booking(
    #[server(default)] id: String,
    #[server(default)] amount: String,
    #[server(default)] borne_by: String,
    #[server(default)] reason: String,
) -> Result<(), ServerFnError> {
    act(|acting| async move {
        let amount = amount::read("amount", &amount)?;
        let borne_by = match borne_by.as_str() {
            "pro" => BorneBy::Pro,
            "callout" => BorneBy::Callout,
            _ => return Err(Failure::field("borne_by", "Say whose fault it is.")),
        };
        if amount > GRAVE_REFUND {
            acting.prove_again().await?;
        }
        let to = here(&id);
        let refund = Refund {
            amount,
            borne_by,
            words: reason,
        };
        acting.state.refunds.make(id, refund, acting.by).await?;
        Ok(Done::at(to, format!("{amount} goes back to the client.")))
    })
    .await
}
