//! Which bookings are not settled, as a condition of a query on `bookings`.

/// Whether a booking is not settled: still to be paid, money is held on a card, a refund is promised, or it is disputed, or it is being
/// decided what its pro says of a visit, or of a job in cash that was not paid. Counted for each booking: PostgreSQL would make an `exists`
/// into a join, for which it reads every open dispute and the like.
pub(crate) const UNSETTLED: &str = "payment_due_until is not null
           or 0 < (select count(*) from payments where booking_id = bookings.id and status = 'requires_capture')
           or 0 < (select count(*) from refunds join payments on payments.id = refunds.payment_id
             where payments.booking_id = bookings.id and refunds.status = 'pending')
           or 0 < (select count(*) from unpaid_jobs where booking_id = bookings.id and verdict is null)
           or 0 < (select count(*) from missed_visits where booking_id = bookings.id
             and verdict is null and closed_at is null and reported_at is not null)
           or 0 < (select count(*) from disputes where booking_id = bookings.id
             and (status = 'open' or (appealed_at is not null and appeal_decided_at is null)))";
