-- A change of a booking that waits: for its payment (a higher price, a dearer time, paying again), or for the pro's answer (a time that
-- the client suggests). Until then the booking stays as it is.
create table changes (
    id text primary key,
    booking_id text not null references bookings (id),
    -- `raise`, `time`, `again` or `suggested`
    kind text not null,
    -- what the booking costs after it, and the lines that add up to it
    amount_pence bigint not null,
    lines text not null,
    -- what must be paid first; 0: nothing
    due_pence bigint not null,
    urgency text not null,
    -- the window after it, and 1 while it keeps a place there
    slot_id text,
    slot_start bigint,
    slot_end bigint,
    holds_place bigint not null,
    -- the pro who answers a suggestion
    master_id text references masters (id),
    made_at bigint not null,
    -- when the time to answer or to pay ends
    until bigint not null,
    -- when the pro accepted; from then on it waits for its payment
    answered_at bigint,
    -- `done`, `declined`, `lapsed`, `replaced`, `gone` (it cannot be any more), `over`; null while it is open
    outcome text,
    ended_at bigint
);
create index changes_by_booking on changes (booking_id);
create unique index changes_open on changes (booking_id) where outcome is null;
create index changes_open_by_master on changes (master_id) where outcome is null and master_id is not null;

-- What a payment is for, beside its purpose: the change that it pays.
alter table payments add column reference text;
create index payments_by_reference on payments (reference) where reference is not null;

-- 1 for a test card that is authorised and then refuses to be charged.
alter table sandbox_intents add column refuses_capture bigint not null default 0;

-- When a cash booking was cancelled that would have cost a fee by card.
alter table bookings add column late_cancelled_at bigint;
create index bookings_late_by_phone on bookings (phone) where late_cancelled_at is not null;
create index bookings_late_by_client on bookings (client_id) where late_cancelled_at is not null;
