-- A pro's answer that waits for the client: another price, or (delta 0) a budget that awaits its payment.
create table proposals (
    id text primary key,
    booking_id text not null references bookings (id),
    master_id text not null references masters (id),
    -- the price before a coupon that it changes, and by how much
    price_pence bigint not null,
    delta_pence bigint not null,
    message text,
    made_at bigint not null,
    -- when the client's time to answer ends; once approved, the time to pay
    until bigint not null,
    approved_at bigint,
    -- `agreed`, `declined`, `lapsed`, `taken_back`, `gone` (the pro is busy by now), `over`; null while it is open
    outcome text,
    ended_at bigint
);
create index proposals_by_booking on proposals (booking_id);
create unique index proposals_open on proposals (booking_id) where outcome is null;
create index proposals_open_by_master on proposals (master_id) where outcome is null;

-- Since when the booking waits for its client.
alter table matchings add column waiting_since bigint;

-- What a payment is for: `booking`, or `proposal`: the whole new price, whose hold takes the place of the old one.
alter table payments add column purpose text not null default 'booking';
