// A pro signs in with a passkey: the browser shows those it knows, so nothing is typed.
import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { logInMasterByPasskey } from '@/api/passkeys';
import { isUnreachable, problemText } from '@/api/problem';
import { authenticatorText } from '@/shared/passkey';
import { Button } from '@/ui';
import { Problem } from '@/ui/Problem';
import { UNREACHABLE } from '../errorTexts';

export function ByPasskey({ onSignedIn }: { onSignedIn: () => void }) {
  const signingIn = useMutation({ mutationFn: logInMasterByPasskey, onSuccess: onSignedIn });
  return (
    <div className="grid gap-4">
      <Problem text={signingIn.error && textOf(signingIn.error)} />
      <Button
        look="quiet"
        icon={<KeyRound aria-hidden="true" className="size-4" />}
        busy={signingIn.isPending}
        busyText="Waiting for your passkey…"
        onClick={() => signingIn.mutate()}
      >
        Sign in with a passkey
      </Button>
    </div>
  );
}

function textOf(error: Error): string {
  if (isUnreachable(error)) return UNREACHABLE;
  return authenticatorText(error) ?? problemText(error, 'Could not log you in. Please try again.');
}
