-- When each price book is in force: the newest activation that was not called off. Going back to an older book is a new activation.
create table price_activations (
    id text primary key,
    version text not null references price_books (version),
    -- 0: from the first start on
    active_from bigint not null,
    made_at bigint not null,
    -- an operator's email, or 'callout'
    made_by text not null,
    reason text not null,
    cancelled_at bigint
);
create index price_activations_by_time on price_activations (active_from);
insert into price_activations (id, version, active_from, made_at, made_by, reason)
select 'stored-' || version, version, active_from, created_at, 'callout', '' from price_books;
alter table price_books drop column active_from;

-- Books that are being worked on, as they were typed, valid or not.
create table price_drafts (
    id text primary key,
    body text not null,
    changed_at bigint not null,
    changed_by text not null
);
