-- What an operator looks for a pro by.
create index masters_by_email on masters (email);
create index masters_by_phone on masters (phone);
-- SQLite looks here when a booking is added or goes.
create index transfer_reversals_by_booking on transfer_reversals (booking_id);
