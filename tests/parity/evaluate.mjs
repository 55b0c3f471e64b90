// node tests/parity/evaluate.mjs FILE: `callout price evaluate --file FILE`, and the same over the WebAssembly module: it must
// estimate every text as the native program does, field by field, so that the figures printed are those of both.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { canonical, comparable, loadPricing, nativeProgram } from './module.mjs';

const file = process.argv[2];
if (!file) {
  console.error('usage: evaluate.mjs FILE');
  process.exit(2);
}

const { command, args } = nativeProgram();
const run = (more, input = '') => {
  const { status, stdout, error } = spawnSync(command, more, { input, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status === 0) return stdout;
  console.error(`${command} ${more.join(' ')} failed: ${error ?? `exit code ${status}`}`);
  process.exit(2);
};

const rows = readFileSync(file, 'utf8').split('\n').filter(Boolean);
const column = rows[0].split('\t').indexOf('text');
const texts = column < 0 ? rows : rows.slice(1).map((row) => row.split('\t')[column]);
const requests = texts.map((text) => ({ fn: 'estimate', in: { text, postcode: 'M1' } }));
const answers = run(args, requests.map((request) => `${JSON.stringify(request)}\n`).join('')).split('\n');
const pricing = await loadPricing();
requests.forEach((request, place) => {
  const ours = canonical(comparable(pricing.answer(request)));
  if (ours === canonical(comparable(JSON.parse(answers[place])))) return;
  console.error(`differs: ${request.in.text}\nnative: ${answers[place]}\nwasm:   ${ours}`);
  process.exit(1);
});
console.log(`${texts.length} texts: native and wasm estimate alike\n`);
console.log(run(['price', 'evaluate', '--file', file]).trimEnd());
