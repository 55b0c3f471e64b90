-- The people who run Callout, their sessions in the console, and the record of what they did.

create table operators (
    id text primary key,
    -- lower case
    email text not null unique,
    -- admin, super_admin
    role text not null,
    password_hash text not null,
    -- the second factor's secret, encrypted; null until it is set up
    factor_secret text,
    -- the last 30-second step whose code was used: no code is good twice
    factor_step bigint not null default 0,
    -- wrong codes since, and when the first of them was typed
    factor_tries bigint not null default 0,
    factor_tries_from bigint not null default 0,
    created_at bigint not null,
    -- since when the operator may no longer sign in
    ended_at bigint
);

-- Codes for an operator who has lost the second factor; each is good once.
create table operator_recovery_codes (
    operator_id text not null references operators (id),
    -- keyed hash of the code
    hash text not null,
    used_at bigint,
    primary key (operator_id, hash)
);

create table operator_sessions (
    -- SHA-256 of the cookie's token
    id text primary key,
    operator_id text not null references operators (id),
    created_at bigint not null,
    expires_at bigint not null,
    -- when the second factor was last shown; null until then
    proved_at bigint
);
create index operator_sessions_of on operator_sessions (operator_id);
create index operator_sessions_end on operator_sessions (expires_at);

-- What an operator typed into a form that was not accepted, or is to read after one that was: encrypted, for half an hour.
create table console_drafts (
    id text primary key,
    -- 'nobody' for what was typed before signing in
    operator_id text not null,
    content text not null,
    expires_at bigint not null
);
create index console_drafts_end on console_drafts (expires_at);

-- Every act of an operator. Rows are never changed or deleted (triggers see to it); each carries the hash of the one before.
create table audit_log (
    seq bigint primary key,
    at bigint not null,
    -- who, and under which email at the time
    operator_id text not null,
    operator_email text not null,
    act text not null,
    -- what it was done to: booking, client, pro, …
    subject_kind text not null,
    subject_id text not null,
    -- fields before and after, JSON; personal values are masked
    before text not null,
    after text not null,
    reason text not null,
    -- the form it came from: a form acts once
    form text unique,
    previous_hash text not null,
    hash text not null
);
create index audit_log_of_subject on audit_log (subject_kind, subject_id, seq);
create index audit_log_of_operator on audit_log (operator_id, seq);

-- Where the log stands: its last row's number and hash.
create table audit_head (
    id bigint primary key,
    seq bigint not null,
    hash text not null
);
