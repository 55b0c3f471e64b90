// What must never happen on any screen: a page error, an error on the console, a broken content policy. A test says beforehand which
// failed requests it makes on purpose.
import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test';

/** Said by the browser itself for every answer of 400 and above. */
const FAILED_REQUEST = /^Failed to load resource/;

export class Watch {
  private readonly troubles: string[] = [];
  private readonly expected: RegExp[] = [];

  /** An answer such as `/api/quotes` with 409 belongs to this test: `path` and `status` (or 'unreachable'). */
  expectFailed(path: string, status: number | 'unreachable'): void {
    const what = status === 'unreachable' ? 'net::ERR_' : `status of ${status}`;
    this.expected.push(new RegExp(`^Failed to load resource.*${literally(what)}.*${literally(path)}`));
  }

  async on(context: BrowserContext): Promise<void> {
    // Ours, so that a violation is told with its directive even where the console is silent.
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(`CSP: ${event.violatedDirective} blocked ${event.blockedURI} (${event.sourceFile})`);
      });
    });
    context.on('page', (page) => this.page(page));
    context.on('console', (message) => this.note(message));
  }

  private page(page: Page): void {
    page.on('crash', () => this.troubles.push(`the page ${page.url()} crashed`));
    page.on('pageerror', (error) => this.troubles.push(`page error: ${error.stack ?? error.message}`));
  }

  private note(message: ConsoleMessage): void {
    if (message.type() !== 'error') return;
    const text = FAILED_REQUEST.test(message.text())
      ? `${message.text()} ${message.location().url}`
      : message.text();
    if (!this.expected.some((pattern) => pattern.test(text))) this.troubles.push(text);
  }

  /** Everything unexpected so far. */
  get all(): string[] {
    return this.troubles;
  }
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
