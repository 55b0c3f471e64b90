-- Where pros' own calendars read their jobs. A new link takes the place of the one before.
create table calendar_links (
    master_id text primary key references masters (id),
    token_hash text not null unique,
    -- whether names, addresses and phones of clients are in it
    shows_clients bigint not null,
    made_at bigint not null
);
