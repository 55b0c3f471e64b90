import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetSubscription, keepSubscription, renewSubscription } from './pushRenewal';

const subscription = (name: string): PushSubscriptionJSON => ({
  endpoint: `https://fcm.googleapis.com/${name}`,
  keys: { p256dh: 'p', auth: `secret of ${name}` },
});
const renewed = (name: string) => ({ toJSON: () => subscription(name) }) as PushSubscription;

const send = vi.fn(async (..._call: [string, RequestInit]) => new Response(null, { status: 204 }));
const subscribe = vi.fn(async () => renewed('made'));

/** One cache, as browsers have it for pages and workers. */
beforeEach(() => {
  const kept = new Map<string, Response>();
  vi.stubGlobal('caches', {
    open: async () => ({
      put: async (at: string, what: Response) => void kept.set(at, what),
      match: async (at: string) => kept.get(at)?.clone(),
    }),
    delete: async () => kept.clear(),
  });
  vi.stubGlobal('fetch', send);
  send.mockClear();
  subscribe.mockClear();
});
afterEach(() => vi.unstubAllGlobals());

const bodies = () => send.mock.calls.map(([, { body }]) => JSON.parse(String(body)));

it('tells the server of the new subscription by what it knows of the old one', async () => {
  await keepSubscription(subscription('old'), 'KEY');
  await renewSubscription({ subscribe }, renewed('new'));
  expect(send.mock.calls[0]?.[1].method).toBe('PUT');
  const was = { endpoint: 'https://fcm.googleapis.com/old', auth: 'secret of old' };
  expect(bodies()).toEqual([{ was, now: subscription('new') }]);
  // The next time it is the new one that was.
  await renewSubscription({ subscribe }, renewed('newer'));
  expect(bodies()[1].was.endpoint).toBe('https://fcm.googleapis.com/new');
  expect(subscribe).not.toHaveBeenCalled();
});

it('subscribes itself where the browser has not', async () => {
  await keepSubscription(subscription('old'), 'KEY');
  await renewSubscription({ subscribe }, undefined);
  expect(subscribe).toHaveBeenCalledExactlyOnceWith({ userVisibleOnly: true, applicationServerKey: 'KEY' });
  expect(bodies()[0].now).toEqual(subscription('made'));
});

it('does nothing where notifications are off', async () => {
  await keepSubscription(subscription('old'), 'KEY');
  await forgetSubscription();
  await renewSubscription({ subscribe }, renewed('new'));
  expect(send).not.toHaveBeenCalled();
  expect(subscribe).not.toHaveBeenCalled();
});
