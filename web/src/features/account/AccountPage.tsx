// The frame of the pages that sign in: a narrow column, and a calm word for those who are signed in already.
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { logOut } from '@/api/logOut';
import { type Role, type Session, useSession } from '@/shared/session';
import { Button, ButtonLink, PageLayout } from '@/ui';
import { homeOf, safePath } from './next';

export interface AccountPageProps {
  title: string;
  /** A sentence under the heading. */
  intro?: string;
  /** Whom the page is for, where it is for one of the two only. */
  only?: Role;
  children: ReactNode;
}

export function AccountPage({ title, intro, only, children }: AccountPageProps) {
  const session = useSession();
  const [query] = useSearchParams();
  // Whoever was sent here to sign in as the other role would be sent straight back.
  const wanted = only ?? query.get('role');
  return (
    <PageLayout title={title} heading={title} width="narrow" corner={null}>
      <div className="grid gap-6">
        {session ? (
          <SignedInAlready session={session} mayContinue={!wanted || session.role === wanted} />
        ) : (
          <>
            {intro && <p className="-mt-2 text-muted">{intro}</p>}
            {children}
          </>
        )}
      </div>
    </PageLayout>
  );
}

/** Never a redirect: two pages that each send on to the other would go round for ever. */
function SignedInAlready({ session, mayContinue }: { session: Session; mayContinue: boolean }) {
  const [query] = useSearchParams();
  return (
    <>
      <p className="text-muted [overflow-wrap:anywhere]">
        You are signed in{session.email && ' as '}
        {session.email && <strong className="text-ink">{session.email}</strong>}
        {session.role === 'master' ? ' (pro account)' : ' (customer)'}.
        {!mayContinue && ' Log out first to sign in as somebody else.'}
      </p>
      <div className="grid gap-3">
        {mayContinue && (
          <ButtonLink to={safePath(query.get('next')) ?? homeOf(session.role)}>Continue</ButtonLink>
        )}
        <Button look="quiet" onClick={logOut}>
          Log out
        </Button>
      </div>
    </>
  );
}

/** Goes on after signing in, without a way back to the form. */
export function useGoOn(): (role: Role) => void {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  return (role) => navigate(safePath(query.get('next')) ?? homeOf(role), { replace: true });
}
