// A copy of one's own data, and the end of the account.
import { hasEnded } from '@/shared/bookingStatus';
import { jobsOfPro } from '../access';
import { isUndecided } from '../disputes';
import { books } from '../money';
import { dataOfClient, dataOfPro } from '../ownData';
import { clientOf } from '../people';
import { Refusal, route } from '../route';
import { hasPro } from '../steps';
import { type DemoBooking, forgetClient, forgetPro, theWorld } from '../world';

/** One that was never paid holds nobody. */
function isUnsettled({ status, disputes = [] }: DemoBooking): boolean {
  return (status !== 'created' && !hasEnded(status)) || disputes.some(isUndecided);
}

function erase(clientId: string): void {
  const own = theWorld().bookings.filter((booking) => booking.clientId === clientId);
  if (own.some(isUnsettled))
    throw new Refusal(
      409,
      'open_bookings',
      'You have a booking that has not ended, or whose payment is not settled. Please cancel it, or wait until it is done.',
    );
  forgetClient(clientId);
}

const isOpenJob = (job: DemoBooking): boolean =>
  Boolean(job.proposal) || (hasPro(job) && job.status !== 'completed');

const isReported = ({ notPaid }: DemoBooking): boolean => notPaid !== undefined && !notPaid.verdict;

async function isSettled(): Promise<boolean> {
  const { balancePence, clearingPence } = await books(Date.now());
  const isPaidOut = theWorld().pro.payouts.every(({ status }) => status !== 'pending');
  return balancePence === 0 && clearingPence === 0 && isPaidOut && !jobsOfPro().some(isReported);
}

async function closePro(): Promise<void> {
  if (jobsOfPro().some(isOpenJob))
    throw new Refusal(
      409,
      'open_jobs',
      'You have a job that is not done, or a price that waits for its client. Please finish or withdraw first.',
    );
  if (!(await isSettled()))
    throw new Refusal(
      409,
      'balance_not_zero',
      'Your account is not settled yet: there are earnings not paid out, unpaid fees for cash jobs, or a dispute, visit or fee still being decided. Please try again once that is settled.',
    );
  forgetPro();
}

export const ownDataHandlers = [
  route('get', '/api/clients/me/export', ({ caller }) => dataOfClient(clientOf(caller))),
  route('delete', '/api/clients/me', ({ caller }) => {
    erase(clientOf(caller).profile.clientId);
    return undefined;
  }),
  route('get', '/api/masters/me/export', dataOfPro),
  route('delete', '/api/masters/me', async () => {
    await closePro();
    return undefined;
  }),
];
