// Every screen of what client and pro say to each other about a visit (see support/look.ts).
import { expect, type Page } from '@playwright/test';
import { look } from './support/look';
import { photo } from './support/photo';
import type { ProArea } from './support/proArea';
import { test } from './support/test';

const ada = 'ada@example.com';
const profile = { name: 'Ada Brown', phone: '07700 900123' };
const long =
  'The tap is not the trouble: the pipe behind it has corroded, and the wall has to be opened for a new one. '.repeat(
    3,
  );
const dripping = 'The kitchen tap drips, most of all at night, and its washer is worn. '.repeat(6).trim();

// Each test visits many screens.
test.slow();

test('on the way, and what was not booked', async ({ page, account, pro, scene }) => {
  const token = await account.enter(ada, profile);
  const id = await scene.book({ token, isEmergency: true });
  await scene.take(id, pro);
  await scene.setOff(id, pro);
  await pro.openJobAt(id);
  await pro.button('20 min').click();
  await expect(pro.page.getByText(/^Your client knows you are about 20 minutes late/)).toBeVisible();
  await pro.button("I'm here").click();
  // Not where the job is: then it is a message alone. A device whose way is followed tells of a place once it has measured another.
  await pro.page.context().setGeolocation({ latitude: 52, longitude: 0 });
  await expect(pro.page.getByText(/^Your client knows you are here/)).toBeVisible();
  await look(pro.page, 'job, late and here');
  await page.goto(`/booking/${id}`);
  await expect(page.getByRole('heading', { name: 'Your pro is on the way' })).toBeVisible();
  await look(page, 'live, late and here');

  await pro.button('Add notes or photos').click();
  await pro.page.getByLabel('Notes', { exact: true }).fill(long);
  await pro.page.getByLabel('File: photo').setInputFiles(photo);
  await expect(pro.page.getByText('Photo 1', { exact: true })).toBeVisible();
  await look(pro.page, 'notes of a pro');
  await pro.button('Save').click();
  await expect(pro.page.getByAltText('Before the work, photo 1 of 1')).toBeVisible();
  await look(pro.page, 'job with notes');

  await scene.begin(id, pro);
  await pro.openJobAt(id);
  await pro.button('Not what was booked').click();
  await pro.button('Tell your client').click();
  await expect(pro.page.getByText('Add a photo of what you found.')).toBeVisible();
  await look(pro.page, 'not what was booked, with errors');
  await say(pro, 60);
  await look(pro.page, 'job that is not what was booked');
  await page.reload();
  const card = page.getByRole('region', { name: 'Your pro says this is not what you booked' });
  await expect(card).toBeVisible();
  await look(page, 'live, not what was booked');
  await card.getByRole('button', { name: 'End the job' }).click();
  await look(page, 'ending what was not booked');
  await page.getByRole('button', { name: 'Not yet' }).click();
  await card.getByRole('button', { name: 'Agree to £60, £77.50 less' }).click();
  await expect(card).toHaveCount(0);
  await expect(pro.page.getByText(/^Your client has agreed to £60 in all\./)).toBeVisible();
  await look(pro.page, 'job with another price');
  await look(page, 'live, with another price');
});

test('putting it right', async ({ page, account, pro, scene }) => {
  const token = await account.enter(ada, profile);
  const id = await scene.book({ token, inCash: true, isEmergency: true });
  await scene.doJob(id, pro);
  await page.goto(`/booking/${id}`);
  await page.getByRole('button', { name: 'Ask to put it right' }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Choose a time.')).toBeVisible();
  await look(page, 'asking to put it right, with errors');
  await page.getByLabel('What is to be put right').fill(long);
  await chooseTime(page, 2);
  await expect(page.getByText(/Waiting for your pro to agree\.$/)).toBeVisible();
  await look(page, 'live, asked to put it right');
  await pro.openJobAt(id);
  const asked = pro.page.getByRole('region', { name: 'Put it right' });
  await expect(asked.getByText(/^Your client named /)).toBeVisible();
  await look(pro.page, 'job to be put right');
  await asked.getByRole('button', { name: 'Name another time' }).click();
  await look(pro.page, 'naming another time');
  await chooseTime(pro.page, 3);
  await page.reload();
  await page.getByRole('button', { name: 'Agree' }).click();
  await page.getByRole('link', { name: 'See the visit' }).click();
  await expect(page.getByRole('heading', { name: 'Your pro has been assigned' })).toBeVisible();
  await look(page, 'visit that puts it right');
  await pro.page.reload();
  await pro.page.getByRole('link', { name: 'See the visit' }).click();
  await expect(pro.button('On my way')).toBeVisible();
  await look(pro.page, 'visit of a pro that puts it right');
});

test('further work', async ({ page, journey, account, pro, scene }) => {
  const token = await account.enter(ada, profile);
  const id = await scene.book({ token, inCash: true });
  await scene.doJob(id, pro);
  await page.goto(`/booking/${id}`);
  await page.getByRole('checkbox', { name: 'The pro may suggest further work' }).check();
  await pro.openJobAt(id);
  await pro.button('Suggest further work').click();
  await pro.button('Send to your client').click();
  await expect(pro.page.getByText('Choose what kind of work it is.')).toBeVisible();
  await look(pro.page, 'suggesting further work, with errors');
  await pro.page.getByLabel('What should be done').fill(dripping);
  await pro.page.getByLabel('Kind of work').selectOption({ label: 'Leak / tap issue' });
  await pro.button('Send to your client').click();
  await expect(pro.page.getByText(/^Suggested\. Your client can book it until /)).toBeVisible();
  await look(pro.page, 'job with a suggestion');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your pro suggests: Leak / tap issue' })).toBeVisible();
  await look(page, 'live, with a suggestion');
  await page.getByRole('link', { name: 'See and choose' }).click();
  await expect(page.getByRole('heading', { name: 'Pat N. suggests: Leak / tap issue' })).toBeVisible();
  await look(page, 'suggested');
  const link = page.url();
  await journey.button('See price and choose a time').click();
  await journey.estimate();
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await journey.button('Continue to Schedule').click();
  await journey.expectStep('/booking/time', 'Schedule');
  await journey.pickSlot(2, '11:00–13:00');
  await look(page, 'time, for one pro');
  await page.goto(link);
  await page.getByRole('button', { name: 'No, thanks' }).click();
  await expect(page.getByText('You said no to this. Nothing was booked.')).toBeVisible();
  await look(page, 'suggested, and declined');
});

/** What is different, with a photo and a price. */
async function say(pro: ProArea, pounds: number): Promise<void> {
  await pro.page.getByLabel('What is different').fill(long);
  await pro.page.getByLabel('File: photo').setInputFiles(photo);
  await expect(pro.page.getByText('Photo 1', { exact: true })).toBeVisible();
  await pro.page.getByLabel('Your price in all (optional)').fill(`${pounds}`);
  await pro.button('Tell your client').click();
  await expect(pro.page.getByText(/^Waiting for the client until/)).toBeVisible();
}

async function chooseTime(page: Page, place: number): Promise<void> {
  await page.getByLabel('Time', { exact: true }).selectOption({ index: place });
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}
