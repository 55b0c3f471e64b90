-- How large the file of a pro's document is, so that what one pro may have us keep has an end.
alter table master_documents add column bytes bigint not null default 0;
