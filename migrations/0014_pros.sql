-- What a pro tells of themselves, step by step; null until the step is done.
alter table masters add column first_name text;
alter table masters add column last_name text;
alter table masters add column phone text;
alter table masters add column experience_years bigint;
alter table masters add column legal_name text;
alter table masters add column trading_address text;
alter table masters add column call_out_pence bigint;
alter table masters add column hourly_pence bigint;
alter table masters add column radius_km bigint;
alter table masters add column base_postcode text;
alter table masters add column base_lat double precision;
alter table masters add column base_lng double precision;
alter table masters add column company_name text;
alter table masters add column company_number text;
alter table masters add column vat_number text;
-- A JSON list of trades.
alter table masters add column skills text not null default '[]';
-- Files of the public pictures.
alter table masters add column avatar_id text;
alter table masters add column logo_id text;
-- When onboarding was finished, and whether the pro takes jobs now.
alter table masters add column activated_at bigint;
alter table masters add column online bigint not null default 0;
-- When anything above, or a document, last changed: other processes read the pros who changed.
alter table masters add column changed_at bigint not null default 0;
create index masters_by_change on masters (changed_at);

-- The one position of a pro that is kept.
create table master_positions (
    master_id text primary key references masters (id),
    lat double precision not null,
    lng double precision not null,
    at bigint not null
);
create index master_positions_by_age on master_positions (at);

-- Papers of a pro. One verified by an operator without an upload has no file.
create table master_documents (
    id text primary key,
    master_id text not null references masters (id),
    kind text not null,
    file_id text,
    media_type text,
    -- the last day it is valid, as YYYY-MM-DD
    expires_on text,
    uploaded_at bigint not null,
    verified_at bigint,
    rejected_at bigint,
    reason text
);
create index master_documents_by_master on master_documents (master_id, uploaded_at);

-- A pro's code never opens a client's account: codes are kept by role. Codes that were on their way must be asked for again.
drop table login_codes;
create table login_codes (
    role text not null,
    identifier text not null,
    -- HMAC of role, identifier and code: six digits hashed without a key could be tried out
    mac text not null,
    tries bigint not null,
    expires_at bigint not null,
    primary key (role, identifier)
);
drop table wrong_codes;
create table wrong_codes (
    role text not null,
    identifier text not null,
    began_at bigint not null,
    tries bigint not null,
    primary key (role, identifier)
);
create index wrong_codes_by_age on wrong_codes (began_at);
