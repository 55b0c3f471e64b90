// node tests/parity/record.mjs: records the native program's current answers in tests/fixtures. Run it after changing a rule on
// purpose, and read the diff before you commit it.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { FUNCTIONS, nativeProgram } from './module.mjs';

/** As JSON, with escapes for what nobody can see. */
function legible(input) {
  const escaped = (letter) => [...Array(letter.length).keys()].map((at) => `\\u${letter.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');
  return JSON.stringify(input).replace(/[^\P{C}]|[^\P{Z} ]|\p{Default_Ignorable_Code_Point}/gu, escaped);
}

const { command, args } = nativeProgram();
for (const fn of FUNCTIONS) {
  const file = new URL(`../fixtures/${fn}.json`, import.meta.url);
  const inputs = JSON.parse(readFileSync(file, 'utf8')).map((entry) => entry.in);
  const requests = inputs.map((input) => JSON.stringify({ fn, in: input })).join('\n');
  const { stdout, status } = spawnSync(command, args, { input: `${requests}\n`, encoding: 'utf8', maxBuffer: 1 << 28 });
  const answers = stdout.trimEnd().split('\n');
  if (status !== 0 || answers.length !== inputs.length) throw new Error(`${command} answered ${answers.length} of ${inputs.length}`);
  const entries = inputs.map((input, index) => `  {"fn":"${fn}",\n   "in":${legible(input)},\n   "out":${answers[index]}}`);
  writeFileSync(file, `[\n${entries.join(',\n')}\n]\n`);
  console.log(`${fn}: ${inputs.length}`);
}
