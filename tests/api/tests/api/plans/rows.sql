-- Two thousand rows in each table, of which no statistics tell: a table without any is so small that the shortest of its indexes seems as good
-- as the right one.
do $$
declare made record;
begin
  for made in select conrelid::regclass as owner, conname from pg_constraint where contype = 'f' loop
    execute format('alter table %s drop constraint %I', made.owner, made.conname);
  end loop;
  for made in
    select table_name as owner,
      string_agg(case data_type when 'text' then '''x'' || i' else 'i' end, ', ' order by ordinal_position) as columns
    from information_schema.columns where table_schema = 'public' and table_name <> '_sqlx_migrations' group by 1
  loop
    execute format('alter table %I set (autovacuum_enabled = off)', made.owner);
    execute format('insert into %I select %s from generate_series(1, 2000) i', made.owner, made.columns);
  end loop;
end $$;
