-- Operators' sessions end when nobody uses them; a first password ends, and a new operator is no second pair of eyes for a while.
alter table operator_sessions add column seen_at bigint not null default 0;
update operator_sessions set seen_at = created_at;
-- until when the first password may be used; null once the operator has one of their own
alter table operators add column first_password_until bigint;
-- from when the operator may be one of two who decide
alter table operators add column trusted_from bigint not null default 0;
