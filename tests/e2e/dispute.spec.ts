// A dispute from both sides: words and photos, which each side sees of the other, and the operator's decision.
import { disputeJob } from './support/dispute';
import { expect, test } from './support/test';

test.use({ viewport: { width: 375, height: 812 } });
test.slow();

test('both sides show photos, and read what was decided', async ({ page, journey, pro, server }) => {
  await journey.bookByCard();
  await expect(pro.offer()).toBeVisible();
  await pro.accept();
  await pro.goTo('Jobs');
  await pro.openJob();
  await pro.setOff();
  await pro.begin(page);
  await pro.finish();
  await expect(page.getByRole('heading', { name: 'Job completed' })).toBeVisible();
  await disputeJob(page, pro, true);

  const ofPro = pro.page.getByRole('region', { name: 'The client disputes this job' });
  // The page of a job that has ended no longer follows it.
  await page.reload();
  await expect(page.getByText('It was dry when we tested it together.')).toBeVisible();
  for (const side of [page, pro.page])
    for (const whose of ["The client's", "The pro's"])
      await expect(side.getByRole('img', { name: `${whose} photo 1 of 1` })).toBeVisible();

  const [id = ''] = (await server.admin('dispute')).split(' ');
  await server.admin('dispute', '--id', id, '--refund-pence', '2000', '--reason', 'The photos show a drip.');
  await expect(async () => {
    await Promise.all([page.reload(), pro.page.reload()]);
    await expect(ofPro).toContainText('It is decided: the client gets £20.00 back.', { timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
  await expect(ofPro).toContainText('The photos show a drip.');
  const decided = page.getByRole('region', { name: 'Your dispute is decided' });
  await expect(decided).toContainText('You get £20.00 back');
  await expect(decided).toContainText('The photos show a drip.');
  await expect
    .poll(async () => (await server.outbox()).map(({ to, subject }) => `${to}: ${subject}`), {
      timeout: 20_000,
    })
    .toContain(`${pro.email}: The dispute is decided`);
});
