-- Late cancellations of whoever made the booking.
create index bookings_late_by_maker on bookings (made_by) where late_cancelled_at is not null;
