-- Bookings whose price pros name, side by side, and the client chooses.
-- 1 for one of those, for life.
alter table bookings add column open_price bigint not null default 0;
-- how long the visit takes by the price that was chosen, minutes
alter table bookings add column visit_minutes bigint;

-- A named price says how long the work takes. It stands beside others until the client chooses one, which is when it is approved.
alter table proposals add column length_minutes bigint;
drop index proposals_open;
create unique index proposals_open on proposals (booking_id)
    where outcome is null and (length_minutes is null or approved_at is not null);
create unique index proposals_standing on proposals (booking_id, master_id)
    where outcome is null and length_minutes is not null;
-- Every open one of a booking, whatever it is.
create index proposals_open_by_booking on proposals (booking_id) where outcome is null;
