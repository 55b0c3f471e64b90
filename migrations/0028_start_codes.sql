-- The code by which a pro begins a job is computed from the booking and this number; wrong tries are counted until it is renewed.
alter table bookings add column start_generation bigint not null default 0;
alter table bookings add column start_tries bigint not null default 0;
-- 1 once an operator lets the pro begin without the code.
alter table bookings add column start_opened bigint not null default 0;

-- Why the job began without the code, and the pro's photo from the door.
alter table bookings add column started_without text;
alter table bookings add column start_photo_id text;

-- Photos of the finished work (JSON array of ids of uploads), or why there are none.
alter table bookings add column completion_photos text not null default '[]';
alter table bookings add column not_photographed text;
create index bookings_with_photos_of_work on bookings (ended_at)
    where start_photo_id is not null or completion_photos <> '[]';
