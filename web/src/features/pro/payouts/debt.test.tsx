import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
// The screen asks for it while it is shown: before the tests begin, it is in nobody's time.
import '@/card/SandboxCard';
import { problem } from '@/test/fakeApi';
import { loaded, openWith } from './testing';

const toast = vi.hoisted(() => vi.fn());
vi.mock('@/ui', async (original) => ({ ...(await original<typeof import('@/ui')>()), toast }));
beforeEach(() => {
  toast.mockClear();
});

const OPEN = 'POST /api/masters/payouts/debt';
const CONFIRM = 'POST /api/sandbox/payments/pi_1/confirm';
const PAID = 'GET /api/masters/payouts/debt/pi_1';
const PAGE = '/master/payouts/debt';
const user = userEvent.setup({ delay: null });

const opened = { paymentIntentId: 'pi_1', clientSecret: 'secret', amountPence: 1688 };

/** The payment page of a pro who owes £16.88, with a server that agrees to everything. */
function open(handlers: Parameters<typeof openWith>[1] = {}, path = PAGE) {
  return openWith(
    { debtPence: 1688 },
    {
      'GET /api/payments/config': () => ({ json: { provider: 'sandbox', publishableKey: '' } }),
      [OPEN]: () => ({ json: opened }),
      [CONFIRM]: () => ({ json: { status: 'requires_capture' } }),
      [PAID]: () => ({ json: { isPaid: true } }),
      ...handlers,
    },
    path,
  );
}

async function pay() {
  await user.click(await screen.findByLabelText('Card number'));
  await user.paste('4242424242424242');
  await user.type(screen.getByLabelText('Expiry'), '1299');
  await user.type(screen.getByLabelText('CVC'), '123');
  await user.click(screen.getByRole('button', { name: 'Pay £16.88' }));
}

it.each([
  [1688, 1],
  [29, 0],
])('of %i pence is offered beside it, if a card can pay it', async (debtPence, links) => {
  openWith({ debtPence });
  await loaded();
  expect(screen.getByText(/^You owe/)).toBeInTheDocument();
  expect(screen.queryAllByRole('link', { name: 'Pay £16.88 now' })).toHaveLength(links);
});

it('pays all of it, and goes back to the payouts', async () => {
  const api = open();
  await pay();
  await loaded();
  expect(api.of(CONFIRM)[0]?.body).toEqual({ clientSecret: 'secret', cardNumber: '4242424242424242' });
  expect(toast).toHaveBeenCalledWith('You have paid what you owed', { tone: 'good' });
});

it('asks for the card before anything is opened', async () => {
  const api = open();
  await user.click(await screen.findByLabelText('Card number'));
  await user.click(screen.getByRole('button', { name: 'Pay £16.88' }));
  expect(await screen.findAllByText('Enter the number on your card.')).not.toHaveLength(0);
  expect(api.of(OPEN)).toHaveLength(0);
});

it('says that the card was declined, or not charged', async () => {
  const api = open({ [CONFIRM]: () => problem(402, 'card_declined', { detail: 'Your card was declined.' }) });
  await pay();
  expect(await screen.findByText(/^Your card was declined\./)).toBeInTheDocument();
  api.change(CONFIRM, () => ({ json: { status: 'requires_capture' } }));
  api.change(PAID, () => ({ json: { isPaid: false } }));
  await user.click(screen.getByRole('button', { name: 'Pay £16.88' }));
  expect(await screen.findByText(/^Payment failed\./)).toBeInTheDocument();
  expect(toast).not.toHaveBeenCalled();
});

it('charges nothing when the debt has changed meanwhile', async () => {
  const api = open({ [OPEN]: () => ({ json: { ...opened, amountPence: 2000 } }) });
  await pay();
  expect(await screen.findByText(/^You owe £20\.00 now\./)).toBeInTheDocument();
  expect(api.of(CONFIRM)).toHaveLength(0);
});

it('comes back from the page of a bank', async () => {
  open({}, `${PAGE}?payment_intent=pi_1&redirect_status=succeeded`);
  await loaded();
  expect(toast).toHaveBeenCalledWith('You have paid what you owed', { tone: 'good' });
});

it('lets a payment be checked again that could not be', async () => {
  const api = open({ [PAID]: () => problem(502, 'payment_unavailable') }, `${PAGE}?payment_intent=pi_1`);
  expect(await screen.findByText('Your payment could not be checked.')).toBeInTheDocument();
  api.change(PAID, () => ({ json: { isPaid: false } }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: 'Pay £16.88' })).toBeInTheDocument();
});
