import { afterEach, describe, expect, it, vi } from 'vitest';
import { isOffline, noteReached } from '@/shared/connection';
import { endSession, forgetLostSession, isSignedIn, startSession } from '@/shared/session';
import { guestToken, token } from '@/test/token';
import { call } from './client';
import { logOut } from './logOut';
import { ApiProblem, problemText, Unreachable } from './problem';

function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
  const fetched = vi.fn(
    async (_path: string, _init: RequestInit) =>
      new Response(body === null ? null : JSON.stringify(body), { status, headers }),
  );
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

afterEach(() => noteReached());

describe('the API client', () => {
  it('sends the bearer token, idempotency key and query under /api', async () => {
    const bearer = guestToken();
    localStorage.setItem('guest_token', bearer);
    const fetched = answer(200, { ok: true });
    await call('/slots', {
      query: { postcode: 'SW1', cheaper: false, draftId: undefined },
      idempotencyKey: 'k1',
    });
    const [path, init] = fetched.mock.calls[0]!;
    expect(path).toBe('/api/slots?postcode=SW1&cheaper=false');
    expect(init.headers).toMatchObject({ Authorization: `Bearer ${bearer}`, 'Idempotency-Key': 'k1' });
  });

  it('throws a problem with its code, field errors and request id', async () => {
    answer(
      422,
      { code: 'invalid', detail: 'Check the form.', errors: { phone: 'Wrong' } },
      { 'X-Request-Id': 'r-1' },
    );
    const error = await call('/quotes').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiProblem);
    expect(error).toMatchObject({
      status: 422,
      code: 'invalid',
      errors: { phone: 'Wrong' },
      requestId: 'r-1',
    });
    expect(problemText(error, 'Failed.')).toBe('Check the form.');
  });

  it('shows the reference of a server error, not its text', async () => {
    answer(500, { detail: 'secret' }, { 'X-Request-Id': 'r-2' });
    const error = await call('/quotes').catch((caught: unknown) => caught);
    expect(problemText(error, 'Failed.')).toBe('Failed. Reference: r-2');
  });

  it('copes with an error page that is not JSON', async () => {
    vi.stubGlobal('fetch', async () => new Response('<html>', { status: 502 }));
    await expect(call('/quotes')).rejects.toMatchObject({ status: 502, code: 'unexpected' });
  });

  it.each([201, 409])('counts an answer of %i whose body breaks off as no answer', async (status) => {
    const broken = new ReadableStream({
      start(body) {
        body.enqueue(new TextEncoder().encode('{"bookingId":'));
        body.error(new TypeError('network error'));
      },
    });
    vi.stubGlobal('fetch', async () => new Response(broken, { status }));
    await expect(call('/bookings')).rejects.toBeInstanceOf(Unreachable);
    expect(isOffline()).toBe(true);
  });

  it('a call with a signal works in browsers without AbortSignal.any', async () => {
    const Original = AbortSignal;
    vi.stubGlobal('AbortSignal', { timeout: (after: number) => Original.timeout(after) });
    answer(200, { ok: true });
    const { signal } = new AbortController();
    await expect(call('/payments/config', { signal })).resolves.toEqual({ ok: true });
  });

  it('is offline from a failed request until the next one is answered', async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(call('/slots')).rejects.toBeInstanceOf(Unreachable);
    expect(isOffline()).toBe(true);
    answer(404, {});
    await expect(call('/slots')).rejects.toBeInstanceOf(ApiProblem);
    expect(isOffline()).toBe(false);
  });
});

it('logging out ends the session at once, and its request survives leaving the page', () => {
  const bearer = token();
  startSession(bearer);
  const fetched = answer(204, null);
  logOut();
  expect(isSignedIn()).toBe(false);
  const [path, init] = fetched.mock.calls[0]!;
  expect(path).toBe('/api/logout');
  expect(init).toMatchObject({ keepalive: true, headers: { Authorization: `Bearer ${bearer}` } });
});

describe('a 401 response', () => {
  const refusal = (code: string) => answer(401, { code, detail: 'No.' });

  afterEach(() => {
    endSession('logout');
    forgetLostSession();
  });

  it('to a call with a token ends its session', async () => {
    startSession(token());
    refusal('unauthorised');
    await expect(call('/bookings')).rejects.toMatchObject({ status: 401 });
    expect(isSignedIn()).toBe(false);
    expect(localStorage.getItem('auth_token')).toBeNull();
  });

  it.each([
    ['a wrong code', 'invalid_code', '/clients/login/otp-verify', {}],
    ['a link', 'unauthorised', '/bookings/C-1', { share: 'broken' }],
    ['a guest link', 'unauthorised', '/b/broken', {}],
    ['a payment’s secret', 'unauthorised', '/payments/bookings/by-intent/pi_1', { client_secret: 'x' }],
  ])('to %s leaves the session alone', async (_, code, path, query) => {
    startSession(token());
    refusal(code);
    await expect(call(path, { query })).rejects.toMatchObject({ status: 401 });
    expect(isSignedIn()).toBe(true);
  });

  it('to a pro calling a client endpoint leaves the session alone', async () => {
    startSession(token({ role: 'master' }));
    const fetched = refusal('unauthorised');
    await expect(call('/quotes')).rejects.toMatchObject({ status: 401 });
    expect(fetched.mock.calls[0]?.[1].headers).not.toHaveProperty('Authorization');
    expect(isSignedIn()).toBe(true);
  });
});
