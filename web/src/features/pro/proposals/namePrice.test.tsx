import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Job, Offer, WaitingJob } from '@/api/jobs';
import { loadPricing } from '@/pricing/load';
import { type FakeAnswer, problem } from '@/test/fakeApi';
import { activePro, offer, openArea, poolJob, serverOf } from '../testing';
import { namedPriceSchema } from './namedPrice';

const toast = vi.hoisted(() => vi.fn());
vi.mock('@/ui', async (original) => ({ ...(await original<typeof import('@/ui')>()), toast }));

const RESPOND = `POST /api/matching/respond/${offer.bookingId}`;
const OFFERS = 'GET /api/masters/offers';
const JOBS = 'GET /api/bookings';

beforeAll(async () => void (await loadPricing()));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T09:00:00Z') });
  toast.mockClear();
});
afterEach(() => vi.useRealTimers());

const user = userEvent.setup({ delay: null });

const openOffer: Offer = { ...offer, openPrice: true, price: 0, feePence: 0, netPence: 0, ttl: 120 };
const openJob: Job = {
  ...poolJob,
  id: offer.bookingId,
  readable_name: 'Leak / tap issue',
  open_price: true,
  price_pence: 0,
  fee_pence: 0,
  net_pence: 0,
};
const waitingJob: WaitingJob = {
  ...openJob,
  proposal: {
    pricePence: 18_000,
    deltaPence: 18_000,
    approved: false,
    standing: true,
    lengthMinutes: 120,
    until: '2026-11-24T10:31:00+00:00',
  },
};
const pending = () => ({ json: { status: 'pending' } });

/** A page of the area with the offer, and the form for its price open. */
async function openForm(answer: () => FakeAnswer, path = '/master/stream') {
  const api = serverOf(activePro, {
    [OFFERS]: () => ({ json: { items: [openOffer] } }),
    [RESPOND]: answer,
  });
  openArea(path);
  const card = within(await screen.findByRole('article', { name: 'Leak / tap issue' }));
  expect(card.queryByRole('button', { name: 'Accept' })).not.toBeInTheDocument();
  expect(card.queryByText(/£/)).not.toBeInTheDocument();
  await user.click(card.getByRole('button', { name: 'Name your price' }));
  return { api, ...form() };
}

function form() {
  const dialog = within(screen.getByRole('dialog', { name: 'Name your price' }));
  return {
    dialog,
    price: dialog.getByLabelText('Price'),
    length: dialog.getByLabelText('How long it takes'),
    send: () => user.click(dialog.getByRole('button', { name: 'Send your price' })),
  };
}

it('is sent with how long it takes and a message, and then the client chooses', async () => {
  const { api, dialog, price, length, send } = await openForm(pending);
  await user.type(price, '180');
  expect(await dialog.findByText('£27')).toBeInTheDocument();
  expect(dialog.getByText('£153')).toBeInTheDocument();
  await user.selectOptions(length, '2 hours');
  await user.click(dialog.getByLabelText(/^Message/));
  await user.paste(' I bring the parts. ');
  api.change(OFFERS, () => ({ json: { items: [], waiting: [waitingJob] } }));
  await send();
  const waiting = within(await screen.findByRole('region', { name: 'Waiting for the client' }));
  expect(waiting.getByText('Your price: £180. The client chooses until 10:31.')).toBeInTheDocument();
  expect(api.of(RESPOND)[0]?.body).toEqual({
    action: 'accept',
    starts_at: offer.window?.start,
    price: 180,
    lengthMinutes: 120,
    message: 'I bring the parts.',
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.queryByRole('region', { name: 'Offers for you' })).not.toBeInTheDocument();

  api.change(OFFERS, () => ({ json: { items: [] } }));
  await user.click(waiting.getByRole('button', { name: 'Take back' }));
  await waitFor(() => expect(screen.queryByText(/The client chooses/)).not.toBeInTheDocument());
  expect(api.of(RESPOND)[1]?.body).toEqual({ action: 'decline' });
});

it('is named on an offer over another page', async () => {
  const { api, price, length, send } = await openForm(pending, '/master/profile');
  await user.type(price, '£1,200');
  await user.selectOptions(length, '10 days');
  await send();
  await waitFor(() => expect(api.of(RESPOND)[0]?.body).toMatchObject({ price: 1200, lengthMinutes: 14_400 }));
});

it('is checked before it is sent', async () => {
  const { api, dialog, price, length, send } = await openForm(pending);
  await send();
  expect(await dialog.findByText('Enter whole pounds, from £1 to £100,000.')).toBeInTheDocument();
  expect(dialog.getByText('Choose how long it takes.')).toBeInTheDocument();
  expect(price).toBeInvalid();
  expect(length).toBeInvalid();
  expect(api.of(RESPOND)).toHaveLength(0);
});

it('shows at its fields what the server refuses', async () => {
  const errors = { price: 'Too much.', lengthMinutes: 'Too long.', message: 'Too rude.' };
  const { dialog, price, length, send } = await openForm(() => problem(422, 'invalid', { errors }));
  await user.type(price, '180');
  await user.selectOptions(length, '1 day');
  await send();
  for (const text of Object.values(errors)) expect(await dialog.findByText(text)).toBeInTheDocument();
  expect(price).toHaveFocus();
});

it('leaves the offer where five prices stand already', async () => {
  const detail = 'Five pros have named a price already.';
  const { dialog, price, length, send } = await openForm(() => problem(409, 'proposals_full', { detail }));
  await user.type(price, '180');
  await user.selectOptions(length, '1 day');
  await send();
  expect(await dialog.findByText(detail)).toBeInTheDocument();
  await user.keyboard('{Escape}');
  expect(screen.getByRole('article', { name: 'Leak / tap issue' })).toBeInTheDocument();
});

it('is named for a job of the pool, where it is not offered twice', async () => {
  const api = serverOf(activePro, {
    [JOBS]: () => ({ json: { items: [openJob] } }),
    [RESPOND]: pending,
  });
  openArea('/master/stream');
  await user.click(await screen.findByRole('button', { name: 'Name your price' }));
  const { price, length, send } = form();
  await user.type(price, '90');
  await user.selectOptions(length, '3 hours');
  api.change(JOBS, () => ({ json: { items: [waitingJob] } }));
  await send();
  expect(await screen.findByText('No pending jobs nearby')).toBeInTheDocument();
  expect(api.of(RESPOND)[0]?.body).toMatchObject({
    starts_at: openJob.timeslot?.start,
    price: 90,
    lengthMinutes: 180,
  });
});

it('is named on the page of its job, which shows no pay before that', async () => {
  const JOB = `GET /api/bookings/${openJob.id}`;
  const api = serverOf(activePro, { [JOB]: () => ({ json: openJob }), [RESPOND]: pending });
  openArea(`/master/booking/${openJob.id}`);
  await user.click(await screen.findByRole('button', { name: 'Name your price' }));
  expect(screen.queryByText(/£0/)).not.toBeInTheDocument();
  const { price, length, send } = form();
  await user.type(price, '180');
  await user.selectOptions(length, '2 hours');
  api.change(JOB, () => ({ json: waitingJob }));
  await send();
  expect(await screen.findByText('Your price: £180. The client chooses until 10:31.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Take back' })).toBeInTheDocument();
});

it('is whole pounds from £1 to £100,000', () => {
  const check = (price: string) =>
    namedPriceSchema.safeParse({ price, lengthMinutes: '120', message: '' }).data?.price;
  expect(['1', ' £100,000 ', '0', '100001', '1.5', '-3', ''].map(check)).toEqual([
    1,
    100_000,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
