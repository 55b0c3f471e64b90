//! The copy of what the tax office is told of a pro.

use super::note::TO_PRO;
use super::words;
use callout_domain::message::{Channel, Message};
use callout_domain::tax::Quarter;
use callout_store::tax::Earnings;

/// Tells a pro what is reported of them for a quarter.
#[must_use]
pub fn copy(to: &str, quarter: Quarter, earned: &Earnings) -> Message {
    Message {
        channel: Channel::Email,
        to: to.to_owned(),
        reply_to: None,
        subject: format!("What we report to HMRC about you for {quarter}"),
        text: format!(
            "Platforms report to HMRC what the people who work through them earn. This is your copy for {quarter}.\n\n\
             Jobs done: {}\n\
             Paid by your clients, in all: {}\n\
             Our fees: {}\n\n\
             We also report your name, address, date of birth and tax numbers, as you have given them on the Payouts page. You still have \
             to tell HMRC about your income yourself if you are asked for a tax return.\n\n{TO_PRO}\n",
            earned.jobs,
            words::exact(earned.paid_pence),
            words::exact(earned.fees_pence),
        ),
        html: None,
        attachments: Vec::new(),
        otherwise: None,
        key: Some(format!("tax-copy-{quarter}-{}", earned.master_id)),
    }
}
