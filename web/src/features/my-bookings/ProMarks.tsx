import { Flame, ShieldCheck, Star, Umbrella } from 'lucide-react';
import type { Booking } from '@/api/types';
import { formatDate } from '@/shared/london';
import { Badge } from '@/ui';

type GasSafe = NonNullable<Booking['assigned_master_gas_safe']>;

export interface ProMarksProps {
  rating: number | undefined;
  isVerified: boolean | undefined;
  isInsured: boolean | undefined;
  /** Where the work is on gas. */
  gasSafe?: GasSafe | undefined;
}

/** What is known of a pro's work; nothing stands in for what is not. */
export function ProMarks({ rating, isVerified, isInsured, gasSafe }: ProMarksProps) {
  if (rating === undefined && !isVerified && !isInsured && !gasSafe) return null;
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
      {gasSafe && (
        <p className="num flex w-full items-center gap-1.5 text-s text-muted">
          <Flame aria-hidden="true" className="size-4 shrink-0" />
          Gas Safe {gasSafe.number}, checked {formatDate(gasSafe.checkedOn)}
        </p>
      )}
    </div>
  );
}
