// /master/register: registration of a new pro.
import { useState } from 'react';
import { Link } from 'react-router';
import { registerMaster } from '@/api/accounts';
import { paths } from '@/shared/paths';
import { AccountPage, useContinueAfterSignIn } from './AccountPage';
import { CompanyCheckbox } from './CompanyCheckbox';
import { CredentialsForm } from './CredentialsForm';
import { proRegistrationRules } from './credentials';
import { registrationErrorText } from './errorTexts';
import { ProTerms } from './ProTerms';

const TITLE = 'Create your pro account';

export function MasterRegister() {
  const [isCompany, setCompany] = useState(false);
  const continueAfterSignIn = useContinueAfterSignIn();
  const accountType = isCompany ? 'company' : 'sole_trader';
  return (
    <AccountPage title={TITLE} only="master">
      <ProTerms />
      <CredentialsForm
        title={TITLE}
        rules={proRegistrationRules}
        isNew
        passwordPlaceholder="Min 6 characters"
        label="Create account"
        busyLabel="Creating…"
        errorText={registrationErrorText}
        submit={async (credentials) => {
          await registerMaster({ ...credentials, accountType });
          continueAfterSignIn('master', true);
        }}
      >
        <CompanyCheckbox checked={isCompany} onChange={setCompany} />
      </CredentialsForm>
      <p className="text-s text-muted">
        Have a pro account?{' '}
        <Link className="link inline-flex min-h-11 items-center" to={paths.master.login()}>
          Log in
        </Link>
      </p>
    </AccountPage>
  );
}
