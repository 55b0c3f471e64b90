-- Who decided a dispute does not decide its appeal.

-- The operator who decided; null for the client's bank and for the command line.
alter table disputes add column decided_by text;
