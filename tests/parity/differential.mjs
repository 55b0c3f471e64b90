// node tests/parity/differential.mjs [cases] [seed]: random requests, answered natively and by the WebAssembly module; the
// answers must be equal, field by field.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { canonical, comparable, loadPricing, nativeProgram } from './module.mjs';
import { randomRequests } from './requests.mjs';

const cases = Number(process.argv[2] ?? 10_000);
const seed = Number(process.argv[3] ?? 20261121);
const BATCH = 1_000;
const AHEAD = 20_000;

if (!Number.isSafeInteger(cases) || cases < 1 || !Number.isSafeInteger(seed)) {
  console.error('usage: differential.mjs [cases] [seed]');
  process.exit(2);
}

const { command, args } = nativeProgram();
const native = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
native.on('error', (error) => {
  console.error(`cannot run ${command}: ${error.message}`);
  process.exit(2);
});
native.stdin.on('error', () => {}); // It has stopped: the missing answers are reported below.

const pricing = await loadPricing();
const next = randomRequests(seed);
const started = Date.now();
/** Requests with our answers, in the order in which the native ones will come. */
const expected = [];
let compared = 0;
let refusals = 0;

function compare(answered) {
  const { line, ours } = expected[compared % AHEAD];
  const answer = JSON.parse(answered);
  if (canonical(comparable(answer)) !== ours) {
    console.error(`case ${compared} of seed ${seed} differs\nrequest: ${line}\nnative:  ${answered}\nwasm:    ${ours}`);
    native.kill();
    process.exit(1);
  }
  if (answer.error) refusals += 1;
  compared += 1;
}

/** What the module answers to a request line, in canonical form. */
function answerOf(line) {
  try {
    return canonical(comparable(pricing.answer(JSON.parse(line))));
  } catch (error) {
    // The line is not JSON: the browser never gets to ask.
    if (error instanceof SyntaxError) return canonical({ error: { code: 'invalid_request' } });
    throw error;
  }
}

let rest = '';
native.stdout.setEncoding('utf8');
native.stdout.on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop();
  lines.forEach(compare);
});

// The native program holds answers back until its buffer is full, so we go on asking well ahead of it.
for (let asked = 0; asked < cases; ) {
  const lines = [];
  for (; lines.length < BATCH && asked < cases; asked += 1) {
    const line = next();
    expected[asked % AHEAD] = { line, ours: answerOf(line) };
    lines.push(line);
  }
  if (!native.stdin.write(`${lines.join('\n')}\n`)) await once(native.stdin, 'drain');
  while (asked - compared > AHEAD - BATCH) await once(native.stdout, 'data');
}
native.stdin.end();
await once(native, 'close');

if (compared !== cases) {
  console.error(`only ${compared} of ${cases} requests were answered natively`);
  process.exit(1);
}
const seconds = ((Date.now() - started) / 1000).toFixed(1);
console.log(`parity: ${cases} cases equal in every field (seed ${seed}, ${refusals} of them refusals, ${seconds} s)`);
