-- Refunds of the sandbox can be returned by the client's bank, and be tried again.
alter table sandbox_intents add column returns_refunds bigint not null default 0;
alter table sandbox_refunds rename to sandbox_refunds_before;
create table sandbox_refunds (
    id text primary key,
    intent_id text not null references sandbox_intents (id),
    amount_pence bigint not null,
    reference text not null,
    attempt bigint not null,
    is_returned bigint not null default 0,
    unique (reference, attempt)
);
insert into sandbox_refunds (id, intent_id, amount_pence, reference, attempt)
    select 're_' || idempotency_key, intent_id, amount_pence, idempotency_key, 0 from sandbox_refunds_before;
drop table sandbox_refunds_before;
