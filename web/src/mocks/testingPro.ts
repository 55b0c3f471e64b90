// For the tests of the mock: a pro who takes jobs.
import type { Job, Offer } from '@/api/jobs';
import { startSession } from '@/shared/session';
import type { Schemas } from './route';
import { ask, playUntil } from './testing';

/** The token of the ready-made pro, who is online from now on. */
export async function signInPro(): Promise<string> {
  const json = { email: 'sam@example.com', password: 'any password' };
  const { body } = await ask<Schemas['SignedInMaster']>('POST /masters/login', { json });
  startSession(body.token);
  return body.token;
}

/** The first offer that the script sends, of jobs paid so. */
export async function firstOffer(token: string, method?: 'card' | 'cash'): Promise<Offer> {
  const fits = async () => {
    const { body } = await ask<{ items: Offer[] }>('GET /masters/offers', { token });
    return body.items.find(({ paymentMethod }) => !method || paymentMethod === method);
  };
  await playUntil(async () => (await fits()) !== undefined);
  const offer = await fits();
  if (!offer) throw new Error('There is no offer.');
  return offer;
}

export const jobOf = async (token: string, id: string) =>
  (await ask<Job>(`GET /bookings/${id}`, { token })).body;

export const payoutsOf = async (token: string) =>
  (await ask<Schemas['Payouts']>('GET /masters/payouts', { token })).body;

const steps = {
  en_route: {},
  in_progress: { startCode: '2468' },
  completed: { cannotPhotograph: 'The pipe is behind the wall.' },
};

/** Takes the first such offer, and goes on until `last`. */
export async function takeJob(token: string, method: 'card' | 'cash', last: keyof typeof steps) {
  const { bookingId } = await firstOffer(token, method);
  await ask(`POST /matching/respond/${bookingId}`, { token, json: { action: 'accept' } });
  for (const [status, more] of Object.entries(steps)) {
    await ask(`PUT /bookings/${bookingId}`, { token, json: { status, ...more } });
    if (status === last) break;
  }
  return bookingId;
}

/** Has everything that is available paid out. */
export async function withdrawAll(token: string): Promise<void> {
  const { availablePence: amountPence } = await payoutsOf(token);
  await ask('POST /masters/payouts/withdraw', { token, json: { amountPence } });
  await playUntil(async () => (await payoutsOf(token)).pendingPence === 0);
}
