// What a pro should know before joining: what it costs, when one is paid, and who makes the prices.
import { CalendarCheck, Percent, ReceiptPoundSterling } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { usePricing } from '@/pricing';
import { formatPence } from '@/shared/money';
import { paths } from '@/shared/paths';

/** The price of the example, pence. */
const EXAMPLE = 10_000;

export function ProTerms() {
  const { data: pricing } = usePricing();
  const fee = pricing?.fee({ amountPence: EXAMPLE });
  return (
    <section aria-labelledby="terms-title" className="card grid gap-4 p-4">
      <h2 id="terms-title" className="text-m">
        Before you join
      </h2>
      <ul className="grid gap-4">
        <Point icon={<Percent aria-hidden="true" className="size-5" />} title="The fee">
          {/* As high as it will be, so that nothing jumps. */}
          <span className="num block min-h-[4.5em]">
            {fee &&
              `We keep ${fee.feeBasisPoints / 100}% of the price of each job you do. Of ${formatPence(EXAMPLE)} you get ${formatPence(fee.netPence)}. Nothing to join, nothing a month, nothing for an offer.`}
          </span>
        </Point>
        <Point icon={<CalendarCheck aria-hidden="true" className="size-5" />} title="Pay day">
          Every Friday, to your bank. Card payments are yours a day after the job, three days for your first
          jobs, and you can withdraw sooner yourself. Cash is yours on the spot; the fee of it comes off your
          balance.
        </Point>
        <Point icon={<ReceiptPoundSterling aria-hidden="true" className="size-5" />} title="Prices">
          Clients see a price from our price book before they book, and you see it, and what you get, before
          you accept. You may propose another. Large jobs have no price: you name it.
        </Point>
      </ul>
      <p className="text-s text-muted">
        Declining never counts against you. More in the{' '}
        <Link to={paths.terms} className="link">
          terms
        </Link>
        .
      </p>
    </section>
  );
}

function Point({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3">
      <span className="mt-0.5 text-copper">{icon}</span>
      <div className="min-w-0">
        <h3 className="text-m font-[650]">{title}</h3>
        <div className="text-s text-muted">{children}</div>
      </div>
    </li>
  );
}
