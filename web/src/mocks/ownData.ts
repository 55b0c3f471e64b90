// A person's copy of everything that the mock knows of them.
import { bookingsOf, jobsOfPro } from './access';
import { iso } from './clock';
import { rewardsOf } from './loyalty';
import { books } from './money';
import { paperView } from './papers';
import type { Schemas } from './route';
import { hasPro } from './steps';
import { bookingView, jobView } from './views';
import { type DemoBooking, type DemoClient, theWorld } from './world';

/** Nobody is asked for a password, and sign-ins, messages to us and browsers are not kept. */
const notKept = { hasPassword: false, sessions: [], browsers: [], supportMessages: [] };

export async function dataOfClient({ since, profile }: DemoClient): Promise<Schemas['DataExport']> {
  const { clientId, email, phone, emailVerified, phoneVerified } = profile;
  const known = [
    { value: email, isProved: emailVerified },
    { value: phone, isProved: phoneVerified },
  ];
  return {
    ...notKept,
    exportedAt: iso(Date.now()),
    createdAt: iso(since),
    profile,
    identifiers: known.flatMap(({ value, isProved }) =>
      value ? [{ value, ...(isProved && { verifiedAt: iso(since) }) }] : [],
    ),
    consents: profile.marketingConsent ? { marketingSince: iso(since) } : {},
    bookings: await Promise.all(bookingsOf(clientId).map(exportedBooking)),
    coupons: rewardsOf(clientId),
    notifications: [],
    messageChoices: choicesOf('clients'),
  };
}

async function exportedBooking(booking: DemoBooking): Promise<Schemas['ExportedBooking']> {
  const { events, extras = [], disputes = [], reviewOfPro, payments, createdAt, notHome } = booking;
  return {
    booking: await bookingView(booking),
    events,
    payments: payments.map(({ id, status, amountPence, refundedPence = 0 }) => ({
      id,
      provider: 'sandbox',
      status,
      amountPence,
      capturedPence: status === 'succeeded' ? amountPence : 0,
      refundedPence,
      currency: 'GBP',
      at: iso(createdAt),
    })),
    proposals: proposalsOf(booking),
    change_orders: extras,
    disputes,
    missed_visits: notHome ? [notHome] : [],
    review: reviewOfPro,
    messages: chatOf(booking),
  };
}

function chatOf({ messages }: DemoBooking): Schemas['ExportedChat'][] {
  return messages.map(({ at, from, text }) => ({ at: iso(at), from, text }));
}

function choicesOf(who: 'clients' | 'masters'): Schemas['ExportedChoice'][] {
  return theWorld().messageChoices[who].map(({ kind, on }) => ({ message: kind, on }));
}

export async function dataOfPro(): Promise<Schemas['MasterExport']> {
  const { profile, documents, payouts, tax, trained, reviews, account } = theWorld().pro;
  const jobs = jobsOfPro().filter((job) => hasPro(job) || job.notHome);
  return {
    ...notKept,
    exportedAt: iso(Date.now()),
    profile,
    identifiers: [{ value: profile.email, verifiedAt: profile.createdAt }],
    documents: documents.map(paperView),
    jobs: await Promise.all(jobs.map(jobView)),
    chats: jobs.flatMap((job) => chatOf(job).map((message) => ({ bookingId: job.id, message }))),
    ledger: await ledger(),
    payouts,
    payoutAccounts: [{ accountId: account, provider: 'sandbox', since: profile.createdAt }],
    tax,
    training: trained,
    messageChoices: choicesOf('masters'),
    ...reviewsOf(jobs),
    reviewsReceived: reviews.map(({ id, rating, text, created_at, reply }) => ({
      bookingId: id,
      review: { rating: rating ?? 0, text, created_at },
      reply: reply?.text,
    })),
    ...offersOf(jobsOfPro()),
    disputes: [],
    missedVisits: jobs.flatMap(({ id: bookingId, notHome: visit }) => (visit ? [{ bookingId, visit }] : [])),
    unpaidJobs: jobs.flatMap(({ id: bookingId, notPaid: report }) => (report ? [{ bookingId, report }] : [])),
    suspensions: [],
  };
}

/** Positive is what the pro owes. */
async function ledger(): Promise<Schemas['ExportedLedgerLine'][]> {
  const { lines } = await books(Date.now());
  return lines.map(({ at, bookingId, whatFor, amountPence }) => ({
    account: 'pro',
    amountPence: -amountPence,
    at,
    bookingId,
    currency: 'GBP',
    kind: whatFor,
  }));
}

function reviewsOf(jobs: DemoBooking[]): Pick<Schemas['MasterExport'], 'reviewsWritten'> {
  const reviewsWritten = jobs.flatMap(({ id: bookingId, reviewOfClient: review }) =>
    review ? [{ bookingId, review }] : [],
  );
  return { reviewsWritten };
}

function offersOf(jobs: DemoBooking[]): Pick<Schemas['MasterExport'], 'offers' | 'proposals'> {
  const open = jobs.filter(({ offeredUntil }) => offeredUntil);
  return {
    offers: open.map(({ id: bookingId, createdAt, offeredUntil = 0, amountPence: pricePence }) => ({
      bookingId,
      at: iso(createdAt),
      expiresAt: iso(offeredUntil),
      pricePence,
    })),
    proposals: jobs.flatMap(proposalsOf),
  };
}

function proposalsOf({
  id: bookingId,
  since,
  amountPence,
  proposal,
}: DemoBooking): Schemas['ExportedProposal'][] {
  if (!proposal) return [];
  const { deltaPence, message } = proposal;
  return [{ bookingId, at: iso(since), deltaPence, message, pricePence: amountPence + deltaPence }];
}
