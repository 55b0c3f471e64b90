// The statement of a month, to be read and printed.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { type FakeAnswer, problem } from '@/test/fakeApi';
import { activePro, openArea, serverOf } from '../testing';

const LINES = 'GET /api/masters/statements/2026-11/lines';
const PATH = '/master/payouts/statements/2026-11';
const november = {
  month: '2026-11',
  openingPence: -1463,
  closingPence: 8482,
  lines: [
    {
      at: '2026-11-23T10:05:00+00:00',
      bookingId: 'C-7K2M9XYZ',
      readableName: 'Leak / tap issue',
      whatFor: 'Paid by the client',
      amountPence: 11_700,
    },
    { at: '2026-11-23T10:05:00+00:00', whatFor: 'Platform fee', amountPence: -1755 },
  ],
  cashPence: 9750,
  receipts: [
    {
      at: '2026-11-23T10:05:00+00:00',
      number: 1,
      bookingId: 'C-7K2M9XYZ',
      readableName: 'Leak / tap issue',
      paidPence: 11_700,
      inCash: false,
    },
    {
      at: '2026-11-24T10:05:00+00:00',
      number: 2,
      bookingId: 'C-CASH9XYZ',
      readableName: 'Blocked sink',
      paidPence: 9750,
      inCash: true,
    },
  ],
};

function open(answer: () => FakeAnswer) {
  const api = serverOf(activePro, { [LINES]: answer });
  openArea(PATH);
  return api;
}

it('shows what there was, what changed it and what there is, and prints', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  open(() => ({ json: november }));
  expect(await screen.findByRole('heading', { name: 'Statement, November 2026' })).toBeInTheDocument();
  const lines = within(await screen.findByRole('region', { name: 'Lines' }));
  const [paid, fee] = lines.getAllByRole('listitem');
  expect(paid).toHaveTextContent('Paid by the clientMon 23 Nov, 10:05 · Leak / tap issue (C-7K2M)+£117.00');
  expect(fee).toHaveTextContent('Platform feeMon 23 Nov, 10:05−£17.55');
  expect(lines.getByText(/At the start/)).toHaveTextContent('−£14.63');
  expect(lines.getByText(/At the end/)).toHaveTextContent('£84.82');
  const receipts = within(screen.getByRole('region', { name: 'Receipts in your name' }));
  expect(receipts.getAllByRole('listitem')[1]).toHaveTextContent(
    'Blocked sinkTue 24 Nov · 000002 · cash (C-CASH)£97.50',
  );
  expect(receipts.getByText('Clients paid').parentElement).toHaveTextContent('£214.50');
  expect(receipts.getByText(/in cash, collected by you/).parentElement).toHaveTextContent('£97.50');
  await userEvent.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});

it('says that nothing happened', async () => {
  open(() => ({ json: { ...november, lines: [], receipts: [] } }));
  expect(await screen.findByText('Nothing happened in this time.')).toBeInTheDocument();
});

it('can be loaded again', async () => {
  let isDown = true;
  open(() => (isDown ? problem(500, 'internal') : { json: november }));
  expect(
    await screen.findByText('Failed to load this statement', undefined, { timeout: 10_000 }),
  ).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: /try again|retry/i }));
  expect(await screen.findByText('Platform fee')).toBeInTheDocument();
});
