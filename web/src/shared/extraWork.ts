// Extra work or parts in words, for the client and the pro alike.
import type { ChangeOrder, ExtraLine } from '@/api/types';

/** The one that is not settled yet; another price for a job that is not what was booked has a place of its own. */
export function openExtra<Order extends Pick<ChangeOrder, 'status' | 'replaces'>>(
  orders: readonly Order[] = [],
): Order | undefined {
  return orders.find(
    ({ status, replaces }) => !replaces && (status === 'open' || status === 'awaiting_payment'),
  );
}

const kinds: Record<ExtraLine['kind'], string> = { labour: 'Labour', parts: 'Parts' };

/** 'Parts: 15 mm ball valve' */
export function extraLabel({ kind, text }: ExtraLine): string {
  return `${kinds[kind]}: ${text}`;
}
