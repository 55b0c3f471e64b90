-- Every window of an area, with the places that bookings hold.

insert into slot_places (area, slot_start, slot_end, taken)
select area, slot_start, slot_end, count(*) from bookings where holds_place = 1 group by area, slot_start, slot_end
on conflict do nothing;
