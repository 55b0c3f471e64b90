//! Chats: the threads of a booking, one for each pro, and their messages. Whoever reads a thread asks for what came after a number.

mod personal;

pub use personal::{of_client, of_pro};

use super::{Connection, StoreError, Wake, table};
use callout_db::{execute, fetch_all, fetch_optional, record, row};
use callout_domain::booking::Booking;
use callout_domain::chat::{self, Glance, Side};
use callout_domain::clock::Millis;
use callout_domain::kept::{Class, FACT, OWN};

record! {
    /// A row of `chat_messages`.
    pub struct ChatMessage in "chat_messages" {
        /// The booking.
        pub booking_id: String => FACT,
        /// The pro of the thread.
        pub master_id: String => FACT,
        /// Place in the thread, from 1.
        pub seq: i64 => FACT,
        /// `msg-…`.
        pub id: String => FACT,
        /// Who wrote it.
        pub sender: Side => FACT,
        /// The name that the sender's browser gave it.
        pub client_key: String => FACT,
        /// Without phones and emails.
        pub text: String => OWN,
        /// When, Unix milliseconds.
        pub sent_at: Millis => FACT,
    }
}

record! {
    /// A row of `chat_threads`.
    pub struct ChatThread in "chat_threads" {
        /// The booking.
        pub booking_id: String => FACT,
        /// The pro.
        pub master_id: String => FACT,
        /// The number of the newest message; 0 before the first.
        pub last_seq: i64 => FACT,
        /// The number of the client's newest message.
        pub client_last: i64 => FACT,
        /// The number of the pro's newest message.
        pub pro_last: i64 => FACT,
        /// Up to which number the client has read.
        pub client_read: i64 => FACT,
        /// Up to which number the pro has read.
        pub pro_read: i64 => FACT,
        /// When something was written last, Unix milliseconds.
        pub last_at: Millis => FACT,
    }
}

impl ChatThread {
    /// Up to which number a side has read.
    #[must_use]
    pub const fn read_by(&self, side: Side) -> i64 {
        match side {
            Side::Client => self.client_read,
            Side::Pro => self.pro_read,
        }
    }

    /// The number of a side's newest message; 0 before the first.
    #[must_use]
    pub const fn last_of(&self, side: Side) -> i64 {
        match side {
            Side::Client => self.client_last,
            Side::Pro => self.pro_last,
        }
    }
}

row! {
    /// What a pro has not read in one thread.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Unread {
        /// The booking.
        pub booking_id: String,
        /// The number of the newest such message.
        pub last: i64,
        /// How many they are.
        pub unread: i64,
    }
}

/// The thread of a booking with a pro, once something was written in it.
pub async fn thread(
    connection: &mut Connection,
    booking_id: &str,
    master_id: &str,
) -> Result<Option<ChatThread>, StoreError> {
    fetch_optional!(
        connection,
        ChatThread,
        table::select::<ChatThread>("where booking_id = $1 and master_id = $2"),
        booking_id,
        master_id,
    )
}

/// The thread of a booking with a pro, held until the transaction ends, so that one message follows another; made if there is none.
pub async fn lock(
    connection: &mut Connection,
    booking_id: &str,
    master_id: &str,
    now: Millis,
) -> Result<ChatThread, StoreError> {
    let locked = fetch_optional!(
        connection,
        ChatThread,
        "insert into chat_threads
           (booking_id, master_id, last_seq, client_last, pro_last, client_read, pro_read, last_at)
         values ($1, $2, 0, 0, 0, 0, 0, $3)
         on conflict (booking_id, master_id) do update set last_seq = chat_threads.last_seq returning *",
        booking_id,
        master_id,
        now,
    )?;
    locked.ok_or_else(|| StoreError::Corrupt("a chat's row is not there".to_owned()))
}

/// Adds the next message of a thread, which must be locked, and wakes those who read it.
pub async fn add(connection: &mut Connection, message: &ChatMessage) -> Result<(), StoreError> {
    table::insert(connection, message, "").await?;
    let sql = match message.sender {
        Side::Client => {
            "update chat_threads set last_seq = $3, client_last = $3, last_at = $4
             where booking_id = $1 and master_id = $2"
        }
        Side::Pro => {
            "update chat_threads set last_seq = $3, pro_last = $3, last_at = $4
             where booking_id = $1 and master_id = $2"
        }
    };
    execute!(
        connection,
        sql,
        message.booking_id.as_str(),
        message.master_id.as_str(),
        message.seq,
        message.sent_at,
    )?;
    wake(connection, &message.booking_id, &message.master_id);
    Ok(())
}

/// Readers of the booking, and the pro's stream.
fn wake(connection: &mut Connection, booking_id: &str, master_id: &str) {
    connection.tell_after_commit(Wake::Booking(booking_id.to_owned()));
    connection.tell_after_commit(Wake::Person(master_id.to_owned()));
}

/// The message that a side has sent under this name.
pub async fn sent(
    connection: &mut Connection,
    booking_id: &str,
    master_id: &str,
    sender: Side,
    client_key: &str,
) -> Result<Option<ChatMessage>, StoreError> {
    fetch_optional!(
        connection,
        ChatMessage,
        table::select::<ChatMessage>(
            "where booking_id = $1 and master_id = $2 and sender = $3 and client_key = $4"
        ),
        booking_id,
        master_id,
        sender.as_str(),
        client_key,
    )
}

/// The number of a message of a thread.
pub async fn number_of(
    connection: &mut Connection,
    booking_id: &str,
    master_id: &str,
    id: &str,
) -> Result<Option<i64>, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select seq from chat_messages where id = $3 and booking_id = $1 and master_id = $2",
        booking_id,
        master_id,
        id,
    )?;
    Ok(row.map(|(seq,)| seq))
}

/// The messages of a thread after a number, the oldest first, at most `limit`.
pub async fn after(
    connection: &mut Connection,
    booking_id: &str,
    master_id: &str,
    seq: i64,
    limit: i64,
) -> Result<Vec<ChatMessage>, StoreError> {
    fetch_all!(
        connection,
        ChatMessage,
        table::select::<ChatMessage>(
            "where booking_id = $1 and master_id = $2 and seq > $3 order by seq limit $4"
        ),
        booking_id,
        master_id,
        seq,
        limit,
    )
}

/// The messages of a thread before a number, the newest first, at most `limit`.
pub async fn before(
    connection: &mut Connection,
    booking_id: &str,
    master_id: &str,
    seq: i64,
    limit: i64,
) -> Result<Vec<ChatMessage>, StoreError> {
    fetch_all!(
        connection,
        ChatMessage,
        table::select::<ChatMessage>(
            "where booking_id = $1 and master_id = $2 and seq < $3 order by seq desc limit $4"
        ),
        booking_id,
        master_id,
        seq,
        limit,
    )
}

/// Notes that a side has read a thread up to a number, and wakes those who read it; nothing when it had read as far before.
pub async fn read(
    connection: &mut Connection,
    booking_id: &str,
    master_id: &str,
    side: Side,
    seq: i64,
) -> Result<(), StoreError> {
    let sql = match side {
        Side::Client => {
            "update chat_threads set client_read = $3
             where booking_id = $1 and master_id = $2 and client_read < $3 and last_seq >= $3"
        }
        Side::Pro => {
            "update chat_threads set pro_read = $3
             where booking_id = $1 and master_id = $2 and pro_read < $3 and last_seq >= $3"
        }
    };
    if execute!(connection, sql, booking_id, master_id, seq)? > 0 {
        wake(connection, booking_id, master_id);
    }
    Ok(())
}

/// How many messages of the other side a side has not read.
async fn unread(connection: &mut Connection, thread: &ChatThread, side: Side) -> Result<i64, StoreError> {
    let other = side.other();
    if thread.last_of(other) <= thread.read_by(side) {
        return Ok(0);
    }
    let row = fetch_optional!(
        connection,
        (i64,),
        "select count(*) from chat_messages
         where booking_id = $1 and master_id = $2 and seq > $3 and sender = $4",
        thread.booking_id.as_str(),
        thread.master_id.as_str(),
        thread.read_by(side),
        other.as_str(),
    )?;
    Ok(row.map_or(0, |(count,)| count))
}

/// What a side sees of the chat of a booking without opening it; none while it has no pro.
pub async fn glance(
    connection: &mut Connection,
    booking: &Booking,
    side: Side,
    now: Millis,
) -> Result<Option<Glance>, StoreError> {
    let Some((state, master)) = chat::state(booking, now).zip(booking.assigned_master_id.as_deref()) else {
        return Ok(None);
    };
    let unread = match thread(connection, &booking.id, master).await? {
        Some(thread) => unread(connection, &thread, side).await?,
        None => 0,
    };
    Ok(Some(Glance { state, unread }))
}

/// What a pro has not read in the threads of the bookings that are theirs.
pub async fn unread_of_pro(connection: &mut Connection, master_id: &str) -> Result<Vec<Unread>, StoreError> {
    fetch_all!(
        connection,
        Unread,
        "select chat_threads.booking_id as booking_id, max(chat_messages.seq) as last, count(*) as unread
         from chat_threads
         join bookings on bookings.id = chat_threads.booking_id
           and bookings.assigned_master_id = chat_threads.master_id
         join chat_messages on chat_messages.booking_id = chat_threads.booking_id
           and chat_messages.master_id = chat_threads.master_id
           and chat_messages.seq > chat_threads.pro_read and chat_messages.sender = 'client'
         where chat_threads.master_id = $1 and chat_threads.client_last > chat_threads.pro_read
         group by chat_threads.booking_id order by chat_threads.booking_id",
        master_id,
    )
}
