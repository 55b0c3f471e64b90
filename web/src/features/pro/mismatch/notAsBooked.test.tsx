// A job that is not what was booked: its pro says so, and takes it back.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Job } from '@/api/jobs';
import type { Mismatch } from '@/api/types';
import { problem } from '@/test/fakeApi';
import { keepDraft } from '../drafts';
import { activePro, openArea, ownJob, serverOf } from '../testing';

const JOB = `GET /api/bookings/${ownJob.id}`;
const SAY = `POST /api/bookings/${ownJob.id}/not-as-booked`;
const BACK = `POST /api/bookings/${ownJob.id}/not-as-booked/1`;
const WHY = 'It is a new boiler, not a washer.';
const atWork: Job = { ...ownJob, status: 'in_progress', price_pence: 11_700 };
const said: Mismatch = {
  number: 1,
  text: WHY,
  pricePence: 30_000,
  endPence: 4095,
  saidAt: '2099-11-20T10:15:00Z',
  until: '2099-11-20T10:45:00Z',
};

async function openJob(job: Job, handlers = {}) {
  const api = serverOf(activePro, { [JOB]: () => ({ json: job }), ...handlers });
  openArea(`/master/booking/${ownJob.id}`);
  await screen.findByRole('heading', { name: 'Blocked sink' });
  return api;
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('is said with words, a photo and a price, and then waits for the client', async () => {
  const api = await openJob(atWork, {
    [SAY]: () => ({ status: 201, json: { ...atWork, not_as_booked: said } }),
  });
  await press('Not what was booked');
  await press('Tell your client');
  expect(await screen.findByText('Say why in 10 to 500 characters.')).toBeInTheDocument();
  expect(screen.getByText('Add a photo of what you found.')).toBeInTheDocument();
  await press('Cancel');
  keepDraft(`mismatch:${ownJob.id}`, { text: WHY, photos: ['/api/files/1'], price: '£300' });
  await press('Not what was booked');
  await press('Tell your client');
  expect(await screen.findByText('Waiting for the client until 10:45')).toBeInTheDocument();
  expect(api.of(SAY).map(({ body }) => body)).toEqual([{ text: WHY, photoUrl: '/api/files/1', price: 300 }]);
  expect(screen.queryByRole('button', { name: 'Add extra work or parts' })).not.toBeInTheDocument();
});

it('asks for another price than the one that is agreed, or none', async () => {
  const api = await openJob(atWork, {
    [SAY]: () => ({ status: 201, json: { ...atWork, not_as_booked: said } }),
  });
  keepDraft(`mismatch:${ownJob.id}`, { text: WHY, photos: ['/api/files/1'], price: '117' });
  await press('Not what was booked');
  await press('Tell your client');
  expect(
    await screen.findByText('Enter whole pounds other than £117, or leave it empty.'),
  ).toBeInTheDocument();
  await userEvent.clear(screen.getByLabelText('Your price in all (optional)'));
  await press('Tell your client');
  expect(await screen.findByText('Waiting for the client until 10:45')).toBeInTheDocument();
  expect(api.of(SAY).map(({ body }) => body)).toEqual([{ text: WHY, photoUrl: '/api/files/1' }]);
});

it('takes a lower price, too', async () => {
  const api = await openJob(atWork, {
    [SAY]: () => ({ status: 201, json: { ...atWork, not_as_booked: { ...said, pricePence: 6000 } } }),
  });
  keepDraft(`mismatch:${ownJob.id}`, { text: WHY, photos: ['/api/files/1'], price: '60' });
  await press('Not what was booked');
  expect(screen.getByText(/higher or lower than £117/)).toBeInTheDocument();
  await press('Tell your client');
  expect(await screen.findByText(/You would do it for £60 in all\./)).toBeInTheDocument();
  expect(api.of(SAY).map(({ body }) => body)).toEqual([{ text: WHY, photoUrl: '/api/files/1', price: 60 }]);
});

it('keeps what was typed when it is refused', async () => {
  await openJob(atWork, {
    [SAY]: () => problem(409, 'change_order_open', { detail: 'Wait for the answer.' }),
  });
  keepDraft(`mismatch:${ownJob.id}`, { text: WHY, photos: ['/api/files/1'], price: '' });
  await press('Not what was booked');
  await press('Tell your client');
  expect(await screen.findByText('Wait for the answer.')).toBeInTheDocument();
  expect(screen.getByLabelText('What is different')).toHaveValue(WHY);
});

it('is another report once its words are others, however long', async () => {
  const api = await openJob(atWork, {
    [SAY]: () => {
      throw new TypeError('Failed to fetch');
    },
  });
  keepDraft(`mismatch:${ownJob.id}`, { text: WHY, photos: ['/api/files/1'], price: '150' });
  await press('Not what was booked');
  const send = async (times: number) => {
    await press('Tell your client');
    await waitFor(() => expect(api.of(SAY)).toHaveLength(times));
    await screen.findByRole('button', { name: 'Tell your client' });
  };
  await send(1);
  await send(2);
  const price = screen.getByLabelText('Your price in all (optional)');
  await userEvent.clear(price);
  await userEvent.type(price, '160');
  await send(3);
  const [first, again, other] = api.of(SAY).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

it('comes before the end of the job', async () => {
  await openJob({ ...atWork, not_as_booked: said });
  expect(screen.getByRole('button', { name: 'Mark as done' })).toBeDisabled();
});

it('is taken back', async () => {
  const back = { ...said, outcome: 'withdrawn' as const };
  const api = await openJob(
    { ...atWork, not_as_booked: said },
    { [BACK]: () => ({ json: { ...atWork, not_as_booked: back } }) },
  );
  await press('Take back');
  expect(await screen.findByRole('button', { name: 'Not what was booked' })).toBeInTheDocument();
  expect(api.of(BACK).map(({ body }) => body)).toEqual([{ action: 'withdraw' }]);
});

it.each([
  [{ outcome: 'replaced', choice: 'price' }, /agreed to £300 in all\. You can go ahead\./],
  [{ outcome: 'talked', choice: 'talk' }, /Your client wants to talk\./],
  [{ choice: 'price' }, /waiting for the payment/],
  [{ until: '2026-01-01T10:00:00Z' }, /We are looking into it/],
] as const)('says what has become of it: %o', async (change, text) => {
  await openJob({ ...atWork, not_as_booked: { ...said, ...change } });
  expect(screen.getByText(text)).toBeInTheDocument();
});

it('is nothing before the work', async () => {
  await openJob({ ...ownJob, status: 'en_route' });
  expect(screen.queryByRole('button', { name: 'Not what was booked' })).not.toBeInTheDocument();
});
