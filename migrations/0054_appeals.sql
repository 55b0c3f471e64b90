-- Who decided a dispute does not decide its appeal, and a pro may win one.

-- The operator who decided; null for the client's bank and for the command line.
alter table disputes add column decided_by text;

-- What a pro who won an appeal was given of what the decision had taken.
alter table disputes add column appeal_made_good_pence bigint;
