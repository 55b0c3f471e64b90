// The choice of service level, with what each costs. On a phone it is one line until somebody wants to change it.
import { useQuery } from '@tanstack/react-query';
import { memo, useMemo, useState } from 'react';
import { type Facts, factsQuery } from '@/api/facts';
import type { Tier } from '@/api/types';
import { useBook, usePricing } from '@/pricing';
import { formatPence } from '@/shared/money';
import { Button, cx } from '@/ui';
import type { BookingDraft } from '../draft';
import { totalsByTier } from './useYourPrice';

const tiers = ['ECONOMY', 'STANDARD', 'PRIORITY'] as const;
const names: Record<Tier, string> = { ECONOMY: 'Economy', STANDARD: 'Standard', PRIORITY: 'Priority' };

export interface TierChoiceProps {
  /** What is priced at each level. */
  draft: BookingDraft;
  chosen: Tier;
  /** All levels at once, where there is room. */
  open: boolean;
  /** A total says nothing before there is a slot to pay for. */
  withTotals: boolean;
  onChange: (tier: Tier) => void;
}

export const TierChoice = memo(function TierChoice({
  draft,
  chosen,
  open,
  withTotals,
  onChange,
}: TierChoiceProps) {
  const { data: pricing } = usePricing();
  const book = useBook();
  const totals = useMemo(() => pricing && totalsByTier(pricing, draft), [pricing, draft]);
  const asked = useQuery(factsQuery).data?.askedAtOnce;
  const [unfolded, setUnfolded] = useState(false);
  const shown = open || unfolded;
  return (
    <div className="grid gap-2.5">
      {!open && (
        <div className="card flex flex-wrap items-center justify-between gap-x-3 px-3.5 py-1.5">
          <div className="min-w-0 flex-1 basis-40 py-1.5">
            <p className="text-s font-[650]">{names[chosen]} service</p>
            <p className="num text-xs text-muted">{gain(chosen, totals, asked)}</p>
          </div>
          <Button
            look="plain"
            size="small"
            aria-expanded={unfolded}
            aria-label="Change the service level"
            className="-mx-3.5"
            onClick={() => setUnfolded(!unfolded)}
          >
            {unfolded ? 'Close' : 'Change'}
          </Button>
        </div>
      )}
      {shown && (
        <fieldset className="min-w-0">
          <legend className={open ? 'mb-1.5 text-s font-[650]' : 'sr-only'}>Service level</legend>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))] gap-2.5">
            {tiers.map((tier) => (
              <TierOption
                key={tier}
                tier={tier}
                multiplier={book?.tiers.find((other) => other.tier === tier)?.multiplier}
                total={withTotals ? totals?.get(tier) : undefined}
                gain={gain(tier, totals, asked)}
                selected={chosen === tier}
                onSelect={() => onChange(tier)}
              />
            ))}
          </div>
        </fieldset>
      )}
    </div>
  );
});

/** What the level buys: how many pros are asked at once, and what it costs the client and gives the pro, who gets a share of the price. */
function gain(
  tier: Tier,
  totals: ReadonlyMap<Tier, number> | undefined,
  asked: Facts['askedAtOnce'] | undefined,
): string {
  const [standard, total] = [totals?.get('STANDARD'), totals?.get(tier)];
  if (tier === 'STANDARD') return asked ? `Asks ${asked.standard} pros at once.` : 'The estimate as it is.';
  const isMore = tier === 'PRIORITY';
  const pros = asked?.[isMore ? 'priority' : 'economy'];
  const buys =
    asked && pros
      ? `Asks ${pros} pros at once instead of ${asked.standard}.`
      : `Asks ${isMore ? 'more' : 'fewer'} pros at once.`;
  const difference =
    standard === undefined || total === undefined ? '' : `${formatPence(Math.abs(total - standard))} `;
  const word = isMore ? 'more' : 'less';
  return `${buys} You pay ${difference}${word}, and your pro earns ${word}.`;
}

interface TierOptionProps {
  tier: Tier;
  /** In basis points. */
  multiplier: number | undefined;
  /** In pence. */
  total: number | undefined;
  gain: string;
  selected: boolean;
  onSelect: () => void;
}

function TierOption({ tier, multiplier = 10_000, total, gain, selected, onSelect }: TierOptionProps) {
  return (
    <label
      className={cx(
        'flex min-h-[4.5rem] items-start gap-2.5 rounded-medium border-[1.5px] px-3.5 py-2.5 transition-colors has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-1 desk:min-h-[8.25rem]',
        selected ? 'border-action bg-action-soft' : 'border-line bg-surface hover:border-line-strong',
      )}
    >
      <input
        type="radio"
        name="tier"
        value={tier}
        checked={selected}
        onChange={onSelect}
        className="mt-[3px] size-[1.125rem] shrink-0 accent-action"
      />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-2 desk:flex-col">
          <span className="font-[650]">
            {names[tier]} {multiplier !== 10_000 && <Percent of={multiplier} />}
          </span>
          {total !== undefined && <span className="num text-s">{formatPence(total)}</span>}
        </span>
        <span className="num block text-s text-muted">{gain}</span>
      </span>
    </label>
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
