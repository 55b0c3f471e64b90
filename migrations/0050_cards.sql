-- Which card paid, as its provider tells cards apart (never a number): a client's card that is also the pro's has a payout looked at first.
alter table payments add column card_fingerprint text;
create index payments_by_card on payments (card_fingerprint) where card_fingerprint is not null;
alter table debt_payments add column card_fingerprint text;
alter table sandbox_intents add column card_fingerprint text;
