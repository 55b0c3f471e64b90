// What clients and pros report when something went wrong, for the operator to decide.
import { DEMO_CODE } from '@/shared/demo';
import { bookingOf } from '../access';
import { appealAgainst, openDispute } from '../disputes';
import { type Call, Refusal, route } from '../route';
import { askToStop } from '../stop';
import { reportNotPaid } from '../unpaid';
import { bookingView, jobView } from '../views';
import { arrive, reportNotHome } from '../visits';

/** Money moves by it, so that having a link is not enough. */
function checkCode({ value, body }: Call<{ code?: string | null }>): void {
  if (value('token') !== '' && body.code !== DEMO_CODE)
    throw new Refusal(401, 'invalid_code', 'That code is wrong or has expired.');
}

export const reportHandlers = [
  route('post', '/api/bookings/{id}/disputes', (call) => {
    const booking = bookingOf(call);
    checkCode(call);
    return openDispute(booking, call.body);
  }),
  route('post', '/api/bookings/{id}/disputes/code', (call) => {
    bookingOf(call);
    return { ok: true };
  }),
  route('post', '/api/bookings/{id}/disputes/appeal', (call) => {
    const booking = bookingOf(call);
    checkCode(call);
    return appealAgainst(booking, call.body.text);
  }),
  route('post', '/api/bookings/{id}/stop', (call) => {
    const booking = bookingOf(call);
    askToStop(booking, call.body.text);
    return bookingView(booking);
  }),
  route('post', '/api/bookings/{id}/not-paid', (call) => {
    const booking = bookingOf(call);
    reportNotPaid(booking, call.body.text);
    return jobView(booking);
  }),
  route('post', '/api/bookings/{id}/at-the-door', (call) => {
    const booking = bookingOf(call);
    arrive(booking);
    return jobView(booking);
  }),
  route('post', '/api/bookings/{id}/not-home', (call) => {
    const booking = bookingOf(call);
    reportNotHome(booking, call.body.text);
    return jobView(booking);
  }),
];
