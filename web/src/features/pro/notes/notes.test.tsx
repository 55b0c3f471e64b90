// What a pro keeps about a job for themselves.
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Job } from '@/api/jobs';
import { problem } from '@/test/fakeApi';
import { activePro, openArea, ownJob, serverOf } from '../testing';

const JOB = `GET /api/bookings/${ownJob.id}`;
const KEEP = `PUT /api/bookings/${ownJob.id}/notes`;
const WORDS = 'The stopcock is under the stairs.';
const notes = { text: WORDS, photos: [], changedAt: '2026-11-24T10:00:00Z' };

async function openJob(job: Job, handlers = {}) {
  const api = serverOf(activePro, { [JOB]: () => ({ json: job }), ...handlers });
  openArea(`/master/booking/${ownJob.id}`);
  await screen.findByRole('heading', { name: 'Blocked sink' });
  return api;
}

const press = async (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('is written, shown, and changed', async () => {
  const api = await openJob(ownJob, { [KEEP]: () => ({ json: { ...ownJob, notes } }) });
  await press('Add notes or photos');
  await userEvent.type(screen.getByLabelText('Notes'), WORDS);
  await press('Save');
  expect(await screen.findByText(WORDS)).toBeInTheDocument();
  expect(api.of(KEEP).map(({ body }) => body)).toEqual([{ text: WORDS, photos: [] }]);
  await press('Change notes');
  expect(screen.getByLabelText('Notes')).toHaveValue(WORDS);
});

it.each([
  [() => problem(500, 'internal'), /^Your notes could not be saved\. They are kept on this device\./],
  [
    () => problem(409, 'notes_closed', { detail: 'Its notes stay as they are.' }),
    'Its notes stay as they are.',
  ],
  [() => problem(422, 'invalid', { errors: { photos: 'A photo is gone.' } }), 'A photo is gone.'],
])('keeps what was typed when it is refused', async (answer, text) => {
  await openJob(ownJob, { [KEEP]: answer });
  await press('Add notes or photos');
  await userEvent.type(screen.getByLabelText('Notes'), WORDS);
  await press('Save');
  expect(await screen.findByText(text)).toBeInTheDocument();
  expect(screen.getByLabelText('Notes')).toHaveValue(WORDS);
});

it('takes no more words than the server does', async () => {
  const api = await openJob({ ...ownJob, notes: { ...notes, text: 'ä'.repeat(2001) } });
  await press('Change notes');
  await press('Save');
  expect(await screen.findByText('Use at most 2,000 characters.')).toBeInTheDocument();
  expect(api.of(KEEP)).toHaveLength(0);
});
