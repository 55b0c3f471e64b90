-- Sessions that have ended, which servers tell each other of: one that missed it finds it here.
create index sessions_ended on sessions (ended_at) where ended_at is not null;
