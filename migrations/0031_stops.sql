-- The client asks to stop a job that has begun: when, why, and what the operator who stopped it said.
alter table bookings add column stop_asked_at bigint;
alter table bookings add column stop_text text;
alter table bookings add column stop_words text;
