-- Money: payment intents, the double-entry ledger (append-only), provider events seen, durable jobs, idempotency keys.

create table payments (
    id text primary key,
    booking_id text not null references bookings (id),
    provider text not null,
    client_secret text not null,
    status text not null,
    amount_pence bigint not null,
    captured_pence bigint not null default 0,
    refunded_pence bigint not null default 0,
    currency text not null,
    authorised_at bigint,
    checked_at bigint,
    created_at bigint not null,
    updated_at bigint not null
);
create index payments_by_booking on payments (booking_id);

create table sandbox_intents (
    id text primary key,
    idempotency_key text not null unique,
    client_secret text not null,
    status text not null,
    amount_pence bigint not null,
    captured_pence bigint not null default 0,
    refunded_pence bigint not null default 0,
    currency text not null,
    metadata text not null,
    created_at bigint not null
);

create table ledger_transactions (
    id text primary key,
    -- what makes the posting happen once, e.g. 'authorise:pi_123'
    reference text not null unique,
    kind text not null,
    booking_id text,
    payment_id text,
    at bigint not null
);
create table ledger_entries (
    transaction_id text not null references ledger_transactions (id),
    line bigint not null,
    account text not null,
    -- positive: debit, negative: credit; the entries of a transaction sum to zero
    amount_pence bigint not null,
    currency text not null,
    primary key (transaction_id, line)
);
create index ledger_entries_by_account on ledger_entries (account);

create table provider_events (
    provider text not null,
    event_id text not null,
    at bigint not null,
    primary key (provider, event_id)
);

create table jobs (
    id text primary key,
    kind text not null,
    payload text not null,
    -- a job with the same key is enqueued once
    dedupe_key text unique,
    run_at bigint not null,
    attempts bigint not null default 0,
    leased_until bigint,
    done_at bigint,
    last_error text,
    created_at bigint not null
);
create index jobs_due on jobs (done_at, run_at);

create table idempotency_keys (
    principal text not null,
    key text not null,
    request_hash text not null,
    status bigint not null,
    body text not null,
    created_at bigint not null,
    primary key (principal, key)
);
