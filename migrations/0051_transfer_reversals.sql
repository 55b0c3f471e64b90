-- What is asked back of transfers to pros: a refund that a pro bears is taken from what the job's transfers have sent.
create table transfer_reversals (
    -- what makes it happen once
    reference text primary key,
    master_id text not null,
    -- the refunded job
    booking_id text not null references bookings (id),
    -- the transfer that is reversed, as a whole or in part
    transfer text not null references payout_transfers (reference),
    -- the most that is asked for
    wanted_pence bigint not null,
    -- what was asked for: less, where the pro owed less by then or less was left of the transfer
    amount_pence bigint not null default 0,
    -- waiting, asked, done, refused, not_needed
    status text not null,
    -- the provider's id of it, or its code for the refusal
    outcome text,
    made_at bigint not null,
    -- when the provider was first asked for it
    asked_at bigint,
    ended_at bigint
);
create index transfer_reversals_of_transfer on transfer_reversals (transfer);
create index payout_transfers_of_earning on payout_transfers (earning);
create index clearing_of_booking on clearing (booking_id);
create index transfer_reversals_open on transfer_reversals (master_id) where status in ('waiting', 'asked');

-- The sandbox's own books.
create table sandbox_reversals (
    reference text primary key,
    transfer text not null references sandbox_transfers (reference),
    amount_pence bigint not null
);
