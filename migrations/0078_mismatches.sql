-- Jobs that are not what was booked, as their pros say.

create table mismatches (
    id text primary key,
    booking_id text not null references bookings (id),
    number bigint not null,
    master_id text not null,
    text text not null,
    photo_id text,
    -- what the job would cost in all, before a coupon
    price_pence bigint,
    made_at bigint not null,
    until bigint not null,
    -- price, end, talk
    choice text,
    -- the change order by which the other price is paid
    order_id text,
    -- replaced, ended, talked, withdrawn, over; null while it is open
    outcome text,
    ended_at bigint
);
create unique index mismatches_numbers on mismatches (booking_id, number);
create unique index mismatches_open on mismatches (booking_id) where outcome is null;
create index mismatches_of_master on mismatches (master_id, made_at);
create index mismatches_of_order on mismatches (order_id) where order_id is not null;
create index mismatches_to_decide on mismatches (until) where outcome is null;

-- 1 for a change order that puts another price in the place of the one that was booked
alter table change_orders add column replaces bigint not null default 0;
