-- Extra work or parts that the pro of a job proposes on site. Nothing of it is charged before the client approves.
create table change_orders (
    id text primary key,
    booking_id text not null references bookings (id),
    -- counts those of its booking, from 1
    number bigint not null,
    -- the pro who proposed it
    master_id text not null references masters (id),
    -- what it adds, JSON array of {kind, text, amountPence}, and their sum
    lines text not null,
    sum_pence bigint not null,
    -- what the pro says about it
    note text,
    made_at bigint not null,
    -- when the time to answer and to pay ends
    until bigint not null,
    -- when the client approved it; from then on it waits for its payment
    approved_at bigint,
    -- the payment that paid it
    payment_id text references payments (id),
    -- `approved`, `declined`, `withdrawn`, `expired`; null while it is open
    outcome text,
    ended_at bigint,
    unique (booking_id, number)
);
create unique index change_orders_open on change_orders (booking_id) where outcome is null;
create index change_orders_of_master on change_orders (master_id);
