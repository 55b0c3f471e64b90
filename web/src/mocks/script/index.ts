// The script that plays the other side, in steps of a second. What a step is follows from the state and the time alone, so that a reload goes on
// where it was.
import { getSession } from '@/shared/session';
import { SECOND } from '../clock';
import { changed, pulse, theWorld } from '../world';
import type { Act } from './chat';
import { clientStep, offerStep, payoutStep } from './client';
import { operatorStep, paperStep } from './operator';
import { proStep } from './pro';

let isActing = false;

/** Plays until the returned function is called. Nobody watches a hidden page: what it misses is made up for. */
export function play(): () => void {
  const timer = setInterval(() => {
    if (document.hidden || isActing) return;
    isActing = true;
    void act(Date.now()).finally(() => {
      isActing = false;
    });
  }, SECOND);
  return () => clearInterval(timer);
}

/** One step of every booking. */
async function act(now: number): Promise<void> {
  const { bookings } = theWorld();
  const steps = bookings.map((booking) =>
    booking.visitor === 'client' ? proStep(booking, now) : clientStep(booking, now),
  );
  // Only a pro who is there gets offers.
  if (getSession()?.role === 'master') steps.push(offerStep(now));
  steps.push(...bookings.map((booking) => operatorStep(booking, now)));
  steps.push(payoutStep(now), paperStep(now));
  const due = steps.filter((step): step is Act => step !== undefined);
  for (const step of due) await step();
  if (due.length > 0) changed();
  else pulse();
}
