// What stands in the sign-in popup: one-time code or password. One error line for both; another tab begins without it.
import { useEffect, useState } from 'react';
import { SocialButtons } from '../SocialButtons';
import { CodeTab } from './CodeTab';
import { PasswordTab } from './PasswordTab';
import { Tabs } from './Tabs';

type Way = 'code' | 'password';

export interface SignInProps {
  /** An email or UK mobile to begin with. */
  identifier?: string | undefined;
  onSignedIn: () => void;
  onLeave: () => void;
}

export function SignIn({ identifier = '', onSignedIn, onLeave }: SignInProps) {
  const [tab, setTab] = useState<Way>('code');
  const [problem, setProblem] = useState<{ of: Way; text: string } | null>(null);
  // A sign-in popup is opened to type into.
  useEffect(() => document.getElementById('signin-identifier')?.focus(), []);
  /** An answer that comes late is shown on the tab that asked. */
  const shared = (own: Way) => ({
    identifier,
    problem: problem?.of === own ? problem.text : null,
    onProblem: (text: string | null) => setProblem(text === null ? null : { of: own, text }),
    onSignedIn,
  });
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
          { value: 'code', label: 'One-time code', panel: <CodeTab {...shared('code')} /> },
          {
            value: 'password',
            label: 'Password',
            panel: <PasswordTab {...shared('password')} onLeave={onLeave} />,
          },
        ]}
      />
      <SocialButtons />
    </div>
  );
}
