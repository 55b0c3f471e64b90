-- What is known of people who were erased.

-- Keyed hashes of the emails and phones that erased clients had proved, for 12 months: who comes back has booked before.
create table erased_identifiers (
    hash text primary key,
    erased_at bigint not null
);
create index erased_identifiers_by_time on erased_identifiers (erased_at);

-- Receipts that the law wants kept though their client or pro was erased: as they were printed, sealed.
create table sealed_receipts (
    booking_id text primary key references receipts (booking_id),
    master_id text not null,
    -- as in receipts
    number bigint not null,
    sealed text not null,
    keep_until bigint not null
);
create unique index sealed_receipts_of_master on sealed_receipts (master_id, number);
create index sealed_receipts_by_end on sealed_receipts (keep_until);

-- Their tax details are kept as long.
create index masters_ended on masters (ended_at) where ended_at is not null;
