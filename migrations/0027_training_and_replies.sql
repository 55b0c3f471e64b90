-- Training modules that pros have completed; their content is part of the program.
create table training (
    master_id text not null references masters (id),
    module_id text not null,
    completed_at bigint not null,
    primary key (master_id, module_id)
);

-- What a pro answers to a client's review, once; without phones and emails.
alter table reviews add column reply text;
alter table reviews add column replied_at bigint;
create index reviews_by_rating on reviews (master_id, author, rating, written_at);
