// Starts the release binary on a free port with an empty data folder, as a person would, and stops it again.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const READY_WITHIN_MS = 10_000;

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** The status of one GET; 0 while nobody listens. */
function status(url) {
  return new Promise((resolve) => {
    get(url, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).on('error', () => resolve(0));
  });
}

/**
 * Milliseconds from the start of the process to its first good answer of /readyz are in `readyMs`.
 * @param {Record<string, string>} settings environment of the server beside the usual
 */
export async function startProduct(settings = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'callout-bench-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const environment = {
    ...process.env,
    CALLOUT_LISTEN: `127.0.0.1:${port}`,
    CALLOUT_DATA_DIR: folder,
    CALLOUT_PUBLIC_URL: origin,
    RUST_LOG: 'warn',
    ...settings,
  };
  delete environment.DATABASE_URL; // the default: SQLite in the data folder

  const started = performance.now();
  const child = spawn(process.env.CALLOUT_BIN, ['serve'], { env: environment, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  while ((await status(`${origin}/readyz`)) !== 200) {
    if (child.exitCode !== null || performance.now() - started > READY_WITHIN_MS) {
      await stop();
      throw new Error('the server did not become ready');
    }
    await sleep(1);
  }
  return { origin, pid: child.pid, readyMs: performance.now() - started, stop };
}
