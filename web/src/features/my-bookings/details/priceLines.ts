// How a price adds up, line by line.
import type { Booking, PriceLine } from '@/api/types';
import { penceOf } from '@/shared/bookingWords';
import { extraLabel } from '@/shared/extraWork';

type Line = Pick<PriceLine, 'label' | 'amountPence'>;

/** The price as it was booked (a budget, or what a pro named, as a whole), then what was added on site, thing by thing. Nothing for a budget alone. */
export function priceLines(booking: Booking): Line[] {
  const approved = (booking.change_orders ?? []).filter(({ status }) => status === 'approved');
  const extras = approved.flatMap(({ lines }) =>
    lines.map((line) => ({ label: extraLabel(line), amountPence: line.amountPence })),
  );
  if (booking.quote_mode !== 'REQUEST') {
    const booked = (booking.lines ?? []).filter(({ kind }) => kind !== 'extra' || extras.length === 0);
    return [...booked.filter(changesPrice), ...extras];
  }
  if (extras.length === 0) return [];
  const added = approved.reduce((sum, { sumPence }) => sum + sumPence, 0);
  const label = booking.open_price ? 'Agreed price' : 'Your budget';
  return [{ label, amountPence: (penceOf(booking) ?? 0) - added }, ...extras];
}

/** Of the lines after the base, those that change the price. */
function changesPrice({ kind, amountPence }: PriceLine): boolean {
  return kind === 'base' || amountPence !== 0;
}
