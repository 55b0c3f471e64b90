// WebKit by WebDriver: Debian's browser engine of Safari's family, on a display of its own. Only what the journey in webkit.spec.ts needs.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { patience } from './patience';

const DRIVER = '/usr/bin/WebKitWebDriver';
const BROWSERS = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
);
const browser = BROWSERS.find(existsSync);

/** What is missing on this machine; null where WebKit can be driven. */
export const missingWebKit =
  existsSync(DRIVER) && existsSync('/usr/bin/Xvfb') && browser
    ? null
    : 'WebKit is left out: install webkit2gtk-driver and xvfb';

const PORT = 9517;
const DISPLAY = ':97';
/** The key by which WebDriver names an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

export class WebKit {
  private readonly started: ChildProcess[] = [];
  private session = '';

  static async start(): Promise<WebKit> {
    const webkit = new WebKit();
    webkit.run('/usr/bin/Xvfb', [DISPLAY, '-screen', '0', '1280x1024x24', '-nolisten', 'tcp']);
    webkit.run(DRIVER, [`--port=${PORT}`], { DISPLAY });
    const options = { binary: browser, args: ['--automation'] };
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
    await until('the driver answers', async () => {
      const { sessionId } = await send<{ sessionId: string }>('POST', '/session', { capabilities });
      webkit.session = `/session/${sessionId}`;
      return true;
    });
    await webkit.call('POST', '/window/rect', { width: 420, height: 900 });
    return webkit;
  }

  async goto(address: string): Promise<void> {
    await this.call('POST', '/url', { url: address });
  }

  /** What the page says. */
  text(): Promise<string> {
    return this.evaluate('return document.body.innerText');
  }

  /** Waits until the page says so. */
  async see(text: string): Promise<void> {
    const said = () => this.evaluate<boolean>('return document.body.innerText.includes(arguments[0])', text);
    await until(`the page says '${text}'`, said);
  }

  async type(label: string, text: string): Promise<void> {
    const wanted = `return [...document.querySelectorAll('input, textarea')].find((one) =>
      [...(one.labels ?? [])].some((own) => own.innerText.startsWith(arguments[0])))`;
    await until(`there is '${label}' to type into`, async () => {
      const field = await this.find(wanted, label);
      await this.call('POST', `/element/${field}/clear`, {});
      await this.call('POST', `/element/${field}/value`, { text });
      return true;
    });
  }

  /** Waits until a dialog is open: what is pressed before that may land on it, or beside it. */
  async seeDialog(): Promise<void> {
    const isOpen = () => this.evaluate<boolean>('return document.querySelector("dialog:modal") !== null');
    await until('a dialog is open', isOpen);
  }

  /** Presses the button, or chooses the option, whose name begins so, once the dialog around it stands still. */
  async press(name: string): Promise<void> {
    const wanted = `const dialog = document.querySelector("dialog:modal");
      if (dialog?.getAnimations().some((one) => one.playState === 'running')) return null;
      const root = dialog ?? document;
      const found = [...root.querySelectorAll("button, a, [type=radio], [type=checkbox]")].findLast((one) =>
      one.getClientRects().length > 0 && !one.disabled && one.getAttribute('aria-disabled') !== 'true' &&
      (one.ariaLabel ?? one.labels?.[0]?.innerText ?? one.innerText).trim().startsWith(arguments[0]));
      // Clear of the bar at the bottom.
      found?.scrollIntoView({ block: 'center' });
      return found`;
    await until(`'${name}' can be pressed`, async () => {
      const element = await this.find(wanted, name);
      await this.call('POST', `/element/${element}/click`, {});
      return true;
    });
  }

  async evaluate<Answer>(script: string, ...args: unknown[]): Promise<Answer> {
    return this.call('POST', '/execute/sync', { script, args });
  }

  async end(): Promise<void> {
    if (this.session) await send('DELETE', this.session).catch(() => undefined);
    for (const child of this.started) child.kill();
  }

  private async find(script: string, name: string): Promise<string> {
    const found = await this.evaluate<Record<string, string> | null>(script, name);
    if (!found?.[ELEMENT]) throw new Error(`there is no '${name}'`);
    return found[ELEMENT];
  }

  private call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    return send(method, this.session + path, body);
  }

  private run(program: string, words: string[], settings: NodeJS.ProcessEnv = {}): void {
    this.started.push(spawn(program, words, { stdio: 'ignore', env: { ...process.env, ...settings } }));
  }
}

async function send<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${PORT}${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  });
  const { value } = (await answer.json()) as { value: Answer & { message?: string } };
  if (!answer.ok) throw new Error(`${method} ${path}: ${value?.message ?? answer.status}`);
  return value;
}

/** Tries until it is so. */
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 15_000 * patience;
  let reason: unknown;
  while (Date.now() < end) {
    try {
      if (await isSo()) return;
    } catch (error) {
      reason = error;
    }
    await new Promise((next) => setTimeout(next, 100));
  }
  throw new Error(`not so in time: ${what}`, { cause: reason });
}
