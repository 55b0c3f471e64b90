// The server under test: the binary of the development build with its own data folder and port.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { patience } from './patience';

const binary = process.env.CALLOUT_BIN || resolve(__dirname, '../../../target/debug/callout');

/** How many milliseconds the server may take to start, or a command to run. */
const START_TIMEOUT = 20_000 * patience;
/** How many milliseconds a server that is starting may take to say whether it is ready. */
const ANSWER_TIMEOUT = 2_000 * patience;

/** Further environment variables for the binary, such as CALLOUT_TOKEN_TTL. */
export type Settings = Record<string, string>;

/** A message in the outbox, where messages go when no mail server or gateway is configured. */
export interface Message {
  channel: string;
  to: string;
  subject: string;
  text: string;
}

export class Server {
  readonly url: string;
  private child: ChildProcess | null = null;
  private log = '';

  private constructor(
    readonly port: number,
    private readonly folder: string,
    private settings: Settings,
    private readonly flags: readonly string[],
  ) {
    this.url = `http://127.0.0.1:${port}`;
  }

  /** With data like that of `like`, or with none. */
  static async start(settings: Settings = {}, flags: readonly string[] = [], like?: Server): Promise<Server> {
    const folder = await mkdtemp(join(tmpdir(), 'callout-e2e-'));
    if (like) await cp(like.folder, folder, { recursive: true });
    const server = new Server(await freePort(), folder, settings, flags);
    await server.up();
    return server;
  }

  /** Starts the binary; after `down()`, again with the same port and data, and with some settings changed. */
  async up(changed: Settings = {}): Promise<void> {
    this.settings = { ...this.settings, ...changed };
    const child = spawn(binary, ['serve', ...this.flags], {
      cwd: this.folder,
      env: this.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    const keep = (chunk: Buffer) => {
      this.log += chunk;
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => {
      this.log += `${error}`;
    });
    const since = Date.now();
    while (!(await this.isReady())) {
      if (child.exitCode !== null || Date.now() - since > START_TIMEOUT)
        throw new Error(`${binary} did not start:\n${this.log}`);
      await new Promise((next) => setTimeout(next, 20));
    }
  }

  /** Kills the process, as in a crash. */
  async down(): Promise<void> {
    const { child } = this;
    this.child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await gone;
  }

  /** Runs `callout admin …` on this server's data, as an operator does in a shell. */
  async admin(...words: string[]): Promise<string> {
    const options = { cwd: this.folder, env: this.environment, timeout: START_TIMEOUT };
    const { stdout } = await promisify(execFile)(binary, ['admin', ...words], options);
    return stdout;
  }

  /** The same for a command that reads from its standard input. */
  async adminTyping(input: string, ...words: string[]): Promise<string> {
    const options = { cwd: this.folder, env: this.environment, timeout: START_TIMEOUT };
    const running = promisify(execFile)(binary, ['admin', ...words], options);
    running.child.stdin?.end(input);
    return (await running).stdout;
  }

  /** The messages sent so far. */
  async outbox(): Promise<Message[]> {
    const lines = await readFile(join(this.folder, 'data', 'outbox.jsonl'), 'utf8').catch(() => '');
    return lines
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Message);
  }

  /** The server's log, attached when a test fails. */
  get output(): string {
    return this.log;
  }

  async remove(): Promise<void> {
    await this.down();
    await rm(this.folder, { recursive: true, force: true });
  }

  private get environment(): NodeJS.ProcessEnv {
    return {
      PATH: process.env.PATH,
      RUST_LOG: 'info',
      CALLOUT_LISTEN: `127.0.0.1:${this.port}`,
      CALLOUT_DATA_DIR: join(this.folder, 'data'),
      ...this.settings,
    };
  }

  private async isReady(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(ANSWER_TIMEOUT) })).ok;
    } catch {
      return false;
    }
  }
}

async function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => found(port));
    });
  });
}
