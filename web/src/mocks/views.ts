// A booking as each kind of viewer gets it.
import { iso } from './clock';
import { disputesView } from './disputes';
import { kilometres, outwardOf, placeOf } from './districts';
import { whereIs } from './drive';
import { extrasOfJob } from './extras';
import { repriced, shareOf } from './prices';
import { scriptedPro } from './pro';
import type { Schemas } from './route';
import { chatOf, hasPro, jobSteps, reviewUntil, searchEnds, TO_ANSWER, unreadFor } from './steps';
import { unpaidView } from './unpaid';
import { visitView } from './visits';
import { isStartLocked, startCodeOf, startView, workView } from './work';
import { type DemoBooking, theWorld } from './world';

/** Pros asked within this radius, whatever is asked for. */
const ASKED = 5;
const RADIUS_KM = 15;

export function matchingOf(booking: DemoBooking): Schemas['MatchingProgress'] | undefined {
  if (booking.status !== 'pending') return undefined;
  return { wave: 1, asked: ASKED, radiusKm: RADIUS_KM, until: iso(searchEnds(booking)) };
}

/** For the owner, and for whoever has the guest's link. */
export async function bookingView(booking: DemoBooking): Promise<Schemas['Booking']> {
  const { id, job, address, priced, events, status, timeslot } = booking;
  return {
    id,
    status,
    seq: events.length,
    created_at: iso(booking.createdAt),
    problem_type: job.problemType,
    readable_name: job.readableName,
    description: job.description,
    photo_url: job.photoUrl,
    address_line1: address.line1 ?? '',
    address_line2: address.line2,
    city: address.city,
    postcode: address.postcode,
    entry_info: address.entryInfo,
    location: placeOf(outwardOf(address.postcode)),
    customer_name: address.fullName ?? '',
    customer_phone: address.phone ?? '',
    customer_email: address.email,
    amount_pence: booking.amountPence,
    estimated_cost: priced.basePence > 0 ? priced.basePence / 100 : undefined,
    lines: booking.lines,
    book_version: booking.bookVersion,
    coupon_code: priced.couponCode,
    payment_currency: 'GBP',
    payment_method: booking.method,
    quote_mode: booking.budgetPence === undefined ? 'PAID' : 'REQUEST',
    manual_quote: booking.budgetPence !== undefined && priced.basePence === 0,
    proposed_price: booking.budgetPence === undefined ? undefined : booking.budgetPence / 100,
    tier: priced.tier,
    urgency: priced.urgency,
    timeslot,
    preferred_time: timeslot?.start,
    cancel_reason: booking.cancelReason,
    guest_token: booking.guestToken,
    share_token: booking.shareToken,
    matching: matchingOf(booking),
    proposal: proposalView(booking),
    payment_due: dueView(booking),
    suggested_time: await suggestionView(booking),
    review: booking.reviewOfPro,
    review_until: booking.reviewOfPro ? undefined : reviewUntil(booking),
    start_code: startCodeOf(booking),
    start_code_locked: isStartLocked(booking),
    work: workView(booking),
    change_orders: booking.extras ?? [],
    stop: booking.stop,
    ...disputesView(booking),
    ...(hasPro(booking) && proView(booking)),
  };
}

function proView(booking: DemoBooking) {
  return {
    assigned_master_demo: true,
    assigned_master_id: scriptedPro.id,
    assigned_master_name: scriptedPro.name,
    assigned_master_phone: scriptedPro.phone,
    assigned_master_rating: scriptedPro.rating,
    chat: chatOf(booking),
    unread: unreadFor(booking, 'client'),
    master_location: booking.status === 'en_route' ? whereIs(booking, Date.now()) : undefined,
  };
}

function proposalView({ proposal, amountPence }: DemoBooking): Schemas['BookingProposal'] | undefined {
  if (!proposal) return undefined;
  const { deltaPence, message, until, approved } = proposal;
  return {
    amountPence: amountPence + deltaPence,
    deltaPence,
    message,
    until: iso(until),
    approved,
    demo: true,
    masterName: scriptedPro.name,
  };
}

function dueView({ due }: DemoBooking): Schemas['PaymentDue'] | undefined {
  if (!due) return undefined;
  const { reason, amountPence, timeslot, until } = due;
  return { reason, amountPence, timeslot, until: iso(until) };
}

async function suggestionView(booking: DemoBooking): Promise<Schemas['SuggestedTime'] | undefined> {
  const { suggestion } = booking;
  if (!suggestion) return undefined;
  const { amountPence } = await repriced(booking, { slotDeltaGBP: suggestion.deltaGBP });
  return {
    accepted: booking.due?.reason === 'time',
    amountPence,
    deltaPence: amountPence - booking.amountPence,
    timeslot: suggestion.timeslot,
    until: iso(suggestion.since + TO_ANSWER),
  };
}

/** For whoever has a share link. */
export function sharedView(booking: DemoBooking): Schemas['SharedBooking'] {
  const { status, events, job, timeslot, address } = booking;
  return {
    status,
    seq: events.length,
    readable_name: job.readableName,
    timeslot,
    city: address.city,
    outward_code: outwardOf(address.postcode),
    ...(hasPro(booking) && {
      assigned_master_name: 'Demo Ben',
      assigned_master_rating: scriptedPro.rating,
    }),
  };
}

function distanceOf(booking: DemoBooking): number {
  const { base_lat: lat, base_lng: lng } = theWorld().pro.profile.area ?? { base_lat: 51.5, base_lng: -0.1 };
  return Math.round(kilometres(placeOf(outwardOf(booking.address.postcode)), { lat, lng }) * 10) / 10;
}

/** For the visitor as a pro. */
export async function jobView(booking: DemoBooking): Promise<Schemas['Job']> {
  const { id, job, address, priced, events, status, timeslot, proposal } = booking;
  const { feePence, netPence, feeBasisPoints } = await shareOf(booking.amountPence);
  return {
    id,
    status,
    seq: events.length,
    created_at: iso(booking.createdAt),
    problem_type: job.problemType,
    readable_name: job.readableName,
    description: job.description,
    district: outwardOf(address.postcode),
    distance_km: distanceOf(booking),
    location: placeOf(outwardOf(address.postcode)),
    urgency: priced.urgency,
    tier: priced.tier,
    timeslot,
    preferred_time: timeslot?.start,
    payment_method: booking.method,
    payment_currency: 'GBP',
    quote_mode: 'PAID',
    price_pence: booking.amountPence,
    fee_pence: feePence,
    net_pence: netPence,
    fee_basis_points: feeBasisPoints,
    extra_allowed_pence: 0,
    taken_back_pence: 0,
    offer_until: booking.offeredUntil ? iso(booking.offeredUntil) : undefined,
    cancel_reason: booking.cancelReason,
    review: booking.reviewOfClient,
    review_until: booking.reviewOfClient ? undefined : reviewUntil(booking),
    proposal: proposal && {
      approved: proposal.approved,
      deltaPence: proposal.deltaPence,
      message: proposal.message,
      pricePence: booking.amountPence + proposal.deltaPence,
      until: iso(proposal.until),
    },
    start: startView(booking),
    work: workView(booking),
    events: jobSteps(booking),
    change_orders: await extrasOfJob(booking),
    ...unpaidView(booking),
    ...visitView(booking),
    ...(hasPro(booking) && clientView(booking)),
  };
}

function clientView(booking: DemoBooking) {
  const { address, method, amountPence } = booking;
  return {
    customer_first_name: address.fullName?.split(' ')[0],
    customer_name: address.fullName,
    customer_phone: address.phone,
    address_line1: address.line1,
    city: address.city,
    postcode: address.postcode,
    entry_info: address.entryInfo,
    collect_in_cash: method === 'cash' ? amountPence / 100 : undefined,
    chat: chatOf(booking),
    unread: unreadFor(booking, 'pro'),
  };
}

export async function offerView(booking: DemoBooking): Promise<Schemas['Offer']> {
  const { id, job, address, amountPence, timeslot, priced, method, offeredUntil = 0 } = booking;
  const district = outwardOf(address.postcode);
  const distance = distanceOf(booking);
  return {
    bookingId: id,
    title: job.readableName,
    subtitle: `${district}, ${distance} km`,
    description: job.description,
    district,
    distance_km: distance,
    window: timeslot && { start: timeslot.start, end: timeslot.end },
    urgency: priced.urgency,
    paymentMethod: method,
    price: amountPence / 100,
    ...(await shareOf(amountPence)),
    ttl: Math.max(0, Math.floor((offeredUntil - Date.now()) / 1000)),
    expiresAt: iso(offeredUntil),
  };
}
