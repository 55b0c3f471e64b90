// The ways to sign in on the login pages: one-time code and password, each in a tab that keeps what was typed, and for pros a passkey.
import { type ReactNode, useState } from 'react';
import { supportsPasskeys } from '@/shared/passkey';
import type { Role } from '@/shared/session';
import { Button } from '@/ui';
import { ByPasskey } from './ByPasskey';
import { CodeTab } from './CodeTab';
import { Tabs } from './Tabs';

interface WaysProps {
  /** Whose account. */
  account: Role;
  /** The password form. It is given a button for whoever does not remember the password: a code signs in without. */
  password: (forgotten: ReactNode) => ReactNode;
  /** By a code or a passkey. */
  onSignedIn: () => void;
}

/** Opens on the code for customers, since most never make a password, and on the password for pros, who registered with one. */
export function Ways({ account, password, onSignedIn }: WaysProps) {
  const [chosen, setChosen] = useState<'code' | 'password' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const code = (
    // Another role is another account, so the code starts anew.
    <CodeTab
      key={account}
      id="login"
      account={account}
      problem={problem}
      onProblem={setProblem}
      onSignedIn={onSignedIn}
    />
  );
  const forgotten = (
    <Button look="plain" size="small" className="-my-2 -ml-3.5 justify-self-start" onClick={() => toCode()}>
      Forgot password?
    </Button>
  );
  const byCode = { value: 'code', label: 'One-time code', panel: code } as const;
  const byPassword = { value: 'password', label: 'Password', panel: password(forgotten) } as const;

  function choose(tab: 'code' | 'password') {
    setChosen(tab);
    setProblem(null);
  }

  function toCode() {
    choose('code');
    // Once the panel is shown.
    requestAnimationFrame(() => document.getElementById('login-identifier')?.focus());
  }

  return (
    <div className="grid gap-4">
      <Tabs
        label="How to sign in"
        chosen={chosen ?? (account === 'master' ? 'password' : 'code')}
        onChoose={choose}
        tabs={account === 'master' ? [byPassword, byCode] : [byCode, byPassword]}
      />
      {account === 'master' && supportsPasskeys() && <ByPasskey onSignedIn={onSignedIn} />}
    </div>
  );
}
