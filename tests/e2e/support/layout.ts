// What every screen must keep at every size: no sideways scroll, and nothing that stays covered once it has the focus.
import { expect, type Page } from '@playwright/test';
import { settled } from './settle';

const soft = expect.configure({ soft: true });

export interface Size {
  width: number;
  height: number;
}

/** Checks the screen, or the dialog that is open on it, at each size, and returns to the size before. */
export async function expectFits(page: Page, screen: string, sizes: readonly Size[]): Promise<void> {
  const before = page.viewportSize();
  for (const size of sizes) {
    await settled(page, () => page.setViewportSize(size));
    const where = `${screen} at ${size.width}×${size.height}`;
    await soft.poll(() => page.evaluate(sticksOut), `${where}: sideways scroll`).toEqual([]);
    soft(await page.evaluate(stillCovered), `${where}: covered`).toEqual([]);
  }
  if (before) await page.setViewportSize(before);
}

/** What makes the page, or the open dialog, wider than the screen. */
function sticksOut(): string[] {
  const dialog = document.querySelector('dialog:modal');
  const scroller = dialog ?? document.documentElement;
  if (scroller.scrollWidth <= scroller.clientWidth) return [];
  const edge = scroller.getBoundingClientRect().left + scroller.clientWidth + 1;
  const wide = [...scroller.querySelectorAll('*')].filter(
    (part) => part.getBoundingClientRect().right > edge,
  );
  return wide.map((part) => part.outerHTML.slice(0, 160));
}

/**
 * Gives the focus to every control in turn: those that something else then covers at their middle, or where a long text
 * begins. Toasts don't count: they go by themselves, and one may come at any time.
 */
function stillCovered(): string[] {
  const controls = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
  const root = document.querySelector('dialog:modal') ?? document;
  /** A link may go over two lines, between which the middle of its box would lie. A text is scrolled to its caret alone. */
  const atMiddle = (control: HTMLElement) => {
    const [box] = control.getClientRects();
    if (!box) return undefined;
    const line = control.matches('textarea') ? Math.min(48, box.height) : box.height;
    const stack = document.elementsFromPoint(box.x + box.width / 2, box.y + line / 2);
    return stack.find((part) => !part.closest('[data-sonner-toaster]'));
  };
  const covered: string[] = [];
  for (const control of root.querySelectorAll<HTMLElement>(controls)) {
    const isReached = control.tabIndex >= 0 && control.checkVisibility({ visibilityProperty: true });
    const isToast = control.closest('[data-sonner-toaster]');
    if (!isReached || isToast || control.matches(':disabled')) continue;
    control.focus();
    // A text field scrolls to its caret, which may leave its middle outside the window.
    if (!atMiddle(control)) control.scrollIntoView({ block: 'center' });
    const found = atMiddle(control);
    const isClear = found && (control.contains(found) || found.closest('label')?.contains(control));
    if (!isClear) covered.push(`${control.outerHTML.slice(0, 120)} under ${found?.outerHTML.slice(0, 120)}`);
  }
  return covered;
}
