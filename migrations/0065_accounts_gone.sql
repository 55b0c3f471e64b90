-- When the provider said that a pro's account is not ours (any more), Unix milliseconds; null while it is. The next one that is opened takes
-- its place.
alter table payout_accounts add column gone_at bigint;
