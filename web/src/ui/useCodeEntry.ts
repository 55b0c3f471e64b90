// Entering a one-time code: sending it, checking it, and sending it again after a wait.
import { useEffect, useState } from 'react';
import { type Contact, requestCode } from '@/api/accounts';
import { ApiProblem, problemText } from '@/api/problem';

/** The fewest characters of a code, and of an email or phone, that are worth sending to the server. */
export const MIN_LENGTH = 4;

/** Seconds before a code can be sent again, since messages take a while to arrive. */
const RESEND_AFTER = 30;

export const NO_CONTACT = 'Enter a valid email or UK mobile number.';

export interface CodeEntryOptions {
  /** Checks the code with the server. */
  check: (contact: Contact, code: string) => Promise<void>;
  onProblem: (problem: string | null) => void;
  /** Shown when no code has been typed. */
  missing: string;
}

export type CodeEntry = ReturnType<typeof useCodeEntry>;

export function useCodeEntry({ check, onProblem, missing }: CodeEntryOptions) {
  const [code, setCode] = useState('');
  /** Where the last code was sent: it is only ever checked against this. */
  const [sentTo, setSentTo] = useState<Contact | null>(null);
  const [busy, setBusy] = useState<'sending' | 'verifying' | null>(null);
  const [wait, setWait] = useCountdown();

  async function attempt(
    what: 'sending' | 'verifying',
    act: () => Promise<void>,
    messageFor: (error: unknown) => string,
  ) {
    if (busy) return;
    setBusy(what);
    onProblem(null);
    try {
      await act();
    } catch (error) {
      onProblem(messageFor(error));
    } finally {
      setBusy(null);
    }
  }

  async function send(contact: Contact) {
    await attempt(
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
    if (!sentTo || code.trim().length < MIN_LENGTH) return onProblem(missing);
    await attempt('verifying', () => check(sentTo, code.trim()), notVerified);
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
    /** For when the contact changes: the code was sent to somebody else. */
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
  return error.status === 429 ? `Could not send the code. ${retryTime(error)}` : failed;
}

function notVerified(error: unknown): string {
  if (error instanceof ApiProblem && error.status === 401) return 'Invalid code. Try again.';
  if (error instanceof ApiProblem && error.status === 429) return `Too many tries. ${retryTime(error)}`;
  return problemText(error, 'Could not check the code. Try again.');
}

/** 'Try again in 12 minutes.' */
function retryTime({ retryAfter }: ApiProblem): string {
  if (!retryAfter) return 'Try again later.';
  const minutes = Math.ceil(retryAfter / 60);
  return `Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
}

/** Seconds left, counting down once a second. */
function useCountdown(): [number, (seconds: number) => void] {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, setLeft];
}
