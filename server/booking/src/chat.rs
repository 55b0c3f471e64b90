//! Chats between a client and the pro of a booking. A message is stored once, without phones and emails, and whoever is there is
//! woken by the commit and reads it from the tables; a pro who does not read it is told by email.

use crate::messages::{self, Telling};
use callout_base::limits::{self, Limits};
use callout_base::sessions::Person;
use callout_domain::booking::Booking;
use callout_domain::chat::{self, AT_ONCE, Draft, Glance, PATIENCE, Side};
use callout_domain::clock::{Clock, Millis};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ids;
use callout_domain::message_kind::MessageKind;
use callout_domain::role::Role;
use callout_domain::work::Work;
use callout_outside::live::Typists;
use callout_store as store;
use callout_store::chat::{ChatMessage, ChatThread};
use callout_store::{Connection, Db, bookings, jobs};

/// The chats; cloning it is cheap.
#[derive(Clone)]
pub struct Chat {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Rate limits.
    pub limits: Limits,
    /// Who is typing.
    pub typists: Typists,
}

/// Somebody's place in a thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seat {
    /// The booking.
    pub booking_id: String,
    /// Whose booking it is.
    pub client_id: String,
    /// The pro of the thread.
    pub master_id: String,
    /// The side they are on.
    pub side: Side,
    /// Who they are, for the limit on messages: the owner, the guest who booked, the pro.
    pub person: String,
}

impl Seat {
    /// The id by which a side is known to the other.
    #[must_use]
    pub fn id_of(&self, side: Side) -> &str {
        match side {
            Side::Client => &self.client_id,
            Side::Pro => &self.master_id,
        }
    }

    /// Whether the thread is still that of the booking's pro.
    fn is_of(&self, booking: &Booking) -> bool {
        let has_access = self.side == Side::Pro || booking.is_of(&self.person);
        has_access && booking.assigned_master_id.as_deref() == Some(&self.master_id)
    }
}

/// A message, and whether the other side has read it.
#[derive(Debug, Clone, PartialEq)]
pub struct Said {
    /// The message.
    pub message: ChatMessage,
    /// Whether the side that it is for has read it.
    pub is_read: bool,
}

/// What is new in a thread.
#[derive(Debug, Clone, PartialEq)]
pub struct News {
    /// Messages, the oldest first.
    pub messages: Vec<Said>,
    /// Up to which number the client and the pro have read.
    pub read: (i64, i64),
}

impl Chat {
    /// The place of a person in the chat of a booking with its pro.
    ///
    /// # Errors
    /// 404 for somebody else's booking; 409 `chat_closed` for one without a pro.
    pub async fn seat(&self, person: &Person, booking_id: &str) -> Fallible<(Booking, Seat)> {
        let booking = bookings::find(&mut self.db.read().await?, booking_id).await?;
        let booking = booking.ok_or_else(not_found)?;
        let side = match person.role {
            Role::Client if booking.is_of(&person.id) => Side::Client,
            Role::Master if booking.assigned_master_id.as_ref() == Some(&person.id) => Side::Pro,
            _ => return Err(not_found()),
        };
        let master_id = booking
            .assigned_master_id
            .clone()
            .ok_or_else(chat::not_open_yet)?;
        let seat = Seat {
            booking_id: booking.id.clone(),
            client_id: booking.client_id.clone(),
            master_id,
            side,
            person: person.id.clone(),
        };
        Ok((booking, seat))
    }

    /// Whether a seat is still its holder's.
    pub async fn stands(&self, seat: &Seat) -> Fallible<bool> {
        let booking = bookings::find(&mut self.db.read().await?, &seat.booking_id).await?;
        Ok(booking.is_some_and(|booking| seat.is_of(&booking)))
    }

    /// The newest messages of a thread, or the newest before one of them; the oldest first.
    ///
    /// # Errors
    /// 404 for a message that is not there.
    pub async fn history(&self, seat: &Seat, before: Option<&str>) -> Fallible<Vec<Said>> {
        let (booking, master) = (seat.booking_id.as_str(), seat.master_id.as_str());
        let mut connection = self.db.read().await?;
        let Some(thread) = store::chat::thread(&mut connection, booking, master).await? else {
            return Ok(Vec::new());
        };
        let end = match before {
            Some(id) => store::chat::number_of(&mut connection, booking, master, id)
                .await?
                .ok_or_else(|| Failure::not_found("Message not found."))?,
            None => Millis::MAX,
        };
        let mut messages = store::chat::before(&mut connection, booking, master, end, AT_ONCE).await?;
        messages.reverse();
        Ok(said(messages, &thread))
    }

    /// The number of the newest message of a thread, and up to where each side has read.
    pub async fn now(&self, seat: &Seat) -> Fallible<(i64, (i64, i64))> {
        let thread =
            store::chat::thread(&mut self.db.read().await?, &seat.booking_id, &seat.master_id).await?;
        Ok(thread.map_or((0, (0, 0)), |thread| (thread.last_seq, marks(&thread))))
    }

    /// The id of a message of a thread, while it is kept.
    pub async fn id_of(&self, seat: &Seat, seq: i64) -> Fallible<Option<String>> {
        let (booking, master) = (seat.booking_id.as_str(), seat.master_id.as_str());
        let mut connection = self.db.read().await?;
        let found = store::chat::after(&mut connection, booking, master, seq - 1, 1).await?;
        Ok(found
            .into_iter()
            .find(|message| message.seq == seq)
            .map(|message| message.id))
    }

    /// What is new in a thread since a message.
    pub async fn news(&self, seat: &Seat, after: i64) -> Fallible<News> {
        let mut connection = self.db.read().await?;
        let thread = store::chat::thread(&mut connection, &seat.booking_id, &seat.master_id).await?;
        let Some(thread) = thread else {
            return Ok(News {
                messages: Vec::new(),
                read: (0, 0),
            });
        };
        let messages = if thread.last_seq > after {
            store::chat::after(&mut connection, &seat.booking_id, &seat.master_id, after, AT_ONCE).await?
        } else {
            Vec::new()
        };
        Ok(News {
            messages: said(messages, &thread),
            read: marks(&thread),
        })
    }

    /// Stores a message. One that was sent before under the same name is given back as it is stored.
    ///
    /// # Errors
    /// 409 `chat_closed`; 404 when the thread is no longer that of the booking's pro; 429 beyond 20 a minute.
    pub async fn send(&self, seat: &Seat, draft: Draft) -> Fallible<Said> {
        let now = self.clock.now();
        if let Some(known) = known(&mut self.db.read().await?, seat, &draft).await? {
            return Ok(known);
        }
        self.limits.count(limits::CHAT_MESSAGES, &seat.person, now)?;
        let (seat, id) = (seat.clone(), ids::prefixed("msg-")?);
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let booking = bookings::find(connection, &seat.booking_id).await?;
                    let own = booking.filter(|booking| seat.is_of(booking));
                    chat::may_write(&own.ok_or_else(not_found)?, now)?;
                    add(connection, &seat, draft, id, now).await
                })
            })
            .await
    }

    /// Notes that everything up to a message was read; without one, everything there is.
    ///
    /// # Errors
    /// 404 for a message that is not there.
    pub async fn read(&self, seat: &Seat, up_to: Option<String>) -> Fallible<()> {
        let seat = seat.clone();
        let mut connection = self.db.read().await?;
        let (booking, master) = (seat.booking_id.as_str(), seat.master_id.as_str());
        let thread = store::chat::thread(&mut connection, booking, master).await?;
        let seq = match up_to {
            Some(id) => store::chat::number_of(&mut connection, booking, master, &id)
                .await?
                .ok_or_else(|| Failure::not_found("Message not found."))?,
            None => thread.as_ref().map_or(0, |thread| thread.last_seq),
        };
        drop(connection);
        // Most calls say what is known already; only the others write.
        if thread.is_none_or(|thread| thread.read_by(seat.side) >= seq) {
            return Ok(());
        }
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    store::chat::read(connection, &seat.booking_id, &seat.master_id, seat.side, seq).await?;
                    Ok(())
                })
            })
            .await
    }

    /// What a side sees of the chat of a booking without opening it; none while there is none.
    pub async fn glance(&self, booking: &Booking, side: Side) -> Fallible<Option<Glance>> {
        let now = self.clock.now();
        Ok(store::chat::glance(&mut self.db.read().await?, booking, side, now).await?)
    }

    /// Tells a pro by email of a message that has waited for some minutes. Does nothing when it was read meanwhile, or the booking is no
    /// longer theirs. `seq` is the first message of those that wait: the others are not told of again.
    pub async fn remind(&self, booking_id: &str, master_id: &str, seq: i64) -> Fallible<()> {
        let mut connection = self.db.read().await?;
        let thread = store::chat::thread(&mut connection, booking_id, master_id).await?;
        if thread.is_none_or(|thread| thread.pro_read >= seq) {
            return Ok(());
        }
        let booking = bookings::find(&mut connection, booking_id).await?;
        let own = booking.filter(|booking| booking.assigned_master_id.as_deref() == Some(master_id));
        drop(connection);
        if own.is_none() {
            return Ok(());
        }
        let (booking, master, now) = (booking_id.to_owned(), master_id.to_owned(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let telling = Telling {
                        message: MessageKind::UnreadChat,
                        booking_id: &booking,
                        master_id: Some(&master),
                        occasion: &seq.to_string(),
                    };
                    messages::enqueue(connection, &telling, now).await
                })
            })
            .await
    }
}

/// Adds a message to its thread, unless another call has added it at the same moment.
async fn add(
    connection: &mut Connection,
    seat: &Seat,
    draft: Draft,
    id: String,
    now: Millis,
) -> Fallible<Said> {
    let thread = store::chat::lock(connection, &seat.booking_id, &seat.master_id, now).await?;
    if let Some(known) = known(connection, seat, &draft).await? {
        return Ok(known);
    }
    let message = ChatMessage {
        booking_id: seat.booking_id.clone(),
        master_id: seat.master_id.clone(),
        seq: thread.last_seq + 1,
        id,
        sender: seat.side,
        client_key: draft.client_id,
        text: draft.text,
        sent_at: now,
    };
    store::chat::add(connection, &message).await?;
    let was_all_read = thread.client_last <= thread.pro_read;
    if message.sender == Side::Client && was_all_read {
        let work = Work::ChatUnread {
            booking_id: message.booking_id.clone(),
            master_id: message.master_id.clone(),
            seq: message.seq,
        };
        let key = format!("chat-unread:{}", message.id);
        jobs::enqueue(connection, &work, Some(&key), now + PATIENCE, now).await?;
    }
    Ok(Said {
        message,
        is_read: false,
    })
}

/// The message as it is stored, if it was sent before.
async fn known(connection: &mut Connection, seat: &Seat, draft: &Draft) -> Fallible<Option<Said>> {
    let (booking, master) = (seat.booking_id.as_str(), seat.master_id.as_str());
    let sent = store::chat::sent(connection, booking, master, seat.side, &draft.client_id).await?;
    let Some(message) = sent else { return Ok(None) };
    let thread = store::chat::thread(connection, booking, master).await?;
    let is_read = thread.is_some_and(|thread| thread.read_by(seat.side.other()) >= message.seq);
    Ok(Some(Said { message, is_read }))
}

fn said(messages: Vec<ChatMessage>, thread: &ChatThread) -> Vec<Said> {
    let with_mark = |message: ChatMessage| Said {
        is_read: thread.read_by(message.sender.other()) >= message.seq,
        message,
    };
    messages.into_iter().map(with_mark).collect()
}

fn marks(thread: &ChatThread) -> (i64, i64) {
    (thread.client_read, thread.pro_read)
}

/// 404 for a booking that does not exist, or is none of the caller's business.
fn not_found() -> Failure {
    Failure::not_found("Booking not found.")
}
