-- Jobs are done in pools, so that what hangs in one delays no other.
alter table jobs add column pool text not null default 'money';
update jobs set pool = 'messages' where work like '{"kind":"confirmation_email"%';
drop index jobs_due;
create index jobs_due on jobs (pool, run_at) where done_at is null and dead_at is null;
