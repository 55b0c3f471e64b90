-- What was found only by reading a whole table.
create index bookings_by_postcode on bookings (postcode, created_at);
create index bookings_to_stop on bookings (stop_asked_at) where stop_asked_at is not null;
create index chat_threads_of_master on chat_threads (master_id);
create index disputes_of_master on disputes (master_id);
create index frozen_by_earning on frozen (earning);
create index login_codes_by_end on login_codes (expires_at);
create index masters_by_base on masters (base_lat) where activated_at is not null;
create index proposals_of_master on proposals (master_id);
create index sandbox_intents_by_card on sandbox_intents (saved_card) where saved_card is not null;
create index sandbox_reversals_by_transfer on sandbox_reversals (transfer);
create index sandbox_transfers_by_intent on sandbox_transfers (intent_id);
