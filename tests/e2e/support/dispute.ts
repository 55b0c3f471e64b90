// A finished job that the client disputes.
import { expect, type Locator, type Page } from '@playwright/test';
import { photo } from './photo';
import type { ProArea } from './proArea';

/** The client disputes the job, and its pro sees that at once and answers; each with a photo where that is asked for. */
export async function disputeJob(page: Page, pro: ProArea, withPhotos = false): Promise<void> {
  await page.getByRole('button', { name: 'Something went wrong?' }).click();
  const form = page.getByRole('dialog', { name: 'Something went wrong?' });
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(form.getByText('Choose what went wrong.')).toBeVisible();
  await form.getByRole('radio', { name: 'The work was done badly' }).check();
  await form.getByLabel('What happened?').fill('The new tap leaks a little.');
  if (withPhotos) await addPhoto(form);
  await form.getByRole('button', { name: 'Send' }).click();
  const card = page.getByRole('region', { name: 'We are looking into it' });
  await expect(card).toContainText('The new tap leaks a little.');

  const ofPro = pro.page.getByRole('region', { name: 'The client disputes this job' });
  await expect(ofPro).toContainText('What you earned is frozen until it is decided.');
  await ofPro.getByLabel('Your answer').fill('It was dry when we tested it together.');
  if (withPhotos) await addPhoto(ofPro);
  await ofPro.getByRole('button', { name: 'Send answer' }).click();
  await expect(ofPro.getByRole('textbox')).toHaveCount(0);
}

async function addPhoto(form: Locator): Promise<void> {
  await form.getByLabel('File: photo').setInputFiles(photo);
  await expect(form.getByText('Photo 1', { exact: true })).toBeVisible();
}
