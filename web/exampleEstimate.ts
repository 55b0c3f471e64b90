// What the landing page shows of the price book, made at build time: its example, priced by the pricing module, so that the first paint shows
// a price without running any WebAssembly (the page prices it again only when a newer price book is in force), and the jobs of each trade.
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const NAME = 'virtual:example-estimate';
const RESOLVED = `\0${NAME}`;
const book = new URL('../pricing-core/data/book.json', import.meta.url);
const wasm = new URL('./src/pricing/wasm/', import.meta.url);

/** The parts of the estimate that the landing page shows. */
interface Shown {
  base_min: number | null;
  base_max: number | null;
  breakdown: { label: string; amount: number }[];
  book_version: string;
}

interface Glue {
  __wbg_set_wasm(exports: WebAssembly.Exports): void;
  estimate(input: { text: string; postcode: string }): Shown;
}

const example = { text: 'Kitchen tap won’t stop dripping', postcode: 'SW1' };

async function priceExample(): Promise<Shown> {
  const glue = (await import(new URL('pricing_wasm_bg.js', wasm).href)) as Glue & WebAssembly.ModuleImports;
  const bytes = await readFile(new URL('pricing_wasm_bg.wasm', wasm));
  const { instance } = await WebAssembly.instantiate(bytes, { './pricing_wasm_bg.js': glue });
  glue.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  const { base_min, base_max, breakdown, book_version } = glue.estimate(example);
  return { base_min, base_max, breakdown, book_version };
}

interface ProblemType {
  code: string;
  name: string;
  trade: string;
}

interface Book {
  problem_types: ProblemType[];
  unknown_problem_type: string;
  regions: { named: { label: string }[] };
}

/** Each trade with its jobs, in the price book's order ('Something else' is no job), and the regions with a price of their own. */
async function listOffer(): Promise<{ trades: { trade: string; jobs: string[] }[]; regions: string[] }> {
  const {
    problem_types: types,
    unknown_problem_type: unknown,
    regions,
  }: Book = JSON.parse(await readFile(book, 'utf8'));
  const jobs = new Map<string, string[]>();
  for (const { code, name, trade } of types)
    if (code !== unknown) jobs.set(trade, [...(jobs.get(trade) ?? []), name]);
  return {
    trades: [...jobs].map(([trade, names]) => ({ trade, jobs: names })),
    regions: regions.named.map(({ label }) => label),
  };
}

export function exampleEstimate(): Plugin {
  // Once for the app and its landing page: the module's glue holds one instance.
  let priced: Promise<Shown> | undefined;
  return {
    name: 'example-estimate',
    resolveId: (id) => (id === NAME ? RESOLVED : null),
    load: async (id) => {
      if (id !== RESOLVED) return null;
      priced ??= priceExample();
      return `export const example = ${JSON.stringify({ ...example, estimate: await priced })};
              export const offer = ${JSON.stringify(await listOffer())};`;
    },
  };
}
