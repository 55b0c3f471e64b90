-- Money: payment intents, the double-entry ledger (append-only), provider events seen, durable jobs, idempotency keys.

-- What we know of an intent; the provider's word is the truth and `settle` brings it here.
create table payments (
    id text primary key,
    booking_id text not null references bookings (id),
    quote_id text not null,
    provider text not null,
    client_secret text not null,
    status text not null,
    amount_pence bigint not null,
    captured_pence bigint not null default 0,
    -- refunded or promised to be: never above captured_pence
    refunded_pence bigint not null default 0,
    currency text not null,
    authorised_at bigint,
    -- when the provider was last asked because somebody waits for this payment
    checked_at bigint,
    created_at bigint not null,
    updated_at bigint not null
);
create index payments_by_booking on payments (booking_id, created_at);

create table refunds (
    -- what makes the refund happen once, e.g. 'cancellation:pi_123'
    reference text primary key,
    payment_id text not null references payments (id),
    amount_pence bigint not null,
    status text not null,
    created_at bigint not null,
    updated_at bigint not null
);
create index refunds_by_payment on refunds (payment_id);

-- The sandbox's own books: what a real provider keeps on its side.
create table sandbox_intents (
    id text primary key,
    idempotency_key text not null unique,
    client_secret text not null,
    status text not null,
    amount_pence bigint not null,
    captured_pence bigint not null default 0,
    refunded_pence bigint not null default 0,
    currency text not null,
    booking_id text not null,
    quote_id text not null,
    created_at bigint not null
);
create table sandbox_refunds (
    idempotency_key text primary key,
    intent_id text not null references sandbox_intents (id),
    amount_pence bigint not null
);

create table ledger_transactions (
    -- what makes the posting happen once, e.g. 'authorise:pi_123'
    reference text primary key,
    kind text not null,
    booking_id text,
    payment_id text,
    at bigint not null
);
create index ledger_transactions_by_booking on ledger_transactions (booking_id);
create table ledger_entries (
    reference text not null references ledger_transactions (reference),
    line bigint not null,
    account text not null,
    -- positive: debit, negative: credit; the entries of a transaction sum to zero
    amount_pence bigint not null,
    currency text not null,
    primary key (reference, line)
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
    work text not null,
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
create index idempotency_keys_by_age on idempotency_keys (created_at);
