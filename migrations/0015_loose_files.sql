-- Files of pros that no row names: not named yet, or let go. Housekeeping deletes each when its time comes.
create table loose_files (
    id text primary key,
    delete_at bigint not null
);
create index loose_files_by_time on loose_files (delete_at);

-- Who may see a picture is asked by its file; rejected papers are looked for by their age.
create index masters_by_avatar on masters (avatar_id);
create index masters_by_logo on masters (logo_id);
create index master_documents_by_rejection on master_documents (rejected_at);
