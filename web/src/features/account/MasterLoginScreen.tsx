// /master/login: for pros only.
import { Link } from 'react-router';
import { logInMaster } from '@/api/accounts';
import { paths } from '@/shared/paths';
import { AccountPage, useContinueAfterSignIn } from './AccountPage';
import { CredentialsForm } from './CredentialsForm';
import { proLoginRules } from './credentials';
import { loginErrorText } from './errorTexts';
import { Ways } from './signin/Ways';

const TITLE = 'Log in';

export function MasterLogin() {
  const continueAfterSignIn = useContinueAfterSignIn();
  return (
    <AccountPage title={TITLE} intro="For plumbers and other pros." only="master">
      <Ways
        account="master"
        onSignedIn={() => continueAfterSignIn('master')}
        password={(forgotten) => (
          <CredentialsForm
            title={TITLE}
            rules={proLoginRules}
            isNew={false}
            label="Log in"
            busyLabel="Logging in…"
            errorText={loginErrorText}
            submit={async (credentials) => {
              await logInMaster(credentials);
              continueAfterSignIn('master');
            }}
          >
            {forgotten}
          </CredentialsForm>
        )}
      />
      <p className="text-s text-muted">
        New to Callout?{' '}
        <Link className="link inline-flex min-h-11 items-center" to={paths.master.register}>
          Create account
        </Link>
      </p>
    </AccountPage>
  );
}
