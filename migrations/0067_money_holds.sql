-- What the payment provider had of this installation that the database did not know: a backup was restored. Payouts wait until an operator
-- has compared both and lets them go.
create table money_holds (
    -- what was found: the provider's id of an intent, refund or transfer
    found text primary key,
    -- from when the database and the provider are compared
    since bigint not null,
    found_at bigint not null,
    -- when an operator last compared them
    checked_at bigint,
    released_at bigint
);
create index money_holds_open on money_holds (found_at) where released_at is null;
