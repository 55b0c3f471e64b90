// Code that is fetched when it is needed. After a deploy the server has it under other names only, so a page from before loads itself anew.

/** Code could not be fetched. Browsers and React remember the failure, so only reloading the page helps. */
export class CodeNotLoaded extends Error {
  override readonly name = 'CodeNotLoaded';
}

const RETRY_AFTER = 500;

/** A page that was reloaded so recently, in milliseconds, is not reloaded by itself again. */
const JUST_NOW = 30_000;

/** Fetches code; once the server has another version, loads the page at its present address in that one, which is no failure.
 *  @throws CodeNotLoaded */
export async function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load().catch(() => new Promise((retry) => setTimeout(retry, RETRY_AFTER)).then(load));
  } catch (cause) {
    if (!wasJustReloaded() && (await isReplaced())) {
      window.location.reload();
      return new Promise(() => {});
    }
    throw new CodeNotLoaded('Code could not be fetched.', { cause });
  }
}

function wasJustReloaded(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'reload' && performance.now() < JUST_NOW;
}

/** Whether the server has another version of the app than the one that runs here; false if it does not answer. */
export async function isReplaced(): Promise<boolean> {
  try {
    // The query keeps the service worker from answering.
    const response = await fetch('/?version', { cache: 'no-store', signal: AbortSignal.timeout(10_000) });
    return response.ok && !(await response.text()).includes(ownCode());
  } catch {
    return false;
  }
}

/** The path of the script that the page began with: its name changes with each version. */
function ownCode(): string {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')];
  return new URL(scripts.at(-1)?.src ?? '', window.location.href).pathname;
}
