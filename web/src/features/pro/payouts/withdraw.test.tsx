import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { problem } from '@/test/fakeApi';
import { loaded, nothing, openWith, PAYOUTS, part, payout } from './testing';
import { penceOf } from './withdrawal';

const toast = vi.hoisted(() => vi.fn());
vi.mock('@/ui', async (original) => ({ ...(await original<typeof import('@/ui')>()), toast }));
beforeEach(() => {
  toast.mockClear();
});

const WITHDRAW = 'POST /api/masters/payouts/withdraw';
const ONE_AT_A_TIME = 'One payout at a time: the last one is still on its way.';

const user = userEvent.setup({ delay: null });
const opener = () => screen.getByRole('button', { name: 'Withdraw' });
const created = () => ({ status: 201, json: payout });

/** The page of a pro who can withdraw £412.08, with the form open. */
async function openForm(answer: Parameters<ReturnType<typeof openWith>['change']>[1] = created) {
  const api = openWith({ availablePence: 41_208 }, { [WITHDRAW]: answer });
  await loaded();
  await user.click(opener());
  const dialog = within(screen.getByRole('dialog', { name: 'Withdraw to your bank' }));
  const amount = dialog.getByLabelText('Amount in pounds');
  return {
    api,
    dialog,
    amount,
    enter: async (text: string) => {
      await user.clear(amount);
      await user.type(amount, text);
    },
    send: () => user.click(dialog.getByRole('button', { name: /^Withdraw/ })),
    keys: () => api.of(WITHDRAW).map(({ headers }) => headers.get('Idempotency-Key')),
  };
}

/** The server after the withdrawal. */
const withdrawn = () => ({ json: { ...nothing, pendingPence: 41_208, history: [payout] } });

const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

it('withdraws all that is available unless another amount is entered', async () => {
  const { api, dialog, amount, send, keys } = await openForm();
  expect(amount).toHaveValue('412.08');
  expect(amount).toHaveAccessibleDescription('At least £10. The rest is paid out on Friday.');
  expect(dialog.getByRole('button', { name: 'Withdraw £412.08' })).toBeInTheDocument();
  api.change(PAYOUTS, withdrawn);
  await send();
  await closed();
  expect(api.of(WITHDRAW)[0]?.body).toEqual({ amountPence: 41_208 });
  expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(toast).toHaveBeenCalledWith('Withdrawal of £412.08 requested', { tone: 'good' });
  expect(await part('History').findByText('On its way')).toBeInTheDocument();
  // The button keeps the focus, and now says why not.
  expect(opener()).toHaveFocus();
  expect(opener()).toHaveAccessibleDescription(ONE_AT_A_TIME);
});

it('withdraws a part', async () => {
  const { api, dialog, enter, send } = await openForm(() => ({
    status: 201,
    json: { ...payout, amountPence: 5050 },
  }));
  await enter('£50.5');
  expect(dialog.getByRole('button', { name: 'Withdraw £50.50' })).toBeInTheDocument();
  await send();
  await closed();
  expect(api.of(WITHDRAW)[0]?.body).toEqual({ amountPence: 5050 });
  expect(toast).toHaveBeenCalledWith('Withdrawal of £50.50 requested', { tone: 'good' });
});

it('sends the same key again after a lost answer, even if the balance is lower by then', async () => {
  const { api, dialog, send, keys } = await openForm();
  api.cut(WITHDRAW);
  api.change(PAYOUTS, withdrawn);
  await send();
  expect(
    await dialog.findByText('Your withdrawal could not be confirmed. Please try again.'),
  ).toBeInTheDocument();
  await waitFor(() => expect(screen.getByText('£412.08 is on its way to your bank')).toBeInTheDocument());
  api.change(WITHDRAW, created);
  await send();
  await closed();
  expect(keys()).toHaveLength(2);
  expect(new Set(keys()).size).toBe(1);
});

it('pays once when it is pressed twice', async () => {
  const { dialog, keys } = await openForm();
  await user.dblClick(dialog.getByRole('button', { name: /^Withdraw/ }));
  await closed();
  expect(new Set(keys()).size).toBe(1);
});

it('has a key of its own for another amount', async () => {
  const { api, dialog, enter, send, keys } = await openForm();
  api.cut(WITHDRAW);
  await send();
  await dialog.findByText(/could not be confirmed/);
  api.change(WITHDRAW, created);
  await enter('20');
  await send();
  await closed();
  expect(new Set(keys()).size).toBe(2);
});

it.each(['9.99', '412.09', 'all of it'])('does not send %s', async (typed) => {
  const { api, dialog, amount, enter, send } = await openForm();
  await enter(typed);
  await send();
  expect(await dialog.findByText('Enter an amount from £10 to £412.08.')).toBeInTheDocument();
  expect(amount).toHaveFocus();
  expect(amount).toBeInvalid();
  expect(api.of(WITHDRAW)).toHaveLength(0);
});

it.each([
  [problem(422, 'invalid', { errors: { amountPence: 'Use at most £300.' } }), 'Use at most £300.'],
  [problem(409, 'balance_too_low', { detail: 'Only £300 is available.' }), 'Only £300 is available.'],
])('shows at the field what the server has against the amount', async (answer, text) => {
  const { api, dialog, amount, send } = await openForm(() => answer);
  const before = api.of(PAYOUTS).length;
  await send();
  expect(await dialog.findByText(text)).toBeInTheDocument();
  expect(amount).toHaveAccessibleDescription(expect.stringContaining(text));
  expect(amount).toHaveFocus();
  expect(dialog.queryByText(/could not be confirmed/)).not.toBeInTheDocument();
  await waitFor(() => expect(api.of(PAYOUTS).length).toBeGreaterThan(before));
});

it('stays open to say what else is wrong, though the page has changed under it', async () => {
  const { api, dialog, send } = await openForm(() =>
    problem(409, 'payout_details_missing', { detail: 'Add your bank details first.' }),
  );
  api.change(PAYOUTS, () => ({ json: { ...nothing, availablePence: 41_208, details: 'missing' } }));
  await send();
  expect(await dialog.findByText('Add your bank details first.')).toBeInTheDocument();
  expect(await screen.findByText('Add bank details')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await closed();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

it.each([
  [{ availablePence: 999 }, 'The minimum withdrawal is £10.'],
  [{ availablePence: 5000, history: [payout] }, ONE_AT_A_TIME],
])('says at the button why nothing can be withdrawn', async (money, reason) => {
  openWith(money);
  await loaded();
  expect(opener()).toHaveAttribute('aria-disabled', 'true');
  expect(opener()).toHaveAccessibleDescription(reason);
  await user.click(opener());
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('withdraws the least amount, and after an earlier payout is over', async () => {
  openWith({ availablePence: 1000, history: [{ ...payout, status: 'failed' }] });
  await loaded();
  expect(opener()).not.toHaveAccessibleDescription();
  await user.click(opener());
  expect(screen.getByRole('dialog')).toBeInTheDocument();
});

it.each([
  ['40', 4000],
  [' £42.5 ', 4250],
  ['1,234.56', 123_456],
  ['1234.56', 123_456],
  ['10,50', undefined],
  ['1.005', undefined],
  ['-5', undefined],
  ['', undefined],
])('reads %j as pence', (typed, pence) => {
  expect(penceOf(typed)).toBe(pence);
});

it.each([
  ['pending', 'is on its way to your bank', 'on its way'],
  ['review', 'is being checked before it goes to your bank', 'being checked'],
  ['held', 'is on hold', 'on hold'],
] as const)('says of a payout that is %s where it stands', async (status, note, word) => {
  openWith({ availablePence: 5000, pendingPence: 3000, history: [{ ...payout, status }] });
  await loaded();
  expect(screen.getByText(`£30.00 ${note}`)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Withdraw' })).toHaveAccessibleDescription(
    `One payout at a time: the last one is still ${word}.`,
  );
});
