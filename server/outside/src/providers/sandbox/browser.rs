//! What a card provider's browser library does: confirm an intent with a card, and authenticate its holder.

use callout_domain::failure::{Failure, FailureKind, Fallible};
use subtle::ConstantTimeEq as _;

use super::{Sandbox, announce};
use callout_domain::intent_status::IntentStatus;
use callout_store::Connection;
use callout_store::sandbox::{self, Habits, SandboxIntent};

/// What a test card does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Card {
    /// Held, and charged when asked.
    Good,
    /// Refused at once.
    Declined,
    /// Held once its holder has agreed.
    AsksFirst,
    /// Authorised, and then not to be charged.
    RefusesCapture,
    /// Charged, and then its bank returns what is refunded.
    ReturnsRefunds,
}

impl Card {
    fn habits(self) -> Habits {
        Habits {
            refuses_capture: self == Self::RefusesCapture,
            returns_refunds: self == Self::ReturnsRefunds,
            asks_first: self == Self::AsksFirst,
        }
    }
}

/// A number without what people put between its digits.
fn digits(number: &str) -> String {
    let written = number.chars();
    written.filter(|letter| !matches!(letter, ' ' | '-')).collect()
}

/// The test cards; any other valid number is declined, since no money can move.
///
/// # Errors
/// 422 on `cardNumber` for something that is not a card number.
pub fn card(number: &str) -> Result<Card, Failure> {
    let digits = digits(number);
    if !(12..=19).contains(&digits.len()) || !passes_luhn(&digits) {
        return Err(Failure::field("cardNumber", "Your card number is invalid."));
    }
    Ok(match digits.as_str() {
        "4242424242424242" => Card::Good,
        "4000002500003155" => Card::AsksFirst,
        "4000000000000341" => Card::RefusesCapture,
        "4000000000005126" => Card::ReturnsRefunds,
        _ => Card::Declined,
    })
}

/// The check digit of card numbers: every second digit from the right doubled, the sum of all digits
/// divisible by 10.
fn passes_luhn(digits: &str) -> bool {
    let sum = digits
        .chars()
        .rev()
        .enumerate()
        .try_fold(0, |sum, (place, letter)| {
            let digit = letter.to_digit(10)?;
            let counted = if place % 2 == 1 { digit * 2 } else { digit };
            Some(sum + counted / 10 + counted % 10)
        });
    sum.is_some_and(|sum| sum % 10 == 0)
}

impl Sandbox {
    /// Pays an intent with a card. A declined card leaves it open for another.
    ///
    /// # Errors
    /// 404 for an unknown intent or a wrong secret, 422 for something that is not a card number, 402 `card_declined`, 409
    /// `unexpected_state` once the intent can't be paid any more.
    pub async fn confirm(&self, id: &str, secret: &str, number: &str) -> Fallible<IntentStatus> {
        let card = card(number)?;
        let step = move |status| match (status, card) {
            (
                IntentStatus::RequiresPaymentMethod | IntentStatus::RequiresAction,
                Card::Good | Card::RefusesCapture | Card::ReturnsRefunds,
            ) => Step::To(IntentStatus::RequiresCapture),
            (IntentStatus::RequiresPaymentMethod | IntentStatus::RequiresAction, Card::AsksFirst) => {
                Step::To(IntentStatus::RequiresAction)
            }
            (IntentStatus::RequiresPaymentMethod | IntentStatus::RequiresAction, Card::Declined) => {
                Step::Declined("card_declined", "Your card was declined.")
            }
            (status, _) => Step::None(status),
        };
        let message = format!("card:{}", digits(number));
        let fingerprint = self.keys.sandbox_webhook.text(message.as_bytes());
        self.take(id, secret, Some((card, fingerprint)), step).await
    }

    /// The card's holder approves or refuses.
    ///
    /// # Errors
    /// 404 for an unknown intent or a wrong secret, 402 `authentication_failed` when refused, 409
    /// `unexpected_state` once the intent can't be paid any more.
    pub async fn authenticate(&self, id: &str, secret: &str, approve: bool) -> Fallible<IntentStatus> {
        let step = move |status| match (status, approve) {
            (IntentStatus::RequiresAction, true) => Step::To(IntentStatus::RequiresCapture),
            (IntentStatus::RequiresAction, false) => Step::Declined(
                "authentication_failed",
                "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
            ),
            (status, _) => Step::None(status),
        };
        self.take(id, secret, None, step).await
    }

    async fn take(
        &self,
        id: &str,
        secret: &str,
        card: Option<(Card, String)>,
        step: impl FnOnce(IntentStatus) -> Step + Send + 'static,
    ) -> Fallible<IntentStatus> {
        let (id, secret) = (id.to_owned(), secret.to_owned());
        let now = self.clock.now();
        let taken = self
            .db
            .write(move |connection| {
                Box::pin(async move {
                    let intent = sandbox::lock(connection, &id).await?;
                    let intent = intent
                        .filter(|intent| bool::from(intent.client_secret.as_bytes().ct_eq(secret.as_bytes())))
                        .ok_or_else(|| Failure::not_found("There is no such payment."))?;
                    let step = step(intent.status);
                    let (to, kind) = match step {
                        Step::None(_) => return Ok(step),
                        Step::To(IntentStatus::RequiresCapture) => (
                            IntentStatus::RequiresCapture,
                            "payment_intent.amount_capturable_updated",
                        ),
                        Step::To(to) => (to, "payment_intent.requires_action"),
                        Step::Declined(..) => (
                            IntentStatus::RequiresPaymentMethod,
                            "payment_intent.payment_failed",
                        ),
                    };
                    if let Some((card, fingerprint)) = card {
                        sandbox::set_card(connection, &intent.id, Some(&fingerprint), card.habits()).await?;
                    }
                    if to == IntentStatus::RequiresCapture {
                        super::cards::hold(connection, &intent, now).await?;
                    }
                    change(connection, intent, to, kind, now).await?;
                    Ok::<_, Failure>(step)
                })
            })
            .await?;
        match taken {
            Step::To(status) => Ok(status),
            Step::None(status) if status.is_authorised() => Ok(status),
            Step::None(_) => Err(not_waiting()),
            Step::Declined(code, message) => Err(Failure::new(FailureKind::PaymentRefused, code, message)),
        }
    }
}

/// What a card does to an intent.
enum Step {
    /// Nothing: it already has that status, or has ended.
    None(IntentStatus),
    /// Moves it.
    To(IntentStatus),
    /// Makes it await another card, with the code and the sentence of the refusal.
    Declined(&'static str, &'static str),
}

async fn change(
    connection: &mut Connection,
    mut intent: SandboxIntent,
    to: IntentStatus,
    kind: &str,
    now: callout_domain::clock::Millis,
) -> Fallible<()> {
    if !sandbox::change_status(connection, &intent.id, intent.status, to).await? {
        return Err(not_waiting());
    }
    intent.status = to;
    announce(connection, kind, &intent, now).await
}

fn not_waiting() -> Failure {
    Failure::conflict("unexpected_state", "This payment is not waiting for that.")
}
