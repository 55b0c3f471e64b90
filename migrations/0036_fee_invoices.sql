-- VAT invoices for our fees, and credit notes for fees that were given back.

create table fee_invoices (
    -- CF-2026-000123, CN-2026-000001
    number text primary key,
    -- invoice, credit_note
    kind text not null,
    master_id text not null,
    -- 2026-11, London's calendar
    month text not null,
    issued_at bigint not null,
    fee_pence bigint not null,
    -- the part of it that is VAT
    vat_pence bigint not null,
    -- what it says, JSON; frozen
    content text not null
);
create unique index fee_invoices_once on fee_invoices (master_id, month, kind);

-- The last number of each series, such as CF-2026.
create table number_series (
    series text primary key,
    last bigint not null
);

-- Months whose invoices are all issued.
create table invoiced_months (
    month text primary key,
    done_at bigint not null
);
