-- What pros have earned.

-- The ledger's balances of each pro's accounts, changed in the transaction of each posting.
create table pro_balances (
    master_id text primary key,
    -- pence owed to the pro; below 0 the pro owes fees of cash jobs
    available_pence bigint not null default 0,
    -- pence earned by card that are not certain yet
    clearing_pence bigint not null default 0
);
insert into pro_balances (master_id, available_pence, clearing_pence)
select master_id, sum(available), sum(clearing) from (
    select replace(substr(account, 5), ':clearing', '') as master_id,
        case when account like '%:clearing' then 0 else -amount_pence end as available,
        case when account like '%:clearing' then -amount_pence else 0 end as clearing
    from ledger_entries where account like 'pro:%'
) as entries group by master_id;

-- What pros have earned by card and do not have yet: a row for each posting that earned it.
create table clearing (
    -- the posting's reference in the ledger
    reference text primary key,
    booking_id text not null references bookings (id),
    master_id text not null,
    amount_pence bigint not null,
    -- when it becomes available
    clears_at bigint not null,
    -- when that was done
    cleared_at bigint
);
create index clearing_due on clearing (clears_at) where cleared_at is null;
create index clearing_of_master on clearing (master_id, clears_at) where cleared_at is null;
insert into clearing (reference, booking_id, master_id, amount_pence, clears_at)
select ledger_transactions.reference, ledger_transactions.booking_id,
    min(replace(substr(account, 5), ':clearing', '')), -sum(amount_pence), min(at) + 3 * 86400000
from ledger_entries join ledger_transactions on ledger_transactions.reference = ledger_entries.reference
where account like 'pro:%:clearing' and ledger_transactions.booking_id is not null
group by ledger_transactions.reference, ledger_transactions.booking_id having sum(amount_pence) < 0;
