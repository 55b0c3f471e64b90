-- 1: played by a demonstration server. Nobody is behind it: it has no password, and no figure counts it.
alter table masters add column is_demo bigint not null default 0;
create index masters_demo on masters (id) where is_demo = 1;

-- Demo pros come in crews, each placed around one booking at a time; null while it has none.
create table demo_pros (
    master_id text primary key references masters (id),
    crew text not null,
    -- from 0; says how far from the job the pro has their base
    seat bigint not null,
    booking_id text references bookings (id)
);
create unique index demo_pros_by_booking on demo_pros (booking_id, seat);
