-- What an operator reads on a document: the number of the registration or policy.
alter table master_documents add column number text;
-- How many days before its end its pro was last told of it: 30, 7, or 0 once it is over.
alter table master_documents add column end_told bigint;
-- Those that wait for an operator, and the lists of those that were decided on.
create index master_documents_waiting on master_documents (uploaded_at) where verified_at is null and rejected_at is null;
create index master_documents_by_verification on master_documents (verified_at) where verified_at is not null;
create index master_documents_by_end on master_documents (expires_on) where expires_on is not null;
-- Pictures of identities, which go after the verdict.
create index master_documents_identities on master_documents (verified_at) where kind = 'identity' and file_id is not null;
