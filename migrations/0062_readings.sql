-- What was read from a client's words. Work on gas is null where a booking is older than this: `callout migrate` reads the open ones.
alter table bookings add column gas_work bigint;
alter table bookings add column explanation text not null default '[]';
alter table bookings add column danger_answers text not null default '[]';
