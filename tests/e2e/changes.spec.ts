// What changes after a booking: the client raises the price, pays again and suggests another time; each side sees at once what the other does.
import { expectAccessible } from './support/axe';
import { cards } from './support/journey';
import { londonDay, shortDay } from './support/london';
import { expect, test } from './support/test';

test.use({ viewport: { width: 375, height: 812 } });
test.slow();

test('a client raises the price, pays once more for a refused card, and moves the visit', async ({
  page,
  journey,
  scene,
  pro,
}) => {
  const id = await scene.book();
  await page.goto(`/booking/${id}`);
  await expect(pro.offer()).toContainText('£97.50');
  await page.getByRole('button', { name: 'Raise Price' }).click();
  const dialog = page.getByRole('dialog', { name: 'Raise your offer' });
  await dialog.getByRole('button', { name: '+£10' }).click();
  await expect(dialog.getByText('£97.50 becomes £107.50')).toBeVisible();
  await expectAccessible(page, 'raising the price');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  // The old price stands until the new one is held.
  await expect(
    page.getByText(/^Please pay £107\.50 by \d\d:\d\d to raise your offer\. Until then £97\.50 stands/),
  ).toBeVisible();
  await journey.fillCard(cards.refusesCapture);
  await page.getByRole('button', { name: 'Confirm Payment' }).click();
  await expect(page.getByRole('heading', { level: 2, name: "Thanks! We're matching you now" })).toBeVisible();

  // The card is refused when the pro takes the job, who waits until another one has paid.
  await expect(pro.offer()).toContainText('£107.50');
  await pro.accept();
  await pro.openJobAt(id);
  await expect(pro.page.getByText("Don't set off yet: payment is being checked.")).toBeVisible();
  await expect(pro.button('On my way')).toBeDisabled();
  await page.getByRole('link', { name: 'Pay £107.50' }).click();
  await expect(page.getByText(/^Your bank refused the payment when your pro took the job\./)).toBeVisible();
  await journey.fillCard(cards.good);
  await page.getByRole('button', { name: 'Confirm Payment' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Your pro has been assigned' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Booking', exact: true })).toContainText('£107.50');
  await expect(pro.button('On my way')).toBeEnabled();
  await expect(pro.page.getByText("Don't set off yet: payment is being checked.")).toHaveCount(0);

  await page.getByRole('link', { name: 'Reschedule' }).click();
  await expect(journey.heading('Change time')).toBeVisible();
  const strip = page.getByRole('radiogroup', { name: 'Day', exact: true });
  await strip.getByRole('radio', { name: londonDay(3) }).check();
  await journey.slot('11:00–13:00').check();
  await expect(page.getByText('The same price as now')).toBeVisible();
  await expectAccessible(page, 'changing the time');
  await page.getByRole('button', { name: 'Suggest this time' }).click();
  const then = `${shortDay(3)}, 11:00–13:00`;
  await expect(page.getByText(`You suggested ${then}.`)).toBeVisible();
  const card = pro.page.getByRole('region', { name: `The client suggests ${then}` });
  await expect(card).toContainText(`In place of ${shortDay(2)}, 11:00–13:00.`);
  await expectAccessible(pro.page, 'a suggested time');
  await card.getByRole('button', { name: 'Accept new time' }).click();
  await expect(card).toHaveCount(0);
  await expect(pro.page.getByText(then).first()).toBeVisible();
  await expect(page.getByText(/^You suggested/)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Booking', exact: true })).toContainText(then);
});
