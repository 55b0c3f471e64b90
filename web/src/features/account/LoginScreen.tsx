// /login: for customers and pros.
import { Link, useSearchParams } from 'react-router';
import { logInClient, logInMaster } from '@/api/accounts';
import { paths } from '@/shared/paths';
import { askToSignIn } from '@/shared/signIn';
import { Button } from '@/ui';
import { AccountPage, useContinueAfterSignIn } from './AccountPage';
import { CredentialsForm } from './CredentialsForm';
import { genericRules } from './credentials';
import { loginErrorText } from './errorTexts';
import { RoleChoice, useRoleChoice } from './RoleChoice';
import { SocialButtons } from './SocialButtons';

const TITLE = 'Log in';

export function Login() {
  const [role, setRole] = useRoleChoice();
  const [query] = useSearchParams();
  const continueAfterSignIn = useContinueAfterSignIn();

  async function signInByCode(identifier: string) {
    if (await askToSignIn({ identifier })) continueAfterSignIn('client');
  }

  return (
    <AccountPage title={TITLE}>
      <RoleChoice role={role} onChange={setRole} />
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
        after={(email) =>
          role === 'client' && (
            <Button look="quiet" onClick={() => void signInByCode(email)}>
              Use a one-time code instead
            </Button>
          )
        }
      />
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
