// Our fee of a cash job: the pro owes it, says that the client did not pay, and pays it by card when it stands.
import { expectAccessible } from './support/axe';
import { expect, test } from './support/test';

test.use({ viewport: { width: 375, height: 812 } });
test.slow();

test('a cash job that was not paid is looked at, and its fee is paid by card', async ({
  scene,
  pro,
  server,
  watch,
}) => {
  const id = await scene.book({ inCash: true });
  await expect(pro.offer()).toBeVisible();
  const fee = (await pro.figure('Fee')).replace('−', '');
  await scene.doJob(id, pro);
  await pro.openJobAt(id);
  await pro.button('The client did not pay').click();
  const dialog = pro.page.getByRole('dialog', { name: 'The client did not pay' });
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText('Please write at least 10 characters.')).toBeVisible();
  await expectAccessible(pro.page, 'not paid, with an error');
  await dialog.getByLabel('What happened').fill('They said that it was too dear.');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(pro.page.getByText('We are looking into it, and write to you.')).toBeVisible();
  await expectAccessible(pro.page, 'not paid');

  expect(await server.admin('waive')).toContain('They said that it was too dear.');
  const decided = await server.admin(
    'waive',
    '--booking',
    id,
    '--uphold',
    '--reason',
    'They have a receipt.',
  );
  expect(decided).toContain('upheld');
  await expect(pro.page.getByText('Our fee stays as it is. They have a receipt.')).toBeVisible();

  await pro.goTo('Payouts');
  const debt = pro.page.getByRole('region', { name: `You owe Callout ${fee}` });
  await debt.getByRole('link', { name: `Pay ${fee} now` }).click();
  await expect(pro.heading('Pay what you owe')).toBeVisible();
  watch.expectFailed('/confirm', 402);
  await pro.page.getByLabel('Card number').fill('4000 0000 0000 0002');
  await pro.page.getByLabel('Expiry').fill('12 / 34');
  await pro.page.getByLabel('CVC').fill('123');
  await pro.button(`Pay ${fee}`).click();
  await expect(pro.page.getByText(/^Your card was declined\./)).toBeVisible();
  await expectAccessible(pro.page, 'paying fees, declined');
  await pro.page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await pro.button(`Pay ${fee}`).click();
  await expect(pro.heading('Payouts')).toBeVisible();
  await expect(pro.page.getByText('You have paid what you owed')).toBeVisible();
  await expect(debt).toHaveCount(0);
  await expect(async () => {
    const told = (await server.outbox()).map(({ to, subject }) => `${to}: ${subject}`);
    expect(told).toContain(`${pro.email}: The fee stays: ${id}`);
    expect(told).toContain(`${pro.email}: Your payment of ${fee} has arrived`);
  }).toPass();
});
