-- Receipts of jobs that are done: numbered for each pro, with who sold them; frozen.
create table receipts (
    booking_id text primary key references bookings (id),
    master_id text not null,
    -- counts the receipts of the pro, from 1
    number bigint not null,
    -- legal name, trading address and VAT number of the pro, JSON
    seller text not null,
    issued_at bigint not null
);
create unique index receipts_of_master on receipts (master_id, number);
