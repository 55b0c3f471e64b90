-- Keys to an account: identifiers, passwords, one-time codes. Pros' accounts. Tickets, notifications, personal coupons.

-- Who may come in under an email or phone; clients and pros never see each other's. A row without `verified_at` is the
-- claim of a registration with a password: whoever proves the identifier by a code takes it over.
create table identifiers (
    role text not null,
    -- normalised email or +447…
    value text not null,
    account_id text not null,
    verified_at bigint,
    primary key (role, value)
);
create index identifiers_by_account on identifiers (account_id);
-- What an account has proved is told by `identifiers` alone.
alter table clients drop column email_verified_at;
alter table clients drop column phone_verified_at;
-- Off until the person says otherwise, and when they did.
alter table clients add column marketing_consent_at bigint;
-- Erased, or lost its only identifier to whoever proved it.
alter table clients add column ended_at bigint;

create table passwords (
    account_id text primary key,
    -- argon2id in PHC form
    hash text not null,
    set_at bigint not null
);

-- The one code an identifier has; a new one replaces it. Trying is one conditional update.
create table login_codes (
    identifier text primary key,
    -- HMAC of identifier and code: six digits hashed without a key could be tried out
    mac text not null,
    tries bigint not null,
    expires_at bigint not null
);

create table masters (
    id text primary key,
    email text not null,
    account_type text not null,
    created_at bigint not null
);

-- Who made a booking, for good: the draft and the ledger's account are theirs. A booking passes to another account
-- (`client_id`) when somebody proves its email or phone; the guest that made it keeps its access.
alter table bookings add column made_by text not null default '';
update bookings set made_by = client_id;
drop index bookings_live_draft;
create unique index bookings_live_draft on bookings (made_by, draft_id) where status <> 'cancelled';
create index bookings_by_maker on bookings (made_by, created_at);

-- Single-use tickets for what a browser opens without a bearer header (streams, the receipt).
create table tickets (
    -- SHA-256 of the ticket
    hash text primary key,
    -- what it opens, as JSON
    grants text not null,
    expires_at bigint not null
);
create index tickets_by_age on tickets (expires_at);

-- What the stream of a person tells: one sequence a client, written with the event it tells of.
create table notifications (
    client_id text not null references clients (id),
    seq bigint not null,
    booking_id text not null,
    type text not null,
    at bigint not null,
    primary key (client_id, seq)
);

-- Coupons of one person, earned by completed jobs.
create table personal_coupons (
    code text primary key,
    client_id text not null references clients (id),
    -- the first, second … of this person
    nth bigint not null,
    amount_pence bigint not null,
    granted_at bigint not null,
    unique (client_id, nth)
);
