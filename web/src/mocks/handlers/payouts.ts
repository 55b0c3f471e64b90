// The pro's money: what the jobs of the demonstration have earned, and payouts to a bank that does not exist.
import { HttpResponse } from 'msw';
import { addDays, asLondon, londonDay } from '@/shared/london';
import { paths } from '@/shared/paths';
import { iso, withOffset } from '../clock';
import { debtIsPaid, openDebt } from '../debts';
import { books, monthOf, post, statementOf, sum } from '../money';
import { Refusal, route, type Schemas } from '../route';
import { theWorld } from '../world';

const LEAST = 1000;
const CASH_LIMIT = 15_000;

async function payouts(now: number): Promise<Schemas['Payouts']> {
  const { lines, balancePence, clearing, clearingPence } = await books(now);
  const { payouts: history, tax } = theWorld().pro;
  const pending = history.filter(({ status }) => status === 'pending');
  return {
    availablePence: Math.max(balancePence, 0),
    frozenPence: 0,
    debtPence: Math.max(-balancePence, 0),
    clearingPence,
    pendingPence: sum(pending.map(({ amountPence }) => amountPence)),
    cashLimitPence: CASH_LIMIT,
    leastPence: LEAST,
    nextPayout: nextPayout(now),
    details: details(),
    hasTaxDetails: tax !== null,
    clearing,
    history,
    invoices: [],
    months: [...new Set(lines.map(({ at }) => monthOf(at)))].reverse(),
  };
}

/** The coming Friday at 06:00 in London. */
function nextPayout(now: number): string {
  const today = londonDay(now);
  const untilFriday = (12 - new Date(today).getUTCDay()) % 7;
  const at = (days: number) => withOffset(`${addDays(today, days)}T06:00`);
  const friday = at(untilFriday);
  return Date.parse(friday) > now ? friday : at(untilFriday + 7);
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
  post({ whatFor: 'Payout to your bank', amountPence: -amount });
  return payout;
}

async function statement(month: string): Promise<Schemas['Statement']> {
  return statementOf(month, (await books(Date.now())).lines);
}

/** The same lines for a spreadsheet. */
async function statementFile(month: string): Promise<Response> {
  const { lines } = await statement(month);
  const rows = lines.map(({ at, bookingId = '', readableName = '', whatFor, amountPence }) => {
    const { day, clock } = asLondon(at);
    return [day, clock, bookingId, readableName, whatFor, (amountPence / 100).toFixed(2)].join(',');
  });
  const file = ['Date,Time,Booking,Job,What for,Amount (GBP)', ...rows].join('\r\n');
  return new HttpResponse(`${file}\r\n`, { headers: { 'Content-Type': 'text/csv' } });
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
  route('post', '/api/masters/payouts/debt', openDebt),
  route('get', '/api/masters/payouts/debt/{paymentIntentId}', ({ value }) =>
    debtIsPaid(value('paymentIntentId')),
  ),
  route('post', '/api/masters/payouts/details', () => ({ url: paths.master.testDetails })),
  route('post', '/api/masters/payouts/details/refresh', () => ({ details: details() })),
  route('post', '/api/sandbox/payout-details', ({ body }) => {
    theWorld().pro.account = body.account;
    return undefined;
  }),
  route('get', '/api/masters/me/tax', () => ({ details: theWorld().pro.tax })),
  route('put', '/api/masters/me/tax', ({ body }) => ({ details: giveTax(body) })),
  route('get', '/api/masters/statements/{month}', ({ value }) => statementFile(value('month'))),
  route('get', '/api/masters/statements/{month}/lines', ({ value }) => statement(value('month'))),
];
