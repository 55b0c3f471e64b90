// A pro's way to the bank, once something has cleared.
import { expect } from '@playwright/test';
import type { ProArea } from './proArea';
import type { Server } from './server';

/** Gives the bank and tax details that a first payout needs. */
export async function giveDetails(pro: ProArea): Promise<void> {
  await pro.goTo('Payouts');
  await pro.button('Add bank details').click();
  await pro.button('Continue').click();
  await pro.page.getByRole('link', { name: 'Add tax details' }).click();
  await pro.fillTaxDetails();
}

/** The server clears once a minute. */
export async function waitUntilCleared(pro: ProArea): Promise<void> {
  await expect(async () => {
    await pro.page.reload();
    await expect(pro.button('Withdraw')).toHaveAttribute('aria-disabled', 'false', { timeout: 2_000 });
  }).toPass({ timeout: 90_000 });
}

/** An operator sends the payout that is being checked, and the pro sees it paid. */
export async function sendPayout(pro: ProArea, server: Server): Promise<void> {
  const history = pro.page.getByRole('region', { name: 'History' });
  await expect(history.getByText('Being checked')).toBeVisible();
  const [id = ''] = (await server.admin('payout')).split(' ');
  expect(await server.admin('payout', '--id', id, '--send')).toContain('pending');
  await expect(async () => {
    await pro.page.reload();
    await expect(history.getByText('Paid')).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
}
