-- What the operators' desk reads again and again.

create index bookings_by_time on bookings (created_at);
create index bookings_visits on bookings (slot_start) where slot_start is not null;
create index bookings_unmatched on bookings (updated_at) where status = 'no_response';
create index ledger_transactions_by_time on ledger_transactions (at);
create index jobs_dead on jobs (dead_at) where dead_at is not null;
create index refunds_refused on refunds (created_at) where status = 'refused';
