// What stands in the sign-in popup: one-time code or password. One error line for both; another tab begins without it.
import { useEffect, useState } from 'react';
import { SocialButtons } from '../SocialButtons';
import { CodeTab } from './CodeTab';
import { PasswordTab } from './PasswordTab';
import { Tabs } from './Tabs';

export interface SignInProps {
  /** An email or UK mobile to begin with. */
  identifier?: string | undefined;
  onSignedIn: () => void;
  onLeave: () => void;
}

export function SignIn({ identifier = '', onSignedIn, onLeave }: SignInProps) {
  const [tab, setTab] = useState<'code' | 'password'>('code');
  const [problem, setProblem] = useState<string | null>(null);
  // A sign-in popup is opened to type into.
  useEffect(() => document.getElementById('signin-identifier')?.focus(), []);
  const shared = { identifier, problem, onProblem: setProblem, onSignedIn };
  return (
    <div className="grid gap-4">
      <Tabs
        label="How to sign in"
        chosen={tab}
        onChoose={(next) => {
          setTab(next);
          setProblem(null);
        }}
        tabs={[
          { value: 'code', label: 'One-time code', panel: <CodeTab {...shared} /> },
          { value: 'password', label: 'Password', panel: <PasswordTab {...shared} onLeave={onLeave} /> },
        ]}
      />
      <SocialButtons />
    </div>
  );
}
