-- The visits that put a job right are found by it.
create index bookings_of_parent on bookings (parent_id) where parent_id is not null;
