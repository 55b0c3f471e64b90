//! Who is told what, and by which way: the table of messages to people. Confirmations, sign-in codes and messages about a hold that
//! ended are older and have services of their own.

use callout_db::names;

use crate::clock::{DAY, HOUR, MINUTE, Millis, SECOND};
use crate::role::Role;
use crate::texts::Urgency;

names! {
    /// What a message says. Each kind has one reader: the client of a booking, or a pro.
    pub enum MessageKind {
        /// To the client: a pro has the job.
        Assigned = "assigned",
        /// To the client: a pro wants another price.
        Proposal = "proposal",
        /// To the client: the first pro has named a price for a job without one.
        PriceNamed = "price_named",
        /// To the client: another pro has.
        AnotherPriceNamed = "another_price_named",
        /// To the client: something is to be paid, with a deadline.
        PaymentAsked = "payment_asked",
        /// To the client: the pro withdrew, and others are asked.
        ProWithdrew = "pro_withdrew",
        /// To the client: the pro has set off.
        OnTheWay = "on_the_way",
        /// To the client: the pro had pressed 'On my way' by mistake.
        NotOnTheWay = "not_on_the_way",
        /// To the client: the pro has begun without the start code.
        BegunWithoutCode = "begun_without_code",
        /// To the client: the pro is running late.
        RunningLate = "running_late",
        /// To the client: the pro, who said so before, says anew how late they are.
        StillLate = "still_late",
        /// To the client: the pro says that they are there.
        Here = "here",
        /// To the client: the pro is at the door.
        AtTheDoor = "at_the_door",
        /// To the client: the pro's report that nobody was at home is closed, and the visit goes on.
        VisitGoesOn = "visit_goes_on",
        /// To the client: no pro was found in time.
        NoResponse = "no_response",
        /// To the client: somebody else cancelled the booking.
        CancelledByOthers = "cancelled_by_others",
        /// To the client: the job is done.
        Completed = "completed",
        /// To the client: the pro agrees to the suggested time.
        TimeAccepted = "time_accepted",
        /// To the client: the pro cannot come at the suggested time.
        TimeDeclined = "time_declined",
        /// To the client: nobody answered the suggested time.
        TimeLapsed = "time_lapsed",
        /// To the client: the pro suggests extra work.
        ExtraProposed = "extra_proposed",
        /// To the client: extra work was approved and is part of the price.
        ExtraApproved = "extra_approved",
        /// To the client: the pro says that the job is not what was booked.
        NotAsBooked = "not_as_booked",
        /// To the pro: the client wants to talk about what is not as booked.
        WantsToTalk = "wants_to_talk",
        /// To the client: the pro wants to come again to put something right.
        PutRightForClient = "put_right_for_client",
        /// To the client: that visit was refused.
        PutRightOffClient = "put_right_off_client",
        /// To the pro: the client wants something put right.
        PutRightForPro = "put_right_for_pro",
        /// To the pro: that visit was refused.
        PutRightOffPro = "put_right_off_pro",
        /// To the client: the pro suggests further work.
        NewWorkSuggested = "new_work_suggested",
        /// To the pro: the client has booked what they suggested, and nobody else is asked.
        NewWorkBooked = "new_work_booked",
        /// To the pro: that booking has ended before it was theirs.
        NewWorkOver = "new_work_over",
        /// To a pro: an offer.
        Offer = "offer",
        /// To a pro whom nothing else reaches: an emergency near them has found nobody.
        EmergencyNearby = "emergency_nearby",
        /// To the pro: the job is theirs.
        JobAssigned = "job_assigned",
        /// To the pro: a job of theirs was cancelled.
        JobCancelled = "job_cancelled",
        /// To the pro: a job of theirs was taken from them, and goes to another pro.
        JobTakenAway = "job_taken_away",
        /// To a pro: a job that they agreed to by phone is not theirs, since its client has not paid or has changed it.
        PromiseOver = "promise_over",
        /// To the pro: the client suggests another time.
        TimeSuggested = "time_suggested",
        /// To the pro: a suggested time that was not answered has lapsed.
        SuggestionLapsed = "suggestion_lapsed",
        /// To the pro: the client has approved the extra work and, by card, paid for it.
        ExtraAgreed = "extra_agreed",
        /// To the pro: the client does not want the extra work.
        ExtraDeclined = "extra_declined",
        /// To the pro: the extra work was not approved, or not paid, in time.
        ExtraExpired = "extra_expired",
        /// To the pro: the client's chat messages have not been read for some time.
        UnreadChat = "unread_chat",
    }
}

names! {
    /// A way to somebody.
    #[schema(as = MessageWay)]
    pub enum Way {
        /// A notification of the browser.
        Push = "push",
        /// Email.
        Email = "email",
        /// Text message.
        Text = "text",
    }
}

/// How the ways of a message go together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    /// By each of these that there is.
    Each(&'static [Way]),
    /// By the first of these that there is.
    First(&'static [Way]),
}

impl Delivery {
    /// The ways, the first to be tried first.
    #[must_use]
    pub const fn ways(self) -> &'static [Way] {
        match self {
            Self::Each(ways) | Self::First(ways) => ways,
        }
    }
}

/// A row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// Who reads it.
    pub to: Role,
    /// By which ways.
    pub delivery: Delivery,
    /// The switch that stops it; none for a message that always comes.
    pub choice: Option<Choice>,
    /// How long it is worth sending, milliseconds.
    pub life: Millis,
    /// How long it waits before it is sent, milliseconds.
    pub wait: Millis,
}

names! {
    /// Messages that a person can switch off, as the profile names them.
    #[schema(as = MessageChoiceKind)]
    pub enum Choice {
        /// A client's: the job is done.
        Completed = "completed",
        /// A client's: the answer to a suggested time.
        SuggestedTime = "suggested_time",
        /// A pro's: offers.
        Offers = "offers",
        /// A pro's: chat messages not read for some time.
        UnreadChat = "unread_chat",
        /// A pro's: a text for an emergency that has found nobody.
        EmergencyTexts = "emergency_texts",
    }
}

impl Choice {
    /// Whether these messages come to somebody who has not said anything of them. What may wake people is asked for.
    #[must_use]
    pub const fn is_on_by_default(self) -> bool {
        !matches!(self, Self::EmergencyTexts)
    }

    /// Those of a role, in the order of the profile.
    #[must_use]
    pub const fn of(role: Role) -> &'static [Self] {
        match role {
            Role::Client => &[Self::Completed, Self::SuggestedTime],
            Role::Master => &[Self::Offers, Self::EmergencyTexts, Self::UnreadChat],
        }
    }

    /// How the messages it switches arrive.
    #[must_use]
    pub const fn delivery(self) -> Delivery {
        match self {
            Self::Completed => MessageKind::Completed.rule().delivery,
            Self::SuggestedTime => MessageKind::TimeAccepted.rule().delivery,
            Self::Offers => MessageKind::Offer.rule().delivery,
            Self::UnreadChat => MessageKind::UnreadChat.rule().delivery,
            Self::EmergencyTexts => MessageKind::EmergencyNearby.rule().delivery,
        }
    }
}

/// What a client must not miss.
const BY_EMAIL_AND_TEXT: Delivery = Delivery::Each(&[Way::Email, Way::Text]);
/// What adds to something that a client knows.
const BY_EMAIL: Delivery = Delivery::Each(&[Way::Email]);
/// What is nice for a client to know.
const BY_ANY: Delivery = Delivery::First(&[Way::Push, Way::Email, Way::Text]);
/// What a client needs before they next look at their emails.
const BY_TEXT_FIRST: Delivery = Delivery::First(&[Way::Text, Way::Push, Way::Email]);
/// What changes something that a client was told by text.
const BY_PUSH_OR_EMAIL: Delivery = Delivery::First(&[Way::Push, Way::Email]);
/// What a client may want to keep.
const BY_EMAIL_OR_TEXT: Delivery = Delivery::First(&[Way::Email, Way::Text]);
/// What a pro must not miss.
const BY_PUSH_AND_TEXT: Delivery = Delivery::Each(&[Way::Push, Way::Text]);

const fn to_client(delivery: Delivery, life: Millis) -> Rule {
    Rule {
        to: Role::Client,
        delivery,
        choice: None,
        life,
        wait: 0,
    }
}

const fn to_pro(delivery: Delivery, life: Millis) -> Rule {
    Rule {
        to: Role::Master,
        ..to_client(delivery, life)
    }
}

impl Rule {
    const fn after(self, wait: Millis) -> Self {
        Self { wait, ..self }
    }

    const fn unless_off(self, choice: Choice) -> Self {
        Self {
            choice: Some(choice),
            ..self
        }
    }
}

/// How long the message that a pro has set off waits, so that it is not sent of what is taken back at once, milliseconds: decided for the
/// product.
const SET_OFF_WAITS: Millis = 15 * SECOND;

impl MessageKind {
    /// Which texts go before this one when few are left.
    #[must_use]
    pub fn urgency(self) -> Urgency {
        match self {
            Self::Assigned
            | Self::OnTheWay
            | Self::NotOnTheWay
            | Self::RunningLate
            | Self::Here
            | Self::AtTheDoor
            | Self::BegunWithoutCode => Urgency::Visit,
            kind if kind.rule().to == Role::Master => Urgency::Pro,
            _ => Urgency::Booking,
        }
    }

    /// The table.
    #[must_use]
    pub const fn rule(self) -> Rule {
        match self {
            Self::Assigned | Self::BegunWithoutCode | Self::CancelledByOthers => {
                to_client(BY_EMAIL_AND_TEXT, DAY)
            }
            Self::Proposal | Self::PaymentAsked => to_client(BY_EMAIL_AND_TEXT, HOUR),
            Self::PriceNamed => to_client(BY_EMAIL_AND_TEXT, 12 * HOUR),
            Self::AnotherPriceNamed => to_client(BY_EMAIL, 12 * HOUR),
            Self::NotAsBooked | Self::ExtraProposed => to_client(BY_EMAIL_AND_TEXT, 30 * MINUTE),
            Self::ExtraApproved => to_client(BY_EMAIL_OR_TEXT, DAY),
            Self::PutRightForClient | Self::PutRightOffClient | Self::NewWorkSuggested => {
                to_client(BY_ANY, DAY)
            }
            Self::PutRightForPro | Self::PutRightOffPro | Self::NewWorkBooked | Self::NewWorkOver => {
                to_pro(BY_PUSH_AND_TEXT, DAY)
            }
            Self::ProWithdrew | Self::NoResponse => to_client(BY_EMAIL_AND_TEXT, 12 * HOUR),
            Self::OnTheWay => to_client(BY_EMAIL_AND_TEXT, 30 * MINUTE).after(SET_OFF_WAITS),
            Self::RunningLate | Self::Here => to_client(BY_TEXT_FIRST, 30 * MINUTE),
            Self::StillLate => to_client(BY_PUSH_OR_EMAIL, 30 * MINUTE),
            Self::NotOnTheWay | Self::AtTheDoor => to_client(BY_EMAIL_AND_TEXT, 30 * MINUTE),
            Self::VisitGoesOn => to_client(BY_EMAIL_AND_TEXT, 2 * HOUR),
            Self::Completed => to_client(BY_ANY, DAY).unless_off(Choice::Completed),
            Self::TimeAccepted | Self::TimeDeclined | Self::TimeLapsed => {
                to_client(BY_ANY, DAY).unless_off(Choice::SuggestedTime)
            }
            Self::Offer => to_pro(Delivery::Each(&[Way::Push]), 5 * MINUTE).unless_off(Choice::Offers),
            // As long as an emergency looks for a pro.
            Self::EmergencyNearby => {
                to_pro(Delivery::Each(&[Way::Text]), 10 * MINUTE).unless_off(Choice::EmergencyTexts)
            }
            Self::JobAssigned | Self::JobCancelled | Self::JobTakenAway | Self::PromiseOver => {
                to_pro(BY_PUSH_AND_TEXT, DAY)
            }
            Self::WantsToTalk
            | Self::TimeSuggested
            | Self::SuggestionLapsed
            | Self::ExtraAgreed
            | Self::ExtraDeclined
            | Self::ExtraExpired => to_pro(BY_PUSH_AND_TEXT, 2 * HOUR),
            Self::UnreadChat => to_pro(Delivery::Each(&[Way::Email]), HOUR).unless_off(Choice::UnreadChat),
        }
    }

    /// Its name in keys, which hold letters, digits and hyphens.
    #[must_use]
    pub fn key(self) -> String {
        self.as_str().replace('_', "-")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The specified table, written out again by hand so that the one above is checked against something else.
    fn specified(kind: MessageKind) -> (&'static str, &'static str, bool) {
        match kind.key().as_str() {
            "assigned"
            | "proposal"
            | "payment-asked"
            | "pro-withdrew"
            | "on-the-way"
            | "not-on-the-way"
            | "begun-without-code"
            | "at-the-door"
            | "visit-goes-on"
            | "no-response"
            | "cancelled-by-others"
            | "price-named"
            | "not-as-booked"
            | "extra-proposed" => ("client", "email and text", false),
            "another-price-named" => ("client", "email", false),
            "put-right-for-client" | "put-right-off-client" | "new-work-suggested" => {
                ("client", "push or email or text", false)
            }
            "put-right-for-pro" | "put-right-off-pro" | "new-work-booked" | "new-work-over" => {
                ("master", "push and text", false)
            }
            "running-late" | "here" => ("client", "text or push or email", false),
            "still-late" => ("client", "push or email", false),
            "extra-approved" => ("client", "email or text", false),
            "completed" | "time-accepted" | "time-declined" | "time-lapsed" => {
                ("client", "push or email or text", true)
            }
            "offer" => ("master", "push", true),
            "job-assigned" | "job-cancelled" | "job-taken-away" | "promise-over" | "wants-to-talk"
            | "time-suggested" | "suggestion-lapsed" | "extra-agreed" | "extra-declined"
            | "extra-expired" => ("master", "push and text", false),
            "emergency-nearby" => ("master", "text", true),
            "unread-chat" => ("master", "email", true),
            other => panic!("{other} is not specified"),
        }
    }

    #[test]
    fn everybody_gets_what_is_specified() {
        for &kind in MessageKind::ALL {
            let rule = kind.rule();
            let word = match rule.delivery {
                Delivery::Each(_) => " and ",
                Delivery::First(_) => " or ",
            };
            let ways = rule.delivery.ways().iter().map(|way| match way {
                Way::Push => "push",
                Way::Email => "email",
                Way::Text => "text",
            });
            let ways = ways.collect::<Vec<_>>().join(word);
            let (to, by, switchable) = specified(kind);
            assert_eq!(
                (rule.to.as_str(), ways.as_str(), rule.choice.is_some()),
                (to, by, switchable),
                "{kind:?}"
            );
            assert!(rule.life > 0);
        }
    }

    #[test]
    fn each_switch_belongs_to_the_reader_of_its_messages() {
        for &kind in MessageKind::ALL {
            let rule = kind.rule();
            if let Some(choice) = rule.choice {
                assert!(Choice::of(rule.to).contains(&choice), "{kind:?}");
                assert_eq!(choice.delivery(), rule.delivery, "{kind:?}");
            }
        }
        for role in [Role::Client, Role::Master] {
            for choice in Choice::of(role) {
                let told = MessageKind::ALL
                    .iter()
                    .any(|kind| kind.rule().choice == Some(*choice) && kind.rule().to == role);
                assert!(told, "{choice:?} switches nothing");
                let name = serde_json::to_value(choice).unwrap();
                assert_eq!(name, choice.as_str());
            }
        }
    }

    #[test]
    fn what_may_wake_people_is_asked_for() {
        let by_default = Choice::of(Role::Master)
            .iter()
            .filter(|choice| choice.is_on_by_default());
        assert_eq!(
            by_default.collect::<Vec<_>>(),
            [&Choice::Offers, &Choice::UnreadChat]
        );
    }
}
