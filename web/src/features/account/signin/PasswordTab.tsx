import { useState } from 'react';
import { Link } from 'react-router';
import { logInClient } from '@/api/accounts';
import { isEmail, normaliseEmail } from '@/shared/email';
import { paths } from '@/shared/paths';
import { Button, Field, TextInput } from '@/ui';
import { Problem } from '@/ui/Problem';
import { MINIMUM } from '../credentials';
import { loginErrorText } from '../errorTexts';
import { PasswordInput } from '../PasswordInput';

export interface PasswordTabProps {
  identifier: string;
  problem: string | null;
  onProblem: (problem: string | null) => void;
  onSignedIn: () => void;
  /** Called when the link to registration is followed, to close the popup. */
  onLeave: () => void;
}

export function PasswordTab({ identifier, problem, onProblem, onSignedIn, onLeave }: PasswordTabProps) {
  const [email, setEmail] = useState(identifier.includes('@') ? identifier : '');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);

  async function logIn() {
    const address = normaliseEmail(email);
    if (!isEmail(address) || [...password].length < MINIMUM)
      return onProblem('Enter a valid email and password (min 6).');
    setBusy(true);
    onProblem(null);
    try {
      await logInClient({ email: address, password });
      onSignedIn();
    } catch (error) {
      onProblem(loginErrorText(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void logIn();
      }}
    >
      <Field id="signin-email" label="Email">
        <TextInput
          value={email}
          onChange={(event) => {
            setEmail(event.target.value);
            onProblem(null);
          }}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field id="signin-password" label="Password">
        <PasswordInput
          value={password}
          onChange={(event) => {
            setPassword(event.target.value);
            onProblem(null);
          }}
          autoComplete="current-password"
        />
      </Field>
      <Problem text={problem} />
      <Button type="submit" busy={busy} busyText="Signing in…">
        Sign in
      </Button>
      <p className="text-s text-muted">
        New to Callout?{' '}
        <Link
          className="link inline-flex min-h-11 items-center"
          to={paths.register({ role: 'client' })}
          onClick={onLeave}
        >
          Create an account
        </Link>
      </p>
    </form>
  );
}
