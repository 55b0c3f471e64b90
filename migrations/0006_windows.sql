-- One counter a window and postcode area, not a slot's id: the same id means another window once its day is today.
drop table slot_places;
create table slot_places (
    area text not null,
    slot_start bigint not null,
    slot_end bigint not null,
    taken bigint not null,
    primary key (area, slot_start, slot_end)
);
insert into slot_places (area, slot_start, slot_end, taken)
select area, slot_start, slot_end, count(*)
from bookings
where slot_start is not null and slot_end is not null and status not in ('cancelled', 'no_response')
group by area, slot_start, slot_end;

-- Most bookings have neither at first: nothing is written for those.
drop index bookings_by_payment;
drop index bookings_by_email;
create index bookings_by_payment on bookings (payment_id) where payment_id is not null;
create index bookings_by_email on bookings (email) where email is not null;

-- A job that failed too often is given up, and stays for whoever operates the server.
alter table jobs add column dead_at bigint;
drop index jobs_due;
create index jobs_due on jobs (run_at) where done_at is null and dead_at is null;
create index jobs_done on jobs (done_at) where done_at is not null;
