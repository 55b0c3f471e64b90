-- When we decided to let a payment go. From then on it settles nothing, whatever the provider says of it.
alter table payments add column closing_at bigint;

-- How often a refund that the provider had refused was begun anew.
alter table refunds add column retries bigint not null default 0;

-- The hold of a booking ended at the provider by itself: what the client is asked to pay again, and until when.
alter table bookings add column payment_due_pence bigint;
alter table bookings add column payment_due_until bigint;
create index bookings_payment_due on bookings (payment_due_until) where payment_due_until is not null;
