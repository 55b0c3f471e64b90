// Extra work or parts in words, for the client and the pro alike.
import type { ChangeOrder, ExtraLine } from '@/api/types';

/** The one that is not settled yet. */
export function openExtra<Order extends Pick<ChangeOrder, 'status'>>(
  orders: readonly Order[] = [],
): Order | undefined {
  return orders.find(({ status }) => status === 'open' || status === 'awaiting_payment');
}

const kinds: Record<ExtraLine['kind'], string> = { labour: 'Labour', parts: 'Parts' };

/** 'Parts: 15 mm ball valve' */
export function extraLabel({ kind, text }: ExtraLine): string {
  return `${kinds[kind]}: ${text}`;
}
