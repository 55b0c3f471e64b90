// Plays the clients of the ready-made pro: sends offers, agrees to proposals, pays and writes a review.
import { randomId } from '@/shared/id';
import { jobsOfPro } from '../access';
import { iso, SECOND } from '../clock';
import { answerExtra, openExtra } from '../extras';
import { post } from '../money';
import { newId } from '../newBooking';
import { basePenceOf, estimateOf, pricing, windows } from '../prices';
import { approve, hasPro, note, tellPro, write } from '../steps';
import { offerView } from '../views';
import { isStartLocked, renewStartCode, startCodeOf } from '../work';
import { type DemoBooking, theWorld } from '../world';
import { type Act, chatStep } from './chat';

const THINK = 4 * SECOND;
const TELL_CODE_AFTER = 2 * SECOND;
const REVIEW_AFTER = 6 * SECOND;
const PAY_OUT_AFTER = 5 * SECOND;
/** How long an offer can be answered, and until the next one comes. */
const OFFERED = 60 * SECOND;
const NEXT_OFFER = 25 * SECOND;
/** As many may wait to be taken. */
const MOST_WAITING = 3;

/** The phone numbers are from Ofcom's range of those that are nobody's. */
const clients = [
  {
    name: 'Demo Ada Brown',
    phone: '+447700900123',
    line1: '14 Harbour Row',
    postcode: 'E1 6AN',
    entryInfo: 'Blue door, ring twice',
    description: 'Kitchen tap leaking under the sink since this morning',
    method: 'card',
  },
  {
    name: 'Demo Leo Park',
    phone: '+447700900124',
    line1: '2 Canal Walk',
    postcode: 'N1 7AA',
    entryInfo: '',
    description: 'Toilet keeps running after every flush',
    method: 'cash',
  },
  {
    name: 'Demo Mina Shah',
    phone: '+447700900125',
    line1: '88 Orchard Lane',
    postcode: 'E8 3PN',
    entryInfo: 'Flat 3, second floor',
    description: 'Shower drips all night long',
    method: 'card',
  },
] as const;

/** What is to be done about a job now, if anything. */
export function clientStep(booking: DemoBooking, now: number): Act | undefined {
  const { id, status, since, proposal, offeredUntil, reviewOfPro } = booking;
  if (offeredUntil !== undefined && offeredUntil <= now)
    return () => {
      delete booking.offeredUntil;
      tellPro('pool', {});
    };
  if (status === 'accepted' && proposal && now - since >= THINK) return () => approve(booking);
  if (status === 'completed' && !reviewOfPro && now - since >= REVIEW_AFTER)
    return () => {
      const review = { rating: 5, text: 'Quick, friendly and tidy.', created_at: iso(now) };
      booking.reviewOfPro = review;
      theWorld().pro.reviews.unshift({ id, ...review });
      tellPro('updated', { bookingId: id });
    };
  const extra = openExtra(booking);
  if (extra && now - Date.parse(extra.proposedAt) >= THINK)
    return () => answerExtra(booking, extra.number, 'approve');
  return tellCode(booking, now) ?? chatStep(booking, now);
}

/** The client writes the start code to the pro who comes, and a new one once it is locked. */
function tellCode(booking: DemoBooking, now: number): Act | undefined {
  if (booking.status !== 'en_route' || now - booking.since < TELL_CODE_AFTER) return undefined;
  if (isStartLocked(booking)) return () => renewStartCode(booking);
  const code = startCodeOf(booking);
  if (!code || booking.messages.some(({ from, text }) => from === 'client' && text.includes(code)))
    return undefined;
  const text = `My start code is ${code}. (Only in the demonstration is it written; real clients show it at the door.)`;
  return () => write(booking, { from: 'client', text });
}

/** A payout that is due to arrive. */
export function payoutStep(now: number): Act | undefined {
  const { payouts, account } = theWorld().pro;
  const coming = payouts.find(
    ({ status, date }) => status === 'pending' && now - Date.parse(date) >= PAY_OUT_AFTER,
  );
  if (!coming) return undefined;
  const isPaid = account === 'pays';
  return () => {
    if (!isPaid) post({ whatFor: 'Payout returned', amountPence: coming.amountPence });
    Object.assign(coming, isPaid ? { status: 'sent', sentPence: coming.amountPence } : { status: 'failed' });
    tellPro('updated', {});
  };
}

/** The next offer, when it is time for one. */
export function offerStep(now: number): Act | undefined {
  const { lastOfferAt, profile } = theWorld().pro;
  const waiting = jobsOfPro().filter(({ status }) => status === 'pending');
  const isBusy = jobsOfPro().some((job) => hasPro(job) && job.status !== 'completed');
  const isTime = now - lastOfferAt >= NEXT_OFFER && waiting.length < MOST_WAITING;
  return profile.isActive && isTime && !isBusy ? () => sendOffer(now) : undefined;
}

async function sendOffer(now: number): Promise<void> {
  const { pro, bookings } = theWorld();
  pro.lastOfferAt = now;
  const booking = await newJob(now, jobsOfPro().length);
  bookings.push(booking);
  tellPro('booking', await offerView(booking));
}

async function newJob(now: number, count: number): Promise<DemoBooking> {
  const client = clients[count % clients.length] ?? clients[0];
  const { name, phone, line1, postcode, entryInfo, description, method } = client;
  const estimate = await estimateOf({ description, postcode });
  const [slot] = await windows(false);
  const priced = {
    basePence: basePenceOf(estimate),
    tier: 'STANDARD',
    urgency: 'SCHEDULED',
    currency: 'GBP',
    slotDeltaGBP: slot?.priceDelta,
  } as const;
  const { lines, amountPence } = (await pricing()).quote(priced);
  const booking: DemoBooking = {
    id: newId(),
    visitor: 'pro',
    clientId: `c-demo-${count}`,
    draftId: null,
    guestToken: randomId(),
    createdAt: now,
    since: now,
    status: 'pending',
    offeredUntil: now + OFFERED,
    job: { description, problemType: estimate.problem_type, readableName: estimate.readable_name },
    address: { fullName: name, phone, line1, city: 'London', postcode, entryInfo },
    timeslot: slot && { id: slot.id, start: slot.start, end: slot.end },
    priced,
    bookVersion: estimate.book_version,
    agreedPence: 0,
    lines,
    amountPence,
    method,
    payments: [],
    events: [],
    messages: [],
  };
  note(booking, 'matching');
  return booking;
}
