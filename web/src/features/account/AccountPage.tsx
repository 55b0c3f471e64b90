// The frame of the sign-in and registration pages: a narrow column, replaced by a short message for anyone already signed in.
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ownPath } from '@/shared/ownPath';
import { type Role, type Session, useLostSession, useSession } from '@/shared/session';
import { useOwnSignIn } from '@/shared/signIn';
import { Button, ButtonLink, PageLayout } from '@/ui';
import { logOut } from '@/ui/logOut';
import { homeOf } from './next';

export interface AccountPageProps {
  title: string;
  /** A sentence under the heading. */
  intro?: string;
  /** The role the page is for, if it is for one only. */
  only?: Role;
  children: ReactNode;
}

export function AccountPage({ title, intro, only, children }: AccountPageProps) {
  const session = useSession();
  const hasEnded = useLostSession() !== null;
  useOwnSignIn();
  const [query] = useSearchParams();
  // Someone sent here to sign in as the other role would be sent straight back if they could continue.
  const wanted = only ?? query.get('role');
  return (
    <PageLayout title={title} heading={title} width="narrow" corner={null}>
      <div className="grid gap-6">
        {session ? (
          <SignedInAlready session={session} canContinue={!wanted || session.role === wanted} />
        ) : (
          <>
            {hasEnded && (
              <p className="-mt-2 font-[550]">Your session has ended. What you have entered is kept.</p>
            )}
            {intro && <p className="-mt-2 text-muted">{intro}</p>}
            {children}
          </>
        )}
      </div>
    </PageLayout>
  );
}

/** A page rather than a redirect, because two pages that redirect to each other would never stop. */
function SignedInAlready({ session, canContinue }: { session: Session; canContinue: boolean }) {
  const [query] = useSearchParams();
  return (
    <>
      <p className="text-muted [overflow-wrap:anywhere]">
        You are signed in{session.email && ' as '}
        {session.email && <strong className="text-ink">{session.email}</strong>}
        {session.role === 'master' ? ' (pro account)' : ' (customer)'}.
        {!canContinue && ' Log out first to sign in as somebody else.'}
      </p>
      <div className="grid gap-3">
        {canContinue && (
          <ButtonLink to={ownPath(query.get('next')) ?? homeOf(session.role)}>Continue</ButtonLink>
        )}
        <Button look="quiet" onClick={logOut}>
          Log out
        </Button>
      </div>
    </>
  );
}

/** Returns a function that leaves for the next page after signing in; going back does not return to the form. */
export function useContinueAfterSignIn(): (role: Role, isNew?: boolean) => void {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  return (role, isNew) => navigate(ownPath(query.get('next')) ?? homeOf(role, isNew), { replace: true });
}
