// /login: for customers and pros.
import { Link, useSearchParams } from 'react-router';
import { logInClient, logInMaster } from '@/api/accounts';
import { paths } from '@/shared/paths';
import { AccountPage, useContinueAfterSignIn } from './AccountPage';
import { CredentialsForm } from './CredentialsForm';
import { genericRules } from './credentials';
import { loginErrorText } from './errorTexts';
import { RoleChoice, useRoleChoice } from './RoleChoice';
import { SocialButtons } from './SocialButtons';
import { Ways } from './signin/Ways';

const TITLE = 'Log in';

export function Login() {
  const [role, setRole] = useRoleChoice();
  const [query] = useSearchParams();
  const continueAfterSignIn = useContinueAfterSignIn();
  return (
    <AccountPage title={TITLE}>
      <RoleChoice role={role} onChange={setRole} />
      <Ways
        account={role}
        onSignedIn={() => continueAfterSignIn(role)}
        password={(forgotten) => (
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
          >
            {forgotten}
          </CredentialsForm>
        )}
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
