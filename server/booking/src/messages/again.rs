//! Sending a message again, at an operator's word: only what still says what is so, to whom it went before.

use super::content::{Content, read};
use super::{Messages, Telling, Told, enqueue};
use callout_base::audit;
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::booking::Booking;
use callout_domain::clock::{HOUR, Millis};
use callout_domain::failure::{Failure, FailureKind, Fallible};
use callout_domain::ids;
use callout_domain::message_kind::MessageKind;
use callout_domain::operator::By;
use callout_domain::told;
use callout_domain::work::Work;
use callout_store as store;
use callout_store::{Connection, bookings, changes, jobs, proposals};

/// Messages of one booking that may be sent again within an hour.
const MOST: usize = 3;

/// How many of the last acts on a booking are looked at.
const LOOKED_AT: i64 = 100;

/// What can be sent again. Each of them is sent when the booking gets to where it is true, and nobody can switch it off.
pub const AGAIN: [MessageKind; 8] = [
    MessageKind::Assigned,
    MessageKind::JobAssigned,
    MessageKind::Proposal,
    MessageKind::PaymentAsked,
    MessageKind::OnTheWay,
    MessageKind::ExtraProposed,
    MessageKind::NoResponse,
    MessageKind::CancelledByOthers,
];

/// Something to send again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Again {
    /// The links of the client's open bookings.
    Links,
    /// A message about the booking.
    Message(MessageKind),
}

impl Again {
    /// Its name in a form.
    #[must_use]
    pub fn key(self) -> String {
        match self {
            Self::Links => "links".to_owned(),
            Self::Message(message) => message.key(),
        }
    }

    /// What it says, and to whom.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Links => "To the client: the link to the booking",
            Self::Message(MessageKind::Assigned) => "To the client: who the pro is, and the start code",
            Self::Message(MessageKind::JobAssigned) => "To the pro: the job is theirs",
            Self::Message(MessageKind::Proposal) => "To the client: the pro asks for another price",
            Self::Message(MessageKind::PaymentAsked) => "To the client: something is to be paid",
            Self::Message(MessageKind::OnTheWay) => "To the client: the pro is on the way",
            Self::Message(MessageKind::ExtraProposed) => "To the client: the pro suggests extra work",
            Self::Message(MessageKind::NoResponse) => "To the client: no pro was found",
            Self::Message(_) => "To the client: the booking is cancelled",
        }
    }
}

impl Messages {
    /// What can be sent again about a booking.
    pub async fn again(&self, booking: &Booking) -> Fallible<Vec<Again>> {
        sendable(&mut self.db.read().await?, booking, self.clock.now()).await
    }

    /// Sends one of them again; the running server does it.
    ///
    /// # Errors
    /// 404 when there is no such booking; 422 on `message` for what is not so any more; 429 after three within an hour; those of
    /// [`audit::note`].
    pub async fn send_again(&self, booking_id: String, message: String, by: By) -> Fallible<()> {
        let now = self.clock.now();
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let entry = Entry::new(Act::MessageResent, Subject::Booking(booking_id.clone()));
                    let booking = bookings::lock(connection, &booking_id).await?;
                    let booking = booking.ok_or_else(|| Failure::not_found("Booking not found."))?;
                    audit::check(connection, &by, &entry).await?;
                    limit(connection, &entry, now).await?;
                    let found = sendable(connection, &booking, now).await?;
                    let found = found.into_iter().find(|again| again.key() == message);
                    let again =
                        found.ok_or_else(|| Failure::field("message", "Choose what is to be sent again."))?;
                    send(connection, &booking, again, now).await?;
                    audit::note(connection, &by, &entry.is("message", again.key()), now).await
                })
            })
            .await
    }
}

async fn limit(connection: &mut Connection, entry: &Entry, now: Millis) -> Fallible<()> {
    let acts = store::audit::of_subject(connection, &entry.subject, LOOKED_AT).await?;
    let is_recent = |at: Millis| now - at < HOUR;
    let sent = acts
        .iter()
        .filter(|row| row.act == entry.act.as_str() && is_recent(row.at));
    if sent.count() < MOST {
        return Ok(());
    }
    let detail = "Three messages of this booking were sent again within the hour: that is enough.";
    Err(Failure::new(FailureKind::TooMany, "too_many", detail))
}

async fn sendable(connection: &mut Connection, booking: &Booking, now: Millis) -> Fallible<Vec<Again>> {
    let mut found = Vec::new();
    let facts = booking.facts();
    if facts.is_open && !facts.awaits_payment && contact(booking).is_some() {
        found.push(Again::Links);
    }
    for message in AGAIN {
        let master = master(connection, booking, message).await?;
        let told = Told {
            message,
            way: None,
            booking_id: &booking.id,
            master_id: master.as_deref(),
            occasion: "",
            asked_at: now,
        };
        let content = read(connection, &told).await?;
        if content.is_some_and(|content| is_so(&content, message, master.as_deref(), now)) {
            found.push(Again::Message(message));
        }
    }
    Ok(found)
}

/// True when a message was sent, says what is so, and would reach somebody.
fn is_so(content: &Content, message: MessageKind, master: Option<&str>, now: Millis) -> bool {
    let was_sent =
        message != MessageKind::CancelledByOthers || told::is_by_others(content.booking.cancel_reason);
    let is_reached = content
        .reader(message.rule().to)
        .is_some_and(|reader| reader.email.is_some() || reader.phone.is_some());
    was_sent && is_reached && told::is_true(message, content.standing(master, now))
}

/// The pro whom a message is about, or is for.
async fn master(
    connection: &mut Connection,
    booking: &Booking,
    message: MessageKind,
) -> Fallible<Option<String>> {
    if message == MessageKind::Proposal {
        let open = proposals::open(connection, &booking.id).await?;
        return Ok(open.map(|open| open.master_id));
    }
    if message == MessageKind::PaymentAsked
        && let Some(open) = changes::open(connection, &booking.id).await?
        && let Some(promised_to) = open.promised_to()
    {
        return Ok(Some(promised_to.to_owned()));
    }
    Ok(booking.assigned_master_id.clone())
}

async fn send(connection: &mut Connection, booking: &Booking, again: Again, now: Millis) -> Fallible<()> {
    let occasion = ids::prefixed("again-")?;
    match (again, contact(booking)) {
        (Again::Message(message), _) => {
            let master = master(connection, booking, message).await?;
            let telling = Telling {
                message,
                booking_id: &booking.id,
                master_id: master.as_deref(),
                occasion: &occasion,
            };
            enqueue(connection, &telling, now).await
        }
        (Again::Links, Some(to)) => {
            let work = Work::BookingLinks {
                to,
                request: occasion,
                asked_at: now,
            };
            Ok(jobs::enqueue(connection, &work, None, now, now).await?)
        }
        (Again::Links, None) => Ok(()),
    }
}

/// Where the client is written to: the email, or else the phone.
fn contact(booking: &Booking) -> Option<String> {
    let phone = Some(booking.phone.clone()).filter(|phone| !phone.is_empty());
    booking.email.clone().or(phone)
}
