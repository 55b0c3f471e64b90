// Plays the pro of the visitor's bookings: takes them, or asks for more; drives, works and finishes, all within a minute.
import { SECOND } from '../clock';
import { answerDispute } from '../disputes';
import { DRIVE } from '../drive';
import { accept, move, propose } from '../steps';
import { takeTime } from '../times';
import { begin, finish, startCodeOf } from '../work';
import type { DemoBooking } from '../world';
import { type Act, chatStep } from './chat';

const LOOK = 7 * SECOND;
const GET_READY = 6 * SECOND;
/** Long enough to ask that it be stopped. */
const WORK = 16 * SECOND;
const ANSWER_AFTER = 4 * SECOND;
const ANSWER = 'I did what we agreed, and tested it before I left. (I am part of the demonstration.)';
const NO_PHOTO = 'This is a demonstration: there is nothing to photograph.';
const THINK = 4 * SECOND;

/** A budget below this share of the price is too low, and is asked to rise by £10. */
const LOW = 0.95;
const MORE = 1000;
/** No change of the price may be more than half of it. */
const LEAST = 2 * MORE;

/** What is to be done about a booking now, if anything. */
export function proStep(booking: DemoBooking, now: number): Act | undefined {
  const { status, since, due, suggestion } = booking;
  const hasPassed = (time: number) => now - since >= time;
  if (status === 'pending' && !due && hasPassed(LOOK)) return answer(booking);
  if (status === 'assigned' && !due) {
    if (suggestion) return now - suggestion.since >= THINK ? () => agreeToTime(booking) : undefined;
    if (hasPassed(GET_READY)) return () => move(booking, 'en_route');
  }
  if (status === 'en_route' && hasPassed(DRIVE))
    return () => begin(booking, { status: 'in_progress', startCode: startCodeOf(booking) });
  // What the client asks to stop waits for the operator.
  if (status === 'in_progress' && !booking.stop && hasPassed(WORK))
    return () => finish(booking, { status: 'completed', cannotPhotograph: NO_PHOTO });
  return answerStep(booking, now) ?? chatStep(booking, now);
}

/** The pro's answer to what the client disputes. */
function answerStep(booking: DemoBooking, now: number): Act | undefined {
  const dispute = booking.disputes?.find(({ status, answer }) => status === 'open' && !answer);
  if (!dispute || now - Date.parse(dispute.opened_at) < ANSWER_AFTER) return undefined;
  return () => answerDispute(booking, dispute, ANSWER);
}

function answer(booking: DemoBooking): Act | undefined {
  const { amountPence, budgetPence, priced, askedAtPence = 0 } = booking;
  const isLow = budgetPence !== undefined && amountPence < priced.basePence * LOW;
  if (!isLow || amountPence < LEAST) return () => accept(booking);
  if (amountPence <= askedAtPence) return undefined;
  return () => {
    booking.askedAtPence = amountPence;
    propose(booking, MORE, 'I can do it for a little more.');
  };
}

async function agreeToTime(booking: DemoBooking): Promise<void> {
  const { suggestion } = booking;
  if (!suggestion) return;
  await takeTime(booking, { ...suggestion.timeslot, deltaGBP: suggestion.deltaGBP });
}
