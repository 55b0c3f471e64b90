-- What a pro keeps about a job for themselves: words, and photos from before the work.

create table job_notes (
    booking_id text not null references bookings (id),
    master_id text not null,
    text text not null,
    -- ids of uploads, as JSON
    photos text not null,
    changed_at bigint not null,
    primary key (booking_id, master_id)
);
create index job_notes_of_master on job_notes (master_id);

-- the pro who alone may see a photo, besides operators; null for one that the people of its booking may see
alter table uploads add column private_to text;
create index uploads_private on uploads (private_to) where private_to is not null;
