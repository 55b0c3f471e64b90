// A one-time code, wherever one is asked for: sent, tried, and sent again after a while.
import { useEffect, useState } from 'react';
import { type Contact, requestCode } from '@/api/accounts';
import { ApiProblem, problemText } from '@/api/problem';

/** Fewer characters are no code, and name nobody. */
export const SHORTEST = 4;

/** Seconds before a code may be sent again: messages take a while. */
const RESEND_AFTER = 30;

export const NO_CONTACT = 'Enter a valid email or UK mobile number.';

export interface CodeEntryOptions {
  /** Tries the code with the server. */
  check: (contact: Contact, code: string) => Promise<void>;
  onProblem: (problem: string | null) => void;
  /** Said when there is no code to try. */
  missing: string;
}

export type CodeEntry = ReturnType<typeof useCodeEntry>;

export function useCodeEntry({ check, onProblem, missing }: CodeEntryOptions) {
  const [code, setCode] = useState('');
  /** Where the last code went: it is tried with nothing else. */
  const [sentTo, setSentTo] = useState<Contact | null>(null);
  const [busy, setBusy] = useState<'sending' | 'verifying' | null>(null);
  const [wait, setWait] = useCountdown();

  async function during(
    what: 'sending' | 'verifying',
    act: () => Promise<void>,
    words: (error: unknown) => string,
  ) {
    if (busy) return;
    setBusy(what);
    onProblem(null);
    try {
      await act();
    } catch (error) {
      onProblem(words(error));
    } finally {
      setBusy(null);
    }
  }

  async function send(contact: Contact) {
    await during(
      'sending',
      async () => {
        await requestCode(contact);
        setSentTo(contact);
        setCode('');
        setWait(RESEND_AFTER);
      },
      notSent,
    );
  }

  async function verify() {
    if (!sentTo || code.trim().length < SHORTEST) return onProblem(missing);
    await during('verifying', () => check(sentTo, code.trim()), notVerified);
  }

  return {
    code,
    changeCode: (typed: string) => {
      setCode(typed);
      onProblem(null);
    },
    sentTo,
    busy,
    wait,
    send,
    verify,
    /** The code belongs to somebody else. */
    forget: () => {
      setSentTo(null);
      setWait(0);
    },
  };
}

function notSent(error: unknown): string {
  const failed = 'Could not send the code. Try again.';
  if (!(error instanceof ApiProblem)) return failed;
  if (error.status === 422) return NO_CONTACT;
  return error.status === 429 ? `Could not send the code. ${later(error)}` : failed;
}

function notVerified(error: unknown): string {
  if (error instanceof ApiProblem && error.status === 401) return 'Invalid code. Try again.';
  if (error instanceof ApiProblem && error.status === 429) return `Too many tries. ${later(error)}`;
  return problemText(error, 'Could not check the code. Try again.');
}

/** 'Try again in 12 minutes.' */
function later({ retryAfter }: ApiProblem): string {
  if (!retryAfter) return 'Try again later.';
  const minutes = Math.ceil(retryAfter / 60);
  return `Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
}

/** Seconds that are left, counted down once a second. */
function useCountdown(): [number, (seconds: number) => void] {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, setLeft];
}
