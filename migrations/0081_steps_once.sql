-- A step that a device has sent more than once is taken once: the event keeps the name that the device gave it.
alter table booking_events add column step_id text;
create unique index booking_events_step on booking_events (booking_id, step_id) where step_id is not null;
