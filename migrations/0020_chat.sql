-- Chats: one thread for each pro of a booking, so that a new pro never reads what was written to the one before.
create table chat_threads (
    booking_id text not null references bookings (id),
    master_id text not null references masters (id),
    -- the number of the newest message, of the newest of each side, and up to which each side has read
    last_seq bigint not null,
    client_last bigint not null,
    pro_last bigint not null,
    client_read bigint not null,
    pro_read bigint not null,
    -- when something was written last
    last_at bigint not null,
    primary key (booking_id, master_id)
);
-- What the streams of a pro ask at each wake-up.
create index chat_threads_unread_by_pro on chat_threads (master_id) where client_last > pro_read;
create index chat_threads_by_age on chat_threads (last_at);

create table chat_messages (
    booking_id text not null,
    master_id text not null,
    -- place in the thread, from 1; counted in the thread's row, whose update holds it until the commit
    seq bigint not null,
    id text not null unique,
    -- `client` or `pro`
    sender text not null,
    -- the name that the sender's browser gave it
    client_key text not null,
    -- phones and emails are hidden already
    text text not null,
    sent_at bigint not null,
    primary key (booking_id, master_id, seq),
    foreign key (booking_id, master_id) references chat_threads (booking_id, master_id)
);
-- Sent again, a message is the same message.
create unique index chat_messages_once on chat_messages (booking_id, master_id, sender, client_key);
create index chat_messages_by_age on chat_messages (sent_at);
