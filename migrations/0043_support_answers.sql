-- What operators answered to messages from the support page. Closed without an answer: a time alone.
alter table support_messages add column answer text;
alter table support_messages add column ended_at bigint;
create index support_messages_waiting on support_messages (created_at) where ended_at is null;
create index support_messages_ended on support_messages (ended_at) where ended_at is not null;
