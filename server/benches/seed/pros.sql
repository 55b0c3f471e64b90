-- Pros :from to :until: one in twenty has not finished the profile, a third is online, of whom each has been seen today.

insert into masters (id, email, account_type, created_at, first_name, last_name, phone, experience_years, legal_name, trading_address,
  call_out_pence, hourly_pence, radius_km, base_postcode, base_lat, base_lng, skills, activated_at, online, changed_at, seen_at)
with recursive n(i) as (select cast(:from as bigint) union all select i + 1 from n where i + 1 < :until)
select 'master-seed-' || substr(cast(100000000 + i as text), 2), 'pro' || i || '@seed.example', 'sole_trader', :now - :span,
  'Pro', 'Number ' || i, '+44' || (7100000000 + i), 2 + i % 30, 'Pro Number ' || i, i || ' Trade Street', 6000, 4500, 10 + i % 30, code,
  lat, lng, case i % 4 when 0 then '["plumber"]' when 1 then '["electrician"]' when 2 then '["handyman","plumber"]' else '["builder"]' end,
  case when i % 20 < 19 then :now - :span end, case when i % 3 = 0 then 1 else 0 end, :now - :span / (1 + i % 1000),
  case when i % 3 = 0 then :now - i % 86400 * 1000 else :now - :span end
from n join seed_districts on d = i * 104729 % :districts where i >= 0
on conflict do nothing;

insert into identifiers (role, value, account_id, verified_at)
with recursive n(i) as (select cast(:from as bigint) union all select i + 1 from n where i + 1 < :until)
select 'master', 'pro' || i || '@seed.example', 'master-seed-' || substr(cast(100000000 + i as text), 2), :now - :span from n where i >= 0
on conflict do nothing;

insert into master_documents (id, master_id, kind, uploaded_at, verified_at)
with recursive n(i) as (select cast(:from as bigint) union all select i + 1 from n where i + 1 < :until)
select 'document-seed-' || i, 'master-seed-' || substr(cast(100000000 + i as text), 2), 'identity', :now - :span, :now - :span
from n where i % 20 < 19
on conflict do nothing;

insert into master_positions (master_id, lat, lng, at)
select id, base_lat + 0.01, base_lng - 0.01, :now - 60000 from masters
where id >= 'master-seed-:first' and id < 'master-seed-:next'
  and online = 1
on conflict do nothing;

insert into payout_accounts (master_id, provider, account_id, is_ready, weekly_at, created_at)
select id, 'sandbox', 'acct_' || id, 1, :now, created_at from masters
where id >= 'master-seed-:first' and id < 'master-seed-:next'
on conflict do nothing;

insert into pro_balances (master_id) select id from masters
where id >= 'master-seed-:first' and id < 'master-seed-:next'
on conflict do nothing;
