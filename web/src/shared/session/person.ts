// Who is signed in here: kept in browser storage, told to React, ended a second before the token runs out, and followed from tab to tab.
import { useSyncExternalStore } from 'react';
import { readStored, removeStored, writeStored } from '../storage';
import { askServerTime, isClockKnown, onClockChange, serverNow } from './clock';
import { readToken } from './token';

export type Role = 'client' | 'master';

export interface Session {
  id: string;
  email: string | null;
  /** Null for a role that is none of ours. */
  role: Role | null;
  /** Unix milliseconds by the server's clock. */
  expiresAt: number;
}

/** How a session came to its end: the person logged out, its time was up, or the server no longer knows it. */
export type SessionEnd = 'logout' | 'expired' | 'refused';

const keys = ['auth_token', 'auth_role', 'user_email'] as const;

/** Milliseconds before a token's end at which its session ends (first document, section 4). */
const EARLY = 1000;
/** Milliseconds before its end in which a session that another tab takes away has run out: the tabs' clocks are not quite the same. */
const NEARLY_OVER = 5000;
/** The longest that setTimeout can wait; more would fire at once. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

let last: { stored: string; session: Session | null } = { stored: '', session: null };
/** The session that this tab last told of. */
let told: Session | null = null;
let lost: Session | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const endListeners = new Set<(how: SessionEnd) => void>();

/** What storage holds, run out or not; the same object as long as it stays the same. */
function stored(): Session | null {
  const texts = keys.map(readStored);
  const joined = texts.join('\n');
  if (joined !== last.stored) last = { stored: joined, session: sessionOf(...(texts as Stored)) };
  return last.session;
}

type Stored = [token: string | null, role: string | null, email: string | null];

function sessionOf(...[token, role, email]: Stored): Session | null {
  const claims = token ? readToken(token) : null;
  if (!claims) return null;
  return {
    id: claims.id,
    email: claims.email ?? email,
    role: accepted(claims.role === undefined ? role : claims.role),
    expiresAt: claims.expiresAt,
  };
}

function accepted(role: unknown): Role | null {
  return role === 'client' || role === 'master' ? role : null;
}

function isOver(session: Session): boolean {
  return session.expiresAt - EARLY <= serverNow();
}

export function getSession(): Session | null {
  const session = stored();
  return session && !isOver(session) ? session : null;
}

export function isSignedIn(): boolean {
  return getSession() !== null;
}

/** Who is signed in, followed live: also what another tab does, and the end of a session. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, getSession);
}

/** The signed-in client; null for pros, who book as guests. */
export function useClient(): Session | null {
  const session = useSession();
  return session?.role === 'client' ? session : null;
}

/** The signed-in person's bearer. Before the server has told its time, one that looks as if it had run out is left for the server to judge. */
export function personToken(): string | null {
  const session = stored();
  return session && !(isClockKnown() && isOver(session)) ? readStored('auth_token') : null;
}

export function startSession(token: string, email?: string): void {
  const claims = readToken(token);
  const role = accepted(claims?.role);
  const address = claims?.email ?? email;
  // The token last: whoever follows from another tab finds the rest in its place.
  if (role) writeStored('auth_role', role);
  else removeStored('auth_role');
  if (address) writeStored('user_email', address);
  else removeStored('user_email');
  writeStored('auth_token', token);
  changed();
}

export function endSession(how: SessionEnd): void {
  const session = stored();
  for (const key of keys) removeStored(key);
  if (how !== 'logout') lost = session;
  changed();
  for (const listener of endListeners) listener(how);
}

/** The server has refused this bearer. */
export function endSessionOf(token: string): void {
  if (token === readStored('auth_token')) endSession('refused');
}

/** Runs at the end of a session in this tab; other tabs follow by their storage. */
export function onSessionEnd(listener: (how: SessionEnd) => void): void {
  endListeners.add(listener);
}

/** The session that ended by itself and that nobody has noticed yet. */
export function useLostSession(): Session | null {
  return useSyncExternalStore(subscribe, () => lost);
}

export function forgetLostSession(): void {
  lost = null;
  tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Runs whenever somebody signs in or a session ends, here or in another tab. */
export function onPersonChange(listener: () => void): () => void {
  let before = getSession()?.id;
  return subscribe(() => {
    const now = getSession()?.id;
    if (now === before) return;
    before = now;
    listener();
  });
}

function tell(): void {
  for (const listener of listeners) listener();
}

function changed(): void {
  told = stored();
  if (getSession()) lost = null;
  watchTheEnd();
  tell();
}

/** Sets the clock for the end of the session. Nobody is logged out by this device's clock alone: the server is asked for its time first. */
function watchTheEnd(): void {
  clearTimeout(timer);
  const session = stored();
  if (!session) return;
  const left = session.expiresAt - EARLY - serverNow();
  if (left > 0) timer = setTimeout(watchTheEnd, Math.min(left, LONGEST_TIMEOUT));
  else if (isClockKnown()) endSession('expired');
  else {
    tell();
    void askServerTime();
  }
}

if (typeof window !== 'undefined') {
  // Null: everything was cleared.
  window.addEventListener('storage', ({ key }) => {
    if (key !== null && keys.every((ours) => ours !== key)) return;
    // Another tab took it away: at its end it has run out, any earlier somebody logged out.
    if (told && !stored() && told.expiresAt - serverNow() <= NEARLY_OVER) lost = told;
    changed();
  });
  // A phone that slept runs its timers late.
  document.addEventListener('visibilitychange', watchTheEnd);
  onClockChange(changed);
  changed();
}
