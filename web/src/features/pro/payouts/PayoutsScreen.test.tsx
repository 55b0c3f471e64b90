import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Payouts } from '@/api/payouts';
import { problem } from '@/test/fakeApi';
import { activePro, fakeStream, newPro, openArea, STREAM, serverOf } from '../testing';

const { saveFile } = vi.hoisted(() => ({ saveFile: vi.fn() }));
vi.mock('@/shared/saveFile', () => ({ saveFile }));
beforeEach(() => {
  saveFile.mockClear();
});

const PAYOUTS = 'GET /api/masters/payouts';
const STATEMENT = 'GET /api/masters/statements/2026-11';
const NOT_OPEN = 'Payouts to your bank are not open yet. What you earn is kept for you.';

const nothing: Payouts = {
  availablePence: 0,
  clearingPence: 0,
  debtPence: 0,
  cashLimitPence: 15_000,
  clearing: [],
  months: [],
};

const leak = {
  bookingId: 'C-7K2M9XYZ',
  readableName: 'Leak / tap issue',
  amountPence: 8287,
  clearsAt: '2026-11-25T10:00:00+00:00',
};

/** Opens the page of a pro with this money. */
function openWith(payouts: Partial<Payouts> = {}, handlers = {}) {
  const api = serverOf(activePro, { [PAYOUTS]: () => ({ json: { ...nothing, ...payouts } }), ...handlers });
  openArea('/master/payouts');
  return api;
}

const loaded = () => screen.findByRole('heading', { name: 'Available balance' });
const part = (name: string) => within(screen.getByRole('region', { name }));

it('shows the balance, and that it is not paid out yet', async () => {
  openWith({ availablePence: 12_345 });
  await loaded();
  expect(screen.getByRole('heading', { level: 1, name: 'Payouts' })).toBeInTheDocument();
  for (const text of ['£123.45', NOT_OPEN]) expect(screen.getByText(text)).toBeInTheDocument();
});

it('says no more than that where there is nothing yet', async () => {
  openWith();
  await loaded();
  for (const text of ['£0.00', NOT_OPEN]) expect(screen.getByText(text)).toBeInTheDocument();
  expect(screen.queryByText(/You owe/)).not.toBeInTheDocument();
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1);
});

it('lists what clears: the sum, and for each job its amount and from when in London', async () => {
  const summer = {
    ...leak,
    bookingId: 'C-2',
    readableName: 'Blocked sink',
    clearsAt: '2026-07-01T09:30:00Z',
  };
  openWith({ clearingPence: 18_287, clearing: [leak, { ...summer, amountPence: 10_000 }] });
  await loaded();
  expect(part('Clearing').getByText('£182.87')).toHaveTextContent('In all: £182.87');
  expect(
    part('Clearing').getByText(
      'Card payments clear 24 hours after the job, 72 hours for your first jobs and large ones.',
    ),
  ).toBeInTheDocument();
  const [first, second] = part('Clearing').getAllByRole('listitem');
  expect(first).toHaveTextContent('Available from Wed 25 Nov, 10:00');
  expect(first).toHaveTextContent('£82.87');
  expect(second).toHaveTextContent('Available from Wed 1 Jul, 10:30');
  expect(second).toHaveTextContent('£100.00');
  expect(screen.getByRole('link', { name: 'Leak / tap issue (C-7K2M)' })).toHaveAttribute(
    'href',
    '/master/booking/C-7K2M9XYZ',
  );
});

it.each([
  [1688, 'You owe £16.88 in fees for cash jobs', 'Above £150 you get no cash jobs until it is lower.'],
  [15_000, 'You owe £150.00 in fees for cash jobs', 'Above £150 you get no cash jobs until it is lower.'],
  [15_001, 'You owe £150.01 in fees for cash jobs', 'You get no cash jobs until it is £150 or less.'],
])('says what a debt of %i pence means', async (debtPence, title, meaning) => {
  openWith({ debtPence });
  await loaded();
  expect(
    part(title).getByText(`It comes off your next card earnings. ${meaning}`, { exact: true }),
  ).toBeInTheDocument();
});

it('saves the statement of a month', async () => {
  const api = openWith(
    { months: ['2026-11', '2026-10'] },
    { [STATEMENT]: () => ({ body: 'date,job', headers: { 'Content-Type': 'text/csv' } }) },
  );
  await loaded();
  expect(
    part('Statements')
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual(['November 2026 (CSV)', 'October 2026 (CSV)']);
  await userEvent.click(screen.getByRole('button', { name: 'November 2026 (CSV)' }));
  await waitFor(() =>
    expect(saveFile).toHaveBeenCalledWith(expect.any(Blob), 'callout-statement-2026-11.csv'),
  );
  expect(await saveFile.mock.calls[0]?.[0].text()).toBe('date,job');
  expect(api.of(STATEMENT)[0]?.headers.get('Authorization')).toMatch(/^Bearer /);
});

it('says beside a month when its statement could not be fetched, and fetches it again', async () => {
  const api = openWith({ months: ['2026-11', '2026-10'] }, { [STATEMENT]: () => problem(500, 'internal') });
  await loaded();
  const [november, october] = part('Statements').getAllByRole('listitem') as [HTMLElement, HTMLElement];
  await userEvent.click(within(november).getByRole('button'));
  expect(await within(november).findByRole('alert')).toHaveTextContent(
    'The statement could not be fetched. Please try again.',
  );
  expect(within(october).queryByRole('alert')).not.toBeInTheDocument();
  expect(saveFile).not.toHaveBeenCalled();
  api.change(STATEMENT, () => ({ body: 'date,job' }));
  await userEvent.click(within(november).getByRole('button'));
  await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('says when it could not be loaded, and tries again', async () => {
  const api = openWith({}, { [PAYOUTS]: () => problem(500, 'internal') });
  expect(await screen.findByText('Failed to load your payouts')).toBeInTheDocument();
  expect(screen.queryByText(NOT_OPEN)).not.toBeInTheDocument();
  api.change(PAYOUTS, () => ({ json: nothing }));
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await loaded();
  await waitFor(() => expect(screen.queryByText('Failed to load your payouts')).not.toBeInTheDocument());
});

it('follows the stream', async () => {
  const stream = fakeStream();
  const api = openWith({}, { [STREAM]: stream.open });
  await loaded();
  await screen.findByText('Online');
  api.change(PAYOUTS, () => ({ json: { ...nothing, clearingPence: 8287, clearing: [leak] } }));
  stream.send('updated', { bookingId: leak.bookingId });
  expect(await screen.findByText('Leak / tap issue')).toBeInTheDocument();
});

it('comes with activation', async () => {
  serverOf(newPro);
  openArea('/master/payouts');
  expect(await screen.findByRole('heading', { name: 'Complete your profile' })).toBeInTheDocument();
});
