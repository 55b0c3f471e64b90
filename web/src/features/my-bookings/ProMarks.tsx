import { ShieldCheck, Star, Umbrella } from 'lucide-react';
import { Badge } from '@/ui';

export interface ProMarksProps {
  rating: number | undefined;
  isVerified: boolean | undefined;
  isInsured: boolean | undefined;
}

/** What is known of a pro's work; nothing stands in for what is not. */
export function ProMarks({ rating, isVerified, isInsured }: ProMarksProps) {
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
