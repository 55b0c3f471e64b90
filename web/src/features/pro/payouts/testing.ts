// Shared by the tests of the payouts: a pro's money, and the page that shows it.
import { screen, within } from '@testing-library/react';
import type { Payout, Payouts } from '@/api/payouts';
import { activePro, openArea, serverOf } from '../testing';

export const PAYOUTS = 'GET /api/masters/payouts';

export const nothing: Payouts = {
  availablePence: 0,
  clearingPence: 0,
  pendingPence: 0,
  debtPence: 0,
  frozenPence: 0,
  cashLimitPence: 15_000,
  leastPence: 1000,
  nextPayout: '2026-11-27T06:00:00+00:00',
  details: 'ready',
  hasTaxDetails: true,
  clearing: [],
  history: [],
  invoices: [],
  months: [],
  taxYears: [],
};

export const payout: Payout = {
  id: 'po-1',
  date: '2026-11-24T09:00:00+00:00',
  amountPence: 41_208,
  sentPence: 0,
  status: 'pending',
};

/** Opens the page of a pro with this money. */
export function openWith(
  payouts: Partial<Payouts> = {},
  handlers: Parameters<typeof serverOf>[1] = {},
  path = '/master/payouts',
) {
  const api = serverOf(activePro, { [PAYOUTS]: () => ({ json: { ...nothing, ...payouts } }), ...handlers });
  openArea(path);
  return api;
}

export const loaded = () => screen.findByRole('heading', { name: 'Available balance' });
export const part = (name: string) => within(screen.getByRole('region', { name }));
