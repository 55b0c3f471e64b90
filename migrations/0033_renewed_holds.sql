-- Until when a hold may be captured, when it is to be renewed, and the card that was kept for that; times in Unix milliseconds.
alter table payments add column capture_before bigint;
alter table payments add column renew_at bigint;
alter table payments add column customer_id text;
alter table payments add column card_id text;
create index payments_to_renew on payments (renew_at) where renew_at is not null;
create index payments_with_card on payments (card_id) where card_id is not null;

-- The same on the sandbox's side.
alter table sandbox_intents add column saved_card text;
alter table sandbox_intents add column asks_first bigint not null default 0;
alter table sandbox_intents add column capture_before bigint;
