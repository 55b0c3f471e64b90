// Every screen of a booking, from the landing page on (see support/look.ts).
import { cards, type Journey } from './support/journey';
import { look, sizes } from './support/look';
import { expect, test } from './support/test';

// Each test visits many screens.
test.slow();

test('landing, help and the first step', async ({ page, journey }) => {
  for (const path of ['/', '/nothing/here', '/terms', '/privacy', '/support']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (path === '/') await expect(page.getByText('£90–£105')).toBeVisible();
    if (path === '/nothing/here') await expect(page.getByText(/find that page/)).toBeVisible();
    if (path === '/terms') await expect(page.getByRole('table')).toBeVisible();
    await look(page, path);
  }
  await page.goto('/booking/create');
  await look(page, 'create, empty');
  await journey.area.fill('q1');
  await journey.description.fill('x'.repeat(501));
  await expect(page.getByText('Enter 2–3 valid characters (e.g., SW, SW1, B).')).toBeVisible();
  await look(page, 'create with errors');
  await journey.describe('Smell of gas in the kitchen', 'SW1');
  await expect(page.getByRole('alert')).toContainText('0800 111 999');
  await look(page, 'create, gas');
  await journey.describe('Sparks from the socket', 'SW1');
  await expect(page.getByLabel("I've turned the power off")).toBeVisible();
  await look(page, 'create, electrics');
  await journey.describe('Strange smell and the lights keep flickering', 'SW1');
  await expect(page.getByRole('heading', { name: /^Is anything electrical hot/ })).toBeVisible();
  await look(page, 'create, a question about danger');
  await journey.describe('Mow the lawn every fortnight', 'SW1');
  await journey.estimate();
  await look(page, 'not ours, popup');
  await page.keyboard.press('Escape');
  await look(page, 'create, not ours');
  await journey.describe('Dripping tap, loose socket', 'SW1');
  await journey.estimate();
  await look(page, 'two trades, popup');
  await page.keyboard.press('Escape');
  await look(page, 'create, two trades');
  await journey.describe('Leaking tap in the kitchen', 'SW1');
  await journey.estimate();
  await look(page, 'estimate popup');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await look(page, 'create with an estimate');
  await page.getByRole('button', { name: 'Tips for describing the job' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look(page, 'help popup');
  await page.goto('/booking/estimate');
  await expect(journey.heading('Your estimate')).toBeVisible();
  await look(page, 'estimate');
});

test.describe('at a desk', () => {
  test.use({ viewport: sizes.desk });

  test('address, time and review', async ({ page, journey }) => {
    await journey.describeProblem();
    await look(page, 'address');
    await journey.button('Continue to Schedule').click();
    await expect(page.getByText('Full name is required.').first()).toBeVisible();
    await look(page, 'address with errors');
    await journey.fillAddress({ email: 'priya@example.com', city: 'Wolverhampton' });
    await journey.choose('Emergency');
    await look(page, 'time, emergency');
    await journey.pickSlot(2, '11:00–13:00');
    await look(page, 'time');
    await page.setViewportSize(sizes.phone);
    await journey.button('Change the service level').click();
    await journey.button('More dates').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await look(page, 'more dates', 'phone');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    // On a phone a step of its own, at a desk beside the payment.
    await journey.chooseTime();
    await look(page, 'review', 'phone');
    await suggestNoBudget(journey);
    await look(page, 'review, budget with an error', 'phone');
    await page.setViewportSize(sizes.desk);
    await expect(page).toHaveURL(/\/booking\/payment/);
    await suggestNoBudget(journey);
    await look(page, 'payment, budget with an error', 'desk');
  });
});

test('payment, confirmation and the booking', async ({ page, journey, api, watch }) => {
  watch.expectFailed('/confirm', 402);
  await journey.toPayment();
  await expect(journey.pay('£97.50')).toBeVisible();
  await look(page, 'payment');
  await refuseToPay(journey);
  await look(page, 'payment with errors');
  await journey.choose('Cash');
  await look(page, 'payment, cash');
  await journey.choose('Card');
  await journey.payByCard('£97.50', cards.asksBank);
  await expect(page.getByRole('dialog', { name: 'Confirm with your bank' })).toBeVisible();
  await look(page, 'the bank’s question');
  await page.getByRole('button', { name: 'Approve' }).click();
  await journey.expectConfirmation();
  const { id } = await api.onlyBooking();
  await expect(page.getByRole('main')).toContainText(id);
  await look(page, 'confirmation');
  await page.goto(`/booking/${id}`);
  await expect(page.getByText('Searching…')).toBeVisible();
  await look(page, 'booking');
  watch.expectFailed('/api/bookings/none-of-ours', 404);
  await page.goto('/booking/none-of-ours');
  await expect(page.getByText("Booking none-of-ours can't be opened here").first()).toBeVisible();
  await look(page, 'booking that is not ours');
  await page.goto('/booking/confirmation');
  await expect(page.getByText('Booking not found.')).toBeVisible();
  await look(page, 'confirmation of nothing');
});

async function suggestNoBudget(journey: Journey): Promise<void> {
  const { page } = journey;
  await page.getByRole('radio', { name: 'Suggest my budget' }).check();
  await page.getByRole('textbox', { name: /budget/i }).fill('');
  await journey.button('Request & Book').click();
  await expect(page.getByText('Please enter your budget.').first()).toBeVisible();
}

/** A coupon that is none, the terms not accepted, a card that is declined. */
async function refuseToPay(journey: Journey): Promise<void> {
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
