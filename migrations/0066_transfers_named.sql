-- What a transfer is called at the provider, which says what it pays; null for those that were begun before, which are called by their
-- reference here.
alter table payout_transfers add column named text;
create index payout_transfers_named on payout_transfers (named) where named is not null;

-- The sandbox's own books: where its transfers are looked for, and when its things were made.
alter table sandbox_transfers add column in_group text;
alter table sandbox_transfers add column created_at bigint not null default 0;
alter table sandbox_refunds add column created_at bigint not null default 0;
alter table sandbox_chargebacks add column created_at bigint not null default 0;
