import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { guestToken as aGuest, token } from '@/test/token';
import {
  bearerToken,
  endSession,
  forgetLostSession,
  getSession,
  noteRefused,
  noteServerTime,
  onPersonChange,
  onSessionEnd,
  startSession,
  storeGuest,
  useLostSession,
  useSession,
} from '.';
import { forgetClock } from './clock';

const keys = ['auth_token', 'auth_role', 'user_email'];
const kept = () => Object.fromEntries(keys.map((key) => [key, localStorage.getItem(key)]));
const nothing = { auth_token: null, auth_role: null, user_email: null };
/** Lets the server report a time so many seconds ahead of this device. */
const serverIsAhead = (seconds: number) =>
  noteServerTime(new Date(Date.now() + seconds * 1000).toUTCString());

function Who() {
  const session = useSession();
  const lost = useLostSession();
  return <p>{session ? `${session.role} ${session.email}` : lost ? `lost ${lost.email}` : 'nobody'}</p>;
}

/** Changes storage as another tab would. */
function inAnotherTab(change: () => void, key: string | null): void {
  act(() => {
    change();
    window.dispatchEvent(new StorageEvent('storage', { key }));
  });
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T10:00:00Z') });
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Promise.reject(new TypeError('offline'))),
  );
  forgetClock();
});
afterEach(() => {
  endSession('logout');
  forgetLostSession();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a token', () => {
  it('carries the person, the role and the expiry', () => {
    startSession(token({ sub: 'c-9', email: 'zoë@example.com', role: 'master' }));
    expect(getSession()).toEqual({
      id: 'c-9',
      email: 'zoë@example.com',
      role: 'master',
      expiresAt: Date.parse('2026-11-28T10:00:00Z'),
    });
    expect(kept()).toMatchObject({ auth_role: 'master', user_email: 'zoë@example.com' });
  });

  it('can carry user_id in place of sub', () => {
    startSession(token({ sub: undefined, user_id: 'c-7' } as never));
    expect(getSession()?.id).toBe('c-7');
  });

  it.each([
    ['plain text', 'not a token'],
    ['a payload that is not JSON', 'a.%%%.c'],
    ['an array', `a.${btoa('[1]')}.c`],
    ['null', `a.${btoa('null')}.c`],
    ['no expiry', token({ exp: undefined } as never)],
    ['an expiry that is not a number', token({ exp: 'never' } as never)],
    ['no person', token({ sub: undefined } as never)],
  ])('is ignored when it cannot be read: %s', (_, text) => {
    localStorage.setItem('auth_token', text);
    expect(getSession()).toBeNull();
    expect(bearerToken()).toBeNull();
  });

  it.each([
    ['admin', undefined, null],
    ['super_admin', 'client', null],
    [undefined, 'master', 'master'],
    [undefined, 'admin', null],
    [undefined, undefined, null],
  ])('with role %s, and %s in storage, gives the role %s', (said, remembered, role) => {
    if (remembered) localStorage.setItem('auth_role', remembered);
    localStorage.setItem('auth_token', token({ role: said } as never));
    expect(getSession()?.role).toBe(role);
  });

  it('takes precedence over the guest’s, except that a pro books as a guest', () => {
    const guest = aGuest();
    storeGuest({ clientId: 'guest-1', token: guest });
    expect(bearerToken()).toBe(guest);
    const client = token();
    startSession(client);
    expect(bearerToken()).toBe(client);
    const master = token({ role: 'master' });
    startSession(master);
    expect(bearerToken()).toBe(guest);
    expect(bearerToken('person')).toBe(master);
  });
});

describe('a session', () => {
  it('ends a second before its token expires, and says so', () => {
    serverIsAhead(0);
    const ends: string[] = [];
    onSessionEnd((how) => ends.push(how));
    startSession(token({ endsIn: 60, email: 'ada@example.com' }));
    render(<Who />);
    act(() => vi.advanceTimersByTime(58_900));
    expect(screen.getByText('client ada@example.com')).toBeInTheDocument();
    act(() => vi.advanceTimersByTime(200));
    expect(screen.getByText('lost ada@example.com')).toBeInTheDocument();
    expect(kept()).toEqual(nothing);
    expect(ends).toEqual(['expired']);
  });

  it('can last longer than the longest timer', () => {
    serverIsAhead(0);
    startSession(token({ endsIn: 40 * 24 * 3600 }));
    act(() => vi.advanceTimersByTime(39 * 24 * 3600 * 1000));
    expect(getSession()).not.toBeNull();
    act(() => vi.advanceTimersByTime(24 * 3600 * 1000));
    expect(kept()).toEqual(nothing);
  });

  it('ends by the server’s clock, not this device’s', () => {
    // This device is a day ahead: by its own clock a fresh session would already be over.
    serverIsAhead(-24 * 3600);
    startSession(token({ endsIn: -23 * 3600 }));
    expect(getSession()).not.toBeNull();
    act(() => vi.advanceTimersByTime(3600 * 1000));
    expect(kept()).toEqual(nothing);
  });

  it('that looks expired is kept until the server has been asked for its time', async () => {
    const ask = vi.fn(
      async () =>
        new Response('', { headers: { Date: new Date(Date.now() - 24 * 3600 * 1000).toUTCString() } }),
    );
    vi.stubGlobal('fetch', ask);
    const fresh = token({ endsIn: -3600, email: 'ada@example.com' });
    render(<Who />);
    inAnotherTab(() => localStorage.setItem('auth_token', fresh), 'auth_token');
    expect(screen.getByText('nobody')).toBeInTheDocument();
    expect(bearerToken()).toBe(fresh);
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(ask).toHaveBeenCalledOnce();
    expect(screen.getByText('client ada@example.com')).toBeInTheDocument();
  });

  it('is cleared when its token has expired by the server’s clock', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { headers: { Date: new Date().toUTCString() } }));
    inAnotherTab(() => localStorage.setItem('auth_token', token({ endsIn: -5 })), 'auth_token');
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(kept()).toEqual(nothing);
  });

  it('is ended by the server rejecting its token, but not an older one', () => {
    const old = token({ sub: 'c-1' });
    const current = token({ sub: 'c-2' });
    startSession(current);
    noteRefused(old);
    expect(getSession()?.id).toBe('c-2');
    noteRefused(current);
    expect(getSession()).toBeNull();
  });

  it('of a guest ends when the guest’s token is rejected, without touching the person’s', () => {
    const guest = aGuest();
    startSession(token({ sub: 'c-1' }));
    storeGuest({ clientId: 'guest-1', token: guest });
    noteRefused(aGuest('guest-0'));
    expect(localStorage.getItem('guest_token')).toBe(guest);
    noteRefused(guest);
    expect(localStorage.getItem('guest_token')).toBeNull();
    expect(getSession()?.id).toBe('c-1');
  });

  it('that ends by logging out leaves no notice', () => {
    startSession(token({ email: 'ada@example.com' }));
    render(<Who />);
    act(() => endSession('logout'));
    expect(screen.getByText('nobody')).toBeInTheDocument();
    expect(kept()).toEqual(nothing);
  });

  it('that was lost is forgotten when somebody signs in', () => {
    startSession(token({ email: 'ada@example.com' }));
    render(<Who />);
    act(() => endSession('refused'));
    act(() => startSession(token({ email: 'bob@example.com' })));
    act(() => endSession('logout'));
    expect(screen.getByText('nobody')).toBeInTheDocument();
  });
});

describe('another tab', () => {
  it('can sign in and out, and this one follows', () => {
    const changes = vi.fn();
    const stop = onPersonChange(changes);
    render(<Who />);
    inAnotherTab(() => {
      localStorage.setItem('auth_token', token({ email: 'ada@example.com' }));
    }, 'auth_token');
    expect(screen.getByText('client ada@example.com')).toBeInTheDocument();
    inAnotherTab(() => localStorage.clear(), null);
    expect(screen.getByText('nobody')).toBeInTheDocument();
    expect(changes).toHaveBeenCalledTimes(2);
    stop();
  });

  it('that expires the session leaves the notice in this one too', () => {
    serverIsAhead(0);
    startSession(token({ endsIn: 60, email: 'ada@example.com' }));
    render(<Who />);
    act(() => vi.advanceTimersByTime(57_000));
    const clearSession = () => {
      for (const key of keys) localStorage.removeItem(key);
    };
    inAnotherTab(clearSession, 'auth_token');
    expect(screen.getByText('lost ada@example.com')).toBeInTheDocument();
    inAnotherTab(() => undefined, 'user_email');
    expect(screen.getByText('lost ada@example.com')).toBeInTheDocument();
  });

  it('that expires the session a moment earlier still leaves the notice in this one', () => {
    serverIsAhead(0);
    startSession(token({ endsIn: 60, email: 'ada@example.com' }));
    render(<Who />);
    localStorage.clear();
    // The timer finds storage already empty; only then does the storage event arrive.
    act(() => vi.advanceTimersByTime(59_500));
    inAnotherTab(() => undefined, null);
    expect(screen.getByText('lost ada@example.com')).toBeInTheDocument();
  });

  it('that logs out leaves no notice', () => {
    serverIsAhead(0);
    startSession(token({ endsIn: 60 }));
    render(<Who />);
    inAnotherTab(() => localStorage.clear(), null);
    expect(screen.getByText('nobody')).toBeInTheDocument();
  });

  it('that starts a longer session postpones the end', () => {
    serverIsAhead(0);
    startSession(token({ endsIn: 60 }));
    inAnotherTab(() => localStorage.setItem('auth_token', token({ endsIn: 600 })), 'auth_token');
    act(() => vi.advanceTimersByTime(120_000));
    expect(getSession()).not.toBeNull();
  });
});
