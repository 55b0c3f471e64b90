-- A large payout needs two operators: the first of them, as long as the payout stands as it did.
alter table payouts add column approved_by text;

-- The console lists those of any state.
drop index payouts_by_status;
create index payouts_by_status on payouts (status, asked_at);

create index pro_balances_owing on pro_balances (available_pence) where available_pence < 0;
