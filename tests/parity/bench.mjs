// What the WebAssembly module costs: node tests/parity/bench.mjs prints each figure beside its limit and fails beyond it.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { loadPricing, wasmFile } from './module.mjs';

const TEXTS = [
  'leaking tap under the kitchen sink',
  'The boiler needs its yearly service, it is a Vaillant',
  "the loo won't stop running since yesterday evening and the cistern hisses",
  'socket in the lounge is dead',
  'blocked drain outside, water comes up when we use the washing machine',
  'no hot water and the radiators are cold upstairs',
];
/** As long as a description may be, and every word of it another sign or none. */
const LONGEST = TEXTS.join(', ').repeat(3).slice(0, 500);
const AREAS = ['SW1', 'B1', 'M1', 'EC1A', 'N1'];
const ROUNDS = 4000;
const BATCHES = 11;

const pricing = await loadPricing();
let failed = false;

function report(name, value, limit, unit) {
  const fits = value <= limit;
  failed ||= !fits;
  console.log(`bench: ${name} ${value < 1000 ? value.toFixed(1) : Math.round(value)} ${unit} (limit ${limit}) ${fits ? 'ok' : 'TOO MUCH'}`);
}

/** Microseconds a call, warm: the median of the quickest batch. Other work on the same core can add a third for seconds at a time. */
function median(call) {
  for (let round = 0; round < ROUNDS; round += 1) call(round);
  const batches = [];
  for (let batch = 0; batch < BATCHES; batch += 1) batches.push(batchMedian(call));
  return Math.min(...batches);
}

function batchMedian(call) {
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = process.hrtime.bigint();
    call(round);
    times.push(Number(process.hrtime.bigint() - started) / 1000);
  }
  times.sort((a, b) => a - b);
  return times[times.length >> 1];
}

report('wasm estimate median', median((round) => pricing.estimate({ text: TEXTS[round % TEXTS.length], postcode: AREAS[round % AREAS.length] })), 80, 'µs');
report('wasm estimate of 500 letters median', median(() => pricing.estimate({ text: LONGEST, postcode: 'SW1' })), 1500, 'µs');
report('wasm month × three tiers median', median((round) => pricing.monthGrid({ basePence: 9000 + round, now: '2026-11-21T10:05', cheaper: true })), 500, 'µs');
report('wasm size, gzip', gzipSync(readFileSync(wasmFile), { level: 9 }).length, 134 * 1024, 'bytes');
process.exitCode = failed ? 1 : 0;
