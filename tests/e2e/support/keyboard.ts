// A person without a mouse: Tab until the thing has the focus, then the key that works it.
import { expect, type Locator, type Page } from '@playwright/test';

const MOST_STOPS = 60;

export class Keyboard {
  constructor(private readonly page: Page) {}

  /** Tabs forward to it; fails where a person would give up. */
  async reach(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    for (let stops = 0; stops < MOST_STOPS; stops += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`${target} was not reached with ${MOST_STOPS} Tabs`);
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
