-- What people wrote to us by the form on the support page.
create table support_messages (
    -- made from what it says and the day, so that the same message sent again is kept once
    id text primary key,
    name text not null,
    email text not null,
    message text not null,
    -- as typed: it may name no booking
    booking_id text,
    created_at bigint not null
);
create index support_messages_by_email on support_messages (email);

-- 1: the postcode was typed once, so that a link sent by text shows the entry notes.
alter table bookings add column entry_unlocked bigint not null default 0;
