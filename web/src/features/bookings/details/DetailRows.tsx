import type { ReactNode } from 'react';
import type { Booking } from '@/api/types';
import { formatPenceExact, formatSignedPence } from '@/shared/money';
import { cx } from '@/ui';
import { addressOf, totalName, totalOf, whenOf } from '../words';

/** Characters that fit beside a name on a phone. */
const SHORT = 32;

/** The slip: what, where, when, how it adds up. */
export function DetailRows({ booking }: { booking: Booking }) {
  const lines = booking.quote_mode === 'REQUEST' ? [] : (booking.lines ?? []);
  return (
    <section className="docket" aria-label="Booking">
      <dl className="grid gap-2.5">
        <Row name="ID" value={booking.id} />
        <Row name="Issue" value={booking.readable_name} />
        <Words name="You wrote" value={booking.description} />
        <Row name="Address" value={addressOf(booking)} />
        <Words name="Entry info" value={booking.entry_info} />
        <Row name="When" value={whenOf(booking)} />
      </dl>
      <dl className="docket-lines">
        {lines.map(({ label, amountPence }, index) => (
          <Row
            isMoney
            key={label}
            name={label}
            value={index === 0 ? formatPenceExact(amountPence) : formatSignedPence(amountPence)}
          />
        ))}
        <Row
          isMoney
          name={totalName(booking)}
          value={<strong className="text-m">{totalOf(booking)}</strong>}
        />
      </dl>
    </section>
  );
}

/** What the client wrote may be long: then it is read from the left, in lines of its own. */
function Words({ name, value = '' }: { name: string; value?: string | undefined }) {
  if (value.length <= SHORT) return <Row name={name} value={value} />;
  return (
    <div className="grid gap-0.5">
      <dt className="text-s text-muted">{name}</dt>
      <dd className="text-s whitespace-pre-line [overflow-wrap:anywhere]">{value}</dd>
    </div>
  );
}

/** Beside an address its name keeps its width; beside an amount the name gives way, and the amount is never broken. */
function Row({ name, value, isMoney = false }: { name: string; value: ReactNode; isMoney?: boolean }) {
  if (!value) return null;
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className={cx('text-s text-muted', isMoney ? 'min-w-0' : 'shrink-0')}>{name}</dt>
      <dd
        className={cx(
          'num text-right text-s',
          isMoney ? 'shrink-0 whitespace-nowrap' : 'min-w-0 [overflow-wrap:anywhere]',
        )}
      >
        {value}
      </dd>
    </div>
  );
}
