// Every screen of a job, the pro's and the client's (see support/look.ts).
import { expect, type Page, type Route } from '@playwright/test';
import { suggestExtraWork } from './support/extraWork';
import { londonMonth } from './support/london';
import { look } from './support/look';
import type { ProArea } from './support/proArea';
import { test } from './support/test';
import { answer, moduleFile, openTraining, readModule } from './support/training';

const ada = 'ada@example.com';
const title = 'Leak / tap issue';

// Each test visits many screens.
test.slow();

test.describe('with short offers', () => {
  // So that a job is in the pool soon.
  test.use({ settings: { CALLOUT_OFFER_SECONDS: '4' } });

  test('from the offer to the way there', async ({ page, api, account, openProArea, scene }) => {
    const pro = await openProArea('okafor@example.com');
    await pro.page.context().setGeolocation({ latitude: 51.5316, longitude: -0.0724 });
    await pro.verify();
    const token = await account.enter(ada, { name: 'Ada Brown', phone: '07700 900123' });
    const id = await api.bookEmergency(token);
    await expect(pro.offer()).toBeVisible();
    await pro.goTo('Stream');
    const pool = pro.page.getByRole('region', { name: 'Pending nearby' });
    await expect(pool.getByRole('link', { name: title })).toBeVisible();
    await expect(pro.offer()).toHaveCount(0);

    // The second offer stays, since this page's clock stands still and it cannot ask what is still open.
    await pro.page.clock.setFixedTime(new Date());
    await api.bookEmergency(await account.create('bea@example.com'));
    await expect(pro.offer()).toBeVisible();
    const waiting: Route[] = [];
    await pro.page.route('**/api/masters/offers', (route) => void waiting.push(route));
    await look(pro.page, 'stream with an offer and a pending job');
    await pro.goTo('Home');
    await expect(pro.offer()).toBeVisible();
    await look(pro.page, 'pro home with an offer');
    await pro.offer().getByRole('button', { name: 'Decline' }).click();
    await expect(pro.offer()).toHaveCount(0);
    await pro.page.unroute('**/api/masters/offers');
    await Promise.allSettled(waiting.map((route) => route.continue()));

    await pro.goTo('Stream');
    await pool.getByRole('link', { name: title }).first().click();
    await expect(pro.button('Accept')).toBeVisible();
    await look(pro.page, 'pending job');
    await pro.button('Accept').click();
    await expect(pro.button('On my way')).toBeVisible();
    await look(pro.page, 'assigned job');
    for (const [tab, open] of [
      ['Home', /^Open the job/],
      ['Jobs', `Open ${title}`],
    ] as const) {
      await pro.goTo(tab);
      await expect(pro.page.getByRole('link', { name: open })).toBeVisible();
      await look(pro.page, `${tab} with a job`);
    }
    await page.goto(`/booking/${id}`);
    await expect(page.getByText('Your pro has been assigned')).toBeVisible();
    await look(page, 'live, assigned');
    await lookAtChat(page, pro, id);
    await pro.openJob();
    await pro.button('Withdraw').click();
    await expect(pro.page.getByRole('dialog')).toBeVisible();
    await look(pro.page, 'withdrawing');
    await pro.page.keyboard.press('Escape');
    await scene.setOff(id, pro);
    // Nothing that waits for a time goes on in a page whose clock stands still.
    await pro.page.reload();
    await expect(pro.button('Start work')).toBeVisible();
    await look(pro.page, 'job on the way');
    await page.goto(`/booking/${id}`);
    await expect(page.getByText('Your pro is on the way')).toBeVisible();
    await expect(page.getByRole('figure')).toContainText(/about \d+ min/);
    await look(page, 'live, on the way');
  });
});

test('from the start code to the end of the work', async ({ page, account, pro, scene }) => {
  const token = await account.enter(ada, { name: 'Ada Brown', phone: '07700 900123' });
  const id = await scene.book({ token, inCash: true, isEmergency: true });
  await scene.take(id, pro);
  await scene.setOff(id, pro);
  await page.goto(`/booking/${id}`);
  await pro.page.goto(`/master/booking/${id}`);
  await pro.button('Start work').click();
  await look(pro.page, 'start code');
  await pro.button("The client can't be reached").click();
  await look(pro.page, 'starting without the code');
  await pro.page.keyboard.press('Escape');
  await pro.begin(page);
  await suggestExtraWork(pro, () => look(pro.page, 'suggesting extra work'));
  await look(pro.page, 'job with extra work');
  await expect(page.getByRole('region', { name: 'Your pro suggests extra work' })).toBeVisible();
  await look(page, 'live, with extra work');
  await page.getByRole('button', { name: 'Approve £80 more' }).click();
  await expect(pro.page.getByText(/^Your client has approved £80 of extra work\./)).toBeVisible();
  await look(pro.page, 'job with approved extra work');
  await page.getByRole('button', { name: 'Ask us to stop the job' }).click();
  await look(page, 'asking to stop the job');
  await page.keyboard.press('Escape');
  await pro.button('Mark as done').click();
  await look(pro.page, 'finishing a job');
  await pro.page.keyboard.press('Escape');
  await pro.finish();
  await look(pro.page, 'done job');
  await expect(page.getByText('Job completed')).toBeVisible();
  await look(page, 'live, completed');
});

test('what follows a job', async ({ page, account, pro, scene }) => {
  const token = await account.enter(ada, { name: 'Ada Brown', phone: '07700 900123' });
  const id = await scene.book({ token, inCash: true, isEmergency: true });
  await scene.doJob(id, pro);
  await pro.page.goto(`/master/booking/${id}`);
  await sendReview(pro.page);
  await pro.goTo('Payouts');
  await expect(pro.page.getByText(/^You owe Callout £[\d.]+$/)).toBeVisible();
  await look(pro.page, 'payouts');
  await pro.page.getByRole('link', { name: londonMonth() }).first().click();
  await expect(pro.heading(`Statement, ${londonMonth()}`)).toBeVisible();
  await look(pro.page, 'statement');
  await pro.goTo('Profile');
  const earned = pro.page.getByRole('list', { name: 'Badges' }).getByRole('listitem');
  await expect(earned).toHaveText(['Verified', 'First job']);
  await look(pro.page, 'profile with badges');
  await pro.page.getByRole('link', { name: 'Your badges' }).click();
  await expect(pro.page.getByText('2 of 8 earned')).toBeVisible();
  await look(pro.page, 'badges');
  await lookAtModule(pro);
  await page.goto(`/booking/${id}`);
  await sendReview(page);
  await lookAtDispute(page, pro, id);
  await pro.page.goto('/master/profile');
  await pro.button(/^Reply to the review/).click();
  await pro.button('Send reply').click();
  await expect(pro.page.getByText('Write your reply.')).toBeVisible();
  await look(pro.page, 'replying to a review');
  await pro.page.getByLabel('Your reply').fill('Thank you!');
  await pro.button('Send reply').click();
  await expect(pro.page.getByText('Thank you!')).toBeVisible();
  await look(pro.page, 'profile with a review');
  await page
    .getByRole('link', { name: /^Profile and reviews of/ })
    .first()
    .click();
  await expect(page.getByText('Thank you!')).toBeVisible();
  await look(page, 'public profile');
});

async function lookAtChat(page: Page, pro: ProArea, id: string): Promise<void> {
  const words = 'Please knock: the bell is broken.';
  await page.getByRole('button', { name: /^Chat with / }).click();
  await page.getByLabel(/^Message to /).fill(words);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Sent', { exact: true })).toBeVisible();
  await look(page, 'live, with a message');
  await page.goto(`/chat/${id}`);
  await expect(page.getByText(words)).toBeVisible();
  await look(page, 'chat');
  await pro.button(/^Chats/).click();
  const chats = pro.page.getByRole('dialog');
  await expect(chats.getByText('1 new message')).toBeVisible();
  await look(pro.page, 'chats of a pro');
  await chats.getByRole('button', { name: /1 new message/ }).click();
  await expect(pro.page.getByText(words)).toBeVisible();
  await look(pro.page, 'chat of a pro');
  await pro.page.keyboard.press('Escape');
}

async function lookAtModule(pro: ProArea): Promise<void> {
  const module = await moduleFile('isolating-water');
  await openTraining(pro);
  await look(pro.page, 'training');
  await pro.page.getByRole('link', { name: `Start ${module.title}` }).click();
  await expect(pro.page.getByRole('heading', { name: /^Section 1 of / })).toBeVisible();
  await look(pro.page, 'section of a module');
  await readModule(pro.page);
  await answer(pro.page, module, () => 0);
  await expect(pro.page.getByText(/^\d of 5 right\./)).toBeVisible();
  await look(pro.page, 'questions answered');
}

/** The dispute of a job, on both sides, before it is decided. */
async function lookAtDispute(page: Page, pro: ProArea, id: string): Promise<void> {
  await page.getByRole('button', { name: 'Something went wrong?' }).click();
  const form = page.getByRole('dialog', { name: 'Something went wrong?' });
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(form.getByText('Choose what went wrong.')).toBeVisible();
  await look(page, 'disputing, with errors');
  await form.getByRole('radio', { name: 'The work was done badly' }).check();
  await form.getByLabel('What happened?').fill('The new tap leaks a little.');
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('region', { name: 'We are looking into it' })).toBeVisible();
  await look(page, 'live, disputed');
  await pro.page.goto(`/master/booking/${id}`);
  const card = pro.page.getByRole('region', { name: 'The client disputes this job' });
  await card.getByRole('button', { name: 'Send answer' }).click();
  await expect(card.getByText('Please write at least 10 characters.')).toBeVisible();
  await look(pro.page, 'disputed job, with errors');
}

/** By either side of a job that is done. */
async function sendReview(page: Page): Promise<void> {
  await page.getByRole('radio', { name: '5 stars' }).check();
  await page.getByRole('button', { name: 'Send review' }).click();
  await expect(page.getByRole('region', { name: 'Your review' })).toBeVisible();
}
