// A browser that stores nothing for this site: booking and payment work for as long as the page is open, and a strip says so.
import { expect, test } from './support/test';

test('a job is booked and paid with site data blocked', async ({ page, journey }) => {
  await page.addInitScript(() => {
    const blocked = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const area of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, area, { get: blocked, configurable: true });
  });
  // A full postcode where its area is asked for is kept for the address.
  await journey.describeProblem('Leaking tap in the kitchen', 'SW1A 1AA');
  await expect(page.getByText("Your browser can't save what you enter here.")).toBeVisible();
  await expect(page.getByLabel(/^Postcode/)).toHaveValue('SW1A 1AA');
  await journey.fillAddress();
  await journey.chooseTime();
  await journey.agree();
  await journey.payByCard('£97.50');
  await journey.expectConfirmation();
  await page.getByRole('link', { name: 'Open live status' }).click();
  await expect(journey.heading('Live booking')).toBeVisible();
});
