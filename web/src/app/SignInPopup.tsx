// The sign-in popup that any screen can ask for (shared/signIn).
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { SignIn } from '@/features/account/signin/SignIn';
import type { AskedSignIn } from '@/shared/signIn';
import { Dialog } from '@/ui';
import { Queries } from './Queries';

export default function SignInPopup({ asked }: { asked: AskedSignIn }) {
  // Going back on a phone leaves the screen, so the popup closes with it.
  const { pathname } = useLocation();
  const [openedAt] = useState(pathname);
  const hasLeft = pathname !== openedAt;
  useEffect(() => {
    if (hasLeft) asked.settle(false);
  }, [hasLeft, asked]);

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && asked.settle(false)}
      title="Sign in"
      description="Your bookings come along, on every device."
    >
      <Queries>
        <SignIn
          identifier={asked.identifier}
          onSignedIn={() => asked.settle(true)}
          onLeave={() => asked.settle(false)}
        />
      </Queries>
    </Dialog>
  );
}
