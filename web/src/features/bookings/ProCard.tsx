// The assigned pro. A booking has one once a pro has accepted it; whoever has a share link sees the first name only.
import { Navigation, Phone, ShieldCheck, Star, Umbrella } from 'lucide-react';
import type { Booking } from '@/api/types';
import { tradeOf } from '@/shared/bookingWords';
import { Avatar, Badge } from '@/ui';
import { hasPro } from './hasPro';
import { ProLink } from './ProLink';

export interface ProCardProps {
  booking: Booking;
  /** Where the pro on the way is, in words; for pages without a map. */
  arrival?: string | undefined;
}

export function ProCard({ booking, arrival }: ProCardProps) {
  const { assigned_master_id: masterId, assigned_master_demo: isDemo } = booking;
  const { assigned_master_phone: phone, assigned_master_rating: rating } = booking;
  const name = booking.assigned_master_name ?? `Your ${tradeOf(booking.problem_type)}`;
  if (!hasPro(booking)) return null;
  return (
    <section className="card flex flex-wrap items-center gap-3 p-4" aria-label="Your pro">
      <Avatar name={name} url={booking.assigned_master_photo} />
      <div className="grid min-w-0 flex-1 basis-40 gap-1">
        <p className="font-[700] [overflow-wrap:anywhere]">{name}</p>
        {arrival && (
          <p className="num flex items-center gap-1.5 text-s text-muted">
            <Navigation aria-hidden="true" className="size-4 shrink-0" />
            <span className="first-letter:uppercase">{arrival}</span>
          </p>
        )}
        <Marks booking={booking} rating={rating} />
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

/** What is known of the pro's work; nothing stands in for what is not. */
function Marks({ booking, rating }: { booking: Booking; rating: number | undefined }) {
  const { assigned_master_verified: isVerified, assigned_master_insured: isInsured } = booking;
  if (rating === undefined && !isVerified && !isInsured) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {rating !== undefined && (
        <p className="num mr-1 flex items-center gap-1 text-s text-muted">
          <Star aria-hidden="true" className="size-4" />
          <span className="sr-only">Rated </span>
          {rating.toFixed(1)}
          <span className="sr-only"> of 5</span>
        </p>
      )}
      {isVerified && (
        <Badge tone="good" icon={<ShieldCheck aria-hidden="true" className="size-4" />}>
          Verified
        </Badge>
      )}
      {isInsured && (
        <Badge tone="good" icon={<Umbrella aria-hidden="true" className="size-4" />}>
          Insured
        </Badge>
      )}
    </div>
  );
}
