// Uses the page with the keyboard alone: Tab or Shift+Tab until the element has the focus, then the key that operates it.
import { expect, type Locator, type Page } from '@playwright/test';

const MAX_STOPS = 60;

export class Keyboard {
  constructor(private readonly page: Page) {}

  /** Tabs towards the element, up to MAX_STOPS times. It never goes past the page's end, since not every browser starts again from there. */
  async reach(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    for (let stops = 0; stops < MAX_STOPS; stops += 1) {
      const key = await target.evaluate(keyTowards);
      if (!key) return;
      await this.page.keyboard.press(key);
    }
    throw new Error(`${target} was not reached with ${MAX_STOPS} Tabs`);
  }

  async type(target: Locator, text: string): Promise<void> {
    await this.reach(target);
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.type(text);
  }

  async press(target: Locator, key = 'Enter'): Promise<void> {
    await this.reach(target);
    await this.page.keyboard.press(key);
  }
}

/** The key that brings the focus nearer to the element; null once it is there. */
function keyTowards(element: Element): 'Tab' | 'Shift+Tab' | null {
  const focused = document.activeElement;
  if (focused === element) return null;
  const place = focused?.compareDocumentPosition(element) ?? 0;
  return place & Node.DOCUMENT_POSITION_PRECEDING ? 'Shift+Tab' : 'Tab';
}
