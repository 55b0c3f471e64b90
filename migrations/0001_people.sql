-- People and their sessions. Ids are text, money bigint pence, times bigint Unix milliseconds, booleans bigint, JSON text.

create table clients (
    id text primary key,
    is_guest bigint not null,
    email text,
    phone text,
    email_verified_at bigint,
    phone_verified_at bigint,
    name text,
    address_line text,
    city text,
    postcode text,
    created_at bigint not null
);
create index clients_by_email on clients (email);
create index clients_by_phone on clients (phone);

-- A bearer token names its session; a session that has ended refuses its token.
create table sessions (
    id text primary key,
    subject text not null,
    role text not null,
    created_at bigint not null,
    expires_at bigint not null,
    ended_at bigint
);
create index sessions_by_subject on sessions (subject);
