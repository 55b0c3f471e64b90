-- What the tax office is told of pros, sealed; kept when their account is closed.
create table tax_details (
    master_id text primary key references masters (id),
    sealed text not null,
    given_at bigint not null,
    updated_at bigint not null
);
