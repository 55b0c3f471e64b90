// Bookings that are made from a quote, and the sandbox provider: it answers its test cards as the server's does.
import { poundsToPence } from '@/shared/money';
import { bookingOf } from '../access';
import { settleDebt } from '../debts';
import { bookQuote, newPayment } from '../newBooking';
import { clientOf } from '../people';
import { redeemed } from '../prices';
import { notFound, Refusal, route } from '../route';
import { move, settle } from '../steps';
import { bookingView } from '../views';
import { type DemoBooking, type DemoPayment, theWorld } from '../world';

const cards = { declined: '4000000000000002', asksBank: '4000002500003155' };

/** As the server says how much longer a booking waits for its payment. */
const PAY_WITHIN_SECONDS = 20 * 60;

function paymentOf(id: string): { booking: DemoBooking; payment: DemoPayment } {
  for (const booking of theWorld().bookings) {
    const payment = booking.payments.find((one) => one.id === id);
    if (payment) return { booking, payment };
  }
  throw notFound('Payment');
}

/** What a card pays: something of a booking, or what the pro owes. */
function toConfirm(id: string): { payment: Pick<DemoPayment, 'status'>; paid: () => void | Promise<void> } {
  const debt = theWorld().pro.debts.find((one) => one.id === id);
  if (debt) return { payment: debt, paid: () => settleDebt(debt) };
  const { booking, payment } = paymentOf(id);
  return { payment, paid: () => settle(booking, payment) };
}

export const paymentHandlers = [
  route('get', '/api/payments/config', () => ({ provider: 'sandbox', publishableKey: '' })),
  route('post', '/api/payments/create', ({ body, caller }) => {
    const { clientId } = clientOf(caller).profile;
    const booking = bookQuote(redeemed(body), {
      clientId,
      address: body.address,
      photoUrl: body.photo_url,
      method: 'card',
    });
    const { id, amountPence, guestToken, shareToken } = booking;
    const answer = {
      bookingId: id,
      amountPence,
      guestToken,
      shareToken,
      payByEpochSec: Math.floor(booking.createdAt / 1000) + PAY_WITHIN_SECONDS,
    };
    if (amountPence === 0) {
      move(booking, 'pending');
      return answer;
    }
    const payment = newPayment(booking, amountPence, false);
    return { ...answer, paymentIntentId: payment.id, clientSecret: payment.secret };
  }),
  route('post', '/api/bookings', ({ body, caller }) => {
    const { clientId } = clientOf(caller).profile;
    const isBudget = body.mode === 'REQUEST';
    const booking = bookQuote(redeemed(body), {
      clientId,
      address: body.address,
      photoUrl: body.photo_url,
      method: isBudget ? (body.payment_method ?? 'cash') : 'cash',
      budgetPence: isBudget ? poundsToPence(body.proposed_price ?? 0) : undefined,
    });
    move(booking, 'pending');
    return bookingView(booking);
  }),
  route('post', '/api/create-payment', (call) => {
    const booking = bookingOf(call, call.body.booking_id);
    const { due } = booking;
    if (!due) throw new Refusal(409, 'nothing_due', 'There is nothing to pay for this booking.');
    const open = booking.payments.find(
      (one) =>
        one.isForDue && one.status === 'requires_payment_method' && one.amountPence === due.amountPence,
    );
    const payment = open ?? newPayment(booking, due.amountPence, true);
    return { paymentIntentId: payment.id, clientSecret: payment.secret, amountPence: due.amountPence };
  }),
  route('get', '/api/payments/bookings/by-intent/{intent}', ({ value }) =>
    bookingView(paymentOf(value('intent')).booking),
  ),
  route('post', '/api/sandbox/payments/{intent}/confirm', async ({ value, body }) => {
    const { payment, paid } = toConfirm(value('intent'));
    if (body.cardNumber === cards.declined)
      throw new Refusal(402, 'card_declined', 'Your card was declined.');
    if (body.cardNumber === cards.asksBank) payment.status = 'requires_action';
    else if (payment.status === 'requires_payment_method') await paid();
    return { status: payment.status };
  }),
  route('post', '/api/sandbox/payments/{intent}/authenticate', async ({ value, body }) => {
    const { payment, paid } = toConfirm(value('intent'));
    if (!body.approve) payment.status = 'requires_payment_method';
    else if (payment.status === 'requires_action') await paid();
    return { status: payment.status };
  }),
  route('post', '/api/bookings/claim-by-intent', ({ body, caller }) => {
    const { booking } = paymentOf(body.payment_intent_id);
    booking.clientId = clientOf(caller).profile.clientId;
    return { ok: true, booking_id: booking.id };
  }),
];
