-- Passkeys of operators and pros, and the ceremonies that are under way.

create table passkeys (
    id text primary key,
    -- pro, operator
    holder text not null,
    owner_id text not null,
    name text not null,
    -- what the authenticator calls it, base64url: one passkey opens one account
    credential_id text not null unique,
    -- its public key and counter, JSON
    credential text not null,
    created_at bigint not null,
    used_at bigint
);
create index passkeys_of on passkeys (holder, owner_id);

-- What we asked an authenticator: good once, for five minutes.
create table passkey_ceremonies (
    -- SHA-256 of what the browser was given
    hash text primary key,
    -- adding, signing_in, proving_again
    purpose text not null,
    holder text not null,
    -- empty while nobody is known yet: signing in
    owner_id text not null,
    -- JSON
    state text not null,
    expires_at bigint not null
);
create index passkey_ceremonies_end on passkey_ceremonies (expires_at);
