// /login: for customers and pros.
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { logInClient, logInMaster } from '@/api/accounts';
import { paths } from '@/shared/paths';
import type { Role } from '@/shared/session';
import { AccountPage, useContinueAfterSignIn } from './AccountPage';
import { CredentialsForm } from './CredentialsForm';
import { genericRules } from './credentials';
import { loginErrorText } from './errorTexts';
import { RoleChoice, useRoleChoice } from './RoleChoice';
import { SocialButtons } from './SocialButtons';
import { CodeTab } from './signin/CodeTab';
import { Tabs } from './signin/Tabs';

const TITLE = 'Log in';

export function Login() {
  const [role, setRole] = useRoleChoice();
  const [query] = useSearchParams();
  const continueAfterSignIn = useContinueAfterSignIn();
  const password = (
    <CredentialsForm
      title={TITLE}
      role={role}
      rules={genericRules}
      isNew={false}
      label="Log in"
      busyLabel="Logging in…"
      errorText={loginErrorText}
      submit={async (credentials) => {
        await (role === 'master' ? logInMaster(credentials) : logInClient(credentials));
        continueAfterSignIn(role);
      }}
    />
  );

  return (
    <AccountPage title={TITLE}>
      <RoleChoice role={role} onChange={setRole} />
      <Ways role={role} password={password} onSignedIn={() => continueAfterSignIn('client')} />
      <SocialButtons />
      <p className="text-s text-muted">
        New to Callout?{' '}
        <Link
          className="link inline-flex min-h-11 items-center"
          to={paths.register({ role, next: query.get('next') ?? undefined })}
        >
          {role === 'master' ? 'Create a pro account' : 'Create an account'}
        </Link>
      </p>
    </AccountPage>
  );
}

interface WaysProps {
  role: Role;
  password: ReactNode;
  /** By a code. */
  onSignedIn: () => void;
}

/** Opens on the code for customers, since most never make a password; pros have nothing else. */
function Ways({ role, password, onSignedIn }: WaysProps) {
  const [tab, setTab] = useState<'code' | 'password'>('code');
  const [problem, setProblem] = useState<string | null>(null);
  const code = <CodeTab id="login" problem={problem} onProblem={setProblem} onSignedIn={onSignedIn} />;
  const byCode = { value: 'code', label: 'One-time code', panel: code } as const;
  const byPassword = { value: 'password', label: 'Password', panel: password } as const;
  return (
    <div className="grid gap-4">
      <Tabs
        label="How to sign in"
        chosen={role === 'master' ? 'password' : tab}
        onChoose={setTab}
        tabs={role === 'master' ? [byPassword] : [byCode, byPassword]}
      />
    </div>
  );
}
