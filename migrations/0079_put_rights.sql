-- Visits that put right what was done.

-- the booking that this one puts right
alter table bookings add column parent_id text;

create table put_rights (
    id text primary key,
    -- the job that was done
    booking_id text not null references bookings (id),
    number bigint not null,
    master_id text not null,
    -- client, pro
    asked_by text not null,
    text text not null,
    -- who named the window that stands: client, pro
    named_by text not null,
    slot_id text not null,
    slot_start bigint not null,
    slot_end bigint not null,
    asked_at bigint not null,
    -- the visit, once both agree
    visit_id text,
    -- done, refused, cancelled; null while it is open
    outcome text,
    ended_at bigint
);
create unique index put_rights_numbers on put_rights (booking_id, number);
create unique index put_rights_open on put_rights (booking_id) where outcome is null;
create index put_rights_of_master on put_rights (master_id);
