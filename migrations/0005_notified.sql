-- Where a client's notifications stand: the highest seq of `notifications`. Raising it holds the client's row until the
-- transaction ends, so whoever has read up to a number has missed nothing below it.
alter table clients add column notified bigint not null default 0;
create index notifications_by_age on notifications (at);
