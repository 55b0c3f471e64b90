import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
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
