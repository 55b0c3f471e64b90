import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noteReached } from '@/shared/connection';
import { addDays, londonDay } from '@/shared/london';
import { problem } from '@/test/fakeApi';
import { agreeingServer, atDesk, finishedDraft, onPhone, payment, signedQuote } from '../checkout/testing';
import { getDraft, resetDraft, updateDraft } from '../draft';
import { payButton, pressPay, show, terms, typeCard, untilReady, user } from './testing';

beforeEach(() => {
  atDesk();
  noteReached();
  finishedDraft();
});
afterEach(() => vi.useRealTimers());

describe('paying by card', () => {
  it('redeems the quote, confirms the card and goes to the confirmation', async () => {
    const server = agreeingServer();
    show();
    await typeCard();
    await user.click(terms());
    await pressPay();
    expect(await screen.findByTestId('location')).toHaveTextContent(
      '/booking/confirmation?method=card&amount=10750&booking_id=C-1&payment_intent=pi_C-1&currency=GBP',
    );
    const [created] = server.of('POST /api/payments/create');
    expect(created?.body).toMatchObject({ signature: expect.stringContaining('signed-') });
    expect(created?.body).not.toHaveProperty('keepCard');
    expect(created?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
    expect(server.of('POST /api/sandbox/payments/pi_C-1/confirm')[0]?.body).toEqual({
      clientSecret: 'secret-of-C-1',
      cardNumber: '4242424242424242',
    });
    expect(getDraft()).toMatchObject({ bookingId: 'C-1', shareToken: 'share-link' });
  });

  it('charges nothing before Pay is pressed, and shows the exact amount', async () => {
    const server = agreeingServer();
    show();
    expect(await payButton('Pay £107.50')).toBeInTheDocument();
    await screen.findByLabelText('Card number');
    expect(server.of('POST /api/payments/create')).toHaveLength(0);
    expect(server.of('POST /api/quotes')[0]?.body).toMatchObject({
      amountPence: 10_750,
      postcode: 'SW1A 1AA',
    });
  });

  it('keeps the card only for a visit that is days away, and says so', async () => {
    const server = agreeingServer();
    finishedDraft({ timeSlotStart: `${addDays(londonDay(), 5)}T14:00` });
    show();
    await typeCard();
    expect(screen.getByText(/^Your visit is more than 3 days away/)).toBeInTheDocument();
    await user.click(terms());
    await pressPay();
    await screen.findByTestId('location');
    expect(server.of('POST /api/payments/create')[0]?.body).toMatchObject({ keepCard: true });
  });

  it('books what a pro suggested for that pro alone', async () => {
    const server = agreeingServer();
    finishedDraft({ invitation: { token: 'work-1.mac', pro: 'Sam O.' } });
    show();
    await typeCard();
    expect(screen.getByText(/^Only Sam O\., who suggested this, is asked/)).toBeInTheDocument();
    await user.click(terms());
    await pressPay();
    await screen.findByTestId('location');
    expect(server.of('POST /api/payments/create')[0]?.body).toMatchObject({ invitation: 'work-1.mac' });
  });

  it('asks any pro instead when the client wants that', async () => {
    const server = agreeingServer();
    finishedDraft({ invitation: { token: 'work-1.mac', pro: 'Sam O.' } });
    show();
    await typeCard();
    await user.click(screen.getByRole('button', { name: 'Ask any pro instead' }));
    expect(screen.queryByText(/^Only Sam O\., who suggested this, is asked/)).not.toBeInTheDocument();
    await user.click(terms());
    await pressPay();
    await screen.findByTestId('location');
    expect(server.of('POST /api/payments/create')[0]?.body).not.toHaveProperty('invitation');
  });

  it('requires agreement to the terms, in a summary that takes the focus', async () => {
    const server = agreeingServer();
    show();
    await typeCard();
    await pressPay();
    await user.click(await screen.findByRole('link', { name: 'Please accept the terms to continue.' }));
    expect(terms()).toHaveFocus();
    expect(terms()).toBeInvalid();
    expect(server.of('POST /api/payments/create')).toHaveLength(0);
  });

  it('reports card errors before anything is booked', async () => {
    const server = agreeingServer();
    show();
    await typeCard('4242424242424241');
    await user.click(terms());
    await pressPay();
    const summary = await screen.findByRole('alert', { name: 'There is a problem' });
    expect(summary).toHaveFocus();
    expect(within(summary).getByRole('link', { name: 'Enter the number on your card.' })).toBeInTheDocument();
    expect(screen.getByLabelText('Card number')).toBeInvalid();
    expect(server.of('POST /api/payments/create')).toHaveLength(0);
  });

  it('makes one booking for two clicks', async () => {
    const server = agreeingServer();
    show();
    await typeCard();
    await user.click(terms());
    const button = await payButton();
    await untilReady(button);
    button.click();
    button.click();
    await screen.findByTestId('location');
    expect(server.of('POST /api/payments/create')).toHaveLength(1);
  });

  it('retries a declined card on the same payment', async () => {
    const server = agreeingServer();
    const confirm = 'POST /api/sandbox/payments/pi_C-1/confirm';
    server.change(confirm, () => problem(402, 'card_declined', { detail: 'Your card was declined.' }));
    show();
    await typeCard('4000000000000002');
    await user.click(terms());
    await pressPay();
    const alert = await screen.findByText(/^Your card was declined\./);
    expect(alert).toHaveTextContent('Your card was declined. Try another card. Nothing has been charged.');
    expect(alert.closest('[role=alert]')?.nextElementSibling).toBe(await payButton());
    expect(screen.getByLabelText('Card number')).toBeInvalid();

    server.change(confirm, () => ({ json: { status: 'requires_capture' } }));
    await user.clear(screen.getByLabelText('Card number'));
    await user.type(screen.getByLabelText('Card number'), '4242424242424242');
    await pressPay();
    await screen.findByTestId('location');
    expect(server.of('POST /api/payments/create')).toHaveLength(1);
    expect(server.of(confirm)).toHaveLength(2);
  });

  it('asks the bank when the card requires it, and accepts its refusal', async () => {
    const server = agreeingServer();
    server.change('POST /api/sandbox/payments/pi_C-1/confirm', () => ({
      json: { status: 'requires_action' },
    }));
    server.change('POST /api/sandbox/payments/pi_C-1/authenticate', ({ body }) =>
      (body as { approve: boolean }).approve
        ? { json: { status: 'requires_capture' } }
        : problem(402, 'card_declined', { detail: 'The payment was not approved.' }),
    );
    show();
    await typeCard('4000002500003155');
    await user.click(terms());
    await pressPay();
    await user.click(await screen.findByRole('button', { name: 'Decline' }));
    expect(await screen.findByText(/^The payment was not approved\./)).toBeInTheDocument();
    await pressPay();
    await user.click(await screen.findByRole('button', { name: 'Approve' }));
    expect(await screen.findByTestId('location')).toHaveTextContent('/booking/confirmation');
  });

  it('says how to go on when the bank’s answer is lost, and confirms the same payment again', async () => {
    const server = agreeingServer();
    const confirm = 'POST /api/sandbox/payments/pi_C-1/confirm';
    server.cut(confirm);
    show();
    await typeCard();
    await user.click(terms());
    await pressPay();
    expect(await screen.findByText(/^We couldn't hear back\./)).toHaveTextContent(
      "We couldn't hear back. Press Pay again; you won't be charged twice.",
    );
    server.change(confirm, () => ({ json: { status: 'requires_capture' } }));
    server.change('GET /healthz', () => ({}));
    window.dispatchEvent(new Event('online'));
    await pressPay();
    await screen.findByTestId('location');
    expect(server.of('POST /api/payments/create')).toHaveLength(1);
  });

  it('says that the payment was ended in another tab, and makes another one', async () => {
    const server = agreeingServer();
    const confirm = 'POST /api/sandbox/payments/pi_C-1/confirm';
    server.change(confirm, () => problem(409, 'unexpected_state'));
    show();
    await typeCard();
    await user.click(terms());
    await pressPay();
    expect(await screen.findByText(/^This payment has ended/)).toBeInTheDocument();
    server.change(confirm, () => ({ json: { status: 'requires_capture' } }));
    await pressPay();
    expect(await screen.findByTestId('location')).toHaveTextContent('/booking/confirmation');
    const redeemed = server.of('POST /api/payments/create').map(({ body }) => body);
    expect(new Set(redeemed.map((body) => (body as { quoteId: string }).quoteId)).size).toBe(2);
  });

  it('leaves the draft its own booking, whatever another tab wrote down while the card was confirmed', async () => {
    const server = agreeingServer();
    server.change('POST /api/sandbox/payments/pi_C-1/confirm', () => {
      updateDraft({ bookingId: 'C-0' });
      return { json: { status: 'requires_capture' } };
    });
    show();
    await typeCard();
    await user.click(terms());
    await pressPay();
    await screen.findByTestId('location');
    expect(getDraft().bookingId).toBe('C-1');
  });

  it('leaves a draft alone that another tab has begun since Pay was pressed', async () => {
    const server = agreeingServer();
    server.change('POST /api/payments/create', () => {
      updateDraft({ bookingId: 'C-0' });
      resetDraft();
      return { status: 201, json: payment(10_750) };
    });
    server.change('POST /api/sandbox/payments/pi_C-1/confirm', () => problem(409, 'unexpected_state'));
    show();
    await typeCard();
    await user.click(terms());
    await pressPay();
    expect(await screen.findByText('C-0')).toBeInTheDocument();
    expect(getDraft().bookingId).toBeUndefined();
  });

  it('waits while the server is unreachable, then asks for the price again', async () => {
    const server = agreeingServer();
    server.cut('POST /api/payments/create');
    show();
    await typeCard();
    await user.click(terms());
    await pressPay();
    expect(await screen.findByText(/^Failed to prepare payment\./)).toBeInTheDocument();
    expect(await payButton()).toBeDisabled();
    server.change('GET /healthz', () => ({}));
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(server.of('POST /api/quotes')).toHaveLength(2));
    await untilReady(await payButton());
  });
});

it('opens the card form once the server can be reached', async () => {
  const server = agreeingServer();
  const config = 'GET /api/payments/config';
  server.cut(config);
  show();
  expect(await screen.findByText('The card form opens when you are back online.')).toBeInTheDocument();
  server.change(config, () => ({ json: { provider: 'sandbox', publishableKey: '' } }));
  server.change('GET /healthz', () => ({}));
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByLabelText('Card number')).toBeInTheDocument();
});

it('asks about a photo the server no longer has, and sends it again', async () => {
  finishedDraft({ hasPhoto: true, photoUrl: '/api/files/u-old' });
  const server = agreeingServer();
  const create = 'POST /api/payments/create';
  server.change(create, () =>
    problem(422, 'invalid', { errors: { photo_url: 'This photo is not there any more.' } }),
  );
  show();
  await typeCard();
  await user.click(terms());
  await pressPay();
  const without = await screen.findByRole('button', { name: 'Go on without the photo' });
  expect(getDraft().photoUrl).toBeUndefined();
  server.change(create, () => ({ status: 201, json: payment(10_750) }));
  await user.click(without);
  await screen.findByTestId('location');
  expect(server.of(create)[1]?.body).not.toHaveProperty('photo_url');
});

it('needs no card when there is nothing to pay', async () => {
  const server = agreeingServer();
  server.change('POST /api/quotes', () => problem(409, 'price_changed', { quote: signedQuote(0) }));
  server.change('POST /api/payments/create', () => ({
    status: 201,
    json: { ...payment(0), clientSecret: '', paymentIntentId: '' },
  }));
  show();
  await user.click(await screen.findByRole('button', { name: 'Accept £0' }));
  expect(screen.queryByLabelText('Card number')).not.toBeInTheDocument();
  await user.click(terms());
  await user.click(await screen.findByRole('button', { name: 'Confirm booking' }));
  expect(await screen.findByTestId('location')).toHaveTextContent(
    '/booking/confirmation?method=card&amount=0&booking_id=C-1&currency=GBP',
  );
});

describe('at a desk', () => {
  it('shows the choice of the review beside the card', async () => {
    const server = agreeingServer();
    server.change('POST /api/bookings', () => ({ status: 201, json: { id: 'C-3' } }));
    show();
    await user.click(await screen.findByRole('radio', { name: 'Suggest my budget' }));
    expect(screen.queryByLabelText('Card number')).not.toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Request & Book' }));
    expect(await screen.findByTestId('location')).toHaveTextContent('booking_id=C-3');
    expect(server.of('POST /api/bookings')[0]?.body).toMatchObject({ mode: 'REQUEST', proposed_price: 97 });
  });

  it('lets pros name the price of a job without one', async () => {
    const later = addDays(londonDay(), 3);
    finishedDraft({
      description: 'My boiler makes a banging noise and there is no heating',
      problemTypeToUse: 'heating',
      timeSlotStart: `${later}T14:00`,
      timeSlotEnd: `${later}T16:00`,
    });
    const server = agreeingServer();
    server.change('POST /api/bookings', () => ({ status: 201, json: { id: 'C-3' } }));
    show();
    expect(await screen.findByRole('radio', { name: 'Let pros name a price' })).toBeChecked();
    expect(screen.queryByLabelText('Card number')).not.toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Request & Book' }));
    expect(await screen.findByTestId('location')).toHaveTextContent('booking_id=C-3');
    expect(server.of('POST /api/bookings')[0]?.body).toMatchObject({ mode: 'REQUEST', open_price: true });
  });

  it('is two steps on a phone', async () => {
    onPhone();
    agreeingServer();
    show();
    await payButton();
    expect(screen.queryByRole('radio', { name: 'Suggest my budget' })).not.toBeInTheDocument();
  });
});

describe('cash', () => {
  it('is confirmed with a terms box of its own, and nothing is charged', async () => {
    const server = agreeingServer();
    server.change('POST /api/bookings', () => ({
      status: 201,
      json: { id: 'C-2', guest_token: 'g', share_token: 's' },
    }));
    show();
    await user.click(await screen.findByRole('radio', { name: 'Cash' }));
    expect(screen.getByText('Pay cash on completion. Please prepare £107.50.')).toBeInTheDocument();
    await user.click(screen.getByLabelText('I agree to pay the plumber in cash after the service'));
    const button = await screen.findByRole('button', { name: 'Confirm booking (cash)' });
    await untilReady(button);
    await user.click(button);
    expect(await screen.findByTestId('location')).toHaveTextContent(
      'method=cash&amount=10750&booking_id=C-2',
    );
    expect(server.of('POST /api/bookings')[0]?.body).toMatchObject({ mode: 'CASH' });
  });

  it('says that only a card will do after late cancellations, and nothing is booked', async () => {
    const detail = 'You cancelled three cash bookings late in the last 12 months, so please pay by card.';
    const server = agreeingServer();
    server.change('POST /api/bookings', () => problem(422, 'card_only', { detail }));
    show();
    await user.click(await screen.findByRole('radio', { name: 'Cash' }));
    await user.click(screen.getByLabelText('I agree to pay the plumber in cash after the service'));
    const button = await screen.findByRole('button', { name: 'Confirm booking (cash)' });
    await untilReady(button);
    await user.click(button);
    expect(await screen.findByText(detail)).toBeInTheDocument();
    expect(screen.getByRole('radio', { name: 'Card' })).toBeInTheDocument();
  });
});
