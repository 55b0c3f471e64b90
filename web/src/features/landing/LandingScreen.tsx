import { example } from 'virtual:example-estimate';
import { ArrowRight, WifiOff } from 'lucide-react';
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { usePricingBeyond } from '@/pricing';
import { formatPounds, formatRange } from '@/shared/money';
import { paths } from '@/shared/paths';
import { Badge, Banner, ButtonLink, Docket, PageLayout } from '@/ui';
import { OwnBooking } from './OwnBooking';
import { Part, Promises, Trades } from './Promises';

export function Component() {
  const { state } = useLocation();
  return (
    <PageLayout title="Home repairs at a price you see first" width="wide">
      {isUnknownPage(state) && (
        <Banner tone="neutral" role="status" className="mb-4">
          We couldn’t find that page, so here is the home page.
        </Banner>
      )}
      <OwnBooking />
      <div className="grid items-start gap-8 pt-3 desk:grid-cols-[minmax(0,1fr)_400px] desk:gap-20 desk:pt-14">
        <div className="grid gap-5 desk:gap-7">
          <h1
            id="page-title"
            tabIndex={-1}
            className="text-[clamp(2rem,11vw,2.5rem)] leading-[1.08] tracking-[-0.035em] desk:text-[4rem]"
          >
            Leak at nine.
            <br />
            Fixed by lunch.
          </h1>
          <p className="max-w-[34em] text-muted desk:text-l">
            Say what’s wrong, see the price before anyone knocks, and book a plumber, electrician or handyman.
          </p>
          <div className="grid gap-2.5 sm:max-w-[440px]">
            <ButtonLink
              to={paths.booking.create}
              after={<ArrowRight aria-hidden="true" className="size-5" />}
            >
              Request a Plumber
            </ButtonLink>
            <ButtonLink to={paths.master.register} look="quiet">
              Become a Pro
            </ButtonLink>
          </div>
        </div>
        <ExampleDocket />
      </div>
      <Promises />
      <HowItWorks />
      <Trades />
    </PageLayout>
  );
}

export function isUnknownPage(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'notice' in state && state.notice === 'unknown-page';
}

/** A real estimate: priced at build time, and on this device once a newer price book has arrived. */
function ExampleDocket() {
  const pricing = usePricingBeyond(example.estimate.book_version);
  const estimate = useMemo(
    () => pricing?.estimate({ text: example.text, postcode: example.postcode }) ?? example.estimate,
    [pricing],
  );
  const { base_min: low, base_max: high } = estimate;
  if (low === null || high === null) return null;
  return (
    <Docket
      title={<span className="font-normal text-muted">“{example.text}”</span>}
      corner={<Badge>{example.postcode}</Badge>}
      lines={estimate.breakdown.map((line) => ({ label: line.label, amount: formatPounds(line.amount) }))}
    >
      <div className="flex flex-wrap items-end justify-between gap-x-4">
        <p className="num my-2 text-[clamp(1.5rem,9.1vw,2.125rem)] leading-[1.05] font-[750] tracking-[-0.03em]">
          {formatRange(low, high)}
        </p>
        <p className="mb-2 flex items-center gap-1 text-s font-[650] text-good">
          <WifiOff aria-hidden="true" className="size-4" />
          Works without a signal
        </p>
      </div>
    </Docket>
  );
}

const steps = [
  {
    title: 'Describe it',
    text: 'A few words, or a photo. The estimate is there before you have finished typing.',
  },
  { title: 'Pick a time', text: 'Emergency, today, or a window that suits you. Wider windows cost less.' },
  {
    title: 'Agree the price',
    text: 'Pay by card or cash, or name your own budget. Your card is charged only when a pro accepts.',
  },
];

function HowItWorks() {
  return (
    <Part id="how" title="How it works">
      <ol className="grid gap-5 sm:grid-cols-3 sm:gap-8">
        {steps.map((step, index) => (
          <li key={step.title} className="border-t-4 border-copper-line pt-3">
            <h3 className="text-m">
              <span className="num mr-2 text-copper">{index + 1}</span>
              {step.title}
            </h3>
            <p className="mt-1 text-muted">{step.text}</p>
          </li>
        ))}
      </ol>
    </Part>
  );
}
