// The choice of service level, with what each costs and includes.
import { useMemo } from 'react';
import type { Tier } from '@/api/types';
import { useBook, usePricing } from '@/pricing';
import { formatPence } from '@/shared/money';
import { cx } from '@/ui';
import type { BookingDraft } from '../draft';
import { totalsByTier } from './useYourPrice';

const names: Record<Tier, string> = { ECONOMY: 'Economy', STANDARD: 'Standard', PRIORITY: 'Priority' };

export function TierChoice({ draft, onChange }: { draft: BookingDraft; onChange: (tier: Tier) => void }) {
  const { data: pricing } = usePricing();
  const tiers = useBook()?.tiers;
  const totals = useMemo(() => pricing && totalsByTier(pricing, draft), [pricing, draft]);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-s font-[650]">Service level</legend>
      <div className="grid gap-2.5 sm:grid-cols-3">
        {(['ECONOMY', 'STANDARD', 'PRIORITY'] as const).map((tier) => {
          const terms = tiers?.find((other) => other.tier === tier);
          const refused = tier === 'ECONOMY' && draft.urgency === 'EMERGENCY';
          const selected = draft.tier === tier;
          const total = totals?.get(tier);
          return (
            <label
              key={tier}
              className={cx(
                'flex min-h-[72px] items-start gap-2.5 rounded-medium border-[1.5px] px-3.5 py-2.5 transition-colors has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-1 sm:min-h-[128px]',
                selected ? 'border-action bg-action-soft' : 'border-line bg-surface',
                refused ? 'cursor-not-allowed text-muted' : !selected && 'hover:border-line-strong',
              )}
            >
              <input
                type="radio"
                name="tier"
                value={tier}
                checked={selected}
                disabled={refused}
                onChange={() => onChange(tier)}
                className="mt-[3px] size-[18px] shrink-0 accent-action"
              />
              <span className="min-w-0 flex-1">
                <span className="flex items-baseline justify-between gap-x-2 sm:flex-col">
                  <span className="font-[650]">
                    {names[tier]} {terms && terms.multiplier !== 10_000 && <Percent of={terms.multiplier} />}
                  </span>
                  {total !== undefined && <span className="num text-s">{formatPence(total)}</span>}
                </span>
                <span className="block text-s text-muted">
                  {refused ? 'Not with Emergency.' : (terms?.description ?? ' ')}
                </span>
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

/** A multiplier in basis points, shown as '−10%' or '+20%'. */
function Percent({ of }: { of: number }) {
  const percent = (of - 10_000) / 100;
  return (
    <span className={cx('num text-s', percent < 0 && 'text-good')}>
      {percent < 0 ? `−${-percent}` : `+${percent}`}%
    </span>
  );
}
