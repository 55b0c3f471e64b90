// What is guaranteed today, and what Callout repairs where.
import { offer } from 'virtual:example-estimate';
import { BadgePoundSterling, CreditCard, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { fetchFacts } from '@/api/facts';
import { paths } from '@/shared/paths';
import { useWhenIdle } from './useWhenIdle';

const promises = [
  {
    Icon: BadgePoundSterling,
    title: 'The price you agree is the price you pay',
    text: 'VAT and call-out are in it, and paying by card costs nothing extra.',
  },
  {
    Icon: CreditCard,
    title: 'Your card is held, not charged',
    text: 'It is charged only when a pro is assigned. Or pay cash when the job is done.',
  },
  {
    Icon: Undo2,
    title: 'Free to cancel until then',
    text: (
      <>
        After that the fee, if any, is shown before you confirm:{' '}
        <Link className="link" to={paths.cancellation}>
          Cancellation Policy
        </Link>
        .
      </>
    ),
  },
];

export function Promises() {
  return (
    <Part id="promises" title="What you can count on">
      <ul className="grid gap-5 sm:grid-cols-3 sm:gap-8">
        {promises.map(({ Icon, title, text }) => (
          <li key={title} className="border-t-4 border-copper-line pt-3">
            <h3 className="flex items-start gap-2 text-m">
              <Icon aria-hidden="true" className="size-5 shrink-0 text-copper" />
              {title}
            </h3>
            <p className="mt-1 text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </Part>
  );
}

const tradeNames: Record<string, string> = {
  plumber: 'Plumbing and heating',
  electrician: 'Electrics',
  builder: 'Building',
  handyman: 'Odd jobs',
};

export function Trades() {
  return (
    <Part id="trades" title="What we repair, and where">
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {offer.trades.map(({ trade, jobs }) => (
          <div key={trade}>
            <dt className="font-[650]">{tradeNames[trade] ?? trade}</dt>
            <dd className="text-muted">{sentence(jobs)}</dd>
          </div>
        ))}
        <div>
          <dt className="font-[650]">Areas</dt>
          <dd className="text-muted">
            Every UK postcode has a price: {offer.regions.join(', ')}, elsewhere the standard price.
          </dd>
        </div>
      </dl>
      <FactsLine />
    </Part>
  );
}

/** 'Boiler service, leak / tap issue' */
function sentence([first = '', ...others]: readonly string[]): string {
  return [first, ...others.map((job) => job.toLowerCase())].join(', ');
}

/** Real figures only, and only once there are any. Its line is there from the start, so that nothing moves. */
function FactsLine() {
  const facts = useWhenIdle('facts', fetchFacts);
  const { bookingsCompleted = 0, districts = 0 } = facts ?? {};
  const count = (number: number, one: string, many: string) =>
    `${number.toLocaleString('en-GB')} ${number === 1 ? one : many}`;
  return (
    <p className="num mt-4 min-h-6">
      {bookingsCompleted > 0 && `${count(bookingsCompleted, 'job', 'jobs')} done so far`}
      {bookingsCompleted > 0 &&
        districts > 0 &&
        `, in ${count(districts, 'postcode district', 'postcode districts')}`}
      {bookingsCompleted > 0 && '.'}
    </p>
  );
}

export function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="mt-12 desk:mt-20" aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
