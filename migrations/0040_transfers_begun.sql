-- When the provider was first asked for a transfer: from then on it may be on its way, and only the provider can say that it is not.
alter table payout_transfers add column begun_at bigint;
-- Of those before, nobody knows.
update payout_transfers set begun_at = 0
where status <> 'pending' or payout_id in (select id from payouts where status in ('pending', 'held'));
