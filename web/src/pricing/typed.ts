// What people type, read by the pricing module, which is the server's own code. For what needs its tables: mobiles, postcodes, areas.
import type { Pricing } from './load';
import type { TypedKind } from './wasm/pricing_wasm';

export type TypedRules = Pick<Pricing, 'typed'>;

/** Reads a field of this kind into its one spelling; throws a PricingFailure with a message for people. */
export function reading(rules: TypedRules, kind: TypedKind): (typed: string) => string {
  return (typed) => rules.typed({ kind, text: typed.normalize('NFC') });
}

/** The same, or null for what is none. */
export function readOrNull(rules: TypedRules, kind: TypedKind, typed: string): string | null {
  try {
    return reading(rules, kind)(typed);
  } catch {
    return null;
  }
}
