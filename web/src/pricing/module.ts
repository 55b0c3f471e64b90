// The pricing module with its typed functions: a file of its own, fetched when the first price is needed.
import { pricingOf } from './wasm/pricing';
import * as module from './wasm/pricing_wasm';

export const pricing = pricingOf(module);
