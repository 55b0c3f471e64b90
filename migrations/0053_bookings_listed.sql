-- Bookings as operators list them, the newest first: what has not ended, by its state, and what is paid in cash.
create index bookings_open_by_time on bookings (status, created_at) where status not in ('completed', 'cancelled', 'no_response');
create index bookings_in_cash on bookings (created_at) where payment_method = 'cash';
