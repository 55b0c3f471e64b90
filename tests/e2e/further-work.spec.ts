// Further work: the pro of a job that was done suggests it where the client lets them, and what is booked from its link is that pro's alone.
import { someone } from './support/journey';
import { suggestionsByText } from './support/links';
import { kim, type ProArea } from './support/proArea';
import { expect, test } from './support/test';

test.use({ viewport: { width: 375, height: 812 } });

const WHAT = 'Both bathroom taps drip: replace their washers.';

test('a client lets their pro suggest more, books it by the link, and nobody else is asked', async ({
  page,
  journeyOn,
  scene,
  pro,
  openProArea,
  openBrowser,
  server,
}) => {
  const id = await scene.book({ inCash: true });
  await scene.doJob(id, pro);
  const other = await openProArea(kim.email, kim.name);
  await other.verify();
  await page.goto(`/booking/${id}`);
  await page.getByRole('checkbox', { name: 'The pro may suggest further work' }).check();
  await suggest(pro, id);

  // On another phone, which knows nothing but the link that was sent.
  const phone = await openBrowser();
  await expect.poll(() => suggestionsByText(server)).toHaveLength(1);
  await phone.goto((await suggestionsByText(server))[0] as string);
  await expect(phone.getByRole('heading', { name: 'Pat N. suggests: Leak / tap issue' })).toBeVisible();
  await expect(phone.getByText(WHAT)).toBeVisible();
  const journey = journeyOn(phone);
  await journey.button('See price and choose a time').click();
  await expect(journey.description).toHaveValue(WHAT);
  await journey.estimate();
  await phone.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await journey.expectStep('/booking/address', 'Service address');
  await expect(phone.getByLabel(/^Address line 1/)).toHaveValue(someone.line1);
  await journey.button('Continue to Schedule').click();
  await expect(phone.getByText(/^Only Pat N\., who suggested this, is asked/)).toBeVisible();
  await journey.chooseTime();
  await journey.agree();
  await journey.payByCash();
  await phone.getByRole('link', { name: 'Open live status' }).click();
  await expect(phone.getByText(/^Only Pat N\., who suggested it, is asked\./)).toBeVisible();

  await expectPending(other, false);
  await expectPending(pro, true);
  await pro.button('Accept').click();
  await expect(pro.button('On my way')).toBeVisible();
  await expect(phone.getByRole('heading', { name: 'Your pro has been assigned' })).toBeVisible();
  await expect(phone.getByText('Pat N.', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText('You booked it.')).toBeVisible();
});

async function suggest(pro: ProArea, id: string): Promise<void> {
  await pro.openJobAt(id);
  await pro.button('Suggest further work').click();
  await pro.page.getByLabel('What should be done').fill(WHAT);
  await pro.page.getByLabel('Kind of work').selectOption({ label: 'Leak / tap issue' });
  await pro.button('Send to your client').click();
  await expect(pro.page.getByText(/^Suggested\. Your client can book it until /)).toBeVisible();
}

async function expectPending(pro: ProArea, isThere: boolean): Promise<void> {
  await pro.goTo('Stream');
  const pool = pro.page.getByRole('heading', { name: 'Leak / tap issue' });
  await expect(isThere ? pool : pro.page.getByText('No pending jobs nearby')).toBeVisible();
}
