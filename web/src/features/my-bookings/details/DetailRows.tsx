import type { Booking } from '@/api/types';
import { addressOf, moneyOf, totalName, totalOf, whenOf } from '@/shared/bookingWords';
import { readAs } from '@/shared/explanation';
import { formatPenceExact, formatSignedPence } from '@/shared/money';
import { DocketRow } from '@/ui';
import { priceLines } from './priceLines';

/** At the end of a label ('Emergency call-out +£40'): beside it the amount stands anyway. */
const AMOUNT = / [+−-]£[\d.,]+$/;
/** How many characters fit beside a row's name on a phone. */
const SHORT = 32;

/** The docket: what, where, when, and how the price adds up. */
export function DetailRows({ booking, feePence }: { booking: Booking; feePence: number }) {
  const lines = priceLines(booking);
  const read = readAs(booking.explanation);
  return (
    <section className="docket" aria-label="Booking">
      <dl className="grid gap-2.5">
        <DocketRow name="ID" value={booking.id} />
        <DocketRow name="Issue" value={booking.readable_name} />
        <ClientText name="You wrote" value={booking.description} />
        <DocketRow name="Address" value={addressOf(booking)} />
        <ClientText name="Entry info" value={booking.entry_info} />
        <DocketRow name="When" value={whenOf(booking)} />
      </dl>
      {read && <p className="mt-2.5 text-s text-muted">{read}</p>}
      <div className="docket-lines">
        <dl className="grid gap-2.5">
          {lines.map(({ label, amountPence }, index) => (
            <DocketRow
              isMoney
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines only ever grow, and two may say the same
              key={index}
              name={label.replace(AMOUNT, '')}
              value={index === 0 ? formatPenceExact(amountPence) : formatSignedPence(amountPence)}
            />
          ))}
          <DocketRow
            isMoney
            name={totalName(booking)}
            value={<strong className="text-m">{totalOf(booking)}</strong>}
          />
        </dl>
        <p className="num text-s text-muted">{moneyOf(booking, feePence)}</p>
      </div>
    </section>
  );
}

/** Text the client wrote: if it is long, it is left-aligned on lines of its own. */
function ClientText({ name, value = '' }: { name: string; value?: string | undefined }) {
  if (value.length <= SHORT) return <DocketRow name={name} value={value} />;
  return (
    <div className="grid gap-0.5">
      <dt className="text-s text-muted">{name}</dt>
      <dd dir="auto" className="text-s whitespace-pre-line [overflow-wrap:anywhere]">
        {value}
      </dd>
    </div>
  );
}
