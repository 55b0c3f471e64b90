-- What became of what was read from clients' words. A reading is written once, when its booking has ended; what was shown before the client
-- chose anything comes with the quote. JSON; null for bookings made before it was kept.
alter table bookings add column reading text not null default 'null';

create table readings (
    id text primary key,
    -- null once the client is erased, and 12 months after the end
    booking_id text unique references bookings (id),
    ended_at bigint not null,
    -- completed or cancelled
    status text not null,
    book_version text not null,
    -- the release whose lexicon read it
    lexicon text not null,
    -- what was shown, and what the client chose instead: codes of problem types
    problem_type text not null,
    chosen_type text,
    -- basis points
    confidence bigint not null,
    -- null without an instant price
    shown_pence bigint,
    final_pence bigint not null,
    -- other prices that pros proposed
    proposals bigint not null,
    extra_pence bigint not null,
    price_disputed bigint not null
);
create index readings_ended on readings (ended_at);
create index readings_linked on readings (ended_at) where booking_id is not null;

-- What it was read from. Carries the end of its reading, so that both tables are read by it.
create table reading_entries (
    reading_id text not null references readings (id),
    -- keyword, type, sign, danger, scale or several
    kind text not null,
    -- the lexicon's or the book's word, never the person's
    entry text not null,
    ended_at bigint not null,
    primary key (reading_id, kind, entry)
);
create index reading_entries_ended on reading_entries (ended_at);
