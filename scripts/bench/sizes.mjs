// What a first visit downloads, gzipped, until a price is on the screen. Chromium reports what is fetched (the service worker is
// kept out: it comes later, when the page is idle); each of those is then asked of the binary with gzip and counted.
import { readdirSync } from 'node:fs';
import { get } from 'node:http';
import { createRequire } from 'node:module';
import { figure } from './figure.mjs';
import { startProduct } from './product.mjs';

const web = new URL('../../web/', import.meta.url);
const { chromium } = createRequire(new URL('package.json', web))('@playwright/test');

/** Bytes of a body as the binary sends it to one who accepts gzip. */
function gzippedBytes(url) {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': 'gzip' } }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk) => (bytes += chunk.length));
      answer.on('end', () => resolve(bytes));
    }).on('error', reject);
  });
}

/** The addresses that a browser with an empty cache fetches from `path` on, while `visit` acts. */
async function fetched(browser, origin, path, visit) {
  const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const urls = new Set();
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().startsWith(origin)) urls.add(request.url());
  });
  await page.goto(origin + path, { waitUntil: 'networkidle' });
  await visit(page);
  await context.close();
  return [...urls];
}

async function weigh(name, urls, atMost) {
  const sized = await Promise.all(urls.map(async (url) => ({ url, bytes: await gzippedBytes(url) })));
  const counted = sized.filter(({ url }) => !url.endsWith('.woff2')).sort((a, b) => b.bytes - a.bytes);
  const kilobytes = counted.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
  figure({ name, value: kilobytes, unit: 'KB gzip, font apart', atMost });
  for (const { url, bytes } of counted.slice(0, 8)) {
    console.log(`         ${(bytes / 1024).toFixed(1).padStart(6)} KB ${new URL(url).pathname}`);
  }
}

async function getAPrice(page) {
  await page.getByRole('textbox', { name: /what|describe|problem/i }).first().fill('leaking kitchen tap, drips all night');
  await page.getByRole('textbox', { name: /postcode/i }).fill('SW1');
  await page.getByRole('button', { name: 'Get Instant Estimate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Continue', exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
}

const product = await startProduct();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
try {
  const wasm = readdirSync(new URL('dist/assets', web)).find((name) => name.endsWith('.wasm'));
  figure({
    name: 'wasm with lexicon and default book',
    value: (await gzippedBytes(`${product.origin}/assets/${wasm}`)) / 1024,
    unit: 'KB gzip',
    atMost: 134,
  });
  await weigh('/booking/create until its price is shown', await fetched(browser, product.origin, '/booking/create', getAPrice), 280);
  await weigh('landing page', await fetched(browser, product.origin, '/', async () => {}), 180);
} finally {
  await browser.close();
  await product.stop();
}
