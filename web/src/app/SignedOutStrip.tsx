import { useNavigate } from 'react-router';
import { paths } from '@/shared/paths';
import { forgetLostSession, type Session } from '@/shared/session';
import { askToSignIn } from '@/shared/signIn';
import { Button } from '@/ui';

/** Says calmly, above whatever the person is doing, that the session has ended. Nobody is redirected. */
export default function SignedOutStrip({ lost }: { lost: Session }) {
  const navigate = useNavigate();
  const signIn = () => {
    if (lost.role === 'master') navigate(paths.master.login());
    else void askToSignIn({ identifier: lost.email ?? undefined });
  };
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-action-soft px-5 py-2 text-s">
      <span className="font-[550]">Your session has ended. What you have entered is kept.</span>
      <span className="flex gap-2">
        <Button size="small" look="plain" onClick={signIn}>
          Sign in again
        </Button>
        <Button size="small" look="plain" onClick={forgetLostSession}>
          Not now
        </Button>
      </span>
    </div>
  );
}
