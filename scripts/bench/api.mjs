// Schemathesis against the release binary, as a guest: whatever is sent, answers and refusals must match the OpenAPI document.
// It is installed once, into a separate Python environment outside the checkout.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { figure } from './figure.mjs';
import { startProduct } from './product.mjs';

const VERSION = '4.32.5';
const EXAMPLES = process.env.API_EXAMPLES ?? '50'; // of each kind for each call
const SEED = process.env.API_SEED ?? '1';
// These end the guest's session, or are streams that never end.
const LEFT_OUT = ['/api/logout', '/api/events/notify/user/{id}'];

function schemathesis() {
  const folder = join(homedir(), '.cache', 'callout-schemathesis', VERSION);
  const command = join(folder, 'bin', 'schemathesis');
  if (!existsSync(command)) {
    execFileSync('python3', ['-m', 'venv', folder], { stdio: 'inherit' });
    const pip = join(folder, 'bin', 'pip');
    execFileSync(pip, ['install', '--quiet', '--disable-pip-version-check', `schemathesis==${VERSION}`], { stdio: 'inherit' });
  }
  return command;
}

async function guestToken(origin) {
  const answer = await fetch(`${origin}/api/clients/ensure-guest`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'bench@example.com' }),
  });
  return (await answer.json()).token;
}

const command = schemathesis();
const product = await startProduct({ CALLOUT_RATE_LIMITS: 'off' });
const folder = mkdtempSync(join(tmpdir(), 'callout-api-'));
try {
  const { status } = spawnSync(
    command,
    [
      '--config-file', new URL('schemathesis.toml', import.meta.url).pathname,
      'run', `${product.origin}/api/openapi.json`,
      '--header', `Authorization: Bearer ${await guestToken(product.origin)}`,
      '--phases', 'examples,coverage,fuzzing',
      '--max-examples', EXAMPLES, '--seed', SEED, '--request-timeout', '20', '--workers', '2', '--warnings', 'off',
      ...LEFT_OUT.flatMap((path) => ['--exclude-path', path]),
    ],
    { cwd: folder, stdio: 'inherit' },
  );
  figure({ name: 'schemathesis finds nothing', value: status ?? 1, unit: 'is its exit status', atMost: 0 });
} finally {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
}
