-- Bookings :from to :until of :bookings, made one after the other until now. The newest thousandth looks for a pro, the next five
-- thousandths are under way, the rest has ended. One person and one pro have more than others have; districts differ in how busy they are.

insert into bookings (id, client_id, made_by, draft_id, quote_id, status, seq, quote_mode, payment_method, manual_quote, description,
  problem_type, readable_name, skills, tier, urgency, customer_name, phone, email, address_line1, city, postcode, area, lat, lng, slot_id,
  slot_start, slot_end, holds_place, estimated_pence, amount_pence, discount_pence, currency, coupon_code, lines, book_version,
  payment_id, pay_by, cancel_reason, late_cancelled_at, assigned_master_id, assigned_at, start_generation, ended_at, address_key,
  created_at, updated_at)
with recursive n(i) as (select cast(:from as bigint) union all select i + 1 from n where i + 1 < :until),
drawn as (
  select i, substr(cast(100000000 + i as text), 2) as number, :bookings - i as age, i * 48271 % 1000 as draw,
    case when i % 485 = 0 then 0 else i * 7919 % :people end as person,
    case when i % 322 = 0 then 0 else i * 104729 % :pros end as pro,
    (i * 31337 % :districts) * (i * 31337 % :districts) / :districts as district,
    case when i * 17 % 100 < 72 then 'card' else 'cash' end as method,
    6000 + i * 911 % 200 * 100 as pence, case when i % 33 = 0 then 1000 else 0 end as cut,
    :now - (:bookings - i) * (:span / :bookings) as made
  from n),
begun as (
  select *, case
      when age <= :bookings / 1000 then case when draw < 920 then 'pending' else 'created' end
      when age <= :bookings / 1000 * 6 then
        case when draw < 800 then 'assigned' when draw < 880 then 'en_route' when draw < 960 then 'in_progress' else 'cancelled' end
      when draw < 790 then 'completed' when draw < 920 then 'cancelled' else 'no_response' end as status
  from drawn)
select 'C-' || number, 'client-seed-' || substr(cast(100000000 + person as text), 2),
  'client-seed-' || substr(cast(100000000 + person as text), 2), 'draft-' || number, 'q-seed-' || number, status,
  case status when 'created' then 1 when 'pending' then 2 when 'assigned' then 3 when 'en_route' then 4 when 'in_progress' then 5
    when 'completed' then 6 else 3 end,
  'PAID', method, 0, 'The kitchen tap drips and the cold side will not close since Sunday; the washer looks worn, I think.',
  'leak', 'Leak / tap issue', '["plumber"]', 'STANDARD', 'SCHEDULED', 'Person ' || person, '+44' || (7000000000 + person),
  'person' || person || '@seed.example', person || ' Seed Street', 'Seedham',
  code || ' ' || (1 + i % 9) || substr('ABDEFGHJLN', cast(1 + i / 9 % 10 as int), 1) || 'B', seed_districts.area, lat, lng,
  name || '-' || (1 + i % 5), nine + i % 5 * 7200000, nine + i % 5 * 7200000 + 7200000,
  case when status in ('cancelled', 'no_response') then 0 else 1 end, pence + cut, pence, cut, 'GBP',
  case when cut > 0 then 'SEED10' end, '[{"label":"Leak / tap issue","amountPence":' || pence || '}]', '2026.2',
  case when method = 'card' then 'pi-seed-' || number end, case when status = 'created' then made + 900000 end,
  case when status = 'cancelled' then case when i % 3 = 0 then 'payment_abandoned' else 'client' end end,
  case when status = 'cancelled' and method = 'cash' and draw < 800 then made + 3600000 end,
  case when status in ('assigned', 'en_route', 'in_progress', 'completed') then 'master-seed-' || substr(cast(100000000 + pro as text), 2) end,
  case when status in ('assigned', 'en_route', 'in_progress', 'completed') then made + 1800000 end,
  case when status in ('assigned', 'en_route', 'in_progress', 'completed') then 1 else 0 end,
  case status when 'completed' then nine + i % 5 * 7200000 + 5400000 when 'cancelled' then made + 3600000 end,
  'address-' || (i * 7907 % :people), made, made + 3600000
from begun join seed_districts on d = district
  join seed_days on day = (made - (:now - :span)) / 86400000 + 1 + i % 9
where i >= 0
on conflict do nothing;

insert into booking_events (booking_id, seq, type, at, data)
select id, step, case step when seq then status when 1 then 'created' when 2 then 'pending' when 3 then 'assigned' when 4 then 'en_route'
    else 'in_progress' end,
  created_at + step * 600000, '{}'
from bookings join (select 1 as step union all select 2 union all select 3 union all select 4 union all select 5 union all select 6) steps
  on step <= seq
where id >= 'C-:first' and id < 'C-:next'
on conflict do nothing;

insert into matchings (booking_id, round, began_at, waited, wave, radius_km, asked, in_pool, next_at)
select id, 1, created_at, 0, 1, 10, 5, case when status = 'no_response' then 1 else 0 end,
  case when status = 'pending' then created_at + 60000 end
from bookings
where id >= 'C-:first' and id < 'C-:next'
  and status <> 'created'
on conflict do nothing;

insert into offers (booking_id, round, master_id, wave, price_pence, metres, made_at, expires_at, answer, answered_at)
select id, 1, case when nth = 0 and assigned_master_id is not null then assigned_master_id else
    'master-seed-' || substr(cast(100000000 + (cast(substr(id, 3) as bigint) * 104729 + nth * 37) % :pros as text), 2) end,
  1, amount_pence + discount_pence, 1500 + nth * 700, created_at + 30000, created_at + 90000,
  case when nth > 0 then 'declined' when assigned_master_id is not null then 'accepted' end, created_at + 60000
from bookings join (select 0 as nth union all select 1 union all select 2 union all select 3 union all select 4) waves on 1 = 1
where id >= 'C-:first' and id < 'C-:next'
  and status <> 'created'
on conflict do nothing;

insert into payments (id, booking_id, quote_id, provider, client_secret, status, amount_pence, captured_pence, currency, authorised_at,
  checked_at, created_at, updated_at)
select payment_id, id, quote_id, 'sandbox', '', case when status = 'created' then 'requires_payment_method' when status = 'completed' then
    'succeeded' when status in ('cancelled', 'no_response') then 'canceled' else 'requires_capture' end,
  amount_pence, case when status = 'completed' then amount_pence else 0 end, 'GBP',
  case when status <> 'created' then created_at + 20000 end, created_at, created_at, updated_at
from bookings
where id >= 'C-:first' and id < 'C-:next'
  and payment_method = 'card'
on conflict do nothing;

insert into coupon_uses (code, person, nth, booking_id, at)
select coupon_code, email, cast(substr(id, 3) as bigint), id, created_at
from bookings
where id >= 'C-:first' and id < 'C-:next'
  and coupon_code is not null and status <> 'cancelled'
on conflict do nothing;

-- A job by card is captured and earned, one in cash owes the platform's fee.
insert into ledger_transactions (reference, kind, booking_id, payment_id, at)
select kind || ':' || id, kind, id, payment_id, ended_at
from bookings join (select 'capture' as kind union all select 'completed') kinds on payment_method = 'card' or kind = 'completed'
where id >= 'C-:first' and id < 'C-:next'
  and status = 'completed'
on conflict do nothing;

insert into ledger_entries (reference, line, account, amount_pence, currency)
select case when line < 2 then 'capture:' || id else 'completed:' || id end, line % 2 + case when line > 3 then 2 else 0 end,
  case line when 0 then 'provider:cash' when 1 then 'client:' || made_by when 2 then 'client:' || made_by when 5 then 'platform:fees'
    else 'pro:' || assigned_master_id || case when payment_method = 'card' then ':clearing' else '' end end,
  (1 - line % 2 * 2) * case when line > 3 then amount_pence * 15 / 100 else amount_pence end, 'GBP'
from bookings join (select 0 as line union all select 1 union all select 2 union all select 3 union all select 4 union all select 5) lines
  on payment_method = 'card' or line > 3
where id >= 'C-:first' and id < 'C-:next'
  and status = 'completed'
on conflict do nothing;

insert into clearing (reference, booking_id, master_id, amount_pence, clears_at, cleared_at, used_pence)
select 'completed:' || id, id, assigned_master_id, amount_pence * 85 / 100, ended_at + 604800000,
  case when ended_at + 604800000 < :now then ended_at + 604800000 end,
  case when ended_at + 1209600000 < :now then amount_pence * 85 / 100 else 0 end
from bookings
where id >= 'C-:first' and id < 'C-:next'
  and status = 'completed' and payment_method = 'card'
on conflict do nothing;

insert into reviews (id, booking_id, author, master_id, rating, text, written_at, shown_from)
select 'review-' || id, id, 'client', assigned_master_id, 3 + cast(substr(id, 3) as bigint) % 3, 'On time, tidy, and the tap is quiet.',
  ended_at + 86400000, ended_at + 86400000
from bookings
where id >= 'C-:first' and id < 'C-:next'
  and status = 'completed' and cast(substr(id, 3) as bigint) % 3 = 0
on conflict do nothing;

-- What is tidied away after a month, and after a week.
insert into notifications (client_id, seq, booking_id, type, at)
select client_id, cast(substr(id, 3) as bigint), id, status, updated_at from bookings
where id >= 'C-:first' and id < 'C-:next'
  and created_at > :now - 2592000000
on conflict do nothing;

insert into jobs (id, work, dedupe_key, run_at, attempts, done_at, created_at, pool)
select 'job-seed-' || id || '-' || nth, '{"kind":"confirmation","booking":"' || id || '"}', 'seed:' || id || ':' || nth, created_at, 1,
  created_at + 1000, created_at, case nth % 4 when 0 then 'matching' when 1 then 'money' when 2 then 'messages' else 'pushes' end
from bookings join (select 0 as nth union all select 1 union all select 2 union all select 3 union all select 4 union all select 5
  union all select 6 union all select 7) of_one on 1 = 1
where id >= 'C-:first' and id < 'C-:next'
  and created_at > :now - 604800000
on conflict do nothing;
