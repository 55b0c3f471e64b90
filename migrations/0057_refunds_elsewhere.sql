-- How much of a refund made on the provider's own page came from money that nobody had earned yet, pence; 0 for every other refund.
alter table refunds add column unearned_pence bigint not null default 0;
