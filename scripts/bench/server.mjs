// Cold start (an empty data folder: the database is made and migrated) and memory of the release binary at rest.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { figure, median } from './figure.mjs';
import { startProduct } from './product.mjs';

const STARTS = 5;
const REST_MS = 3_000;

function residentMegabytes(pid) {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(kibibytes) / 1024;
}

const starts = [];
for (let i = 0; i < STARTS; i += 1) {
  const product = await startProduct();
  starts.push(product.readyMs);
  if (i === STARTS - 1) {
    await fetch(`${product.origin}/`).then((page) => page.arrayBuffer());
    await sleep(REST_MS);
    figure({ name: 'idle memory, resident', value: residentMegabytes(product.pid), unit: 'MiB', atMost: 45 });
  }
  await product.stop();
}
figure({ name: `cold start to ready, median of ${STARTS}`, value: median(starts), unit: 'ms', atMost: 300 });
