-- Written now and then by whoever asks whether the server is ready: one row.
create table write_probe (
    id bigint primary key,
    -- Unix milliseconds
    at bigint not null
);
