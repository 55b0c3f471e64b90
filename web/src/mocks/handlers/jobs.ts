// The pro's side of matching and of a job: offers and their answers, the steps from assignment to completion.
import { poundsToPence } from '@/shared/money';
import { bookingOf, jobsOfPro } from '../access';
import { answerExtra, proposeExtra } from '../extras';
import { Refusal, route, type Schemas } from '../route';
import { assign, hasPro, move, propose, tellPro } from '../steps';
import { bookingView, jobView, offerView } from '../views';
import { begin, finish, renewStartCode } from '../work';
import { type DemoBooking, theWorld } from '../world';

type Step = 'en_route' | 'in_progress' | 'completed';

/** What must come before each step. */
const before: Record<Step, Schemas['BookingStatus']> = {
  en_route: 'assigned',
  in_progress: 'en_route',
  completed: 'in_progress',
};

const isStep = (status: string): status is Step => status in before;

function take(booking: DemoBooking, answer: Schemas['OfferAnswer']): void {
  if (hasPro(booking)) throw new Refusal(409, 'already_taken', 'Too late — already taken');
  if (booking.status !== 'pending') throw new Refusal(409, 'offer_expired', 'This offer has ended.');
  delete booking.offeredUntil;
  const deltaPence = poundsToPence(answer.price_delta ?? 0);
  if (deltaPence === 0) assign(booking);
  else propose(booking, deltaPence, answer.message ?? undefined);
}

/** Declines an offer, or takes back what the client has not answered yet. */
function decline(booking: DemoBooking): void {
  delete booking.offeredUntil;
  delete booking.proposal;
  theWorld().pro.declined.push(booking.id);
  if (booking.status === 'accepted') move(booking, 'pending');
}

export const jobHandlers = [
  route('get', '/api/masters/offers', async () => {
    const jobs = jobsOfPro();
    const offered = jobs.filter(
      ({ offeredUntil }) => offeredUntil !== undefined && offeredUntil > Date.now(),
    );
    const waiting = jobs.filter(({ proposal }) => proposal);
    return {
      items: await Promise.all(offered.map(offerView)),
      waiting: await Promise.all(waiting.map(jobView)),
    };
  }),
  route('post', '/api/matching/respond/{bookingId}', (call) => {
    const booking = bookingOf(call, call.value('bookingId'));
    if (call.body.action === 'accept') take(booking, call.body);
    else decline(booking);
    return { status: booking.status };
  }),
  route('put', '/api/bookings/{id}', (call) => {
    const booking = bookingOf(call);
    const { status } = call.body;
    if (!isStep(status) || booking.status !== before[status])
      throw new Refusal(409, 'illegal_transition', 'This job has moved on meanwhile.');
    if (status === 'in_progress') begin(booking, call.body);
    else if (status === 'completed') finish(booking, call.body);
    else move(booking, status);
    return jobView(booking);
  }),
  route('post', '/api/bookings/{id}/withdraw', (call) => {
    const booking = bookingOf(call);
    theWorld().pro.declined.push(booking.id);
    move(booking, 'pending');
    tellPro('updated', { bookingId: booking.id });
    return jobView(booking);
  }),
  route('post', '/api/bookings/{id}/start-code', (call) => {
    const booking = bookingOf(call);
    renewStartCode(booking);
    return bookingView(booking);
  }),
  route('post', '/api/bookings/{id}/change-orders', (call) => {
    const booking = bookingOf(call);
    proposeExtra(booking, call.body);
    return jobView(booking);
  }),
  route('post', '/api/bookings/{id}/change-orders/{number}', async (call) => {
    const booking = bookingOf(call);
    await answerExtra(booking, Number(call.value('number')), call.body.action);
    return booking.visitor === 'pro' ? jobView(booking) : bookingView(booking);
  }),
  route('put', '/api/masters/location', () => undefined),
];
