-- What extra work of a job may cost beyond its original price, as an operator allows, pence.
alter table bookings add column extra_allowed_pence bigint not null default 0;
