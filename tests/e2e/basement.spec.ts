// A pro without a network: the page of the job opens, what is done there waits over reloads and a closed page, and the server has each thing once and
// in order.
import { someone } from './support/journey';
import { photo } from './support/photo';
import { startCodeOn } from './support/proArea';
import { serviceWorkerReady } from './support/serviceWorker';
import { expect, test } from './support/test';

test.use({ serviceWorkers: 'allow' });
test.slow();

test('a visit without a network is kept, and arrives once and in order', async ({
  page,
  scene,
  pro,
  watch,
}) => {
  for (const path of ['/api/', '/healthz', '/sw.js', '/assets/', '/master'])
    watch.expectFailed(path, 'unreachable');
  const id = await scene.book();
  await scene.take(id, pro);
  await page.goto(`/booking/${id}`);
  await expect(page.getByText('Your pro has been assigned')).toBeVisible();
  const code = await startCodeOn(page);

  await serviceWorkerReady(pro.page);
  await pro.goTo('Jobs');
  await pro.openJob();
  await expect(pro.page.getByText(someone.line1)).toBeVisible();
  const browser = pro.page.context();
  await browser.setOffline(true);
  await pro.setOff();
  await expect(pro.page.getByText('1 step is not sent yet')).toBeVisible();
  await pro.button('Chat').last().click();
  const chat = pro.page.getByRole('dialog');
  await chat.getByRole('textbox').fill('I am in the basement');
  await chat.getByRole('button', { name: 'Send' }).click();
  await expect(chat.getByText('Sending…')).toBeVisible();

  // Home, the list and the job open from the device.
  for (const path of ['/master', '/master/bookings']) {
    await pro.page.goto(path);
    await expect(pro.page.getByRole('link', { name: /^Open (the job|Leak)/ })).toBeVisible();
    await expect(pro.page.getByText(/^As of \d\d:\d\d$/).first()).toBeVisible();
    await expect(pro.page.getByText('1 step is not sent yet.')).toBeVisible();
  }
  await pro.openJobAt(id);
  await pro.button('Start work').click();
  await pro.page.getByRole('textbox', { name: 'Start code' }).fill(code);
  await pro.button('Check and begin').click();
  await pro.page.reload();
  await expect(pro.page.getByText('2 steps are not sent yet')).toBeVisible();
  await pro.button('Mark as done').click();
  await pro.page.getByLabel('File: photo').setInputFiles(photo);
  await expect(pro.page.getByText('On this device', { exact: true })).toBeVisible();
  await pro.button('Finish the job').click();
  await expect(pro.page.getByText('3 steps are not sent yet')).toBeVisible();

  // The page is closed, and another finds the network.
  await pro.page.close();
  await expect(page.getByText('Your pro has been assigned')).toBeVisible();
  const sent: string[] = [];
  browser.on('request', (request) => {
    if (request.method() !== 'GET' && /bookings\/C-|chat\/messages|uploads/.test(request.url()))
      sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await browser.setOffline(false);
  const again = await browser.newPage();
  await again.goto('/master');
  const job = `PUT /api/bookings/${id}`;
  await expect
    .poll(() => sent)
    .toEqual([job, `POST /api/chat/messages/${id}`, job, 'POST /api/uploads', job]);
  await again.goto(`/master/booking/${id}`);
  await expect(again.getByRole('img', { name: 'The finished work, photo 1 of 1' })).toBeVisible();
  await expect(again.getByText(/not sent yet/)).toHaveCount(0);

  await page.reload();
  await page.getByRole('button', { name: /^Chat with / }).click();
  const messages = page.getByRole('region', { name: /^Messages with/ }).getByRole('listitem');
  await expect(messages).toHaveCount(1);
  await expect(messages).toContainText('I am in the basement');
});
