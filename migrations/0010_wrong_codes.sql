-- Wrong one-time codes of an identifier within an hour: every server counts them together, and a restart forgets none.
create table wrong_codes (
    identifier text primary key,
    began_at bigint not null,
    tries bigint not null
);
create index wrong_codes_by_age on wrong_codes (began_at);
