// Writes a .br and a .gz next to every compressible file in dist, so that the server never compresses anything itself, and prints the size
// of the first screen (`just bench sizes` measures the same in a browser, up to the first price).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const dist = new URL('../dist', import.meta.url).pathname;
const compressible = /\.(js|css|html|svg|json|webmanifest|wasm|txt)$/;
// A static host compresses the demonstration by itself.
if (process.env.VITE_MOCKS === 'on') process.exit();

/** Gzipped size in bytes, by file name relative to dist. */
const gzipped = new Map();
let before = 0;
let brotli = 0;
for (const name of readdirSync(dist, { recursive: true })) {
  if (!compressible.test(name)) continue;
  const path = join(dist, name);
  const bytes = readFileSync(path);
  const zipped = gzipSync(bytes, { level: 9 });
  const brotlied = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  writeFileSync(`${path}.gz`, zipped);
  writeFileSync(`${path}.br`, brotlied);
  gzipped.set(name, zipped.length);
  before += bytes.length;
  brotli += brotlied.length;
}
const kb = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;
const sum = (names) => names.reduce((bytes, name) => bytes + (gzipped.get(name) ?? 0), 0);
console.log(`dist: ${kb(before)} raw, ${kb(sum([...gzipped.keys()]))} gzip, ${kb(brotli)} brotli`);

const page = readFileSync(join(dist, 'index.html'), 'utf8');
const named = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)]
  .map(([, name]) => name)
  .filter((name) => gzipped.has(name));
const pricing = [...gzipped.keys()].filter((name) => name.startsWith('assets/pricing_wasm'));
console.log(
  `first screen: ${kb(sum(['index.html', ...named]))} gzip, its price: ${kb(sum(pricing))} more, the font apart`,
);
