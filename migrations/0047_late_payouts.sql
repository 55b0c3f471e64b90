-- When whoever looks after the money was told of a payout that has not been sent for a day, Unix milliseconds.
alter table payouts add column late_told_at bigint;
