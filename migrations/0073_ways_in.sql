-- Ways in: which browsers of an account are known, the codes that they ask for, and sessions made fresh.

-- A device cookie names this number; a higher one ends all that were given before.
create table device_generations (
    account_id text primary key,
    generation bigint not null
);

-- Codes asked for by browsers that are signed in or known, and wrong ones entered by them: apart from anybody's, so that strangers
-- neither replace nor use them up.
create table known_codes (
    role text not null,
    identifier text not null,
    mac text not null,
    tries bigint not null,
    expires_at bigint not null,
    primary key (role, identifier)
);
create index known_codes_by_end on known_codes (expires_at);
create table known_wrong_codes (
    role text not null,
    identifier text not null,
    began_at bigint not null,
    tries bigint not null,
    primary key (role, identifier)
);
create index known_wrong_codes_by_age on known_wrong_codes (began_at);

-- When a code of the account was last entered in the session.
alter table sessions add column fresh_at bigint;
