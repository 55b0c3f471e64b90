import { loadStripe } from '@stripe/stripe-js/pure';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { noteReached } from '@/shared/connection';
import { addDays, londonDay } from '@/shared/london';
import { agreeingServer, finishedDraft, renderScreen } from '../checkout/testing';
import { Component } from './PaymentScreen';

vi.mock('@stripe/stripe-js/pure', () => ({ loadStripe: vi.fn() }));

const user = userEvent.setup();

function stripe(confirmation: unknown = {}) {
  const element = {
    on: (event: string, act: () => void) => event === 'ready' && queueMicrotask(act),
    off: vi.fn(),
    mount: vi.fn(),
    update: vi.fn(),
    destroy: vi.fn(),
  };
  const elements = {
    create: vi.fn((..._: unknown[]) => element),
    getElement: vi.fn(),
    update: vi.fn(),
    submit: vi.fn(async () => ({})),
  };
  const fake = {
    elements: vi.fn((_: unknown) => elements),
    confirmPayment: vi.fn(async () => confirmation),
    createToken: vi.fn(),
    createPaymentMethod: vi.fn(),
    confirmCardPayment: vi.fn(),
  };
  vi.mocked(loadStripe).mockResolvedValue(fake as never);
  return { ...fake, element, created: elements };
}

function show() {
  const server = agreeingServer();
  server.change('GET /api/payments/config', () => ({
    json: { provider: 'stripe', publishableKey: 'pk_test' },
  }));
  renderScreen('/booking/payment', Component);
  return server;
}

async function pressPay() {
  await user.click(await screen.findByRole('checkbox'));
  const button = await screen.findByRole('button', { name: 'Pay £107.50' });
  await waitFor(() => expect(button).toBeEnabled());
  expect(button).not.toHaveAttribute('aria-busy');
  await user.click(button);
}

beforeEach(() => {
  noteReached();
  finishedDraft();
});

it('shows the Payment Element with a deferred intent, and confirms with the intent that Pay creates', async () => {
  const fake = stripe();
  show();
  await pressPay();
  expect(await screen.findByTestId('location')).toHaveTextContent('/booking/confirmation');
  expect(loadStripe).toHaveBeenCalledWith('pk_test', { locale: 'en-GB' });
  expect(fake.elements).toHaveBeenCalledWith(
    expect.objectContaining({
      mode: 'payment',
      amount: 10_750,
      currency: 'gbp',
      captureMethod: 'manual',
      locale: 'en-GB',
    }),
  );
  expect(fake.created.create).toHaveBeenCalledWith('payment', {
    layout: 'tabs',
    wallets: { link: 'never' },
  });
  expect(fake.created.submit).toHaveBeenCalledBefore(fake.confirmPayment);
  expect(fake.confirmPayment).toHaveBeenCalledWith(
    expect.objectContaining({
      clientSecret: 'secret-of-C-1',
      redirect: 'if_required',
      confirmParams: { return_url: expect.stringContaining('http://127.0.0.1:8080/booking/confirmation?') },
    }),
  );
});

it('tells Stripe that the card is kept for a visit that is days away', async () => {
  const fake = stripe();
  finishedDraft({ timeSlotStart: `${addDays(londonDay(), 5)}T14:00` });
  const server = show();
  await pressPay();
  await screen.findByTestId('location');
  expect(fake.elements).toHaveBeenCalledWith(expect.objectContaining({ setupFutureUsage: 'off_session' }));
  expect(server.of('POST /api/payments/create')[0]?.body).toMatchObject({ keepCard: true });
});

it("stays on the page with the provider's message when the card is declined", async () => {
  stripe({ error: { message: 'Your card has insufficient funds.' } });
  show();
  await pressPay();
  expect(await screen.findByText(/^Your card has insufficient funds\./)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Pay £107.50' })).toBeEnabled();
});

it('says that a payment has ended that was cancelled meanwhile, and asks for a price for another', async () => {
  const message = 'You cannot confirm this PaymentIntent because it has a status of canceled.';
  stripe({ error: { type: 'invalid_request_error', message, payment_intent: { status: 'canceled' } } });
  const server = show();
  await pressPay();
  expect(await screen.findByText(/^This payment has ended/)).toBeInTheDocument();
  expect(server.of('POST /api/quotes')).toHaveLength(2);
});

it('says so when the script cannot be loaded, and creates no payment', async () => {
  vi.mocked(loadStripe).mockRejectedValue(new Error('blocked'));
  const server = show();
  expect(await screen.findByText('Stripe is not available.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Pay £107.50' })).toBeDisabled();
  expect(server.of('POST /api/payments/create')).toHaveLength(0);
});
