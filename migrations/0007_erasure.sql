-- What erasure and housekeeping go by.

-- 1: no booking may take the photo any more. Its file goes first and then this row, so that what fails in between is tried again.
alter table uploads add column doomed bigint not null default 0;
