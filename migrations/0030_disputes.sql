-- Jobs that a client, or the client's bank, disputes, and the pros' money that is frozen meanwhile.

alter table pro_balances add column frozen_pence bigint not null default 0;

create table disputes (
    id text primary key,
    booking_id text not null references bookings (id),
    master_id text not null,
    -- client or bank
    origin text not null,
    reason text not null,
    -- what the client wrote, without phones and emails, and the uploads beside it, JSON array of ids
    text text not null,
    photos text not null,
    -- open or decided
    status text not null,
    -- what the pro says to it, once
    answer text,
    answer_photos text not null default '[]',
    answered_at bigint,
    opened_at bigint not null,
    -- what the pro has been paid out of the job already: later earnings are frozen up to it
    to_freeze_pence bigint not null default 0,
    -- what an operator decided
    refund_pence bigint,
    -- pro or callout: who bears the refund
    borne_by text,
    verdict text,
    decided_at bigint
);
create unique index disputes_by_client on disputes (booking_id) where origin = 'client';
create index disputes_of_booking on disputes (booking_id);
create index disputes_open on disputes (master_id, opened_at) where status = 'open';

-- What is frozen of each thing that was earned.
create table frozen (
    dispute_id text not null references disputes (id),
    -- a row of clearing
    earning text not null references clearing (reference),
    amount_pence bigint not null,
    primary key (dispute_id, earning)
);

-- Payments that clients' banks have taken back.
create table chargebacks (
    -- the provider's id of it
    id text primary key,
    payment_id text not null references payments (id),
    amount_pence bigint not null,
    -- open, won or lost, as seen from us
    status text not null,
    opened_at bigint not null,
    ended_at bigint
);
create index chargebacks_of_payment on chargebacks (payment_id);
-- What of the captured money a bank has taken back, and not given again.
alter table payments add column disputed_pence bigint not null default 0;

-- The sandbox's own books.
create table sandbox_chargebacks (
    id text primary key,
    intent_id text not null unique references sandbox_intents (id),
    amount_pence bigint not null,
    -- open, won or lost
    status text not null
);
