// /master/login: pros only.
import { Link } from 'react-router';
import { logInMaster } from '@/api/accounts';
import { paths } from '@/shared/paths';
import { AccountPage, useGoOn } from './AccountPage';
import { CredentialsForm } from './CredentialsForm';
import { proLoginRules } from './credentials';
import { loginRefusal } from './refusals';

const TITLE = 'Log in';

export function MasterLogin() {
  const goOn = useGoOn();
  return (
    <AccountPage title={TITLE} intro="For plumbers and other pros." only="master">
      <CredentialsForm
        title={TITLE}
        rules={proLoginRules}
        isNew={false}
        label="Log in"
        busyLabel="Logging in…"
        refusal={loginRefusal}
        submit={async (credentials) => {
          await logInMaster(credentials);
          goOn('master');
        }}
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
