import { Droplets } from 'lucide-react';
import { useId } from 'react';
import type { Estimate } from '@/api/types';
import { type Pricing, usePricing } from '@/pricing';
import { formatPence, poundsToPence } from '@/shared/money';
import { Checkbox } from '@/ui';
import { useDraft } from '../draft';
import { setEmergency } from './escapingWater';

/** What to do before the pro comes, and the offer to make it an emergency. `priced` is the estimate the offer's price is worked out from. */
export function StopcockNotice({ priced }: { priced: Estimate | null }) {
  const id = useId();
  const { urgency } = useDraft();
  const { data: pricing } = usePricing();
  const total = pricing && priced && emergencyTotal(pricing, priced);
  return (
    <section
      role="status"
      aria-labelledby={`${id}-title`}
      className="grid gap-1.5 rounded-large border-2 border-bad bg-bad-soft px-4 py-3"
    >
      <h2 id={`${id}-title`} className="flex items-start gap-2 text-m text-bad">
        <Droplets aria-hidden="true" className="mt-px size-5 shrink-0" />
        Turn off the stopcock
      </h2>
      <p className="text-s">
        Clockwise; it is usually under the kitchen sink. Keep away from wet sockets and lights.
      </p>
      <Checkbox
        id={`${id}-emergency`}
        label={
          <>
            Make it an emergency:{' '}
            {total && (
              <>
                <span className="num">{formatPence(total)}</span>,{' '}
              </>
            )}
            no time slot needed
          </>
        }
        checked={urgency === 'EMERGENCY'}
        onChange={(event) => setEmergency(event.target.checked)}
      />
    </section>
  );
}

function emergencyTotal(pricing: Pricing, { estimated_cost: cost, currency }: Estimate): number | null {
  if (cost === null) return null;
  const basePence = poundsToPence(cost);
  return pricing.quote({ basePence, tier: 'STANDARD', urgency: 'EMERGENCY', currency }).amountPence;
}
