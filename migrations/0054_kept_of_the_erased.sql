-- What is known of people who were erased.

-- Keyed hashes of the emails and phones that erased clients had proved, for 12 months: who comes back has booked before.
create table erased_identifiers (
    hash text primary key,
    erased_at bigint not null
);
create index erased_identifiers_by_time on erased_identifiers (erased_at);
