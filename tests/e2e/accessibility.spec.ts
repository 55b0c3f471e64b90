// Every screen in each of its states, in light and dark, on the narrowest phone, an ordinary phone and a desktop.
import { expectAccessible } from './support/axe';
import { cards, type Journey } from './support/journey';
import { expect, test } from './support/test';

const sizes = {
  narrow: { width: 320, height: 640 },
  phone: { width: 390, height: 844 },
  desk: { width: 1440, height: 900 },
};

for (const [name, viewport] of Object.entries(sizes)) {
  test.describe(name, () => {
    test.use({ viewport });
    // Each test visits many screens.
    test.slow();

    test('landing, help and the first step', async ({ page, journey }) => {
      for (const path of ['/', '/terms', '/privacy', '/support']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectAccessible(page, path);
      }
      await page.goto('/nothing/here');
      await expect(page.getByText(/find that page/)).toBeVisible();
      await expectAccessible(page, 'landing with a notice');

      await page.goto('/booking/create');
      await expectAccessible(page, 'create, empty');
      await journey.area.fill('q1');
      await journey.description.fill('x'.repeat(501));
      await expect(page.getByText('Enter 2–3 valid characters (e.g., SW, SW1, B).')).toBeVisible();
      await expectAccessible(page, 'create with errors');
      await journey.describe('Smell of gas in the kitchen', 'SW1');
      await expect(page.getByRole('alert')).toContainText('0800 111 999');
      await expectAccessible(page, 'create, gas');
      await journey.describe('Sparks from the socket', 'SW1');
      await expect(page.getByLabel("I've turned the power off")).toBeVisible();
      await expectAccessible(page, 'create, electrics');
      await journey.describe('Leaking tap in the kitchen', 'SW1');
      await journey.estimate();
      await expectAccessible(page, 'estimate popup');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expectAccessible(page, 'create with an estimate');
      await page.getByRole('button', { name: 'Tips for describing the job' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page, 'help popup');
      await page.goto('/booking/estimate');
      await expect(journey.heading('Your estimate')).toBeVisible();
      await expectAccessible(page, 'estimate');
    });

    test('address, time and review', async ({ page, journey }) => {
      await journey.describeProblem();
      await expectAccessible(page, 'address');
      await journey.button('Continue to Schedule').click();
      await expect(page.getByText('Full name is required.').first()).toBeVisible();
      await expectAccessible(page, 'address with errors');
      await journey.fillAddress();
      await journey.pickSlot(2, '11:00–13:00');
      await expectAccessible(page, 'time');
      if (name !== 'desk') {
        await journey.button('Change the service level').click();
        await journey.button('More dates').click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectAccessible(page, 'more dates');
        await page.keyboard.press('Escape');
      }
      await journey.choose('Emergency');
      await expectAccessible(page, 'time, emergency');
      await journey.chooseTime();
      await expectAccessible(page, 'review');
      await page.getByRole('radio', { name: 'Suggest my budget' }).check();
      await page.getByRole('spinbutton', { name: /budget/i }).fill('');
      await journey.button('Request & Book').click();
      await expect(page.getByText('Please enter your budget.').first()).toBeVisible();
      await expectAccessible(page, 'review, budget with an error');
    });

    test('payment, confirmation and the booking', async ({ page, journey, api, watch }) => {
      watch.expectFailed('/confirm', 402);
      await journey.toPayment();
      await expect(journey.pay('£97.50')).toBeVisible();
      await expectAccessible(page, 'payment');
      await withErrors(journey);
      await expectAccessible(page, 'payment with errors');
      await journey.choose('Cash');
      await expectAccessible(page, 'payment, cash');
      await journey.choose('Card');
      await journey.payByCard('£97.50', cards.asksBank);
      await expect(page.getByRole('dialog', { name: 'Confirm with your bank' })).toBeVisible();
      await expectAccessible(page, 'the bank’s question');
      await page.getByRole('button', { name: 'Approve' }).click();
      await journey.expectConfirmation();
      await expectAccessible(page, 'confirmation');
      const { id } = await api.onlyBooking();
      await page.goto(`/booking/${id}`);
      await expect(page.getByText('Searching…')).toBeVisible();
      await expectAccessible(page, 'booking');
      watch.expectFailed('/api/bookings/none-of-ours', 404);
      await page.goto('/booking/none-of-ours');
      await expect(page.getByText("Booking none-of-ours can't be opened here").first()).toBeVisible();
      await expectAccessible(page, 'booking that is not ours');
      await page.goto('/booking/confirmation');
      await expect(page.getByText('Booking not found.')).toBeVisible();
      await expectAccessible(page, 'confirmation of nothing');
    });
  });
}

async function withErrors(journey: Journey): Promise<void> {
  const { page } = journey;
  await (await journey.coupon()).fill('NOPE');
  await journey.button('Apply').click();
  await expect(page.getByText(/Coupon is invalid or not applicable\./)).toBeVisible();
  await journey.fillCard(cards.declined);
  await journey.pay('£97.50').click({ force: true });
  await expect(page.getByText('Please accept the terms to continue.').first()).toBeVisible();
  await journey.acceptTerms();
  await journey.pay('£97.50').click();
  await expect(page.getByRole('alert').filter({ hasText: /declined/i })).toBeVisible();
}
