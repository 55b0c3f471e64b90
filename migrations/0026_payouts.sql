-- Payouts to pros.

-- A pro's account at a payment provider, which keeps the bank details.
create table payout_accounts (
    master_id text not null,
    provider text not null,
    -- the provider's id of it
    account_id text not null,
    -- 1 once the provider can pay into it
    is_ready bigint not null default 0,
    -- the provider's id of the bank account, and when that last changed
    bank text,
    bank_changed_at bigint,
    -- the last Friday at 06:00 London for which the weekly payout was decided
    weekly_at bigint not null,
    created_at bigint not null,
    primary key (master_id, provider)
);
create unique index payout_accounts_by_account on payout_accounts (provider, account_id);
create index payout_accounts_weekly on payout_accounts (weekly_at) where is_ready = 1;

create table payouts (
    id text primary key,
    master_id text not null,
    provider text not null,
    account_id text not null,
    amount_pence bigint not null,
    -- what of it the provider has sent
    sent_pence bigint not null default 0,
    -- pending, review, held, sent, failed
    status text not null,
    -- weekly or by_hand
    origin text not null,
    -- why a person looks at it first, JSON array of texts
    reasons text not null,
    asked_at bigint not null,
    updated_at bigint not null
);
create index payouts_of_master on payouts (master_id, asked_at);
-- One at a time.
create unique index payouts_open on payouts (master_id) where status in ('pending', 'review', 'held');
create index payouts_by_status on payouts (status, asked_at) where status in ('pending', 'review', 'held');

-- What a payout is made of: transfers to the pro's account.
create table payout_transfers (
    -- what makes it happen once
    reference text primary key,
    payout_id text not null references payouts (id),
    amount_pence bigint not null,
    -- what was earned that it pays: a row of clearing
    earning text references clearing (reference),
    -- the payment whose money it is; null for what the platform pays
    payment_id text references payments (id),
    -- pending, sent, failed
    status text not null,
    -- the provider's id of it, or its code for the refusal
    outcome text
);
create index payout_transfers_of_payout on payout_transfers (payout_id);
create index payout_transfers_of_payment on payout_transfers (payment_id);

-- What of it was paid out, or set off against fees that the pro owed.
alter table clearing add column used_pence bigint not null default 0;
create index clearing_unpaid on clearing (master_id, cleared_at) where used_pence < amount_pence;

-- On its way to the pro's bank.
alter table pro_balances add column in_transit_pence bigint not null default 0;

-- The sandbox's own books.
create table sandbox_accounts (
    id text primary key,
    master_id text not null unique,
    -- pays, refuses, needs_more; null until chosen
    kind text,
    -- counts the choices, each of which is another bank account
    changes bigint not null default 0
);
create table sandbox_transfers (
    reference text primary key,
    account_id text not null references sandbox_accounts (id),
    amount_pence bigint not null,
    intent_id text references sandbox_intents (id)
);
