// The books of the visitor's pro: what each job has earned, and what was paid out, paid in and waived. Balance and statements both come from
// here, so that they agree.
import { asLondon } from '@/shared/london';
import { jobsOfPro } from './access';
import { iso, MINUTE } from './clock';
import { shareOf } from './prices';
import type { Schemas } from './route';
import { type DemoBooking, theWorld } from './world';

type Line = Schemas['StatementLine'];

/** How long what a card paid stays in clearing: a day with the server, a minute here. */
const CLEARING = MINUTE;

interface Earned {
  job: DemoBooking;
  lines: Line[];
}

interface Books {
  /** What changed what the pro has, the oldest first. */
  lines: Line[];
  /** What is the pro's: negative while fees of cash jobs are owed. */
  balancePence: number;
  clearing: Schemas['Clearing'][];
  clearingPence: number;
}

/** The month in London, as '2026-11'. */
export const monthOf = (at: string): string => asLondon(at).day.slice(0, 7);

export const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0);

const total = (lines: Line[]): number => sum(lines.map(({ amountPence }) => amountPence));

/** Notes something beside what jobs earn. */
export function post(line: Omit<Line, 'at'>): void {
  theWorld().pro.postings.push({ at: iso(Date.now()), ...line });
}

/** The same of a job. */
export function postOf(job: DemoBooking, whatFor: string, amountPence: number): void {
  post({ bookingId: job.id, readableName: job.job.readableName, whatFor, amountPence });
}

/** Of a cash job the fee alone: its price never was with us. */
async function linesOf(job: DemoBooking): Promise<Line[]> {
  const { id: bookingId, since, status, method, amountPence, feePence: charged = 0 } = job;
  const line = { at: iso(since), bookingId, readableName: job.job.readableName };
  if (status === 'completed') {
    const { feePence } = await shareOf(amountPence);
    const fee = { ...line, whatFor: 'Platform fee', amountPence: -feePence };
    return method === 'cash' ? [fee] : [{ ...line, whatFor: 'Paid by the client', amountPence }, fee];
  }
  const { netPence } = await shareOf(charged);
  return [{ ...line, whatFor: 'Cancellation fee, your share', amountPence: netPence }];
}

async function earnings(): Promise<Earned[]> {
  const jobs = jobsOfPro().filter(({ status, feePence }) => status === 'completed' || feePence);
  return Promise.all(jobs.map(async (job) => ({ job, lines: await linesOf(job) })));
}

const clearsAt = ({ since }: DemoBooking): number => since + CLEARING;

export async function books(now: number): Promise<Books> {
  const earned = await earnings();
  const uncleared = earned.filter(({ job }) => job.method === 'card' && clearsAt(job) > now);
  const clearing = uncleared.map(({ job, lines }) => ({
    bookingId: job.id,
    readableName: job.job.readableName,
    amountPence: total(lines),
    clearsAt: iso(clearsAt(job)),
  }));
  const lines = [...theWorld().pro.postings, ...earned.flatMap((one) => one.lines)];
  lines.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const clearingPence = sum(clearing.map(({ amountPence }) => amountPence));
  return { lines, clearing, clearingPence, balancePence: total(lines) - clearingPence };
}

/** Everything the pro has, in clearing or not, is what a statement opens and closes with. */
export function statementOf(month: string, lines: Line[]): Schemas['Statement'] {
  const openingPence = total(lines.filter(({ at }) => monthOf(at) < month));
  const own = lines.filter(({ at }) => monthOf(at) === month);
  return { month, openingPence, closingPence: openingPence + total(own), lines: own };
}
