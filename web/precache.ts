// What the service worker fetches in advance: the client's way from the first price to the own bookings, which works without a network. All else,
// such as the pro area, is kept once it has been used (src/sw.ts).
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

const features = fileURLToPath(new URL('./src/features/', import.meta.url));
const journey = [
  ...[
    'estimate/EstimateScreen',
    'address/AddressScreen',
    'time/TimeScreen',
    'review/ReviewScreen',
    'payment/PaymentScreen',
    'confirmation/ConfirmationScreen',
  ].map((screen) => `new-booking/${screen}`),
  'client/ClientLayout',
  'my-bookings/list/BookingsScreen',
  'my-bookings/live/StatusScreen',
];

/** The plugin that finds the files of the journey, and the filter of the list that the worker gets. */
export function clientJourney() {
  const files = new Set<string>();

  function add(bundle: Rolldown.OutputBundle, name: string): void {
    const chunk = bundle[name];
    if (files.has(name) || chunk?.type !== 'chunk') return;
    for (const file of [name, ...(chunk.viteMetadata?.importedCss ?? [])]) files.add(file);
    for (const imported of chunk.imports) add(bundle, imported);
  }

  const plugin: Plugin = {
    name: 'client-journey',
    generateBundle: (_, bundle) => {
      const wanted = [...journey.map((screen) => `${features}${screen}.tsx`), queries];
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        if (chunk.isEntry || wanted.includes(chunk.facadeModuleId ?? '')) add(bundle, chunk.fileName);
      }
      const missing = wanted.filter((id) => !Object.values(bundle).some((chunk) => isOf(chunk, id)));
      if (missing.length > 0) throw new Error(`no chunk of its own: ${missing.join(', ')}`);
    },
  };
  /** Code and styles of the journey; whatever is no code (the page, the pricing module, the font, the icons) stays. */
  const isWanted = (url: string) => files.has(url) || !/\.(js|css)$/.test(url);
  return { plugin, isWanted };
}

/** Every screen after the first two needs it (src/app/lazyScreen). */
const queries = fileURLToPath(new URL('./src/app/Queries.tsx', import.meta.url));

function isOf(chunk: Rolldown.OutputChunk | Rolldown.OutputAsset, id: string): boolean {
  return chunk.type === 'chunk' && chunk.facadeModuleId === id;
}
