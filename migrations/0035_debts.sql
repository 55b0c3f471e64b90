-- What pros owe in fees of cash jobs: paid by card, or waived where the client did not pay.

create table debt_payments (
    id text primary key,
    master_id text not null,
    provider text not null,
    amount_pence bigint not null,
    currency text not null,
    -- the provider's id and secret of its intent, once that is open
    intent_id text unique,
    client_secret text,
    opened_at bigint not null,
    -- when it was paid, or can be paid no more
    ended_at bigint,
    paid_at bigint
);
create index debt_payments_of_master on debt_payments (master_id, opened_at);

-- Cash jobs whose pro says that the client did not pay, or whose fee an operator waived unasked.
create table unpaid_jobs (
    booking_id text primary key references bookings (id),
    master_id text not null,
    -- what the pro says, and when; null where nobody asked
    text text,
    reported_at bigint,
    -- what an operator decided: waived, upheld
    verdict text,
    -- why, for the pro to read
    verdict_words text,
    waived_pence bigint not null default 0,
    decided_at bigint
);
create index unpaid_jobs_open on unpaid_jobs (reported_at) where verdict is null;
create index unpaid_jobs_of_master on unpaid_jobs (master_id);
