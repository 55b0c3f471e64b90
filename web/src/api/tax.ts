// What the tax office is told of a pro.
import { queryOptions } from '@tanstack/react-query';
import { call } from './client';
import { keys } from './keys';
import type { components } from './schema';

type Schemas = components['schemas'];

export type TaxInput = Required<Schemas['TaxInput']>;
/** What was given; of the numbers only the end. */
export type TaxView = Schemas['TaxView'];

export const taxQuery = queryOptions({
  queryKey: keys.pro.tax,
  queryFn: ({ signal }) => call<Schemas['TaxState']>('/masters/me/tax', { as: 'person', signal }),
});

/** Replaces what was given before. 422 with a message for each wrong field. */
export function saveTax(details: TaxInput): Promise<Schemas['TaxState']> {
  return call('/masters/me/tax', { method: 'PUT', as: 'person', json: details });
}
