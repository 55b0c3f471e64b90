import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { verifyCode } from '@/api/accounts';
import { Field, TextInput } from '@/ui';
import { CodeForm } from '@/ui/CodeForm';
import { MIN_LENGTH, NO_CONTACT, useCodeEntry } from '@/ui/useCodeEntry';
import { contactOf } from './identifier';

export interface CodeTabProps {
  /** Prefix for the ids of its fields. */
  id: string;
  identifier?: string;
  problem: string | null;
  onProblem: (problem: string | null) => void;
  onSignedIn: () => void;
}

const schema = z.object({ identifier: z.string().check(z.trim(), z.minLength(MIN_LENGTH, NO_CONTACT)) });

export function CodeTab({ id, identifier: given = '', problem, onProblem, onSignedIn }: CodeTabProps) {
  const { register, handleSubmit } = useForm({
    defaultValues: { identifier: given },
    resolver: zodResolver(schema),
  });
  const entry = useCodeEntry({
    check: async (contact, code) => {
      await verifyCode(contact, code);
      onSignedIn();
    },
    onProblem,
    missing: 'Enter email/phone and the code.',
  });

  function noteChange(typed: string) {
    onProblem(null);
    if (JSON.stringify(contactOf(typed)) !== JSON.stringify(entry.sentTo)) entry.forget();
  }

  const send = handleSubmit(
    ({ identifier }) => entry.send(contactOf(identifier)),
    () => onProblem(NO_CONTACT),
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
      <Field id={`${id}-identifier`} label="Email or UK mobile">
        <TextInput
          {...register('identifier', { onChange: (event) => noteChange(event.target.value) })}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
    </CodeForm>
  );
}
