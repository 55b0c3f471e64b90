// Entering a one-time code: sending it, checking it, and sending it again after a wait.
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { type Contact, requestCode } from '@/api/accounts';
import { ApiProblem, hasCode, problemText } from '@/api/problem';
import { refuse } from '@/shared/textRules';
import { codeTyped } from '@/shared/typed';

/** The fewest characters of a code, and of an email or phone, that look as if somebody had typed one. */
export const MIN_LENGTH = 4;

/** The digits of a code. */
export const CODE_LENGTH = 6;

/** Said of fewer or more digits: the server counts them as no try. */
const NO_CODE = 'Enter the 6 digits that we sent you.';

/** Seconds before a code can be sent again, since messages take a while to arrive. */
const RESEND_AFTER = 30;

export const NO_CONTACT = 'Enter a valid email or UK mobile number.';

export interface CodeEntryOptions {
  /** Sends the code; by default as to a client. */
  request?: (contact: Contact) => Promise<void>;
  /** Shown when the server refuses the contact. */
  wrongContact?: string;
  /** Checks the code with the server. */
  check: (contact: Contact, code: string) => Promise<void>;
  onProblem: (problem: string | null) => void;
  /** Shown when no code has been typed. */
  missing: string;
}

export type CodeEntry = ReturnType<typeof useCodeEntry>;

export function useCodeEntry({
  request = requestCode,
  wrongContact = NO_CONTACT,
  check,
  onProblem,
  missing,
}: CodeEntryOptions) {
  /** Where the last code was sent: it is only ever checked against this. */
  const [sentTo, setSentTo] = useState<Contact | null>(null);
  const [wait, setWait] = useCountdown();
  const form = useForm<{ code: string }>({
    defaultValues: { code: '' },
    resolver: zodResolver(codeSchema(missing)),
  });
  const clearProblem = () => onProblem(null);

  const sending = useMutation({
    mutationFn: (contact: Contact) => request(contact),
    onMutate: clearProblem,
    onSuccess: (_, contact) => {
      setSentTo(contact);
      form.reset();
      setWait(RESEND_AFTER);
    },
    onError: (error) => onProblem(notSent(error, wrongContact)),
  });
  const verifying = useMutation({
    mutationFn: (typed: { contact: Contact; code: string }) => check(typed.contact, typed.code),
    onMutate: clearProblem,
    onError: (error) => onProblem(notVerified(error)),
  });
  const isBusy = sending.isPending || verifying.isPending;

  return {
    codeField: form.register('code', { onChange: clearProblem }),
    sentTo,
    wait,
    isSending: sending.isPending,
    isVerifying: verifying.isPending,
    send: (contact: Contact) => {
      if (!isBusy) sending.mutate(contact);
    },
    verify: form.handleSubmit(
      ({ code }) => {
        if (sentTo && !isBusy) verifying.mutate({ contact: sentTo, code });
      },
      ({ code }) => onProblem(code?.message ?? missing),
    ),
    /** For when the contact changes: the code was sent to somebody else. */
    forget: () => {
      setSentTo(null);
      setWait(0);
    },
  };
}

function codeSchema(missing: string) {
  return z.object({
    code: z.pipe(
      z.string().check(z.trim(), z.minLength(MIN_LENGTH, { error: missing, abort: true })),
      z.transform((typed, context) => {
        const code = codeTyped(typed, CODE_LENGTH);
        if (code === undefined) refuse(context, typed, NO_CODE);
        return code ?? typed;
      }),
    ),
  });
}

function notSent(error: unknown, wrongContact: string): string {
  const failed = 'Could not send the code. Try again.';
  if (!(error instanceof ApiProblem)) return failed;
  if (error.status === 422) return wrongContact;
  return error.status === 429 ? `Could not send the code. ${retryTime(error)}` : failed;
}

function notVerified(error: unknown): string {
  if (hasCode(error, 'invalid_code')) return 'Invalid code. Try again.';
  if (error instanceof ApiProblem && error.status === 401) return 'Your session has ended. Sign in again.';
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
