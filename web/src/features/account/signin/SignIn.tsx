// The content of the sign-in popup: one-time code or password. Each tab shows only its own error, and switching tabs clears it.
import { useEffect, useState } from 'react';
import { CodeTab } from './CodeTab';
import { PasswordTab } from './PasswordTab';
import { Tabs } from './Tabs';

type Method = 'code' | 'password';

export interface SignInProps {
  /** An email or UK mobile to prefill. */
  identifier?: string | undefined;
  onSignedIn: () => void;
  onLeave: () => void;
}

export function SignIn({ identifier = '', onSignedIn, onLeave }: SignInProps) {
  const [tab, setTab] = useState<Method>('code');
  const [problem, setProblem] = useState<{ of: Method; text: string } | null>(null);
  // The popup was opened to type into, so its first field takes the focus.
  useEffect(() => document.getElementById('signin-identifier')?.focus(), []);
  /** The props of both tabs. A late answer shows its error only on the tab that asked. */
  const tabProps = (own: Method) => ({
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
          { value: 'code', label: 'One-time code', panel: <CodeTab id="signin" {...tabProps('code')} /> },
          {
            value: 'password',
            label: 'Password',
            panel: <PasswordTab {...tabProps('password')} onLeave={onLeave} />,
          },
        ]}
      />
    </div>
  );
}
