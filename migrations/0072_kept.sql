-- How long is kept what says something about people.

-- Operators' words stand apart from the audit log, which keeps their MAC, so that they can be erased.
alter table audit_log add column words_mac text not null default '';
create table audit_words (
    seq bigint primary key,
    at bigint not null,
    words text not null
);
create index audit_words_left on audit_words (at) where words <> '';

-- How far a booking that has ended is emptied: 1 its entry notes, 2 its offers, 3 its words, address and photos.
alter table bookings add column emptied bigint not null default 0;
create index bookings_to_empty on bookings (emptied, ended_at) where ended_at is not null and emptied < 3;

-- Bookings that an operator keeps from that.
create table booking_holds (
    booking_id text primary key references bookings (id),
    operator_id text not null,
    held_at bigint not null
);

-- Guests who left an email or phone, until it is known whether they booked.
alter table clients add column looked_at bigint not null default 0;
create index guests_to_look_at on clients (created_at)
    where is_guest = 1 and looked_at = 0 and (email is not null or phone is not null or name is not null);

create index suspensions_with_words on suspensions (ended_at) where words <> '';

create index masters_never_active on masters (seen_at) where activated_at is null;
