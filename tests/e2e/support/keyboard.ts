// Uses the page with the keyboard alone: Tab until the element has the focus, then the key that operates it.
import { expect, type Locator, type Page } from '@playwright/test';

const MAX_STOPS = 60;

export class Keyboard {
  constructor(private readonly page: Page) {}

  /** Tabs forward to the element, up to MAX_STOPS times. */
  async reach(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    for (let stops = 0; stops < MAX_STOPS; stops += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.page.keyboard.press('Tab');
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
