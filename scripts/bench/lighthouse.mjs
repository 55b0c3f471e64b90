// Lighthouse (mobile, its default) on the web app as the binary serves it; the median of three runs of a page.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { figure, median } from './figure.mjs';
import { startProduct } from './product.mjs';

const LIGHTHOUSE = 'lighthouse@12.8.2'; // 13 wants a newer Node than 20
const PAGES = ['/', '/booking/create'];
const RUNS = 3;
const LIMITS = { performance: 95, accessibility: 100, 'best-practices': 95 };
// Without these background-networking flags Chromium contacts its maker's hosts at every start.
const CHROME_FLAGS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
].join(' ');

async function scores(url) {
  const { stdout } = await promisify(execFile)(
    'npx',
    ['--yes', LIGHTHOUSE, url, '--quiet', '--output=json', `--only-categories=${Object.keys(LIMITS)}`,
      `--chrome-flags=${CHROME_FLAGS}`],
    { env: { ...process.env, CHROME_PATH: process.env.CHROMIUM }, maxBuffer: 64 * 1024 * 1024 },
  );
  const { categories, audits } = JSON.parse(stdout);
  for (const audit of Object.values(audits)) {
    if (audit.score === 0 && audit.scoreDisplayMode === 'binary') console.log(`       failed audit: ${audit.id} (${audit.title})`);
  }
  return categories;
}

const product = await startProduct();
try {
  for (const page of PAGES) {
    const runs = [];
    for (let i = 0; i < RUNS; i += 1) runs.push(await scores(product.origin + page));
    for (const [category, atLeast] of Object.entries(LIMITS)) {
      const value = Math.round(median(runs.map((run) => run[category].score)) * 100);
      figure({ name: `Lighthouse ${category} of ${page}`, value, unit: '', atLeast });
    }
  }
} finally {
  await product.stop();
}
