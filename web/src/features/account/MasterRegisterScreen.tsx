// /master/register: a new pro.
import { useState } from 'react';
import { Link } from 'react-router';
import { registerMaster } from '@/api/accounts';
import { paths } from '@/shared/paths';
import { AccountPage, useGoOn } from './AccountPage';
import { CompanyCheckbox } from './CompanyCheckbox';
import { CredentialsForm } from './CredentialsForm';
import { proRegistrationRules } from './credentials';
import { registrationRefusal } from './refusals';

const TITLE = 'Create your pro account';

export function MasterRegister() {
  const [isCompany, setCompany] = useState(false);
  const goOn = useGoOn();
  const accountType = isCompany ? 'company' : 'sole_trader';
  return (
    <AccountPage title={TITLE} only="master">
      <CredentialsForm
        title={TITLE}
        rules={proRegistrationRules}
        isNew
        passwordPlaceholder="Min 6 characters"
        label="Create account"
        busyLabel="Creating…"
        refusal={registrationRefusal}
        submit={async (credentials) => {
          await registerMaster({ ...credentials, accountType });
          goOn('master');
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
