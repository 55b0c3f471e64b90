import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { problem } from '@/test/fakeApi';
import { fakeStream, newPro, openArea, STREAM, serverOf } from '../testing';
import { loaded, nothing, openWith, PAYOUTS, part, payout } from './testing';

const { saveFile } = vi.hoisted(() => ({ saveFile: vi.fn() }));
vi.mock('@/shared/saveFile', () => ({ saveFile }));
beforeEach(() => {
  saveFile.mockClear();
});
afterEach(() => vi.useRealTimers());

const STATEMENT = 'GET /api/masters/statements/2026-11';

const leak = {
  bookingId: 'C-7K2M9XYZ',
  readableName: 'Leak / tap issue',
  amountPence: 8287,
  clearsAt: '2026-11-25T10:00:00+00:00',
};

it('shows the balance, what is on its way, and when the next payout is', async () => {
  openWith({ availablePence: 12_345, pendingPence: 3000 });
  await loaded();
  expect(screen.getByRole('heading', { level: 1, name: 'Payouts' })).toBeInTheDocument();
  for (const text of [
    '£123.45',
    '£30.00 is on its way to your bank',
    'Next payout: Friday 27 November',
    'No payouts yet.',
  ])
    expect(screen.getByText(text)).toBeInTheDocument();
});

it('says no more than that where there is nothing yet', async () => {
  openWith();
  await loaded();
  expect(screen.getByText('£0.00')).toBeInTheDocument();
  for (const text of [/You owe/, /on its way/]) expect(screen.queryByText(text)).not.toBeInTheDocument();
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    'Available balance',
    'History',
  ]);
});

it('lists the payouts, each with its day in London, its amount and what became of it', async () => {
  openWith({
    history: [
      { ...payout, id: 'po-5', status: 'review' },
      { ...payout, id: 'po-4', status: 'held', amountPence: 5000 },
      { ...payout, id: 'po-3', status: 'failed', sentPence: 1250 },
      { ...payout, id: 'po-2', status: 'failed' },
      { ...payout, id: 'po-1', status: 'sent', sentPence: 41_208, date: '2026-06-30T23:30:00Z' },
    ],
  });
  await loaded();
  expect(
    part('History')
      .getAllByRole('listitem')
      .map((row) => [...row.querySelectorAll('p')].map((line) => line.textContent)),
  ).toEqual([
    [
      'Tue 24 Nov 2026',
      'We check first and large payouts by hand, usually within a working day.',
      '£412.08',
      'Being checked',
    ],
    ['Tue 24 Nov 2026', '£50.00', 'On hold'],
    ['Tue 24 Nov 2026', '£12.50 of it was paid', '£412.08', 'Returned'],
    ['Tue 24 Nov 2026', '£412.08', 'Returned'],
    ['Wed 1 Jul 2026', '£412.08', 'Paid'],
  ]);
});

it('looks again for as long as a payout is on its way', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const api = openWith({ history: [payout] });
  await loaded();
  expect(part('History').getByText('On its way')).toBeInTheDocument();
  api.change(PAYOUTS, () => ({ json: { ...nothing, history: [{ ...payout, status: 'sent' }] } }));
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(await part('History').findByText('Paid')).toBeInTheDocument();
  const asked = api.of(PAYOUTS).length;
  await act(() => vi.advanceTimersByTimeAsync(120_000));
  expect(api.of(PAYOUTS)).toHaveLength(asked);
});

it('lists what clears: the sum, and for each job its amount and from when in London', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-30T09:00:00Z') });
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
      'Card payments clear a while after the job. Your first jobs, large ones and those begun without the start code take longer.',
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

it('says of what was to clear before now that the client has not paid', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T10:04:00Z') });
  const late = { ...leak, bookingId: 'C-2', clearsAt: '2026-11-24T10:00:00+00:00' };
  openWith({ clearingPence: 16_574, clearing: [late, leak] });
  await loaded();
  const [first, second] = part('Clearing').getAllByRole('listitem');
  expect(first).toHaveTextContent("Waiting for the client's payment");
  // The server needs a moment.
  expect(second).toHaveTextContent('Available from Wed 25 Nov, 10:00');
});

it.each([
  [1688, 'You owe Callout £16.88', 'Above £150 you get no cash jobs until it is lower.'],
  [15_000, 'You owe Callout £150.00', 'Above £150 you get no cash jobs until it is lower.'],
  [15_001, 'You owe Callout £150.01', 'You get no cash jobs until it is £150 or less.'],
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
  ).toEqual(['November 2026 CSV', 'October 2026 CSV']);
  await userEvent.click(screen.getByRole('button', { name: 'November 2026 CSV' }));
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
  expect(part('Statements').queryByRole('alert')).not.toBeInTheDocument();
});

it('says when it could not be loaded, and tries again', async () => {
  const api = openWith({}, { [PAYOUTS]: () => problem(500, 'internal') });
  expect(await screen.findByText('Failed to load your payouts')).toBeInTheDocument();
  expect(screen.queryByText('No payouts yet.')).not.toBeInTheDocument();
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

it('says what is frozen while a job is disputed', async () => {
  openWith({ frozenPence: 9775 });
  expect(await screen.findByText('£97.75 is frozen while a job is disputed')).toBeInTheDocument();
});
