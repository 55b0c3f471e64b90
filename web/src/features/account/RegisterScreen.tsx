// /register: for customers and pros; /signup redirects here with the role set.
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { registerClient, registerMaster } from '@/api/accounts';
import { paths } from '@/shared/paths';
import { AccountPage, useContinueAfterSignIn } from './AccountPage';
import { CompanyCheckbox } from './CompanyCheckbox';
import { CredentialsForm } from './CredentialsForm';
import { genericRules } from './credentials';
import { registrationErrorText } from './errorTexts';
import { RoleChoice, useRoleChoice } from './RoleChoice';
import { SocialButtons } from './SocialButtons';

const TITLE = 'Create your account';

export function Register() {
  const [role, setRole] = useRoleChoice();
  const [isCompany, setCompany] = useState(false);
  const [query] = useSearchParams();
  const continueAfterSignIn = useContinueAfterSignIn();
  const accountType = isCompany ? 'company' : 'sole_trader';
  return (
    <AccountPage title={TITLE}>
      <RoleChoice role={role} onChange={setRole} />
      <CredentialsForm
        title={TITLE}
        role={role}
        rules={genericRules}
        isNew
        passwordPlaceholder="Min 6 characters"
        label="Create account"
        busyLabel="Creating…"
        errorText={registrationErrorText}
        submit={async (credentials) => {
          await (role === 'master'
            ? registerMaster({ ...credentials, accountType })
            : registerClient(credentials));
          continueAfterSignIn(role, true);
        }}
      >
        {role === 'master' && <CompanyCheckbox checked={isCompany} onChange={setCompany} />}
      </CredentialsForm>
      <SocialButtons />
      <p className="text-s text-muted">
        Have an account?{' '}
        <Link
          className="link inline-flex min-h-11 items-center"
          to={paths.login({ role, next: query.get('next') ?? undefined })}
        >
          Log in
        </Link>
      </p>
    </AccountPage>
  );
}
