-- What client and pro say of each other once a job is done: one review a side.
create table reviews (
    id text primary key,
    booking_id text not null references bookings (id),
    -- who wrote it: `client` or `pro`
    author text not null,
    -- the pro of the job, whoever wrote it
    master_id text not null references masters (id),
    rating bigint not null,
    -- without phones and emails; empty when nothing was written, or it was erased
    text text not null,
    written_at bigint not null,
    -- until then nobody but its author sees it: the 7 days are over then, or the other side has written, too
    shown_from bigint not null,
    unique (booking_id, author)
);
create index reviews_of_master on reviews (master_id, author, written_at);

-- When a pro closed the account; what the books need of it stays without a name.
alter table masters add column ended_at bigint;
