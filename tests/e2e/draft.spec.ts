// Nothing entered is ever lost: reloading on every step, going back, skipping a step.
import { someone } from './support/journey';
import { expect, test } from './support/test';

test('reloading on each step keeps everything', async ({ page, journey, api }) => {
  await journey.describe('Leaking tap in the kitchen', 'SW1');
  await page.reload();
  await expect(journey.description).toHaveValue('Leaking tap in the kitchen');
  await expect(journey.area).toHaveValue('SW1');
  await journey.estimate();
  await page.reload();
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();

  await page.getByLabel('Full name').fill(someone.fullName);
  await page.reload();
  await expect(page.getByLabel('Full name')).toHaveValue(someone.fullName);
  await journey.fillAddress({ entryInfo: 'Blue door' });
  await page.goBack();
  await expect(page.getByLabel(/^Entry info/)).toHaveValue('Blue door');
  await expect(page.getByLabel(/^Postcode/)).toHaveValue('SW1A 1AA');
  await page.goForward();

  await journey.pickSlot(2, '11:00–13:00');
  await page.reload();
  await expect(journey.slot('11:00–13:00')).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Scheduled' })).toBeChecked();
  await journey.button('Review & Pay').click();

  await expect(page).toHaveURL(/\/booking\/review/);
  await page.reload();
  await expect(page.getByText('£97.50').first()).toBeVisible();
  await journey.agree();
  await page.reload();
  await journey.payByCard('£97.50');
  await journey.expectConfirmation();
  const booking = await api.onlyBooking();
  await page.reload();
  await expect(page.getByRole('main')).toContainText(booking.id);
  await page.goto(`/booking/${booking.id}`);
  await page.reload();
  await expect(page.getByText('Searching…')).toBeVisible();
});

test('a step redirects to an earlier one that is missing', async ({ page, journey }) => {
  await page.goto('/booking/payment');
  await expect(page).toHaveURL(/\/booking\/create$/);
  await page.goto('/booking/estimate');
  await expect(page).toHaveURL(/\/booking\/create$/);
  await journey.describeProblem();
  await page.goto('/booking/review');
  await expect(page).toHaveURL(/\/booking\/address$/);
  await journey.fillAddress();
  await page.goto('/booking/payment');
  await expect(page).toHaveURL(/\/booking\/time$/);
  await page.goto('/booking/estimate');
  await expect(journey.heading('Your estimate')).toBeVisible();
  await expect(page.getByText('£90–£105').first()).toBeVisible();
});

test('the address form shows the error of each field, and loses nothing', async ({ page, journey }) => {
  await journey.describeProblem();
  // The screen has finished loading once its heading has the focus.
  await expect(journey.heading('Service address')).toBeFocused();
  const go = journey.button('Continue to Schedule');
  await page.getByLabel(/^Postcode/).fill('');
  await go.click();
  const summary = page.getByRole('alert').first();
  for (const message of [
    'Full name is required.',
    'Please enter a valid UK mobile number.',
    'Address line is required.',
    'Postcode is required.',
  ])
    await expect(page.getByText(message).first()).toBeVisible();
  await expect(summary).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);

  await page.getByLabel('UK mobile').fill('020 7946 0958');
  await page.getByLabel(/^Email/).fill('priya@example');
  await page.getByLabel(/^Postcode/).fill('SW1');
  await page.getByLabel('Full name').fill('Priya Shah');
  await go.click();
  await expect(page.getByText('Please enter a valid UK mobile number.').first()).toBeVisible();
  await expect(page.getByText('Please enter a valid email.').first()).toBeVisible();
  await expect(page.getByText('Full name is required.')).toHaveCount(0);
  await expect(page).toHaveURL(/\/booking\/address$/);
  await expect(page.getByLabel('Full name')).toHaveValue('Priya Shah');

  await journey.fillAddress({ email: 'Priya@Example.com', phone: '+44 (0)7700 900 123' });
  const kept = await page.evaluate(
    () => JSON.parse(localStorage.getItem('callout.draft') ?? '{}').draft.address,
  );
  expect(kept).toMatchObject({
    phone: '+447700900123',
    email: 'priya@example.com',
    postcode: 'SW1A 1AA',
  });
});

test('the time step: 42 days, only the next 30 bookable, cheaper slots, service levels', async ({
  page,
  journey,
}) => {
  await journey.describeProblem();
  await journey.fillAddress();
  await expect(page.getByRole('radio', { name: 'ASAP' })).toBeChecked();
  await expect(page.getByRole('radiogroup', { name: 'Day', exact: true }).getByRole('radio')).toHaveCount(7);
  await journey.button('More dates').click();
  const popup = page.getByRole('dialog', { name: 'Choose a date' });
  await expect(popup.getByRole('gridcell')).toHaveCount(42);
  for (const text of ['Selected', 'Available', 'Few slots'])
    await expect(popup.getByRole('list', { name: 'Legend' }).getByText(text)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(popup).toHaveCount(0);

  await journey.pickSlot(9, '11:00–13:00');
  await journey.pickSlot(3, '18:00–20:00');
  await expect(journey.slot('18:00–20:00')).toHaveAccessibleName('18:00–20:00, £112.50, +£15, Evening');
  await expect(page.getByText('Slot +£15')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Show cheaper options (wider window)' }).check();
  await journey.slot('08:00–16:00').check();
  await expect(page.getByText('£87.50').first()).toBeVisible();
  // Selecting it again deselects it, so there is no way to continue.
  await journey.slot('08:00–16:00').click();
  await expect(journey.button('Review & Pay')).toBeDisabled();

  await journey.slot('11:00–13:00').check();
  await journey.button('Change the service level').click();
  await page.getByRole('radio', { name: /^Priority/ }).check();
  await expect(page.getByText('£117').first()).toBeVisible();
  await page.getByRole('radio', { name: /^Economy/ }).check();
  await expect(page.getByText('£87.75').first()).toBeVisible();

  await journey.choose('Emergency');
  await expect(page.getByText('No date needed')).toBeVisible();
  await expect(journey.slot('11:00–13:00')).toHaveCount(0);
  await expect(page.getByRole('radio', { name: /^Economy/ })).toHaveCount(0);
  await expect(journey.button('Review & Pay')).toBeEnabled();
});
