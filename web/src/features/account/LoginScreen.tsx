// /login: customers and pros through one door.
import { Link, useSearchParams } from 'react-router';
import { logInClient, logInMaster } from '@/api/accounts';
import { paths } from '@/shared/paths';
import { askToSignIn } from '@/shared/signIn';
import { Button } from '@/ui';
import { AccountPage, useGoOn } from './AccountPage';
import { CredentialsForm } from './CredentialsForm';
import { genericRules } from './credentials';
import { RoleChoice, useRoleChoice } from './RoleChoice';
import { loginRefusal } from './refusals';
import { SocialButtons } from './SocialButtons';

const TITLE = 'Log in';

export function Login() {
  const [role, setRole] = useRoleChoice();
  const [query] = useSearchParams();
  const goOn = useGoOn();

  async function signInByCode(identifier: string) {
    if (await askToSignIn({ identifier })) goOn('client');
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
        refusal={loginRefusal}
        submit={async (credentials) => {
          await (role === 'master' ? logInMaster(credentials) : logInClient(credentials));
          goOn(role);
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
