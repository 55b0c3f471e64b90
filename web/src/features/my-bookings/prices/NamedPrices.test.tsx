import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Booking, StandingProposal } from '@/api/types';
import { noteReached } from '@/shared/connection';
import { startSession } from '@/shared/session';
import { type FakeAnswer, problem } from '@/test/fakeApi';
import { token } from '@/test/token';
import { openLive } from '../live/testing';
import { booking } from '../testing';

const toast = vi.hoisted(() => vi.fn());
vi.mock('@/ui', async (original) => ({ ...(await original<typeof import('@/ui')>()), toast }));

const ONE = 'GET /api/bookings/C-1';
const ANSWER = 'POST /api/bookings/C-1/proposal';

const sam: StandingProposal = {
  id: 'p-1',
  price: 180,
  lengthMinutes: 120,
  message: 'I bring the parts.',
  until: '2026-11-20T10:31:00Z',
  master: { id: 'm-1', name: 'Sam O.', rating: 4.9, verified: true, insured: true },
};
const kim: StandingProposal = {
  id: 'p-2',
  price: 1250,
  lengthMinutes: 4320,
  until: '2026-11-21T10:31:00Z',
  master: { id: 'm-2', name: 'Kim A.', verified: false, insured: false },
};
const open: Booking = {
  ...booking,
  quote_mode: 'REQUEST',
  open_price: true,
  amount_pence: 0,
  lines: [],
  matching: { wave: 0, asked: 0, radiusKm: 0, until: '2026-11-22T10:20:00Z' },
  proposals: [sam, kim],
};

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-20T10:20:00Z') });
  toast.mockClear();
  startSession(token());
});
afterEach(() => {
  vi.useRealTimers();
  noteReached();
});

const user = () => userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
const named = (name: string) => screen.findByRole('listitem', { name });
const press = async (pro: string, button: string) =>
  user().click(within(await named(pro)).getByRole('button', { name: button }));

const show = (now = open, answer: () => FakeAnswer = () => problem(500, 'internal'), address?: string) =>
  openLive(now, { [ANSWER]: answer }, address);

it('says that pros will name a price, and until when, while none has', async () => {
  show({ ...open, proposals: [] });
  expect(await screen.findByText('Pros near you will name a price. You choose.')).toBeInTheDocument();
  expect(screen.getByText(/^They have until Sun.22.Nov,.10:20\.$/)).toBeInTheDocument();
  expect(screen.getByText('Pros name a price')).toBeInTheDocument();
  expect(screen.queryByText(/£|budget|nearby to ask/)).not.toBeInTheDocument();
  for (const name of ['Raise Price', 'Broaden search area'])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
});

it('shows each price with who names it, how long it takes, and until when it stands', async () => {
  show();
  const first = within(await named('Sam O.'));
  for (const text of ['£180', 'Takes about 2 hours', '“I bring the parts.”', 'Stands until 10:31'])
    expect(first.getByText(text)).toBeInTheDocument();
  for (const text of ['4.9', 'Verified', 'Insured']) expect(first.getByText(text)).toBeInTheDocument();
  expect(first.getByRole('link', { name: 'Profile and reviews of Sam O.' })).toHaveAttribute(
    'href',
    '/pros/m-1',
  );
  const second = within(await named('Kim A.'));
  expect(second.getByText('Takes 3 days')).toBeInTheDocument();
  expect(second.getByRole('button', { name: 'Choose £1,250' })).toBeInTheDocument();
  expect(second.queryByText('Verified')).not.toBeInTheDocument();
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
    '2 pros have named a price.',
  );
});

it('by card leads to the payment of the price that is chosen', async () => {
  const { proposals: _, ...rest } = open;
  const until = '2026-11-20T10:35:00Z';
  const chosen = {
    ...rest,
    status: 'accepted',
    proposal: { masterName: 'Sam O.', amountPence: 18_000, deltaPence: 18_000, approved: true, until },
    payment_due: { amountPence: 18_000, until, reason: 'proposal' },
  };
  const api = show(open, () => ({ json: chosen }), '/b/g-token');
  await press('Sam O.', 'Choose £180');
  expect(await screen.findByRole('link', { name: 'Pay £180.00 by 10:35' })).toHaveAttribute(
    'href',
    '/pay/C-1?token=g-token',
  );
  expect(api.of(ANSWER)[0]?.body).toEqual({ action: 'approve', proposalId: 'p-1' });
  expect(screen.getByRole('heading', { name: 'Sam O. is waiting for your payment' })).toBeInTheDocument();
  expect(screen.getByText('Declining costs nothing: you can choose another pro.')).toBeInTheDocument();
  expect(screen.queryByText('£0.00')).not.toBeInTheDocument();
  expect(screen.queryByRole('listitem', { name: 'Kim A.' })).not.toBeInTheDocument();
});

it('in cash makes the booking that pro’s at once', async () => {
  const { proposals: _, ...rest } = open;
  const assigned = {
    ...rest,
    status: 'assigned',
    payment_method: 'cash',
    amount_pence: 18_000,
    assigned_master_id: 'm-1',
    assigned_master_name: 'Sam O.',
  };
  show({ ...open, payment_method: 'cash' }, () => ({ json: assigned }));
  await press('Sam O.', 'Choose £180');
  expect(await screen.findByText('Your pro has been assigned')).toBeInTheDocument();
  expect(screen.getByText('You pay £180 in cash when the job is done.')).toBeInTheDocument();
});

it('turns one down, and the other stays', async () => {
  const api = show(open, () => ({ json: { ...open, proposals: [kim] } }));
  await press('Sam O.', 'Not this one');
  const heading = await screen.findByRole('heading', { name: '1 pro has named a price' });
  expect(heading).toHaveFocus();
  expect(screen.queryByRole('listitem', { name: 'Sam O.' })).not.toBeInTheDocument();
  expect(await named('Kim A.')).toBeInTheDocument();
  expect(api.of(ANSWER)[0]?.body).toEqual({ action: 'decline', proposalId: 'p-1' });
});

it('says when the pro is busy by now, and fetches what is left', async () => {
  const detail = 'Sam O. has taken another job. Please choose again.';
  const api = show(open, () => problem(409, 'pro_unavailable', { detail }));
  await named('Sam O.');
  api.change(ONE, () => ({ json: { ...open, proposals: [kim] } }));
  await press('Sam O.', 'Choose £180');
  await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Sam O.' })).not.toBeInTheDocument());
  expect(await named('Kim A.')).toBeInTheDocument();
  expect(toast).toHaveBeenCalledWith(detail, { tone: 'bad' });
});

it('says beside its buttons what went wrong otherwise', async () => {
  show(open, () => problem(503, 'unavailable'));
  await press('Kim A.', 'Choose £1,250');
  const text = 'Your answer could not be sent. Please try again.';
  expect(await within(await named('Kim A.')).findByText(text)).toBeInTheDocument();
  expect(screen.getAllByText(text)).toHaveLength(1);
});
