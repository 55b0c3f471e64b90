// The signed-in person: kept in browser storage, published to React, ended one second before the token expires, and in step with other tabs.
import { createStore } from '../createStore';
import { keysUnder, outboxOf, PRO_DRAFTS, PUSH_FOR, readStored, removeStored, writeStored } from '../storage';
import { askServerTime, isClockKnown, onClockChange, serverNow } from './clock';
import { readToken } from './token';

export type Role = 'client' | 'master';

export interface Session {
  id: string;
  email: string | null;
  /** Null for a role this app does not know. */
  role: Role | null;
  /** Unix milliseconds, by the server's clock. */
  expiresAt: number;
}

/** Why a session ended: the person logged out, the token expired, or the server rejected it. */
export type SessionEnd = 'logout' | 'expired' | 'refused';

const keys = ['auth_token', 'auth_role', 'user_email'] as const;

/** Milliseconds before the token expires at which the session ends. */
const EARLY = 1000;
/** If another tab clears the session within this many milliseconds of its end, it expired rather than being logged out: the tabs' clocks
 *  differ slightly. */
const NEARLY_OVER = 5000;
/** setTimeout's longest delay; anything longer would fire at once. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

let last: { stored: string; session: Session | null } = { stored: '', session: null };
/** The session this tab last announced. */
let announced: Session | null = null;
let lost: Session | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const sessionStore = createStore(getSession);
const lostStore = createStore(() => lost);
const endListeners = new Set<(how: SessionEnd) => void>();

/** The session in storage, expired or not; the same object for as long as storage does not change. */
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

/** The current session, kept up to date, including changes made by other tabs and expiry. */
export const useSession = sessionStore.use;

/** The signed-in client; null for pros, who book as guests. */
export function useClient(): Session | null {
  const session = useSession();
  return session?.role === 'client' ? session : null;
}

/** The signed-in person's token. Until the server's time is known, a token that looks expired is still sent, and the server decides. */
export function personToken(): string | null {
  const session = stored();
  return session && !(isClockKnown() && isOver(session)) ? readStored('auth_token') : null;
}

export function startSession(token: string, email?: string): void {
  const claims = readToken(token);
  const role = accepted(claims?.role);
  const address = claims?.email ?? email;
  // Write the token last: another tab that reacts to it then finds the rest in place.
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
  if (how === 'logout') {
    const waiting = session ? keysUnder(outboxOf(session.id)) : [];
    for (const kept of [PRO_DRAFTS, PUSH_FOR, ...waiting]) removeStored(kept);
  } else lost = session;
  changed();
  for (const listener of endListeners) listener(how);
}

/** Ends the session if this rejected token is still the current one. */
export function endSessionIfCurrent(token: string): void {
  if (token === readStored('auth_token')) endSession('refused');
}

/** Runs when a session ends in this tab; other tabs find out through storage. */
export function onSessionEnd(listener: (how: SessionEnd) => void): void {
  endListeners.add(listener);
}

/** A session that ended without a logout, until the notice about it is dismissed or somebody signs in. */
export const useLostSession = lostStore.use;

export function hasLostSession(): boolean {
  return lost !== null;
}

export function forgetLostSession(): void {
  lost = null;
  notify();
}

/** Runs whenever somebody signs in or a session ends, in this tab or another. */
export function onPersonChange(listener: () => void): () => void {
  let before = getSession()?.id;
  return sessionStore.subscribe(() => {
    const now = getSession()?.id;
    if (now === before) return;
    before = now;
    listener();
  });
}

function notify(): void {
  sessionStore.changed();
  lostStore.changed();
}

function changed(): void {
  announced = stored();
  if (getSession()) lost = null;
  scheduleEnd();
  notify();
}

/** Sets a timer for the end of the session. Nobody is logged out by this device's clock alone: the server is asked for its time first. */
function scheduleEnd(): void {
  clearTimeout(timer);
  const session = stored();
  if (!session) return;
  const left = session.expiresAt - EARLY - serverNow();
  if (left > 0) timer = setTimeout(scheduleEnd, Math.min(left, LONGEST_TIMEOUT));
  else if (isClockKnown()) endSession('expired');
  else {
    notify();
    void askServerTime();
  }
}

if (typeof window !== 'undefined') {
  // key is null when storage was cleared entirely.
  window.addEventListener('storage', ({ key }) => {
    if (key !== null && keys.every((ours) => ours !== key)) return;
    // Another tab removed the session: near its end it expired, any earlier somebody logged out.
    if (announced && !stored() && announced.expiresAt - serverNow() <= NEARLY_OVER) lost = announced;
    changed();
  });
  // Timers run late on a phone that has been asleep.
  document.addEventListener('visibilitychange', scheduleEnd);
  onClockChange(changed);
  changed();
}
