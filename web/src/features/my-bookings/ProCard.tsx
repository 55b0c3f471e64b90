// The assigned pro, as a part of a card. Whoever has a share link sees the first name only.
import { Navigation, Phone } from 'lucide-react';
import type { Booking } from '@/api/types';
import { tradeOf } from '@/shared/bookingWords';
import { Avatar } from '@/ui';
import { ProLink } from './ProLink';
import { ProMarks } from './ProMarks';

export interface ProCardProps {
  booking: Booking;
  /** Where the pro on the way is, in words; for pages without a map. */
  arrival?: string | undefined;
}

export function ProCard({ booking, arrival }: ProCardProps) {
  const { assigned_master_id: masterId, assigned_master_demo: isDemo } = booking;
  const { assigned_master_phone: phone } = booking;
  const name = booking.assigned_master_name ?? `Your ${tradeOf(booking.problem_type)}`;
  return (
    <section className="flex flex-wrap items-center gap-3 p-4" aria-label="Your pro">
      <Avatar name={name} url={booking.assigned_master_photo} />
      <div className="grid min-w-0 flex-1 basis-40 gap-1">
        <p dir="auto" className="font-[700] [overflow-wrap:anywhere]">
          {name}
        </p>
        {arrival && (
          <p className="num flex items-center gap-1.5 text-s text-muted">
            <Navigation aria-hidden="true" className="size-4 shrink-0" />
            <span className="first-letter:uppercase">{arrival}</span>
          </p>
        )}
        <ProMarks
          rating={booking.assigned_master_rating}
          isVerified={booking.assigned_master_verified}
          isInsured={booking.assigned_master_insured}
          gasSafe={booking.assigned_master_gas_safe}
        />
        {masterId && !isDemo && <ProLink masterId={masterId} name={name} />}
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
