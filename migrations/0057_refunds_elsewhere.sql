-- What of a refund that was made on the provider's own page nobody had earned at that time, pence; 0 for every other refund.
alter table refunds add column unearned_pence bigint not null default 0;
