// The pro's money: what is available, in clearing and owed, payouts to the bank, and the monthly statements.
import { queryOptions } from '@tanstack/react-query';
import { type CallOptions, call, problemOf, send } from './client';
import { keys } from './keys';
import type { components } from './schema';

type Schemas = components['schemas'];

/** All amounts are in pence. */
export type Payouts = Schemas['Payouts'];
/** What one job has in clearing. */
export type Clearing = Schemas['Clearing'];
export type Payout = Schemas['Payout'];
/** A month of what was earned, owed and paid. */
export type Statement = Schemas['Statement'];
export type StatementLine = Schemas['StatementLine'];
export type PayoutStatus = Schemas['PayoutStatus'];
/** A bank account of the sandbox. */
export type TestAccount = Schemas['TestAccount']['account'];

export interface WithdrawalRequest {
  amountPence: number;
}

export const payoutsQuery = queryOptions({
  queryKey: keys.pro.payouts,
  queryFn: ({ signal }) => call<Payouts>('/masters/payouts', { as: 'person', signal }),
});

/** Pays out by hand. 409 `payout_details_missing`, `payout_open`, `balance_too_low`; 422 with `amountPence`. */
export function withdraw(request: WithdrawalRequest, idempotencyKey: string): Promise<Payout> {
  return post('/masters/payouts/withdraw', { json: request, idempotencyKey, timeout: 30_000 });
}

export type FeeInvoiceHead = Schemas['FeeInvoiceHead'];
/** A VAT invoice for our fees, or a credit note. */
export type FeeInvoice = Schemas['FeeInvoice'];

/** The invoice or credit note of this number. */
export const feeInvoiceQuery = (number: string) =>
  queryOptions({
    queryKey: keys.pro.invoice(number),
    queryFn: ({ signal }) =>
      call<FeeInvoice>(`/masters/invoices/${encodeURIComponent(number)}`, { as: 'person', signal }),
  });

/** Opens the payment of everything that is owed. 409 `nothing_owed`. */
export const openDebt = () => post<Schemas['DebtPayment']>('/masters/payouts/debt', { timeout: 30_000 });

/** Has the server ask the provider whether a payment of what is owed has arrived. */
export function debtIsPaid(intent: string): Promise<Schemas['DebtPaid']> {
  return call(`/masters/payouts/debt/${encodeURIComponent(intent)}`, { as: 'person', timeout: 30_000 });
}

/** The provider's page where the pro gives or changes bank details. 409 `fresh_code_required`, 502 `payment_unavailable`. */
export const openDetails = () => post<Schemas['DetailsPage']>('/masters/payouts/details');

/** Has the server ask the provider how far the bank details are. */
export const refreshDetails = () => post<Schemas['PayoutDetails']>('/masters/payouts/details/refresh');

/** Does for the sandbox what the provider's page does for Stripe. 404 with Stripe. */
export const chooseTestAccount = (account: TestAccount) =>
  post<void>('/sandbox/payout-details', { json: { account } });

function post<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
  return call(path, { ...options, method: 'POST', as: 'person' });
}

/** What was earned, owed and paid in a London month (YYYY-MM). */
export const statementQuery = (month: string) =>
  queryOptions({
    queryKey: keys.pro.statement(month),
    queryFn: ({ signal }) =>
      call<Statement>(`/masters/statements/${encodeURIComponent(month)}/lines`, { as: 'person', signal }),
  });

/** Everything that was earned and owed in a London month (YYYY-MM), as a CSV file. */
export async function fetchStatement(month: string): Promise<Blob> {
  const path = `/masters/statements/${encodeURIComponent(month)}`;
  const response = await send(path, { as: 'person', headers: { Accept: 'text/csv' } });
  if (!response.ok) throw await problemOf(response);
  return response.blob();
}
