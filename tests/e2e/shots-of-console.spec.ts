// Not a test: takes screenshots of the operator's console, as shots.spec.ts does of the other screens.
import { Operator } from './support/operator';
import { picture, pictureSizes } from './support/pictures';
import { expect, test } from './support/test';

for (const [width, viewport] of Object.entries(pictureSizes)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${width} ${colorScheme}`, () => {
      test.use({ viewport, colorScheme });
      test.slow();

      test('console', async ({ page, journey, api, account, server }) => {
        const shot = (name: string) =>
          picture(page, `console-${name}-${width}${colorScheme === 'dark' ? '-dark' : ''}`);
        await account.createPro('pro@example.com');
        await api.bookEmergency(
          await account.create('ada@example.com', { name: 'Ada Brown', phone: '07700 900123' }),
        );
        await journey.toPayment({ phone: '07700 900124' });
        await journey.payByCash();
        const operator = await Operator.signIn(page, server, 'chief@callout.example', 'super_admin');
        await operator.goTo('Desk');
        await shot('desk');
        if (colorScheme === 'dark') return;
        await operator.goTo('Bookings');
        await page.getByRole('row').getByRole('link').first().click();
        await expect(page.getByRole('heading', { name: 'Money' })).toBeVisible();
        await shot('booking');
        await operator.goTo('Documents');
        await page.getByRole('link', { name: 'Electrical registration' }).click();
        await expect(page.getByRole('link', { name: /^Save the PDF/ })).toBeVisible();
        await shot('document');
        await operator.goTo('Prices');
        await operator.press('Begin a draft');
        await operator.open('Change its numbers');
        await shot('prices');
      });
    });
  }
}
