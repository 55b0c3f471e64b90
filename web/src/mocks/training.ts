// The training modules: the server's own texts.
import customerCare from '../../../server/src/training/customer-care.json';
import gasAwareness from '../../../server/src/training/gas-awareness.json';
import isolatingWater from '../../../server/src/training/isolating-water.json';
import safeIsolation from '../../../server/src/training/safe-isolation.json';

export const modules = [isolatingWater, safeIsolation, gasAwareness, customerCare];

export type Module = (typeof modules)[number];

/** How many answers must be right. */
export const NEEDED = 4;
