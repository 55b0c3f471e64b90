-- Visits that came to nothing, as their pros tell it: one they are said to have missed, or one whose client was not at home.

create table missed_visits (
    id text primary key,
    booking_id text not null references bookings (id),
    master_id text not null,
    -- no_show: the pro contests the client's report; not_home: nobody opened to the pro
    kind text not null,
    made_at bigint not null,
    -- when the pro said that they were at the door
    arrived_at bigint,
    -- what the pro says to an operator, and when
    text text,
    reported_at bigint,
    -- when the booking moved on, so that nothing is to be decided any more
    closed_at bigint,
    -- what an operator decided: stands, overturned; charged, goes_on
    verdict text,
    -- why, for those concerned to read
    verdict_words text,
    -- what the pro is paid by the platform, or what the client pays
    amount_pence bigint not null default 0,
    decided_at bigint
);
create unique index missed_visits_once on missed_visits (booking_id, master_id, kind) where closed_at is null;
create index missed_visits_of_booking on missed_visits (booking_id);
create index missed_visits_of_master on missed_visits (master_id);
create index missed_visits_to_decide on missed_visits (reported_at) where verdict is null and closed_at is null;
