-- How far the search for a booking's pro has got: one row per booking, from the first time it is `pending`.
create table matchings (
    booking_id text primary key references bookings (id),
    -- a start, a withdrawal and a retry each begin a round
    round bigint not null,
    began_at bigint not null,
    -- milliseconds of this round in which the booking waited for its client
    waited bigint not null,
    -- waves sent in this round, how far the last one went, and how many pros were asked
    wave bigint not null,
    radius_km bigint not null,
    asked bigint not null,
    -- the radius that the client asked for
    client_km bigint,
    -- 1 while the pool shows the booking
    in_pool bigint not null,
    -- when it is to be decided what comes next; a sweep finds those whose job was lost
    next_at bigint
);
create index matchings_next on matchings (next_at) where next_at is not null;
-- Bookings that were waiting for matching to be built.
insert into matchings (booking_id, round, began_at, waited, wave, radius_km, asked, in_pool, next_at)
select id, 1, updated_at, 0, 0, 0, 0, 0, 0 from bookings where status = 'pending';

-- Who was asked.
create table offers (
    booking_id text not null references bookings (id),
    round bigint not null,
    master_id text not null references masters (id),
    wave bigint not null,
    price_pence bigint not null,
    metres double precision not null,
    made_at bigint not null,
    expires_at bigint not null,
    -- `accepted`, `declined` or `over` (the booking went elsewhere); null while it stands, or after it expired
    answer text,
    answered_at bigint,
    primary key (booking_id, round, master_id)
);
create index offers_by_master on offers (master_id, expires_at);

-- Pros who are not asked for a booking any more, or not at this price.
create table pros_out (
    booking_id text not null references bookings (id),
    master_id text not null references masters (id),
    -- `declined`, `proposal_over`, `withdrew`
    why text not null,
    price_pence bigint not null,
    at bigint not null,
    primary key (booking_id, master_id)
);

-- What a pro's stream carries, numbered per pro. Raising `masters.notified` holds the pro's row until the commit.
create table master_events (
    master_id text not null references masters (id),
    seq bigint not null,
    kind text not null,
    booking_id text not null,
    at bigint not null,
    primary key (master_id, seq)
);
create index master_events_by_age on master_events (at);
alter table masters add column notified bigint not null default 0;
-- When the pro was last heard of; written once a minute.
alter table masters add column seen_at bigint not null default 0;

alter table bookings add column assigned_at bigint;
alter table bookings add column ended_at bigint;
create index bookings_by_master on bookings (assigned_master_id, created_at) where assigned_master_id is not null;
create index bookings_pending on bookings (lat) where status = 'pending';
