import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { onDevice } from '@/api/onDevice';
import { keepAnswer } from '@/shared/keptAnswers';
import { endSession, forgetLostSession, startSession } from '@/shared/session';
import { token } from '@/test/token';
import { resetOnPersonChange } from './resetOnPersonChange';

afterEach(() => {
  endSession('logout');
  forgetLostSession();
});

it('the end of a session clears personal data and keeps the data the card form depends on', async () => {
  startSession(token());
  const client = new QueryClient();
  resetOnPersonChange(client);
  const ask = vi.fn(async ({ queryKey }: { queryKey: readonly string[] }) => `${queryKey[0]}`);
  const personal = ['me', 'booking', 'bookings'];
  const sharedQueries = ['payments-config', 'slots', 'quote'];
  const watched = [...personal, ...sharedQueries].map((key) => {
    const observer = new QueryObserver(client, { queryKey: [key], queryFn: ask });
    return observer.subscribe(() => undefined);
  });
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  ask.mockClear();
  // While they are fetched again, none of the previous person's data may remain.
  ask.mockImplementation(() => new Promise(() => undefined));
  endSession('expired');
  await vi.waitFor(() => expect(ask.mock.calls.map(([{ queryKey }]) => queryKey[0])).toEqual(personal));
  for (const key of personal) expect(client.getQueryData([key])).toBeUndefined();
  for (const key of sharedQueries) expect(client.getQueryData([key])).toBe(key);
  for (const stop of watched) stop();
});

it('shows nobody what the person before began with from this device', async () => {
  startSession(token({ sub: 'm-1', role: 'master' }));
  keepAnswer('m-1', { key: '["pro","profile"]', answer: 'of m-1', until: Date.now() + 1000 });
  const client = new QueryClient();
  resetOnPersonChange(client);
  const queryKey = ['pro', 'profile'];
  const ask = vi.fn(() => new Promise<string>(() => undefined));
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: ask,
    ...onDevice<string>(queryKey, () => 0),
  });
  const stop = observer.subscribe(() => undefined);
  expect(client.getQueryData(queryKey)).toBe('of m-1');
  // Another tab has logged out and signed somebody else in, and this one hears of it only now.
  startSession(token({ sub: 'm-2', role: 'master' }));
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
  expect(client.getQueryData(queryKey)).toBeUndefined();
  expect(observer.getCurrentResult()).toMatchObject({ data: undefined, isPending: true });
  stop();
});
