// Fails a test on anything that must never happen on any screen: a page error, an error in the console, a content policy violation. A test
// declares in advance which failed requests it causes on purpose.
import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test';

/** The browser logs this for every response of 400 or above. */
const FAILED_REQUEST = /^Failed to load resource/;

export class Watch {
  private readonly troubles: string[] = [];
  private readonly expected: RegExp[] = [];
  /** Each address that a page came to, and when: by loading it, or within the app. */
  readonly addresses: string[] = [];

  /** Expects a failed request, such as `/api/quotes` with 409 (or 'unreachable'). */
  expectFailed(path: string, status: number | 'unreachable'): void {
    const what = status === 'unreachable' ? 'net::ERR_' : `status of ${status}`;
    this.expected.push(new RegExp(`^Failed to load resource.*${literally(what)}.*${literally(path)}`));
    if (status === 'unreachable')
      this.expected.push(new RegExp(`^WebSocket connection to '.*${literally(path)}.*' failed`));
  }

  async on(context: BrowserContext): Promise<void> {
    // Our own listener, because the console does not always report violations with their directive.
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(`CSP: ${event.violatedDirective} blocked ${event.blockedURI} (${event.sourceFile})`);
      });
    });
    context.on('page', (page) => this.page(page));
    context.on('console', (message) => this.note(message));
  }

  private page(page: Page): void {
    page.on('framenavigated', (frame) => this.addresses.push(`${new Date().toISOString()} ${frame.url()}`));
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

  /** Every unexpected error so far. */
  get all(): string[] {
    return this.troubles;
  }
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
