// Coupons on the payment step.
import { expect, test } from './support/test';

test('WELCOME10 takes £10 off, can be removed, and is used up by the booking', async ({
  page,
  journey,
  api,
}) => {
  await journey.toPayment();
  await expect(journey.pay('£97.50')).toBeVisible();
  const code = await journey.coupon();
  const apply = journey.button('Apply');
  await expect(apply).toBeDisabled();

  await code.fill('nonsense');
  await apply.click();
  await expect(page.getByText('Coupon is invalid or not applicable. Coupon not recognized')).toBeVisible();
  await code.fill('drain20');
  await apply.click();
  await expect(
    page.getByText('Coupon is invalid or not applicable. Minimum order £120 required'),
  ).toBeVisible();

  await code.fill(' welcome10 ');
  await apply.click();
  await expect(journey.pay('£87.50')).toBeVisible();
  await expect(page.getByText('−£10.00', { exact: true })).toBeVisible();
  await journey.button(/Remove/).click();
  await expect(journey.pay('£97.50')).toBeVisible();
  await expect(page.getByText('−£10.00', { exact: true })).toHaveCount(0);

  await code.fill('WELCOME10');
  await apply.click();
  await expect(journey.pay('£87.50')).toBeVisible();
  await page.reload();
  await journey.payByCard('£87.50');
  await journey.expectConfirmation();
  expect(await api.onlyBooking()).toMatchObject({ amount_pence: 8750 });

  // It has been used up for the same person's second booking.
  await journey.toPayment();
  await journey.coupon();
  await code.fill('WELCOME10');
  await apply.click();
  await expect(page.getByText('Coupon is invalid or not applicable.')).toBeVisible();
  await expect(journey.pay('£97.50')).toBeVisible();
});
