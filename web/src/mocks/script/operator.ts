// Plays the operator: verifies papers, and decides what clients and pros report.
import { SECOND } from '../clock';
import { decideAppeal, decideDispute } from '../disputes';
import { tellPro } from '../steps';
import { stop } from '../stop';
import { waive } from '../unpaid';
import { chargeVisit } from '../visits';
import { type DemoBooking, theWorld } from '../world';
import type { Act } from './chat';

const VERIFY_AFTER = 8 * SECOND;
const DECIDE_AFTER = 8 * SECOND;
const HALF = 0.5;
const STOPPED = 0.4;

const words = {
  dispute:
    'We have talked to both of you. A part of the work was not done as agreed, so half of the price is given back. (We are part of the demonstration.)',
  inCash:
    'We have talked to both of you. We hold no money of a job in cash, and have asked your pro to come back and put it right. (We are part of the demonstration.)',
  appeal: 'We have looked at it once more and come to the same result.',
  stop: 'Some of the work was done, and some was not. You pay for what was done.',
  stopInCash: 'We have told your pro to stop. What you pay in cash for the work so far is between you two.',
  notPaid: 'The client could not show us that they paid, so you owe no fee for this job.',
  notHome: 'You were there and waited, so the client pays for your visit.',
  notHomeInCash: 'You were there and waited. The job was in cash, so there is nothing we could charge.',
};

/** What is to be decided about a booking now, if anything. */
export function operatorStep(booking: DemoBooking, now: number): Act | undefined {
  const { status, stop: asked, notPaid, notHome } = booking;
  const isDue = (told: string | null | undefined) =>
    Boolean(told) && now - Date.parse(told ?? '') >= DECIDE_AFTER;
  const isCash = booking.method === 'cash';
  if (status === 'in_progress' && isDue(asked?.askedAt))
    return () => stop(booking, STOPPED, isCash ? words.stopInCash : words.stop);
  if (notPaid && !notPaid.verdict && isDue(notPaid.reportedAt)) return () => waive(booking, words.notPaid);
  if (status === 'en_route' && isDue(notHome?.reportedAt))
    return () => chargeVisit(booking, isCash ? words.notHomeInCash : words.notHome);
  return disputeStep(booking, isDue);
}

function disputeStep(booking: DemoBooking, isDue: (told: string) => boolean): Act | undefined {
  const [dispute] = booking.disputes ?? [];
  if (!dispute) return undefined;
  const { status, opened_at, appeal } = dispute;
  if (status === 'open' && isDue(opened_at))
    return () =>
      decideDispute(booking, dispute, HALF, booking.method === 'cash' ? words.inCash : words.dispute);
  if (appeal && !appeal.decided_at && isDue(appeal.appealed_at))
    return () => decideAppeal(booking, appeal, words.appeal);
  return undefined;
}

/** A paper that is to be verified. */
export function paperStep(now: number): Act | undefined {
  const sent = theWorld().pro.documents.find(
    ({ status, uploadedAt }) => status === 'uploaded' && now - Date.parse(uploadedAt) >= VERIFY_AFTER,
  );
  if (!sent) return undefined;
  return () => {
    sent.status = 'verified';
    tellPro('document_verified', {});
  };
}
