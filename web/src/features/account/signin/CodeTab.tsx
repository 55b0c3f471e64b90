import { useState } from 'react';
import { verifyCode } from '@/api/accounts';
import { Field, TextInput } from '@/ui';
import { CodeForm } from '@/ui/CodeForm';
import { MIN_LENGTH, NO_CONTACT, useCodeEntry } from '@/ui/useCodeEntry';
import { contactOf } from './identifier';

export interface CodeTabProps {
  identifier: string;
  problem: string | null;
  onProblem: (problem: string | null) => void;
  onSignedIn: () => void;
}

export function CodeTab({ identifier: given, problem, onProblem, onSignedIn }: CodeTabProps) {
  const [identifier, setIdentifier] = useState(given);
  const entry = useCodeEntry({
    check: async (contact, code) => {
      await verifyCode(contact, code);
      onSignedIn();
    },
    onProblem,
    missing: 'Enter email/phone and the code.',
  });

  function change(typed: string) {
    setIdentifier(typed);
    onProblem(null);
    if (JSON.stringify(contactOf(typed)) !== JSON.stringify(entry.sentTo)) entry.forget();
  }

  function send() {
    if (identifier.trim().length < MIN_LENGTH) onProblem(NO_CONTACT);
    else void entry.send(contactOf(identifier));
  }

  return (
    <CodeForm
      id="signin"
      entry={entry}
      problem={problem}
      onSend={send}
      label="Sign in"
      busyLabel="Signing in…"
    >
      <Field id="signin-identifier" label="Email or UK mobile">
        <TextInput
          value={identifier}
          onChange={(event) => change(event.target.value)}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
    </CodeForm>
  );
}
