// The landing page, and addresses that do not exist.
import { expect, test } from './support/test';

test('an unknown address redirects to the landing page with a notice', async ({ page }) => {
  for (const path of ['/nothing/here', '/client/nothing', '/master/nothing']) {
    await page.goto(path);
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('status').filter({ hasText: /find that page/ })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Request a Plumber' })).toBeVisible();
  }
  // The notice is shown only on arrival.
  await page.getByRole('link', { name: 'Request a Plumber' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText(/find that page/)).toHaveCount(0);
});

test('the landing page leads to booking and to the pro area, and shows an example with its price', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByText('£90–£105')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Become a Pro' })).toBeVisible();
  await page.getByRole('link', { name: 'Request a Plumber' }).click();
  await expect(page).toHaveURL('/booking/create');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL('/');
});

test('terms, privacy and help exist, and unknown API paths return problems, not pages', async ({
  page,
  request,
}) => {
  for (const [path, text] of [
    ['/terms', 'Cancellation'],
    ['/privacy', 'Privacy'],
    ['/support', 'Help'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: new RegExp(text, 'i') }).first()).toBeVisible();
  }
  const answer = await request.get('/api/nothing-here');
  expect(answer.status()).toBe(404);
  expect(answer.headers()['content-type']).toContain('application/problem+json');
  const page404 = await request.get('/nothing/here');
  expect(page404.headers()['content-type']).toContain('text/html');
});
