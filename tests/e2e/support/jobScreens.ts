// The screens of a job, the pro's and the client's, from the offer to the end, in the order in which they come up.
import { expect, type Page } from '@playwright/test';
import type { Account } from './account';
import type { Api } from './api';
import { suggestExtraWork } from './extraWork';
import type { OpenProArea, ProArea } from './proArea';
import type { Settings } from './server';
import { answer, moduleFile, openTraining, readModule } from './training';

/** Offers end soon, so that a job is in the pool soon. */
export const jobSettings: Settings = { CALLOUT_OFFER_SECONDS: '4' };

interface Parts {
  page: Page;
  api: Api;
  account: Account;
  openProArea: OpenProArea;
}

type Look = (page: Page, screen: string) => Promise<void>;

const ada = 'ada@example.com';

/** Calls `look` with each screen. */
export async function walkThroughJob({ page, api, account, openProArea }: Parts, look: Look): Promise<void> {
  const title = 'Leak / tap issue';
  const pro = await openProArea('okafor@example.com');
  await pro.page.context().setGeolocation({ latitude: 51.5316, longitude: -0.0724 });
  await pro.verify();
  const id = await api.bookEmergency(await account.create(ada, { name: 'Ada Brown', phone: '07700 900123' }));
  await expect(pro.offer()).toBeVisible();
  await pro.goTo('Stream');
  await expect(pro.offer()).toHaveCount(0, { timeout: 15_000 });
  const pool = pro.page.getByRole('region', { name: 'Pending nearby' });
  await expect(pool.getByRole('link', { name: title })).toBeVisible();

  // The second offer stays, since this page's clock stands still.
  await pro.page.clock.setFixedTime(new Date());
  await api.bookEmergency(await account.create('bea@example.com'));
  await expect(pro.offer()).toBeVisible();
  await look(pro.page, 'stream with an offer and a pending job');
  await pro.goTo('Home');
  await expect(pro.offer()).toBeVisible();
  await look(pro.page, 'pro home with an offer');
  await pro.offer().getByRole('button', { name: 'Decline' }).click();
  await expect(pro.offer()).toHaveCount(0);

  await pro.goTo('Stream');
  await pool.getByRole('link', { name: title }).first().click();
  await expect(pro.button('Accept')).toBeVisible();
  await look(pro.page, 'pending job');
  await pro.button('Accept').click();
  await expect(pro.button('On my way')).toBeVisible();
  await look(pro.page, 'assigned job');
  for (const [tab, screen] of [
    ['Home', 'pro home with a job'],
    ['Jobs', 'jobs'],
  ] as const) {
    await pro.goTo(tab);
    await expect(pro.page.getByRole('link', { name: `Open ${title}` })).toBeVisible();
    await look(pro.page, screen);
  }
  await page.goto('/login');
  await account.fillLogin(ada);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Welcome back, Ada')).toBeVisible();
  await page.goto(`/booking/${id}`);
  await expect(page.getByText('Your pro has been assigned')).toBeVisible();
  await look(page, 'live, assigned');
  await page.getByLabel(/^Message to /).fill('Please knock: the bell is broken.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Sent', { exact: true })).toBeVisible();
  await look(page, 'live, with a message');
  await page.goto(`/chat/${id}`);
  await expect(page.getByText('Please knock: the bell is broken.')).toBeVisible();
  await look(page, 'chat');
  await page.goto(`/booking/${id}`);
  await expect(page.getByText('Your pro has been assigned')).toBeVisible();

  await pro.button(/^Chats/).click();
  await expect(pro.page.getByRole('dialog').getByText('1 new message')).toBeVisible();
  await look(pro.page, 'chats of a pro');
  await pro.page
    .getByRole('dialog')
    .getByRole('button', { name: /1 new message/ })
    .click();
  await expect(pro.page.getByText('Please knock: the bell is broken.')).toBeVisible();
  await look(pro.page, 'chat of a pro');
  await pro.page.keyboard.press('Escape');
  await pro.openJob();
  await pro.button('Withdraw').click();
  await expect(pro.page.getByRole('dialog')).toBeVisible();
  await look(pro.page, 'withdrawing');
  await pro.page.keyboard.press('Escape');
  await pro.button('On my way').click();
  await expect(pro.button('Start work')).toBeVisible({ timeout: 15_000 });
  await look(pro.page, 'job on the way');
  await expect(page.getByText('Your pro is on the way')).toBeVisible();
  await expect(page.getByRole('figure')).toContainText(/about \d+ min/, { timeout: 15_000 });
  await look(page, 'live, on the way');

  await pro.button('Start work').click();
  await look(pro.page, 'start code');
  await pro.button("The client can't be reached").click();
  await look(pro.page, 'starting without the code');
  await pro.page.keyboard.press('Escape');
  await pro.begin(page);
  await lookAtExtraWork(page, pro, look);
  await page.getByRole('button', { name: 'Ask us to stop the job' }).click();
  await look(page, 'asking to stop the job');
  await page.keyboard.press('Escape');
  await pro.button('Mark as done').click();
  await look(pro.page, 'finishing a job');
  await pro.page.keyboard.press('Escape');
  await pro.finish();
  await look(pro.page, 'done job');
  await sendReview(pro.page);
  await pro.goTo('Payouts');
  await expect(pro.page.getByText(/^You owe Callout £[\d.]+$/)).toBeVisible();
  await look(pro.page, 'payouts');
  await pro.goTo('Profile');
  const earned = pro.page.getByRole('list', { name: 'Badges' }).getByRole('listitem');
  await expect(earned).toHaveText(['Verified', 'First job']);
  await look(pro.page, 'profile with badges');
  await pro.page.getByRole('link', { name: 'Your badges' }).click();
  await expect(pro.page.getByText('2 of 8 earned')).toBeVisible();
  await look(pro.page, 'badges');
  await walkThroughModule(pro, look);
  await expect(page.getByText('Job completed')).toBeVisible();
  await look(page, 'live, completed');
  await sendReview(page);
  await lookAtDispute(page, pro, id, look);
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
}

/** The dispute of a job, on both sides, before it is decided. */
async function lookAtDispute(page: Page, pro: ProArea, id: string, look: Look): Promise<void> {
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

async function lookAtExtraWork(page: Page, pro: ProArea, look: Look): Promise<void> {
  await suggestExtraWork(pro, () => look(pro.page, 'suggesting extra work'));
  await look(pro.page, 'job with extra work');
  await expect(page.getByRole('region', { name: 'Your pro suggests extra work' })).toBeVisible();
  await look(page, 'live, with extra work');
  await page.getByRole('button', { name: 'Approve £80 more' }).click();
  await expect(pro.page.getByText(/^Your client has approved £80 of extra work\./)).toBeVisible();
  await look(pro.page, 'job with approved extra work');
}

async function walkThroughModule(pro: ProArea, look: Look): Promise<void> {
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

/** By either side of a job that is done. */
async function sendReview(page: Page): Promise<void> {
  await page.getByRole('radio', { name: '5 stars' }).check();
  await page.getByRole('button', { name: 'Send review' }).click();
  await expect(page.getByRole('region', { name: 'Your review' })).toBeVisible();
}
