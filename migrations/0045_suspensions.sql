-- Pros who may not work for now: why, what they say to it, and what was decided.
create table suspensions (
    id text primary key,
    master_id text not null references masters (id),
    -- identity, documents, …
    reason text not null,
    -- what happened, for the pro to read
    words text not null,
    suspended_at bigint not null,
    -- until then the balance is kept back; without an end while an appeal waits
    held_until bigint not null,
    -- what the pro says to it, once
    appeal text,
    appealed_at bigint,
    -- why it stays, or why it has ended, for the pro to read
    verdict text,
    decided_at bigint,
    -- when the pro was reinstated
    ended_at bigint
);
create unique index suspensions_open on suspensions (master_id) where ended_at is null;
create index suspensions_of_master on suspensions (master_id, suspended_at);
