// The assigned pro. A booking has one once a pro has accepted it.
import { Phone, Star } from 'lucide-react';
import type { Booking } from '@/api/types';
import { tradeOf } from '@/shared/bookingWords';
import { Avatar } from '@/ui';

export function ProCard({ booking }: { booking: Booking }) {
  const { assigned_master_phone: phone } = booking;
  const name = booking.assigned_master_name ?? `Your ${tradeOf(booking.problem_type)}`;
  const rating = booking.assigned_master_rating;
  if (!booking.assigned_master_id) return null;
  return (
    <section className="card flex flex-wrap items-center gap-3 p-4" aria-label="Your pro">
      <Avatar name={name} />
      <div className="grid min-w-0 flex-1 basis-40">
        <p className="font-[700] [overflow-wrap:anywhere]">{name}</p>
        {rating !== undefined && (
          <p className="num flex items-center gap-1 text-s text-muted">
            <Star aria-hidden="true" className="size-4" />
            <span className="sr-only">Rated </span>
            {rating.toFixed(1)}
            <span className="sr-only"> of 5</span>
          </p>
        )}
      </div>
      {phone && (
        <a
          href={`tel:${phone}`}
          className="link inline-flex min-h-11 items-center gap-2 text-s"
          aria-label={`Call ${name}`}
        >
          <Phone aria-hidden="true" className="size-4" />
          Call
        </a>
      )}
    </section>
  );
}
