-- A large payout needs two operators: the first of them, as long as the payout stands as it did.
alter table payouts add column approved_by text;

-- The console lists those of any state.
drop index payouts_by_status;
create index payouts_by_status on payouts (status, asked_at);

create index pro_balances_owing on pro_balances (available_pence) where available_pence < 0;

-- Whoever is not content with the decision of a dispute may appeal, once; a super admin decides.
-- client or pro
alter table disputes add column appealed_by text;
-- without phones and emails
alter table disputes add column appeal text;
alter table disputes add column appealed_at bigint;
-- what the client is given back beyond the first decision, and who bears that: pro or callout
alter table disputes add column appeal_refund_pence bigint;
alter table disputes add column appeal_borne_by text;
alter table disputes add column appeal_verdict text;
alter table disputes add column appeal_decided_at bigint;
create index disputes_appealed on disputes (appealed_at) where appealed_at is not null and appeal_decided_at is null;
create index disputes_decided on disputes (decided_at) where decided_at is not null;
