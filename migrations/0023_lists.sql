-- What lists and sweeps look for among very many bookings: each index holds only the rows that are meant.

-- Bookings whose time to pay may be over.
create index bookings_unpaid on bookings (pay_by) where status = 'created';

-- The jobs that pros have now: read for every answer of a pro, and every two seconds for those who changed.
create index bookings_under_way on bookings (assigned_master_id, created_at)
where status in ('assigned', 'en_route', 'in_progress');

-- Jobs that are done: counted for the landing page, and for each client's stamps.
create index bookings_done on bookings (client_id) where status = 'completed';

-- Only of rejected papers: SQLite would read all others by it in place of one pro's.
drop index master_documents_by_rejection;
create index master_documents_by_rejection on master_documents (rejected_at) where rejected_at is not null;
