-- Bookings, their events (the truth, one sequence a booking), and the counters that keep slots and coupons within limits.

create table bookings (
    id text primary key,
    client_id text not null references clients (id),
    draft_id text not null,
    quote_id text not null unique,
    status text not null,
    -- where events stand: the highest seq of booking_events
    seq bigint not null,
    quote_mode text not null,
    payment_method text not null,
    manual_quote bigint not null,
    description text not null,
    problem_type text not null,
    readable_name text not null,
    quick_fix text,
    skills text not null,
    tier text not null,
    urgency text not null,
    customer_name text not null,
    phone text not null,
    email text,
    address_line1 text not null,
    address_line2 text,
    city text,
    postcode text not null,
    area text not null,
    entry_info text,
    lat double precision not null,
    lng double precision not null,
    slot_id text,
    slot_start bigint,
    slot_end bigint,
    estimated_pence bigint,
    amount_pence bigint not null,
    discount_pence bigint not null,
    proposed_pence bigint,
    currency text not null,
    coupon_code text,
    lines text not null,
    book_version text not null,
    photo_id text,
    payment_id text,
    pay_by bigint,
    cancel_reason text,
    calendar_sequence bigint not null default 0,
    -- negative once that generation was ended and no new one made
    share_generation bigint not null default 1,
    guest_generation bigint not null default 1,
    assigned_master_id text,
    address_key text not null,
    created_at bigint not null,
    updated_at bigint not null
);
-- A person's draft has at most one booking that is not cancelled.
create unique index bookings_live_draft on bookings (client_id, draft_id) where status <> 'cancelled';
create index bookings_by_client on bookings (client_id, created_at);
create index bookings_by_payment on bookings (payment_id);
create index bookings_by_phone on bookings (phone);
create index bookings_by_email on bookings (email);
create index bookings_by_address_key on bookings (address_key, created_at);

create table booking_events (
    booking_id text not null references bookings (id),
    seq bigint not null,
    type text not null,
    at bigint not null,
    data text not null,
    primary key (booking_id, seq)
);

-- One counter a slot and postcode area; taking a place is one conditional update.
create table slot_places (
    area text not null,
    slot_id text not null,
    taken bigint not null,
    primary key (area, slot_id)
);

-- One row a coupon, identifier (phone or email) of the person who used it, and use; gone again when the coupon returns.
create table coupon_uses (
    code text not null,
    person text not null,
    -- 1 to the coupon's limit for a person
    nth bigint not null,
    booking_id text not null references bookings (id),
    at bigint not null,
    primary key (code, person, nth)
);
create index coupon_uses_by_booking on coupon_uses (booking_id);
create table coupon_totals (
    code text primary key,
    used bigint not null
);

-- A transaction that is about to count a caller's open bookings passes the caller's gate first, one at a time.
create table booking_gates (
    key text primary key,
    passed bigint not null
);

create table uploads (
    id text primary key,
    media_type text not null,
    bytes bigint not null,
    width bigint not null,
    height bigint not null,
    address_key text not null,
    attached_to text,
    created_at bigint not null
);
create index uploads_unattached on uploads (attached_to, created_at);

create table price_books (
    version text primary key,
    body text not null,
    created_at bigint not null,
    active_from bigint not null
);
