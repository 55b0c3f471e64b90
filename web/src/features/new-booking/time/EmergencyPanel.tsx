// An emergency has nothing to choose: no day, no window, no service level. It shows what is paid, and what to do until somebody is there.
import { useQuery } from '@tanstack/react-query';
import { Siren } from 'lucide-react';
import { fetchEmergencyPros } from '@/api/facts';
import { keys } from '@/api/keys';
import { formatPence, formatPenceExact, formatSignedPence } from '@/shared/money';
import { Banner, Button, Docket } from '@/ui';
import type { BookingDraft } from '../draft';
import { Tips } from '../estimate/Advice';
import { NO_PRICE } from './PriceCard';
import type { YourPrice } from './useYourPrice';

/** `withPrice` on a phone, where there is no docket beside it. */
export function EmergencyPanel(props: {
  draft: BookingDraft;
  price: YourPrice | null | undefined;
  withPrice: boolean;
  /** Nobody is near: the client books a time instead. */
  onOtherTime: () => void;
}) {
  const { draft, price, withPrice, onOtherTime } = props;
  const tips = draft.estimationResult?.quick_tips ?? [];
  const [base, callOut] = emergencyLines(price);
  return (
    <>
      <NobodyNear draft={draft} onOtherTime={onOtherTime} />
      <Docket
        className="border-copper-line"
        title={
          <span className="flex items-center gap-2.5 text-l">
            <Siren aria-hidden="true" className="size-6 shrink-0 text-copper" />
            Emergency call-out
          </span>
        }
        detail="No date needed"
        lines={withPrice && base && callOut ? [base, callOut] : []}
        sum={withPrice && price ? { label: 'You pay', amount: formatPence(price.total) } : undefined}
      >
        {withPrice && price === null && <p className="mt-2 text-s">{NO_PRICE}</p>}
      </Docket>
      {tips.length > 0 && (
        <section aria-labelledby="meanwhile" className="card grid gap-2.5">
          <h2 id="meanwhile" className="text-s font-[650] tracking-normal">
            Until somebody is there
          </h2>
          <Tips tips={tips} />
        </section>
      )}
    </>
  );
}

/** Said before anything is paid; nothing where it is not known. */
function NobodyNear({ draft, onOtherTime }: { draft: BookingDraft; onOtherTime: () => void }) {
  const { address, postcodePrefix, problemType, estimationResult: estimate } = draft;
  const postcode = address?.postcode ?? postcodePrefix;
  const type = problemType ?? estimate?.problem_type;
  const { data: pros } = useQuery({
    queryKey: keys.emergencyPros(postcode, type),
    queryFn: ({ signal }) =>
      fetchEmergencyPros({ postcode, problemType: type ?? '', gasWork: estimate?.gas_work }, signal),
    enabled: postcode !== '' && type !== undefined,
    staleTime: 30_000,
  });
  return (
    <div role="status" className="empty:-mt-4 desk:empty:-mt-5">
      {pros === 'none' && (
        <Banner
          tone="warn"
          actions={
            <Button size="small" look="quiet" onClick={onOtherTime}>
              Book a time instead
            </Button>
          }
        >
          No pro near {postcode.split(' ')[0]} can be asked right now. You can still try: you pay nothing
          unless one accepts.
        </Banner>
      )}
    </div>
  );
}

/** The base and the call-out. The price book's label for that repeats the amount, so it has its own here. */
export function emergencyLines(price: YourPrice | null | undefined) {
  if (!price) return [];
  const amountOf = (kind: 'base' | 'schedule') =>
    price.lines.find((line) => line.kind === kind)?.amountPence ?? 0;
  return [
    { label: 'Base estimate', amount: formatPenceExact(amountOf('base')) },
    { label: 'Emergency call-out', amount: formatSignedPence(amountOf('schedule')) },
  ];
}
