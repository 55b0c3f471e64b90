-- What erasure and housekeeping go by.

-- 1: no booking may take the photo any more. Its file goes first and then this row, so that what fails in between is tried again.
alter table uploads add column doomed bigint not null default 0;

-- From now on a gate is known by a keyed hash of the phone, and `passed` says when it was last passed (Unix milliseconds).
delete from booking_gates;

-- Deleted by age once a minute.
create index sessions_by_expiry on sessions (expires_at);
create index provider_events_by_age on provider_events (at);
