// /client/loyalty: the stamp card and the coupons it has earned.
import { useQuery } from '@tanstack/react-query';
import { Check, Copy } from 'lucide-react';
import { loyaltyQuery } from '@/api/me';
import type { Loyalty } from '@/api/types';
import { asLondon, formatDay } from '@/shared/london';
import { formatPence } from '@/shared/money';
import { AreaPage, Badge, Button, cx, LoadError, Skeleton, toast } from '@/ui';

export function Component() {
  const { data, isError, refetch } = useQuery(loyaltyQuery);
  return (
    <AreaPage title="Loyalty">
      {data && <StampCard loyalty={data} />}
      {!data && !isError && <Skeleton className="h-56" label="Loading your stamps" />}
      {isError && !data && (
        <LoadError retry={() => void refetch()}>Your stamp card could not be loaded.</LoadError>
      )}
    </AreaPage>
  );
}

function StampCard({ loyalty }: { loyalty: Loyalty }) {
  const { stamps, stampsForReward, rewards } = loyalty;
  const places = Array.from({ length: stampsForReward }, (_, index) => index + 1);
  const left = stampsForReward - stamps;
  return (
    <div className="grid gap-6">
      <section className="docket grid gap-4" aria-labelledby="stamps-title">
        <h2 id="stamps-title" className="text-l">
          {stamps} of {stampsForReward} stamps
        </h2>
        <ol className="flex flex-wrap gap-2 sm:gap-3" aria-hidden="true">
          {places.map((place) => (
            <li
              key={place}
              className={cx(
                'num grid size-10 place-items-center sm:size-12 rounded-full border-[3px] font-[700]',
                place <= stamps
                  ? 'border-copper-line bg-copper-soft text-copper'
                  : 'border-dashed border-line-strong text-muted',
              )}
            >
              {place <= stamps ? <Check className="size-5 sm:size-6" strokeWidth={3} /> : place}
            </li>
          ))}
        </ol>
        <p className="text-muted">
          Every completed job earns a stamp. {left === 1 ? 'One more job' : `${left} more jobs`} and you get
          your next coupon.
        </p>
      </section>
      <section aria-labelledby="rewards-title" className="grid gap-3">
        <h2 id="rewards-title" className="text-l">
          Your coupons
        </h2>
        <p className="text-s text-muted">
          {rewards.length === 0
            ? 'No coupons yet. A full card earns you one; you enter its code when you pay.'
            : 'Enter the code when you pay. Each is for you alone, and good for one booking.'}
        </p>
        <ul className="grid gap-3">
          {rewards.map((reward) => (
            <Reward key={reward.code} reward={reward} />
          ))}
        </ul>
      </section>
    </div>
  );
}

function Reward({ reward: { code, amountPence, usedAt } }: { reward: Loyalty['rewards'][number] }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(code);
      toast('Code copied', { tone: 'good' });
    } catch {
      toast('Copy failed', { tone: 'bad' });
    }
  }
  return (
    <li className="card flex flex-wrap items-center justify-between gap-3 p-4">
      <div className="grid">
        <span className={cx('num font-[700]', usedAt && 'text-muted line-through')}>{code}</span>
        <span className="text-s text-muted">{formatPence(amountPence)} off one booking</span>
      </div>
      {usedAt ? (
        <Badge>Used {formatDay(asLondon(usedAt).day, 'short')}</Badge>
      ) : (
        <Button
          look="quiet"
          size="small"
          icon={<Copy aria-hidden="true" className="size-4" />}
          onClick={() => void copy()}
        >
          Copy code
          <span className="sr-only"> {code}</span>
        </Button>
      )}
    </li>
  );
}
