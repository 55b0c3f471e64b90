import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { type Contact, requestCode, requestMasterCode, verifyCode, verifyMasterCode } from '@/api/accounts';
import { isEmail, normaliseEmail } from '@/shared/email';
import type { Role } from '@/shared/session';
import { Field, TextInput } from '@/ui';
import { CodeForm } from '@/ui/CodeForm';
import { MIN_LENGTH, NO_CONTACT, useCodeEntry } from '@/ui/useCodeEntry';
import { proRegistrationRules } from '../credentials';
import { contactOf } from './identifier';

export interface CodeTabProps {
  /** Prefix for the ids of its fields. */
  id: string;
  /** Whose account; a client's by default. */
  account?: Role;
  identifier?: string;
  problem: string | null;
  onProblem: (problem: string | null) => void;
  onSignedIn: () => void;
}

interface Way {
  label: string;
  /** Shown for something a code cannot be sent to. */
  wrong: string;
  /** Shown when no code has been typed. */
  missing: string;
  isContact: (typed: string) => boolean;
  contactOf: (typed: string) => Contact;
  request: (contact: Contact) => Promise<void>;
  verify: (contact: Contact, code: string) => Promise<void>;
}

/** Clients sign in by email or mobile, pros by email only. */
const ways: Record<Role, Way> = {
  client: {
    label: 'Email or UK mobile',
    wrong: NO_CONTACT,
    missing: 'Enter email/phone and the code.',
    isContact: (typed) => typed.trim().length >= MIN_LENGTH,
    contactOf,
    request: requestCode,
    verify: verifyCode,
  },
  master: {
    label: 'Your email',
    wrong: proRegistrationRules.email,
    missing: 'Enter the code.',
    isContact: (typed) => isEmail(normaliseEmail(typed)),
    contactOf: (typed) => ({ email: normaliseEmail(typed) }),
    request: requestMasterCode,
    verify: verifyMasterCode,
  },
};

export function CodeTab(props: CodeTabProps) {
  const { id, account = 'client', identifier: given = '', problem, onProblem, onSignedIn } = props;
  const way = ways[account];
  const { register, handleSubmit } = useForm({
    defaultValues: { identifier: given },
    resolver: zodResolver(z.object({ identifier: z.string().check(z.refine(way.isContact)) })),
  });
  const entry = useCodeEntry({
    request: way.request,
    wrongContact: way.wrong,
    check: async (contact, code) => {
      await way.verify(contact, code);
      onSignedIn();
    },
    onProblem,
    missing: way.missing,
  });

  function noteChange(typed: string) {
    onProblem(null);
    if (JSON.stringify(way.contactOf(typed)) !== JSON.stringify(entry.sentTo)) entry.forget();
  }

  const send = handleSubmit(
    ({ identifier }) => entry.send(way.contactOf(identifier)),
    () => onProblem(way.wrong),
  );

  return (
    <CodeForm
      id={id}
      entry={entry}
      problem={problem}
      onSend={() => void send()}
      label="Sign in"
      busyLabel="Signing in…"
    >
      <Field id={`${id}-identifier`} label={way.label}>
        <TextInput
          {...register('identifier', { onChange: (event) => noteChange(event.target.value) })}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...(account === 'master' && { type: 'email', inputMode: 'email' })}
        />
      </Field>
    </CodeForm>
  );
}
