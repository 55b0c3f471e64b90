-- People :from to :until, who came one after the other. Half of them are guests; an account has proved its email, every other its phone.

insert into clients (id, is_guest, email, phone, name, address_line, city, postcode, created_at)
with recursive n(i) as (select cast(:from as bigint) union all select i + 1 from n where i + 1 < :until)
select 'client-seed-' || substr(cast(100000000 + i as text), 2), i % 2, 'person' || i || '@seed.example',
  '+44' || (7000000000 + i), 'Person ' || i, i || ' Seed Street', 'Seedham',
  code || ' ' || (1 + i % 9) || 'AB', :now - (:people - i) * (:span / :people)
from n join seed_districts on d = i * 7919 % :districts where i >= 0
on conflict do nothing;

insert into identifiers (role, value, account_id, verified_at)
with recursive n(i) as (select cast(:from as bigint) union all select i + 1 from n where i + 1 < :until)
select 'client', case kind when 0 then 'person' || i || '@seed.example' else '+44' || (7000000000 + i) end,
  'client-seed-' || substr(cast(100000000 + i as text), 2), :now - (:people - i) * (:span / :people)
from n cross join (select 0 as kind union all select 1) kinds where i % 2 = 0 and (kind = 0 or i % 4 = 0)
on conflict do nothing;
