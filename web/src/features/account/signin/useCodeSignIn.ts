// Signing in by a one-time code: send it, wait a little before it may be sent again, try it.
import { useEffect, useState } from 'react';
import { requestCode, verifyCode } from '@/api/accounts';
import { ApiProblem, isUnreachable } from '@/api/problem';
import { UNREACHABLE } from '../refusals';
import { contactOf, SHORTEST, shownContact } from './identifier';

/** Seconds before a code may be sent again: messages take a while. */
const RESEND_AFTER = 30;

const messages = {
  identifier: 'Enter a valid email or UK mobile number.',
  notSent: 'Could not send the code. Try again.',
  missing: 'Enter email/phone and the code.',
  wrong: 'Invalid code. Try again.',
};

export interface CodeSignInOptions {
  identifier: string;
  onProblem: (problem: string | null) => void;
  onSignedIn: () => void;
}

export function useCodeSignIn({ identifier: given, onProblem, onSignedIn }: CodeSignInOptions) {
  const [identifier, setIdentifier] = useState(given);
  const [code, setCode] = useState('');
  /** Where the last code went. */
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [busy, setBusy] = useState<'sending' | 'verifying' | null>(null);
  const [wait, setWait] = useCountdown();

  async function during(
    what: 'sending' | 'verifying',
    act: () => Promise<void>,
    words: (error: unknown) => string,
  ) {
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

  async function send() {
    if (identifier.trim().length < SHORTEST) return onProblem(messages.identifier);
    const contact = contactOf(identifier);
    await during(
      'sending',
      async () => {
        await requestCode(contact);
        setSentTo(shownContact(contact));
        setCode('');
        setWait(RESEND_AFTER);
      },
      notSent,
    );
  }

  async function verify() {
    if (identifier.trim().length < SHORTEST || code.trim().length < SHORTEST)
      return onProblem(messages.missing);
    await during(
      'verifying',
      async () => {
        await verifyCode(contactOf(identifier), code.trim());
        onSignedIn();
      },
      notVerified,
    );
  }

  return {
    identifier,
    changeIdentifier: (typed: string) => {
      setIdentifier(typed);
      // The code belongs to where it was sent.
      if (sentTo !== null && shownContact(contactOf(typed)) !== sentTo) {
        setSentTo(null);
        setWait(0);
      }
      onProblem(null);
    },
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
  };
}

function notSent(error: unknown): string {
  if (!(error instanceof ApiProblem)) return messages.notSent;
  if (error.status === 422) return messages.identifier;
  return error.status === 429 ? `Could not send the code. ${later(error)}` : messages.notSent;
}

function notVerified(error: unknown): string {
  if (isUnreachable(error)) return UNREACHABLE;
  if (error instanceof ApiProblem && error.status === 429) return `Too many tries. ${later(error)}`;
  return messages.wrong;
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
