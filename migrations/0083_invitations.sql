-- Further work that the pro of a job suggests to its client.

-- true once the client lets the pro suggest it
alter table bookings add column may_suggest bigint not null default 0;
-- the invitation that it was booked by
alter table bookings add column invitation_id text;
-- the only pro who is asked
alter table bookings add column reserved_for text;
create index bookings_by_invitation on bookings (invitation_id) where invitation_id is not null;

create table invitations (
    id text primary key,
    -- the job that was done
    booking_id text not null references bookings (id),
    master_id text not null,
    text text not null,
    problem_type text not null,
    made_at bigint not null,
    -- until when it may be booked
    until bigint not null,
    declined_at bigint
);
create index invitations_of_booking on invitations (booking_id, made_at);
create index invitations_of_master on invitations (master_id, made_at);
