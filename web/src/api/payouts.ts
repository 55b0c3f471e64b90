// The pro's money: what is available, in clearing and owed, and the monthly statements.
import { queryOptions } from '@tanstack/react-query';
import { call, problemOf, send } from './client';
import { keys } from './keys';
import type { components } from './schema';

type Schemas = components['schemas'];

/** All amounts are in pence. */
export type Payouts = Schemas['Payouts'];
/** What one job has in clearing. */
export type Clearing = Schemas['Clearing'];

export const payoutsQuery = queryOptions({
  queryKey: keys.pro.payouts,
  queryFn: ({ signal }) => call<Payouts>('/masters/payouts', { as: 'person', signal }),
});

/** Everything that was earned and owed in a London month (YYYY-MM), as a CSV file. */
export async function fetchStatement(month: string): Promise<Blob> {
  const path = `/masters/statements/${encodeURIComponent(month)}`;
  const response = await send(path, { as: 'person', headers: { Accept: 'text/csv' } });
  if (!response.ok) throw await problemOf(response);
  return response.blob();
}
