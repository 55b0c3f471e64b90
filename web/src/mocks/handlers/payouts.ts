// The pro's money: what the jobs of the demonstration have earned, and payouts to a bank that does not exist.
import { HttpResponse } from 'msw';
import { paths } from '@/shared/paths';
import { jobsOfPro } from '../access';
import { DAY, iso, MINUTE } from '../clock';
import { shareOf } from '../prices';
import { Refusal, route, type Schemas } from '../route';
import { type DemoBooking, theWorld } from '../world';

/** What the ready-made pro has earned before, pence. */
const EARNED_BEFORE = 28_640;
/** The payout of the time before. */
const PAID_BEFORE = 'po-demo';
const LEAST = 1000;
const CASH_LIMIT = 15_000;
/** How long what a card paid stays in clearing: a day with the server, a minute here. */
const CLEARING = MINUTE;

interface Earned {
  job: DemoBooking;
  feePence: number;
  netPence: number;
}

async function earnings(): Promise<Earned[]> {
  const done = jobsOfPro().filter(({ status }) => status === 'completed');
  return Promise.all(done.map(async (job) => ({ job, ...(await shareOf(job.amountPence)) })));
}

const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0);

async function payouts(now: number): Promise<Schemas['Payouts']> {
  const earned = await earnings();
  const byCard = earned.filter(({ job }) => job.method === 'card');
  const isClear = ({ job }: Earned) => job.since + CLEARING <= now;
  const clearing = byCard.filter((one) => !isClear(one));
  const owed = sum(earned.filter(({ job }) => job.method === 'cash').map(({ feePence }) => feePence));
  const { payouts: history } = theWorld().pro;
  const out = history.filter(({ id, status }) => id !== PAID_BEFORE && status !== 'failed');
  const taken = sum(out.map(({ amountPence }) => amountPence));
  const balance = EARNED_BEFORE + sum(byCard.filter(isClear).map(({ netPence }) => netPence)) - owed - taken;
  const pending = history.filter(({ status }) => status === 'pending');
  return {
    availablePence: Math.max(balance, 0),
    frozenPence: 0,
    debtPence: Math.max(-balance, 0),
    clearingPence: sum(clearing.map(({ netPence }) => netPence)),
    pendingPence: sum(pending.map(({ amountPence }) => amountPence)),
    cashLimitPence: CASH_LIMIT,
    leastPence: LEAST,
    nextPayout: iso(now + 3 * DAY),
    details: details(),
    hasTaxDetails: theWorld().pro.tax !== null,
    clearing: clearing.map(({ job, netPence }) => ({
      bookingId: job.id,
      readableName: job.job.readableName,
      amountPence: netPence,
      clearsAt: iso(job.since + CLEARING),
    })),
    history,
    invoices: [],
    months: [iso(now).slice(0, 7)],
  };
}

async function withdraw({ amountPence }: Schemas['PayoutRequest']): Promise<Schemas['Payout']> {
  const { pro } = theWorld();
  const { availablePence } = await payouts(Date.now());
  const amount = amountPence ?? availablePence;
  if (details() !== 'ready')
    throw new Refusal(409, 'payout_details_missing', 'We need your bank details first.');
  if (pro.payouts.some(({ status }) => status === 'pending'))
    throw new Refusal(409, 'payout_open', 'A payout is on its way already.');
  if (amount < LEAST || amount > availablePence)
    throw new Refusal(409, 'balance_too_low', 'There is not that much available.');
  const date = iso(Date.now());
  const payout: Schemas['Payout'] = {
    id: `po-${pro.payouts.length}`,
    date,
    amountPence: amount,
    sentPence: 0,
    status: 'pending',
  };
  pro.payouts.unshift(payout);
  return payout;
}

async function statement(): Promise<Response> {
  const rows = (await earnings()).map(
    ({ job, feePence, netPence }) =>
      `${iso(job.since)},${job.id},${job.job.readableName},${job.amountPence / 100},${feePence / 100},${netPence / 100}`,
  );
  const file = ['Completed,Booking,Job,Price,Fee,Yours', ...rows].join('\r\n');
  return new HttpResponse(`${file}\r\n`, { headers: { 'Content-Type': 'text/csv' } });
}

async function statementLines(month: string): Promise<Schemas['Statement']> {
  const lines = (await earnings()).flatMap(({ job, feePence }) => {
    const line = { at: iso(job.since), bookingId: job.id, readableName: job.job.readableName };
    return [
      { ...line, whatFor: 'Paid by the client', amountPence: job.amountPence },
      { ...line, whatFor: 'Platform fee', amountPence: -feePence },
    ];
  });
  const closingPence = sum(lines.map(({ amountPence }) => amountPence));
  return { month, openingPence: 0, closingPence, lines };
}

const details = (): Schemas['DetailsState'] =>
  theWorld().pro.account === 'needs_more' ? 'incomplete' : 'ready';

/** The server seals the numbers, and shows only how they end. */
function giveTax({ nationalInsurance, utr, ...open }: Schemas['TaxInput']): Schemas['TaxView'] {
  const end = (number: string) => `••••${number.slice(-4)}`;
  const tax = {
    legalName: open.legalName ?? '',
    address: open.address ?? '',
    birthDate: open.birthDate ?? '',
    ...(nationalInsurance && { nationalInsurance: end(nationalInsurance) }),
    ...(utr && { utr: end(utr) }),
    ...(open.companyNumber && { companyNumber: open.companyNumber }),
    ...(open.vatNumber && { vatNumber: open.vatNumber }),
  };
  theWorld().pro.tax = tax;
  return tax;
}

export const payoutHandlers = [
  route('get', '/api/masters/payouts', () => payouts(Date.now())),
  route('post', '/api/masters/payouts/withdraw', ({ body }) => withdraw(body)),
  route('post', '/api/masters/payouts/details', () => ({ url: paths.master.testDetails })),
  route('post', '/api/masters/payouts/details/refresh', () => ({ details: details() })),
  route('post', '/api/sandbox/payout-details', ({ body }) => {
    theWorld().pro.account = body.account;
    return undefined;
  }),
  route('get', '/api/masters/me/tax', () => ({ details: theWorld().pro.tax })),
  route('put', '/api/masters/me/tax', ({ body }) => ({ details: giveTax(body) })),
  route('get', '/api/masters/statements/{month}', statement),
  route('get', '/api/masters/statements/{month}/lines', ({ value }) => statementLines(value('month'))),
];
