-- When and for what pros work. Whoever has said nothing has no row, and works always.
create table diaries (
    master_id text primary key references masters (id),
    -- JSON: null for always, else seven days of spans, Monday first
    weekly text not null,
    emergencies_any_time bigint not null,
    minimum_pence bigint,
    quiet_at_night bigint not null,
    changed_at bigint not null
);

-- Days off and blocked times.
create table times_away (
    master_id text not null references masters (id),
    -- made by the app
    id text not null,
    -- day_off or block
    kind text not null,
    starts_at bigint not null,
    ends_at bigint not null,
    -- for the pro alone
    note text not null,
    primary key (master_id, id)
);

-- Clients whom pros do not work for, by a booking that they did for them.
create table blocked_clients (
    master_id text not null references masters (id),
    booking_id text not null references bookings (id),
    blocked_at bigint not null,
    primary key (master_id, booking_id)
);

-- A booking is looked for here when it is stored, as the parent of these.
create index blocked_clients_by_booking on blocked_clients (booking_id);
