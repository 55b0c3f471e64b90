// A client who does not open the door: the pro says that they are there, and the client reads it without a reload.
import { expectAccessible } from './support/axe';
import { expectFits } from './support/layout';
import { expect, test } from './support/test';

test.use({ viewport: { width: 375, height: 812 } });
test.slow();

/** In the middle of SW1A, and some kilometres off. */
const atTheJob = { latitude: 51.5046, longitude: -0.1321 };
const elsewhere = { latitude: 51.5316, longitude: -0.0724 };

test('a pro at the door of a client who does not open', async ({ page, scene, pro, server, watch }) => {
  watch.expectFailed('/at-the-door', 422);
  const id = await scene.book({ isEmergency: true, inCash: true, email: 'priya@example.com' });
  await scene.take(id, pro);
  await page.goto(`/booking/${id}`);
  await expect(page.getByRole('heading', { level: 2, name: 'Your pro has been assigned' })).toBeVisible();
  await pro.openJobAt(id);

  await pro.page.context().setGeolocation(elsewhere);
  await pro.button('Nobody is answering the door').click();
  await expect(pro.page.getByText(/too far from the job/)).toBeVisible();
  await expect(page.getByText(/Your pro is at your door/)).toHaveCount(0);

  await pro.page.context().setGeolocation(atTheJob);
  await pro.button('Nobody is answering the door').click();
  const door = pro.page.getByRole('region', { name: 'You are at the door' });
  await expect(door).toContainText(/from \d\d:\d\d you can tell us that nobody is at home/);
  await expect(door.getByRole('button')).toHaveCount(0);
  await expectAccessible(pro.page, 'at the door');

  await expect(
    page.getByText('Your pro is at your door. Please let them in.', { exact: false }),
  ).toBeVisible();
  await expectAccessible(page, 'a pro at the door');
  await expectFits(page, 'a pro at the door', [{ width: 320, height: 640 }]);
  await expect
    .poll(async () => (await server.outbox()).map(({ to, subject }) => `${to}: ${subject}`))
    .toContain('priya@example.com: Pat N. is at your door');

  // The client opens: work begins as usual, and nothing of it is left on the page.
  await scene.setOff(id, pro);
  await pro.page.reload();
  await pro.begin(page);
  await expect(door).toHaveCount(0);
  await expect(page.getByText(/Your pro is at your door/)).toHaveCount(0);
});
