-- A booking says itself whether a place of its window is taken for it.
alter table bookings add column holds_place bigint not null default 0;
update bookings set holds_place = 1
where slot_start is not null and slot_end is not null and status not in ('cancelled', 'no_response');

-- Nobody gave the place of a booking back that no pro took: the counters begin anew from what the bookings say.
delete from slot_places;
insert into slot_places (area, slot_start, slot_end, taken)
select area, slot_start, slot_end, count(*)
from bookings
where holds_place = 1
group by area, slot_start, slot_end;
