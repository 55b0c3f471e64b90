// The parts of signing in that load only when needed: the popup once it is asked for, and the notice once a session has ended.
import { useLostSession } from '@/shared/session';
import { useAskedSignIn, useWaysShown } from '@/shared/signIn';
import { toast } from '@/ui/toast';
import { useOnDemand } from './useOnDemand';

export function SignInPopup() {
  const asked = useAskedSignIn();
  const Popup = useOnDemand(
    asked !== null,
    () => import('./SignInPopup'),
    () => {
      toast('Sign-in could not be loaded. Check your connection and try again.', { tone: 'bad' });
      asked?.settle(false);
    },
  );
  return Popup && asked && <Popup asked={asked} />;
}

export function SignedOutNotice() {
  const hasOwn = useWaysShown() > 0;
  const lost = useLostSession();
  const Strip = useOnDemand(
    lost !== null,
    () => import('./SignedOutStrip'),
    // Without the notice, screens still show that nobody is signed in.
    () => undefined,
  );
  return <div role="status">{Strip && lost && !hasOwn && <Strip lost={lost} />}</div>;
}
