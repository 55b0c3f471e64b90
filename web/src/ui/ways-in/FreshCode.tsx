// Some steps want a code that is entered just now: a phone left on a table must not be enough for them. It is asked for where the step was
// begun, which then goes on by itself.
import { useEffect, useId, useRef, useState } from 'react';
import type { Contact } from '@/api/accounts';
import { ApiProblem } from '@/api/problem';
import { formatPhone } from '@/shared/phone';
import { CodeForm } from '../CodeForm';
import { useCodeEntry } from '../useCodeEntry';

/** How the signed-in person proves again that it is them. */
export interface OwnCode {
  /** The email or phone that the account has proved. */
  contactBy: (channel: Channel) => Contact | undefined;
  request: (contact: Contact) => Promise<void>;
  /** Enters the code in this session. */
  verify: (contact: Contact, code: string) => Promise<void>;
}

export type Channel = 'email' | 'phone';

/** How a code can be had, if that is what the server asks for; null otherwise. */
export function freshCodeBy(error: unknown): Channel | null {
  if (!(error instanceof ApiProblem) || error.code !== 'fresh_code_required') return null;
  return error.body.channel === 'phone' ? 'phone' : 'email';
}

export interface FreshCodeProps {
  own: OwnCode;
  channel: Channel;
  /** The code was right: what was begun goes on. Not called once this is gone, since whoever closed it has thought better of it. */
  onFresh: () => void;
}

export function FreshCode({ own, channel, onFresh }: FreshCodeProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  const sentence = useRef<HTMLParagraphElement>(null);
  const contact = own.contactBy(channel);
  const entry = useCodeEntry({
    request: own.request,
    check: async (sentTo, code) => {
      await own.verify(sentTo, code);
      if (sentence.current) onFresh();
    },
    onProblem: setProblem,
    missing: 'Enter the code.',
  });
  // It has taken the place of the button that was pressed.
  useEffect(() => sentence.current?.focus(), []);
  if (!contact) return <p role="alert">Please log out, sign in again with a code, and try once more.</p>;
  const shown = 'email' in contact ? contact.email : formatPhone(contact.phone);
  return (
    <CodeForm
      id={id}
      entry={entry}
      problem={problem}
      onSend={() => void entry.send(contact)}
      label="Continue"
      busyLabel="Checking…"
    >
      <p ref={sentence} tabIndex={-1} className="[overflow-wrap:anywhere]">
        To be sure that it is you, we send a code to {shown}.
      </p>
    </CodeForm>
  );
}
